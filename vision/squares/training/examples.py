"""Makes examples of pictures as other lights and other cameras would have shown them.

What the program that uses the network must do exactly as it is done here is `normalise`, over all squares of a board.
"""

import copy
import math

import numpy as np
import torch
from shards import CONTENTS, COVERED, HEIGHT, PLANES, WIDTH

UNKNOWN = CONTENTS  # the content of a square that is to be told
MIRRORED_SCALARS, PARITY, PLACE = (2, 6), 3, (5, 6)  # sin 4a and v change sign in a mirror; u and v are the place
SQUARES = 48  # of an example
KNOWN_LEAST, KNOWN_MOST = 8, 40  # known squares beside those of an example
SQUARE_PX, BEHIND = 18, 13  # pixels of a patch a square, and behind the square's middle
NEAR_PX, DARK = 4, 2  # around where a piece stands; added before logarithms are taken
HUE_WEIGHT = 0.5  # what the lightness of hues counts beside that of pieces
LUMINANCE = np.float32([0.0722, 0.7152, 0.2126])  # what blue, green and red light count (Rec. 709)


class Shade:
    """Light that is uneven over a board: stripes, the edge of a shadow, or all that is beside the light of a lamp."""

    def __init__(self, random):
        turn = random.uniform(0, 2 * math.pi)
        self.kind, self.cos, self.sin = random.integers(3), math.cos(turn), math.sin(turn)
        self.dark = random.uniform(0.45, 0.9)  # of a sample, where there is shade
        self.period = random.uniform(0.6, 4)  # of stripes, squares
        self.at = random.uniform(-4, 4)  # squares from the middle of the board
        self.soft = math.exp(random.uniform(math.log(0.03), math.log(2)))  # squares from light to dark
        self.wide = random.uniform(1, 5)  # the radius of a lamp's light, squares

    def over(self, numbers, squares):
        """Returns by how much samples of patches are darker (n x 28 x 36). Patches lie on the board nearly as their
        scalars u and v say: which way things lean is nearly the same everywhere."""
        half = math.sqrt(squares) / 2
        x, y = half * numbers[:, 3 + PLACE[0], None, None], half * numbers[:, 3 + PLACE[1], None, None]
        x = x + (np.arange(WIDTH, dtype=np.float32) + 0.5 - BEHIND) / SQUARE_PX
        y = y + (np.arange(HEIGHT, dtype=np.float32)[:, None] + 0.5 - HEIGHT / 2) / SQUARE_PX
        across, along = self.cos * x + self.sin * y, self.cos * y - self.sin * x
        if self.kind == 0:
            stripe = np.abs((across + self.at) % self.period - self.period / 2)
            part = (stripe - self.period / 4) / min(self.soft, self.period / 3)
        elif self.kind == 1:
            part = (across - self.at / 2) / self.soft
        else:
            part = (np.hypot(across - self.at / 2, along) - self.wide) / (self.soft + 0.5)
        return 1 - (1 - self.dark) * np.clip(part + 0.5, 0, 1)


class Look:
    """How light and camera change an example, all its squares alike."""

    def __init__(self, random):
        self.mirror, self.parity = random.random() < 0.5, -1 if random.random() < 0.5 else 1
        self.blur, self.grey = random.random() < 0.2, random.random() < 0.1
        self.noise = random.uniform(0, 12) if random.random() < 0.35 else 0  # grey values, standard deviation
        self.noise_unrounded = random.random() < 0.3  # it comes after the rounding to 8 bits
        self.stains = random.integers(1, 6) if random.random() < 0.4 else 0  # knots, scratches, crumbs: so many squares
        self.light(random)

    def light(self, random):
        """Draws the table that maps each value of each colour to another, and how uneven the light is."""
        gain = random.uniform(0.8, 1.25, 3)
        if random.random() < 0.35:
            gain *= math.exp(random.uniform(math.log(0.35), math.log(2)))
        gamma = random.uniform(0.7, 1.45) if random.random() < 0.4 else 1
        values = np.clip(np.arange(256) / 255 * gain[:, None], 0, 1) ** gamma
        self.values = (255 * values).astype(np.float32)
        self.shade = Shade(random) if random.random() < 0.3 else None

    def colours(self, planes, numbers, squares, random):
        """Returns the three colours as they look, 3 x n x 28 x 36, given bytes of this shape, of a board of so many
        squares."""
        if self.blur:
            planes = box(planes)
        out = np.stack([values.take(plane) for values, plane in zip(self.values, planes)])
        if self.shade:
            out *= self.shade.over(numbers, squares)
        for _ in range(self.stains):
            stain(out[:, random.integers(out.shape[1])], random)
        if self.grey:
            out[:] = np.tensordot(np.float32([0.114, 0.587, 0.299]), out, 1)
        if self.noise and not self.noise_unrounded:
            out += self.noise * noise_of(out.shape, random)
        np.clip(np.rint(out, out=out), 0, 255, out=out)
        if self.noise and self.noise_unrounded:
            out += self.noise * noise_of(out.shape, random)
        return out


