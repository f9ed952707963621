"""Makes examples of pictures as other lights and other cameras would have shown them.

Boards pass together: a tensor has a row for each board, then one for each of its squares. What is drawn by lot for a
board is drawn by NumPy; what is done to pixels is done by the device that trains.

What the program that uses the network must do exactly as it is done here is `normalise`, over all squares of a board.
"""

import copy
import math
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from shards import CONTENT, CONTENTS, COVERED, HEIGHT, OFFSET, PLANES, SCALAR, SCALARS, WIDTH

UNKNOWN = CONTENTS  # the content of a square that is to be told
MIRRORED_SCALARS, PARITY, PLACE = (2, 6), 3, (5, 6)  # sin 4a and v change sign in a mirror; u and v are the place
SQUARES = 48  # of an example
KNOWN_LEAST, KNOWN_MOST = 8, 32  # known squares beside those of an example
SQUARE_PX, BEHIND = 24, 17  # pixels of a patch a square, and behind the square's middle
NEAR_PX, DARK = 7, 2  # around where a piece stands; added before logarithms are taken
HUE_WEIGHT = 0.5  # what the lightness of hues counts beside that of pieces
LUMINANCE = (0.0722, 0.7152, 0.2126)  # what blue, green and red light count (Rec. 709)
GREY = (0.114, 0.587, 0.299)  # what they count for a camera (Rec. 601)


class Batch(NamedTuple):
    """What passes the network at once."""

    pixels: torch.Tensor  # boards x squares x 5 x 40 x 48
    scalars: torch.Tensor  # boards x squares x 7
    content: torch.Tensor  # boards x squares, of all squares; -1: not to be learnt from
    offsets: torch.Tensor  # boards x squares x 2
    known: torch.Tensor  # boards x squares: the content that is given away, or UNKNOWN
    missing: torch.Tensor  # boards x squares: there is no such square


class Looks:
    """How light and camera change boards: a number for each board."""

    def __init__(self, boards, random):
        def by_chance(share):
            return random.random(boards) < share

        self.mirrored, self.parity = by_chance(0.5), np.where(by_chance(0.5), -1, 1)
        self.blurred, self.grey, self.permuted = by_chance(0.2), by_chance(0.1), by_chance(0.1)
        self.order = np.stack([random.permutation(3) for _ in range(boards)])
        self.noise = np.where(by_chance(0.35), random.uniform(0, 12, boards), 0)  # grey values, standard deviation
        self.stained = np.where(by_chance(0.4), random.integers(1, 6, boards), 0)  # knots, scratches, crumbs: squares
        self.moved = by_chance(0.4)  # the board is not quite where it was found
        self.turn, self.scale = 0.03 * random.standard_normal(boards), 1 + 0.03 * random.standard_normal(boards)
        self.shift = 0.03 * random.standard_normal((boards, 1, 2))  # squares
        self.light(random)

    def light(self, random):
        """Draws the light: what each colour is multiplied with and to which power it is taken, how strong colours are,
        and how uneven the light is."""
        boards = len(self.mirrored)
        dim = np.where(random.random(boards) < 0.35, np.exp(random.uniform(math.log(0.35), math.log(2), boards)), 1)
        self.gain = random.uniform(0.8, 1.25, (boards, 3)) * dim[:, None]
        self.gamma = np.where(random.random(boards) < 0.4, random.uniform(0.7, 1.45, boards), 1)
        self.saturation = np.where(random.random(boards) < 0.2, random.uniform(0.3, 1.4, boards), 1)
        self.shaded, self.shade = random.random(boards) < 0.3, Shades(boards, random)

    def relit(self, which, random):
        """Returns the same looks, but some under another light."""
        other = copy.copy(self)
        other.light(random)
        for name in ("gain", "gamma", "saturation", "shaded"):
            old, new = getattr(self, name), getattr(other, name)
            setattr(other, name, np.where(which.reshape(-1, *[1] * (new.ndim - 1)), new, old))
        other.shade = other.shade.or_else(self.shade, which)
        return other


