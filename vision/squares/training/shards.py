"""Reads the shards: pictures of boards, cut into squares, to train with.

A shard is a file *.squares of records, all numbers little-endian:

    uint32   magic, table, picture, rows (squares along an edge), n = rows * rows, reserved
    float32  n x 12: content 0 to 5, or -1: not to be learnt from; offset x, y of the piece from the middle of its
             square along the axes of the patch, in squares, or NaN; seven scalars; row; column
    uint8    n x 5 x 40 x 48: blue, green, red; lattice, 128 + 127 * value; on board, 0 to 255

Contents and scalars are those of the package vision/squares/network. Records of the same table are pictures by the
same camera. Tables whose number is a multiple of 50 are held out.
"""

import struct
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

WIDTH, HEIGHT, PLANES, SCALARS = 48, 40, 5, 7
CONTENTS, COVERED = 6, 5  # how many there are, and the last of them
CONTENT, OFFSET, SCALAR, NUMBERS = 0, 1, 3, 12  # where the numbers of a square are, and how many there are

MAGIC, HEADER = 0x53515253, struct.Struct("<6I")
HELD_OUT_TABLES = 50
PIXELS = PLANES * HEIGHT * WIDTH


class Picture(NamedTuple):
    """A picture of a table: its squares are those from the first on."""

    table: int
    first: int
    squares: int


class Shards:
    """The records of all shards in a folder, in the memory of a device: as many squares as there is room for."""

    def __init__(self, folder, room, device="cpu"):
        self.folder, self.read, self.used, self.full = Path(folder), set(), 0, False
        self.numbers = torch.empty((room, NUMBERS), device=device)
        self.planes = torch.empty((room, PLANES, HEIGHT, WIDTH), dtype=torch.uint8, device=device)
        self.training, self.held_out, self.of_table = [], [], {}

    def scan(self):
        """Reads the shards that are new."""
        for path in sorted(set(self.folder.glob("*.squares")) - self.read):
            self.read.add(path)
            data = np.fromfile(path, np.uint8)
            at = 0
            while at < len(data):
                at = self.add(path, data, at)

    def add(self, path, data, at):
        """Takes in the record at a byte of a shard and returns where the next one begins."""
        whole = at + HEADER.size <= len(data)
        magic, table, _, _, squares, _ = HEADER.unpack_from(data, at) if whole else (0,) * 6
        middle = at + HEADER.size + 4 * NUMBERS * squares
        end = middle + PIXELS * squares
        if magic != MAGIC or end > len(data):
            sys.exit(f"{path} has no whole record at byte {at}: draw this shard anew.")
        last = self.used + squares
        if last <= len(self.numbers):
            numbers = data[at + HEADER.size : middle].view("<f4").reshape(-1, NUMBERS)
            planes = data[middle:end].reshape(-1, PLANES, HEIGHT, WIDTH)
            self.numbers[self.used : last] = torch.from_numpy(numbers)
            self.planes[self.used : last] = torch.from_numpy(planes)
            picture = Picture(table, self.used, squares)
            (self.training if table % HELD_OUT_TABLES else self.held_out).append(picture)
            self.of_table.setdefault(table, []).append(picture)
            self.used = last
        elif not self.full:
            self.full = True
            print(f"The room of {len(self.numbers)} squares is full: later pictures are left out (--room).", flush=True)
        return end

    def others(self, picture):
        """Returns the other pictures of the same table."""
        return [p for p in self.of_table[picture.table] if p is not picture]
