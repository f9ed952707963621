"""Reads what the palm detector needs of TensorFlow Lite's file format: a FlatBuffer with one graph.

A table of a FlatBuffer begins with where its list of fields is. Fields are known by number: those of schema.fbs of
TensorFlow Lite, in their order.
"""

import struct
from typing import NamedTuple

import numpy as np

OPERATORS = {0: "ADD", 2: "CONCATENATION", 3: "CONV_2D", 4: "DEPTHWISE_CONV_2D", 6: "DEQUANTIZE", 17: "MAX_POOL_2D",
             22: "RESHAPE", 23: "RESIZE_BILINEAR", 34: "PAD", 54: "PRELU"}
TYPES = {0: np.float32, 1: np.float16, 2: np.int32}


class Table:
    def __init__(self, data, at):
        self.data, self.at = data, at
        self.fields = at - self.number(at, "i")

    def number(self, at, kind):
        return struct.unpack_from("<" + kind, self.data, at)[0]

    def place(self, field):
        """Returns where a field is, or None where the table leaves it out."""
        entry = 4 + 2 * field
        if entry >= self.number(self.fields, "H"):
            return None
        offset = self.number(self.fields + entry, "H")
        return self.at + offset if offset else None

    def scalar(self, field, kind, default=0):
        at = self.place(field)
        return default if at is None else self.number(at, kind)

    def table(self, field):
        at = self.place(field)
        return None if at is None else Table(self.data, at + self.number(at, "I"))

    def array(self, field, kind):
        at = self.place(field)
        if at is None:
            return np.zeros(0, kind)
        at += self.number(at, "I")
        return np.frombuffer(self.data, kind, self.number(at, "I"), at + 4)

    def tables(self, field):
        offsets = self.array(field, "<u4")
        first = self.place(field) + self.number(self.place(field), "I") + 4
        return [Table(self.data, first + 4 * k + int(offset)) for k, offset in enumerate(offsets)]


class Operator(NamedTuple):
    name: str
    inputs: list  # numbers of tensors
    output: int
    options: Table


class Graph(NamedTuple):
    shapes: list  # of each tensor: batch, height, width and channels of those that are pictures
    constants: dict  # of tensors, by number, as float32 or int32
    operators: list  # in the order in which they are computed
    input: int
    outputs: list


def load(data):
    """Reads a model of which all operators have one output and weights may be kept as float16."""
    model = Table(data, struct.unpack_from("<I", data)[0])
    codes = [max(code.scalar(0, "b"), code.scalar(3, "i")) for code in model.tables(1)]
    buffers, graph = model.tables(4), model.tables(2)[0]
    shapes, constants = [], {}
    for number, tensor in enumerate(graph.tables(0)):
        shapes.append(tensor.array(0, "<i4").tolist())
        values = buffers[tensor.scalar(2, "I")].array(0, np.uint8)
        if len(values):
            constants[number] = values.view(TYPES[tensor.scalar(1, "b")]).reshape(shapes[-1])
    operators = []
    for operator in graph.tables(3):
        name, inputs = OPERATORS[codes[operator.scalar(0, "I")]], operator.array(1, "<i4").tolist()
        [output] = operator.array(2, "<i4").tolist()
        if name == "DEQUANTIZE":
            constants[output] = constants[inputs[0]].astype(np.float32)
        else:
            operators.append(Operator(name, inputs, output, operator.table(4)))
    [picture] = graph.array(1, "<i4").tolist()
    return Graph(shapes, constants, operators, picture, graph.array(2, "<i4").tolist())


class Window(NamedTuple):
    """How a convolution or a pooling goes over a picture."""

    size: tuple  # of the kernel: height and width
    stride: tuple
    before: tuple  # rows above and columns to the left of the picture, which are 0
    after: tuple


def window(graph, operator):
    options = operator.options
    if operator.name == "MAX_POOL_2D":
        size = options.scalar(4, "i"), options.scalar(3, "i")
    else:
        size = graph.constants[operator.inputs[1]].shape[1:3]
    stride = options.scalar(2, "i", 1), options.scalar(1, "i", 1)
    before, after = [0, 0], [0, 0]
    if options.scalar(0, "b") == 0:  # SAME: as many rows and columns as strides begin in the picture
        for axis, extent in enumerate(graph.shapes[operator.inputs[0]][1:3]):
            more = max((-(-extent // stride[axis]) - 1) * stride[axis] + size[axis] - extent, 0)
            before[axis], after[axis] = more // 2, more - more // 2
    return Window(size, stride, tuple(before), tuple(after))


def activation(operator):
    """Returns the number of the function that an operator applies to its result; 0 is none."""
    field = {"ADD": 0, "CONCATENATION": 1, "CONV_2D": 3, "DEPTHWISE_CONV_2D": 4, "MAX_POOL_2D": 5}.get(operator.name)
    return 0 if field is None or operator.options is None else operator.options.scalar(field, "b")