class Shades:
    """Light that is uneven over boards: stripes, the edge of a shadow, or all that is beside the light of a lamp."""

    def __init__(self, boards, random):
        def between(low, high):
            return random.uniform(low, high, boards)

        self.kind, self.turn = random.integers(3, size=boards), between(0, 2 * math.pi)
        self.dark = between(0.45, 0.9)  # of a sample, where there is shade
        self.period = between(0.6, 4)  # of stripes, squares
        self.at = between(-4, 4)  # squares from the middle of the board
        self.soft = np.exp(between(math.log(0.03), math.log(2)))  # squares from light to dark
        self.wide = between(1, 5)  # the radius of a lamp's light, squares

    def or_else(self, other, which):
        """Returns these shades of some boards, and others of the rest."""
        out = copy.copy(self)
        for name, own in self.__dict__.items():
            setattr(out, name, np.where(which, own, getattr(other, name)))
        return out

    def over(self, of, x, y):
        """Returns by how much samples at places on some boards are darker; places are squares from the middle."""
        def number(values):
            return torch.as_tensor(values[of], dtype=torch.float32, device=x.device).view(-1, 1, 1, 1)

        cos, sin = number(np.cos(self.turn)), number(np.sin(self.turn))
        kind, at, soft = number(self.kind), number(self.at), number(self.soft)
        across, along = cos * x + sin * y, cos * y - sin * x
        period, wide = number(self.period), number(self.wide)
        stripes = (((across + at) % period - period / 2).abs() - period / 4) / torch.minimum(soft, period / 3)
        edge = (across - at / 2) / soft
        lamp = (torch.hypot(across - at / 2, along) - wide) / (soft + 0.5)
        part = torch.where(kind == 0, stripes, torch.where(kind == 1, edge, lamp))
        return 1 - (1 - number(self.dark)) * (part + 0.5).clamp(0, 1)


def places(numbers, squares):
    """Returns which places samples of patches show, as x and y in squares from the middle of the board (boards x
    squares x 40 x 48), given the squares along an edge of each board. Patches lie on the board nearly as their scalars
    u and v say: which way things lean is nearly the same everywhere."""
    x, y = around(numbers)
    half = squares.view(-1, 1, 1, 1) / 2
    u, v = (numbers[..., SCALAR + k, None, None] for k in PLACE)
    return half * u + x / SQUARE_PX, half * v + y / SQUARE_PX


def around(numbers):
    """Returns how far the samples of a patch are from the middle of its square, in pixels."""
    x = torch.arange(WIDTH, device=numbers.device) + 0.5 - BEHIND
    y = torch.arange(HEIGHT, device=numbers.device)[:, None] + 0.5 - HEIGHT / 2
    return x, y


def seen(colours, numbers, squares, looks, random):
    """Returns the colours of boards (boards x squares x 3 x 40 x 48, 0 to 255) as they look to others. Numbers are
    changed in place where pieces stand elsewhere in their patches."""
    device = colours.device

    def number(values):
        return torch.as_tensor(values, dtype=torch.float32, device=device).view(
            *np.shape(values), *[1] * (colours.ndim - np.ndim(values)))

    def rows(which):
        return torch.as_tensor(np.flatnonzero(which), device=device)

    if looks.moved.any():
        of = rows(looks.moved)
        colours[of] = moved(colours[of], numbers, of, looks, random)
    if looks.blurred.any():
        of = rows(looks.blurred)
        flat = colours[of].flatten(0, 1)
        colours[of] = F.avg_pool2d(F.pad(flat, (1, 1, 1, 1), "replicate"), 3, 1).view(-1, *colours.shape[1:])
    if looks.permuted.any():
        of, order = rows(looks.permuted), torch.as_tensor(looks.order[looks.permuted], device=device)
        colours[of] = colours[of[:, None], :, order].transpose(1, 2)
    colours = (colours / 255 * number(looks.gain[:, None])).clamp(0, 1)
    colours = 255 * colours ** number(looks.gamma)
    if (looks.saturation != 1).any():
        of = rows(looks.saturation != 1)
        own = colours[of]
        grey = weighted(own, GREY)
        colours[of] = grey + (own - grey) * number(looks.saturation[looks.saturation != 1])
    if looks.shaded.any():
        of = rows(looks.shaded)
        x, y = places(numbers[of], squares[of])
        colours[of] *= looks.shade.over(looks.shaded, x, y)[:, :, None]
    at = [(b, random.integers(colours.shape[1])) for b, n in enumerate(looks.stained) for _ in range(n)]
    if at:
        board, square = (torch.as_tensor(k, device=device) for k in zip(*at))
        colours[board, square] = stained(colours[board, square], random)
    if looks.grey.any():
        of = rows(looks.grey)
        colours[of] = weighted(colours[of], GREY).expand(-1, -1, 3, -1, -1)
    if looks.noise.any():
        of = rows(looks.noise > 0)
        own = colours[of]
        colours[of] = own + number(looks.noise[looks.noise > 0]) * torch.randn_like(own)
    return colours.round().clamp(0, 255)


def weighted(colours, weights):
    weights = torch.tensor(weights, device=colours.device)
    return (colours * weights[:, None, None]).sum(-3, keepdim=True)


