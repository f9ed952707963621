"""Computes a network of TensorFlow Lite operator by operator, by NumPy alone and slowly."""

import numpy as np
import tflite

SIZE = 192  # pixels along an edge of the picture


def drawn():
    """Returns a picture of whole numbers that formulas give, the same everywhere: red, green and blue, row by row."""
    y, x = np.mgrid[:SIZE, :SIZE]
    ground = np.where((x // 24 + y // 24) % 2 == 0, 190, 70)  # a board's squares
    spot = (x - 120) ** 2 + (y - 70) ** 2 < 40**2  # round and of the colour of skin
    return np.where(spot[..., None], [220, 160, 130], np.stack([ground, x, y], -1))


def windows(picture, w, nothing):
    """Returns what a window holds at each of its places, as (height, width, rows, columns, channels)."""
    padded = np.pad(picture[0], (*zip(w.before, w.after), (0, 0)), constant_values=nothing)
    views = np.lib.stride_tricks.sliding_window_view(padded, w.size, (0, 1))[::w.stride[0], ::w.stride[1]]
    return views.transpose(0, 1, 3, 4, 2)


def doubled(picture, axis):
    """Returns a picture twice as long along an axis: between the middles of its pixels, linearly."""
    length = picture.shape[axis]
    at = np.clip((np.arange(2 * length) + 0.5) / 2 - 0.5, 0, length - 1)
    first = np.floor(at).astype(int)
    part = (at - first).astype(np.float32).reshape([-1 if k == axis else 1 for k in range(picture.ndim)])
    following = np.minimum(first + 1, length - 1)
    return picture.take(first, axis) * (1 - part) + picture.take(following, axis) * part


def compute(graph, operator, inputs):
    if operator.name in ("CONV_2D", "DEPTHWISE_CONV_2D"):
        sums = "hwabc,oabc->hwo" if operator.name == "CONV_2D" else "hwabc,nabc->hwc"
        views = windows(inputs[0], tflite.window(graph, operator), 0)
        return np.einsum(sums, views, inputs[1], optimize=True)[None] + inputs[2]
    if operator.name == "MAX_POOL_2D":
        return windows(inputs[0], tflite.window(graph, operator), -np.inf).max((2, 3))[None]
    if operator.name == "PRELU":
        return np.where(inputs[0] > 0, inputs[0], inputs[0] * inputs[1])
    if operator.name == "ADD":
        return inputs[0] + inputs[1]
    if operator.name == "PAD":
        return np.pad(inputs[0], inputs[1])
    if operator.name == "RESIZE_BILINEAR":
        return doubled(doubled(inputs[0], 1), 2)
    if operator.name == "RESHAPE":
        return inputs[0].reshape(graph.shapes[operator.output])
    if operator.name == "CONCATENATION":
        return np.concatenate(inputs, operator.options.scalar(0, "i"))
    raise ValueError(f"{operator.name} is not known here")


def run(graph, picture):
    """Returns the outputs for a picture, 0 to 1."""
    known = {**graph.constants, graph.input: picture[None].astype(np.float32)}
    for operator in graph.operators:
        known[operator.output] = compute(graph, operator, [known[k] for k in operator.inputs])
        if list(known[operator.output].shape) != graph.shapes[operator.output]:
            raise ValueError(f"{operator.name} gives {known[operator.output].shape}")
    return [known[k] for k in graph.outputs]
