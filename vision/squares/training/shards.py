"""Reads the shards: pictures of boards, cut into squares, to train with.

A shard is a file *.squares of records, all numbers little-endian. It may grow while it is read; a last record that is
not whole is ignored until it is.

    uint32   magic, table, picture, rows (squares along an edge), n = rows * rows, reserved
    float32  n x 12: content 0 to 5, or -1: not to be learnt from; offset x, y of the piece from the middle of its
             square along the axes of the patch, in squares, or NaN; seven scalars; row; column
    uint8    n x 5 x 28 x 36: blue, green, red; lattice, 128 + 127 * value; on board, 0 to 255

Contents and scalars are those of the package vision/squares/network. Records of the same table are pictures by the
same camera. Tables whose number is a multiple of 50 are held out.
"""

import struct
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

WIDTH, HEIGHT, PLANES, SCALARS = 36, 28, 5, 7
CONTENTS, COVERED = 6, 5  # how many there are, and the last of them

MAGIC, HEADER, NUMBERS = 0x53515253, struct.Struct("<6I"), 12
HELD_OUT_TABLES = 50


class Picture(NamedTuple):
    """Where the record of a picture is."""

    path: Path
    at: int
    table: int
    squares: int


class Shards:
    """All whole records of the shards in a folder."""

    def __init__(self, folder):
        self.folder, self.ends, self.data = Path(folder), {}, {}
        self.training, self.held_out, self.of_table = [], [], {}

    def scan(self):
        """Looks for new records."""
        for path in sorted(self.folder.glob("*.squares")):
            at = self.ends.get(path, 0)
            if path.stat().st_size < at + HEADER.size:
                continue
            data = self.data[path] = np.asarray(np.memmap(path, np.uint8, "r"))
            while at + HEADER.size <= len(data):
                magic, table, _, _, squares, _ = HEADER.unpack_from(data, at)
                if magic != MAGIC:
                    sys.exit(f"{path} has no record at byte {at}: draw this shard anew.")
                end = at + HEADER.size + squares * (4 * NUMBERS + PLANES * HEIGHT * WIDTH)
                if end > len(data):
                    break
                picture = Picture(path, at, table, squares)
                (self.training if table % HELD_OUT_TABLES else self.held_out).append(picture)
                self.of_table.setdefault(table, []).append(picture)
                at = end
            self.ends[path] = at

    def read(self, picture):
        """Returns the numbers (n x 12) and the planes (n x 5 x 28 x 36) of a picture, which are not to be changed."""
        data, first = self.data[picture.path], picture.at + HEADER.size
        middle = first + 4 * NUMBERS * picture.squares
        end = middle + PLANES * HEIGHT * WIDTH * picture.squares
        return (
            data[first:middle].view("<f4").reshape(-1, NUMBERS),
            data[middle:end].reshape(-1, PLANES, HEIGHT, WIDTH),
        )

    def others(self, picture):
        """Returns the other pictures of the same table."""
        return [p for p in self.of_table[picture.table] if p is not picture]