def moved(colours, numbers, of, looks, random):
    """Returns the colours of some boards that lie otherwise than was thought, and changes where their pieces stand."""
    boards, squares = colours.shape[:2]
    turn, scale = looks.turn[looks.moved], looks.scale[looks.moved]
    shift = looks.shift[looks.moved] + 0.015 * random.standard_normal((boards, squares, 2))
    matrix = scale[:, None, None] * np.stack(
        [np.stack([np.cos(turn), -np.sin(turn)], -1), np.stack([np.sin(turn), np.cos(turn)], -1)], -2)
    matrix, shift = (torch.as_tensor(a, dtype=torch.float32, device=colours.device) for a in (matrix, shift))
    x, y = around(numbers)
    at = torch.stack(torch.broadcast_tensors(x, y), -1).flatten(0, 1)  # from the middle, pixels
    source = torch.einsum("bij,pj->bpi", matrix, at)[:, None] + SQUARE_PX * shift[:, :, None]
    size = torch.tensor([WIDTH, HEIGHT], device=colours.device)
    middle = torch.tensor([BEHIND, HEIGHT / 2], device=colours.device)
    grid = (2 * (source + middle) / size - 1).view(boards * squares, HEIGHT, WIDTH, 2)
    out = F.grid_sample(colours.flatten(0, 1), grid, padding_mode="border", align_corners=False)
    where = numbers[of, :, OFFSET : OFFSET + 2] - shift
    numbers[of, :, OFFSET : OFFSET + 2] = torch.einsum("bij,bsj->bsi", torch.linalg.inv(matrix), where)
    return out.view(colours.shape)


def stained(colours, random):
    """Returns patches (n x 3 x 40 x 48) darkened or lightened where a knot or a shadow is, or with what a crumb or a
    chip shows."""
    n = len(colours)

    def between(low, high, *size):
        values = random.uniform(low, high, (n, *size) if size else (n, 1, 1))
        return torch.as_tensor(values, dtype=torch.float32, device=colours.device)

    x, y = around(colours)
    reach = 0.45 * SQUARE_PX
    dx, dy = x - between(-reach, reach), y - between(-reach, reach)
    turn, wide, long = between(0, math.pi), between(0.03, 0.11, 1, 1), between(0.04, 0.22, 1, 1)
    along, across = turn.cos() * dx + turn.sin() * dy, turn.cos() * dy - turn.sin() * dx
    part = (-(along / (long * SQUARE_PX)).square() / 2 - (across / (wide * SQUARE_PX)).square() / 2).exp()[:, None]
    darker = colours * (1 + torch.expm1(between(math.log(0.35), math.log(2.5), 1, 1, 1)) * part)
    shown = between(0, 255, 1, 1, 1) * between(0.8, 1, 3, 1, 1)
    covered = colours + between(0.3, 0.95, 1, 1, 1) * part * (shown - colours)
    return torch.where(between(0, 1, 1, 1, 1) < 0.5, darker, covered)


def normalise(colours, weights):
    """Returns the normalised colours (boards x squares x 3 x 40 x 48, of 0 to 255) of squares that are given together.

    A pixel's weight is that of its on-board plane. Each colour loses its weighted mean; then all are divided by one
    deviation, which is the root of the mean of the three weighted variances, plus 4; what is beyond 4 is cut off.
    """
    weights = weights[:, :, None]
    total = weights.sum((1, 3, 4), keepdim=True).clamp(min=1e-3)
    colours = colours - (weights * colours).sum((1, 3, 4), keepdim=True) / total
    variance = ((weights * colours.square()).sum((1, 3, 4), keepdim=True) / total).mean(2, keepdim=True)
    return (colours / (variance.sqrt() + 4)).clamp(-4, 4)


def shades(numbers, light, weights):
    """Returns how light the pieces of squares are (boards x squares): the logarithm of the luminance around where each
    stands, against that of all that its patch shows of the board, and how light its hue is."""
    x, y = around(numbers)
    offsets = SQUARE_PX * numbers[..., OFFSET : OFFSET + 2].nan_to_num()
    near = (x - offsets[..., 0, None, None]).square() + (y - offsets[..., 1, None, None]).square() < NEAR_PX**2

    def mean(weights):
        weights = weights[:, :, None]
        return (light * weights).sum((3, 4)) / weights.sum((3, 4)).clamp(min=1e-3)

    luminance = torch.tensor(LUMINANCE, device=light.device)
    piece, board = mean(near), mean(weights)
    hue = (piece / piece.amax(2, keepdim=True).clamp(min=DARK)) @ luminance
    return (piece @ luminance + DARK).log() - (board @ luminance + DARK).log() + HUE_WEIGHT * hue


def to_be_renamed(numbers, light, weights):
    """Returns for each board whether the names of the two sides are to change places: the lighter one is the one that
    looks lighter in this very picture, whatever its pieces were painted with."""
    content, shade = numbers[..., CONTENT], shades(numbers, light, weights)
    piece = (content >= 1) & (content < COVERED)
    means = []
    for side in (0, 1):
        of = piece & (content % 2 == side)
        means.append((shade * of).sum(1) / of.sum(1))  # of a side without pieces it is no number
    return means[1] < means[0]


