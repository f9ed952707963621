"""Converts MediaPipe's palm detector from its npm package into ONNX, for OpenCV's dnn:

    convert.py hands_solution_packed_assets.data palm.onnx.gz golden.json

The last file is what the network answers to a drawn picture at some anchors, computed from the original's operators by
NumPy alone.
"""

import gzip
import hashlib
import json
import sys

import numpy as np
import onnx
import reference
import tflite
from onnx import TensorProto, helper, numpy_helper

FIRST, AFTER = 11, 2341291  # the bytes of palm_detection_full.tflite among the package's files
ORIGINAL = "2f25e740121983f68ffc05f99991d524dc0ea812134f6316a26125816941ee85"  # its SHA-256
OPSET, IR = 12, 7  # versions of ONNX that OpenCV 4.6 reads
EVERY = 7  # of so many anchors one is in the last file
NAMES = ["boxes", "scores"]  # of the outputs


class Converter:
    """Writes a graph with the channels before height and width, as ONNX has them."""

    def __init__(self, graph):
        self.graph, self.nodes, self.weights = graph, [], {}
        self.names = {graph.input: "picture", **dict(zip(graph.outputs, NAMES))}

    def name(self, tensor):
        return self.names.get(tensor, f"t{tensor}")

    def add(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=f"{kind}_{len(self.nodes)}", **attributes))
        return output

    def weight(self, name, values):
        self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def padded(self, source, output, before, after):
        """Adds zeros around a tensor. OpenCV convolves only with as many zeros before as after a picture."""
        pads = self.weight(f"{output}_pads", np.array([*before, *after], np.int64))
        return self.add("Pad", [source, pads], output, mode="constant")

    def windowed(self, operator, kind, more=(), **attributes):
        source, w = self.name(operator.inputs[0]), tflite.window(self.graph, operator)
        pads = [*w.before, *w.after]
        if w.before != w.after:
            source = self.padded(source, f"{self.name(operator.output)}_padded", (0, 0, *w.before), (0, 0, *w.after))
            pads = [0, 0, 0, 0]
        self.add(kind, [source, *more], self.name(operator.output), kernel_shape=w.size, strides=w.stride, pads=pads,
                 **attributes)

    def convolution(self, operator, order, separate):
        kernels, bias = (self.graph.constants[k] for k in operator.inputs[1:])
        kernels = kernels.transpose(order)
        more = self.weight(f"w{operator.inputs[1]}", kernels), self.weight(f"w{operator.inputs[2]}", bias)
        self.windowed(operator, "Conv", more, group=len(kernels) if separate else 1)

    def convert(self, operator):
        inputs = [self.name(k) for k in operator.inputs if k not in self.graph.constants]
        constants = [self.graph.constants[k] for k in operator.inputs if k in self.graph.constants]
        output, shape = self.name(operator.output), self.graph.shapes[operator.output]
        if tflite.activation(operator) != 0:
            raise ValueError(f"{operator.name} has an activation")
        if operator.name == "CONV_2D":
            self.convolution(operator, (0, 3, 1, 2), separate=False)
        elif operator.name == "DEPTHWISE_CONV_2D":
            self.convolution(operator, (3, 0, 1, 2), separate=True)
        elif operator.name == "MAX_POOL_2D":
            self.windowed(operator, "MaxPool")
        elif operator.name == "PRELU":
            slopes = self.weight(f"w{operator.inputs[1]}", constants[0].reshape(-1, 1, 1))
            self.add("PRelu", [*inputs, slopes], output)
        elif operator.name == "ADD":
            self.add("Add", inputs, output)
        elif operator.name == "PAD":
            before, after = constants[0][[0, 3, 1, 2]].T
            self.padded(*inputs, output, before, after)
        elif operator.name == "RESIZE_BILINEAR":
            if operator.options.scalar(2, "b") or not operator.options.scalar(3, "b"):
                raise ValueError("pictures are resized otherwise than from the middles of their pixels")
            old = self.graph.shapes[operator.inputs[0]]
            scales = self.weight(f"{output}_scales", np.array([1, 1, shape[1] / old[1], shape[2] / old[2]], np.float32))
            region = self.weight("whole", np.zeros(0, np.float32))
            self.add("Resize", [*inputs, region, scales], output, mode="linear",
                     coordinate_transformation_mode="pytorch_half_pixel")
        elif operator.name == "RESHAPE":
            last = self.add("Transpose", inputs, f"{output}_last", perm=[0, 2, 3, 1])
            self.add("Reshape", [last, self.weight(f"{output}_shape", np.array(shape, np.int64))], output)
        elif operator.name == "CONCATENATION":
            self.add("Concat", inputs, output, axis=operator.options.scalar(0, "i"))
        else:
            raise ValueError(f"there is no conversion of {operator.name}")

    def model(self):
        for operator in self.graph.operators:
            self.convert(operator)
        _, height, width, channels = self.graph.shapes[self.graph.input]
        outputs = [helper.make_tensor_value_info(self.name(k), TensorProto.FLOAT, self.graph.shapes[k])
                   for k in self.graph.outputs]
        picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, channels, height, width])
        graph = helper.make_graph(self.nodes, "palm", [picture], outputs, list(self.weights.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
        model.doc_string = "MediaPipe's palm detector, converted. Apache License 2.0."
        onnx.checker.check_model(model)
        return model.SerializeToString(deterministic=True)


def main():
    package, out, golden = sys.argv[1:]
    with open(package, "rb") as file:
        original = file.read()[FIRST:AFTER]
    if hashlib.sha256(original).hexdigest() != ORIGINAL:
        sys.exit(f"{package} holds another palm detector: its checksum is not {ORIGINAL}")
    graph = tflite.load(original)
    with open(out, "wb") as file:
        file.write(gzip.compress(Converter(graph).model(), 9, mtime=0))
    boxes, scores = reference.run(graph, reference.drawn() / np.float32(255))
    with open(golden, "w") as file:
        json.dump({"scores": np.round(scores[0, ::EVERY].ravel().astype(float), 4).tolist(),
                   "boxes": np.round(boxes[0, ::EVERY, :4].ravel().astype(float), 3).tolist()}, file)
        file.write("\n")


if __name__ == "__main__":
    main()