def stain(colours, random):
    """Darkens or lightens a patch (3 x 28 x 36) where a knot or a shadow is, or has it show what a crumb or a chip
    shows, in place."""
    x, y = BEHIND + random.uniform(-8, 8), HEIGHT / 2 + random.uniform(-8, 8)
    turn, wide, long = random.uniform(0, math.pi), random.uniform(0.5, 2), random.uniform(0.7, 4)
    dx, dy = np.arange(WIDTH, dtype=np.float32) + 0.5 - x, np.arange(HEIGHT, dtype=np.float32)[:, None] + 0.5 - y
    along, across = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx
    part = np.exp(-np.square(along / long) / 2 - np.square(across / wide) / 2)
    if random.random() < 0.5:
        colours *= 1 + math.expm1(random.uniform(math.log(0.35), math.log(2.5))) * part
    else:
        shown = random.uniform(0, 255) * random.uniform(0.8, 1, (3, 1, 1)).astype(np.float32)
        colours += random.uniform(0.3, 0.95) * part * (shown - colours)


def box(planes):
    """Returns the mean of every three by three pixels of bytes; at the edges of planes they are repeated."""
    p = np.pad(planes.astype(np.uint16), [(0, 0)] * (planes.ndim - 2) + [(1, 1), (1, 1)], "edge")
    p = p[..., :-2, :] + p[..., 1:-1, :] + p[..., 2:, :]
    return ((p[..., :-2] + p[..., 1:-1] + p[..., 2:] + 4) // 9).astype(np.uint8)


NOISE = np.random.default_rng(0).standard_normal(1 << 22, np.float32)  # drawn once, as it takes long


def noise_of(shape, random):
    size = math.prod(shape)
    start = random.integers(len(NOISE) - size)
    return NOISE[start : start + size].reshape(shape)


def normalise(colours, on_board):
    """Normalises the colours (3 x n x 28 x 36, of 0 to 255, in place) of squares that are given together.

    A pixel's weight is the byte of its on-board plane. Each colour loses its weighted mean; then all are divided by
    one deviation, which is the root of the mean of the three weighted variances, plus 4; what is beyond 4 is cut off.
    """
    weights = on_board.astype(np.float32).ravel() / 255
    total, variance = max(weights.sum(), 1e-3), 0
    for colour in colours:
        colour -= weights @ colour.ravel() / total
        variance += weights @ np.square(colour).ravel() / total / len(colours)
    colours /= math.sqrt(variance) + 4
    np.clip(colours, -4, 4, out=colours)


def shades(numbers, light, on_board):
    """Returns how light the pieces of some squares are: the logarithm of the luminance around where each stands,
    against that of all that its patch shows of the board, and how light its hue is."""
    x = BEHIND - 0.5 + SQUARE_PX * numbers[:, 1, None, None]
    y = HEIGHT / 2 - 0.5 + SQUARE_PX * numbers[:, 2, None, None]
    near = np.square(np.arange(WIDTH) - x) + np.square(np.arange(HEIGHT)[:, None] - y) < NEAR_PX**2

    def mean(weights):
        return (light * weights).sum((2, 3)) / np.maximum(weights.sum((1, 2)), 1e-3)

    piece, around = mean(near), mean(on_board.astype(np.float32))
    hue = LUMINANCE @ (piece / np.maximum(piece.max(0), DARK))
    return np.log(LUMINANCE @ piece + DARK) - np.log(LUMINANCE @ around + DARK) + HUE_WEIGHT * hue


def name_sides(numbers, light, on_board):
    """Returns whether the names of the two sides are to change places: the lighter one is the one that looks lighter
    in this very picture, whatever its pieces were painted with."""
    side = np.where((numbers[:, 0] >= 1) & (numbers[:, 0] < COVERED), numbers[:, 0] % 2, -1)
    if not (side == 1).any() or not (side == 0).any():
        return False
    shade = shades(numbers[side >= 0], light[:, side >= 0], on_board[side >= 0])
    side = side[side >= 0]
    return shade[side == 1].mean() < shade[side == 0].mean()


def renamed(contents):
    """Returns contents with the names of the two sides changed."""
    return np.where((contents >= 1) & (contents < COVERED), contents + np.where(contents % 2 == 1, 1, -1), contents)


def prepare(planes, numbers, squares, look, random, out):
    """Writes into out (n x 5 x 28 x 36) what the network looks at; without a look the squares stay as they are.
    Returns their light (3 x n x 28 x 36), which a sample is taken for the root of, and their on-board planes
    (n x 28 x 36)."""
    planes = planes.transpose(1, 0, 2, 3)
    if look and look.mirror:
        planes = planes[..., ::-1, :]
    colours = look.colours(planes[:3], numbers, squares, random) if look else planes[:3].astype(np.float32)
    light = np.square(colours) / 255
    normalise(colours, planes[4])
    for c, colour in enumerate(colours):
        out[:, c] = colour
    np.divide(planes[3].astype(np.float32) - 128, 127, out=out[:, 3])
    np.divide(planes[4], 255, out=out[:, 4], dtype=np.float32)
    return light, planes[4]


class Batch:
    """Examples that pass the network at once: their squares one after the other, and for each example its tokens."""

    def __init__(self):
        self.parts, self.tokens = [], []

    def add(self, shards, picture, chosen, known=None, look=None, known_look=None, random=None):
        """Adds an example: chosen squares of a picture; known is another or the same picture with chosen squares."""
        tokens = []
        for p, some, view, is_known in ((picture, chosen, look, False), (*(known or (None, ())), known_look, True)):
            if len(some) == 0:
                continue
            numbers, planes = shards.read(p)
            self.parts.append((numbers[some], planes[some], len(numbers), view, random, is_known))
            tokens += [is_known] * len(some)
        self.tokens.append(tokens)

    def tensors(self):
        """Returns pixels, scalars, contents and offsets of all squares, and for each example's tokens which square it
        is (-1: none), what is known of its content, and what it is to be told as (-1: nothing)."""
        count, widest = sum(map(len, self.tokens)), max(map(len, self.tokens))
        pixels = np.empty((count, PLANES, HEIGHT, WIDTH), np.float32)
        numbers = np.concatenate([part[0] for part in self.parts])  # a copy
        at, swap = 0, False
        for n, planes, squares, look, random, is_known in self.parts:
            some = numbers[at : at + len(n)]
            if look and look.mirror:
                some[:, [2] + [3 + k for k in MIRRORED_SCALARS]] *= -1
            if look:
                some[:, 3 + PARITY] *= look.parity
            light, on_board = prepare(planes, some, squares, look, random, pixels[at : at + len(n)])
            if not is_known:  # known squares, which follow, are of the same table
                swap = name_sides(some, light, on_board)
            if swap:
                some[:, 0] = renamed(some[:, 0])
            at += len(n)
        square = np.full((len(self.tokens), widest), -1)
        content, wanted = np.full_like(square, UNKNOWN), np.full_like(square, -1)
        at = 0
        for i, tokens in enumerate(self.tokens):
            square[i, : len(tokens)] = np.arange(at, at + len(tokens))
            is_known, contents = np.array(tokens), numbers[at : at + len(tokens), 0].astype(int)
            content[i, : len(tokens)] = np.where(is_known, contents, UNKNOWN)
            wanted[i, : len(tokens)] = np.where(is_known, -1, contents)
            at += len(tokens)
        arrays = (pixels, numbers[:, 3:10], numbers[:, 0].astype(np.int64), numbers[:, 1:3], square, content, wanted)
        return [torch.from_numpy(np.ascontiguousarray(a)) for a in arrays]


def some_known(shards, picture, free, random):
    """Returns a picture of the same table and some of its squares with contents that are known.

    It is another picture if there is one; otherwise it is the same one, and the squares are some of the free ones.
    """
    others = shards.others(picture)
    if others:
        picture = others[random.integers(len(others))]
        free = np.arange(picture.squares)
    contents = shards.read(picture)[0][free, 0]
    rarely = random.random() < 0.1
    free = free[(contents >= 0) & ((contents != COVERED) | rarely)]
    return picture, random.permutation(free)[: random.integers(KNOWN_LEAST, KNOWN_MOST + 1)]


def training_batch(shards, pictures, random):
    """Returns a batch of pictures as they look by lot."""
    batch = Batch()
    for picture in pictures:
        order = random.permutation(picture.squares)
        look = known_look = Look(random)
        known = None
        if random.random() < 0.5:
            known = some_known(shards, picture, order[SQUARES:], random)
            if random.random() < 0.25:
                known_look = copy.copy(look)  # the same camera in the same place, but another light
                known_look.light(random)
        batch.add(shards, picture, order[:SQUARES], known, look, known_look, random)
    return batch.tensors()