def renamed(content, which):
    """Returns contents (boards x squares) with the names of the two sides changed on some boards."""
    piece = (content >= 1) & (content < COVERED)
    return torch.where(piece & which[:, None], content + torch.where(content % 2 == 1, 1, -1), content)


def gather(shards, chosen):
    """Returns the numbers and the planes of squares (boards x squares), and which of them there are not. Such a square
    has nothing to be learnt from, and no pixel on the board."""
    chosen = torch.as_tensor(chosen, device=shards.planes.device)
    missing, chosen = chosen < 0, chosen.clamp(min=0)
    numbers, planes = shards.numbers[chosen], shards.planes[chosen]
    numbers[missing], planes[missing] = -1, 0
    return numbers, planes, missing


def prepare(numbers, planes, squares, looks, random):
    """Returns pixels as the network looks at them, the light of all samples, and the weights of pixels."""
    if looks:
        flip = torch.as_tensor(looks.mirrored, device=planes.device)
        planes = torch.where(flip.view(-1, 1, 1, 1, 1), planes.flip(3), planes)
        signs = 1 - 2 * flip.float()[:, None]
        for k in (OFFSET + 1, *(SCALAR + k for k in MIRRORED_SCALARS)):
            numbers[..., k] *= signs
        numbers[..., SCALAR + PARITY] *= torch.as_tensor(looks.parity, device=planes.device)[:, None]
    colours, weights = planes[:, :, :3].float(), planes[:, :, 4].float() / 255
    if looks:
        colours = seen(colours, numbers, squares, looks, random)
    lattice = (planes[:, :, 3:4].float() - 128) / 127
    pixels = torch.cat([normalise(colours, weights), lattice, weights[:, :, None]], 2)
    return pixels, colours.square() / 255, weights


def batch_of(shards, pictures, chosen, known=None, looks=None, known_looks=None, random=None):
    """Returns a batch of pictures with chosen squares (boards x squares, counted over all shards). known are squares
    beside them, of other pictures of the same tables or of the same ones; -1: none."""
    device = shards.planes.device
    squares = torch.tensor([math.sqrt(p.squares) for p in pictures], device=device)
    numbers, planes, missing = gather(shards, chosen)
    pixels, light, weights = prepare(numbers, planes, squares, looks, random)
    swap = to_be_renamed(numbers, light, weights)
    numbers[..., CONTENT] = renamed(numbers[..., CONTENT], swap)
    given = torch.full(numbers.shape[:2], UNKNOWN, device=device)
    if known is not None:
        known_numbers, known_planes, no_square = gather(shards, known)
        known_pixels, _, _ = prepare(known_numbers, known_planes, squares, known_looks, random)
        content = renamed(known_numbers[..., CONTENT], swap)
        known_numbers[..., CONTENT] = content
        given = torch.cat([given, content.long().clamp(min=0)], 1)
        missing = torch.cat([missing, no_square | (content < 0) | (content == COVERED)], 1)
        pixels, numbers = torch.cat([pixels, known_pixels], 1), torch.cat([numbers, known_numbers], 1)
    return Batch(pixels, numbers[..., SCALAR : SCALAR + SCALARS], numbers[..., CONTENT].long(),
                 numbers[..., OFFSET : OFFSET + 2], given, missing)


def padded(squares, length):
    """Returns squares, made so many with -1, which is none."""
    return np.pad(squares[:length], (0, max(length - len(squares), 0)), constant_values=-1)


def some_known(shards, picture, free, random):
    """Returns KNOWN_MOST squares of the table that may be given away, -1 where there are fewer: of another picture if
    there is one, otherwise some of those of the picture itself that are free."""
    others = shards.others(picture)
    if others:
        picture = others[random.integers(len(others))]
        free = picture.first + random.permutation(picture.squares)
    return padded(free[: random.integers(KNOWN_LEAST, KNOWN_MOST + 1)], KNOWN_MOST)


def training_batch(shards, pictures, random, with_known):
    """Returns a batch of pictures as they look by lot, beside known squares of the same tables or not."""
    orders = [p.first + random.permutation(p.squares) for p in pictures]
    looks, known, known_looks = Looks(len(pictures), random), None, None
    if with_known:
        known = np.stack([some_known(shards, p, o[SQUARES:], random) for p, o in zip(pictures, orders)])
        known_looks = looks.relit(random.random(len(pictures)) < 0.25, random)
    chosen = np.stack([padded(o, SQUARES) for o in orders])
    return batch_of(shards, pictures, chosen, known, looks, known_looks, random)
