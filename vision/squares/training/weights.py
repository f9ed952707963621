"""Writes and reads files of weights as the package vision/squares/network reads them (see its load.go)."""

import json
import os
import struct
import sys
from pathlib import Path

import numpy as np
import torch
from examples import UNKNOWN
from network import Network
from shards import CONTENTS, HEIGHT, PLANES, SCALARS, WIDTH


def arrays(network):
    """Returns the names and the arrays of a file of weights, in its order (see load.go of the network)."""
    named = []
    for k, layer in enumerate(network.filters, 1):
        weight, bias = layer.folded()
        named += [(f"convolution{k}.weight", weight), (f"convolution{k}.bias", bias)]

    def add(name, layer):
        named.extend([(name + ".weight", layer.weight), (name + ".bias", layer.bias)])

    add("description", network.description)
    named.append(("contents", network.contents))
    for k, block in enumerate(network.blocks, 1):
        for part in ("attention_norm", "attention", "projection", "hidden_norm", "hidden", "back"):
            add(f"block{k}.{part}", getattr(block, part))
    add("norm", network.norm)
    add("answer", network.answer)
    return named


def replace(path, write):
    """Has write fill a new file, which then takes the place of another at once."""
    new = f"{path}.new"
    write(new)
    os.replace(new, path)


@torch.no_grad()
def export(network, path, provenance):
    """Writes a file of weights: a line of JSON, then all arrays as bfloat16, little-endian."""
    named = arrays(network)
    line = {"arrays": [{"name": n, "sizes": list(a.shape)} for n, a in named], "provenance": provenance}
    write(path, line, [array for _, array in named])


def write(path, line, arrays):
    """Writes the line of JSON and the arrays, as bfloat16."""
    data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
    for array in arrays:
        data += array.cpu().contiguous().bfloat16().view(torch.int16).numpy().astype("<i2").tobytes()
    replace(path, lambda new: Path(new).write_bytes(data))


def numbers(data):
    """Returns the bfloat16 of a file of weights as float32."""
    return torch.from_numpy(np.frombuffer(data, "<i2").astype(np.int16)).view(torch.bfloat16).float()


@torch.no_grad()
def write_mean(paths, out):
    """Writes the mean of several files of weights, of networks of which one was begun with another: it is better than
    each (Wortsman et al., Model soups, 2022)."""
    files = [Path(path).read_bytes().split(b"\n", 1) for path in paths]
    lines = [json.loads(line) for line, _ in files]
    if any(line["arrays"] != lines[0]["arrays"] for line in lines):
        sys.exit(f"{', '.join(paths)} hold networks of different architectures: they have no mean.")
    mean = torch.stack([numbers(data) for _, data in files]).mean(0)
    provenance = {f"{k} of {len(lines)}": line["provenance"] for k, line in enumerate(lines, 1)}
    line = {"arrays": lines[0]["arrays"], "provenance": {k: in_a_line(p) for k, p in provenance.items()}}
    write(out, line, [mean])


def in_a_line(provenance):
    return "; ".join(f"{k}: {v}" for k, v in provenance.items())


@torch.no_grad()
def load_export(path):
    """Returns the network of a file of weights; its batch normalisation does nothing."""
    network = Network()
    line, data = Path(path).read_bytes().split(b"\n", 1)
    file, named = json.loads(line)["arrays"], arrays(network)
    if [(f["name"], f["sizes"]) for f in file] != [(n, list(a.shape)) for n, a in named]:
        sys.exit(f"{path} holds a network of another architecture: begin without it.")
    values = numbers(data)
    read = dict(zip((n for n, _ in named), values.split([a.numel() for _, a in named])))
    for name, array in named:
        read[name] = read[name].view(array.shape)
        if not name.startswith("convolution"):
            array.copy_(read[name])  # a parameter of the network itself
    for k, layer in enumerate(network.filters, 1):
        layer.unfold(read[f"convolution{k}.weight"], read[f"convolution{k}.bias"])
    return network


@torch.no_grad()
def write_comparison(weights, path, squares=64, known=24):
    """Writes random squares and what a network makes of them, for TestCompare of the Go package: uint32 squares and
    known ones, then float32 pixels and scalars of all, contents of the known, descriptions of all, and answers."""
    torch.manual_seed(1)
    network = load_export(weights).eval()
    pixels, scalars = torch.randn(squares + known, PLANES, HEIGHT, WIDTH), torch.randn(squares + known, SCALARS)
    contents = torch.arange(known) % CONTENTS
    descriptions = network.describe(pixels, scalars, fast=False)
    tokens = torch.cat([torch.full((squares,), UNKNOWN), contents])[None]
    answers = network(descriptions[None], tokens, torch.zeros_like(tokens, dtype=torch.bool))[0, :squares]
    data = struct.pack("<2I", squares, known)
    for array in (pixels, scalars, contents, descriptions, answers):
        data += array.numpy().astype("<f4").tobytes()
    Path(path).write_bytes(data)
