"""Trains the network that tells what stands on the squares of a board (vision/squares/network).

    /usr/bin/python3 train.py --shards DIR --boards 200000 --seed 1 --out FILE --checkpoint FILE --curve PNG

Steps: Shards finds the pictures; Look and prepare make an example of one as another light and another camera would
have shown it; Network is the network; loss says how wrong it is; held_out measures it on tables that it never saw;
export and load_export write and read the weights as the Go package does; train puts them together.

A shard is a file *.squares of records, all numbers little-endian. It may grow while it is read; a last record that is
not whole is ignored until it is.

    uint32   magic, table, picture, rows (squares along an edge), n = rows * rows, reserved
    float32  n x 12: content 0 to 5, or -1: not to be learnt from; offset x, y of the piece from the middle of its
             square along the axes of the patch, in squares, or NaN; seven scalars; row; column
    uint8    n x 5 x 28 x 36: blue, green, red; lattice, 128 + 127 * value; on board, 0 to 255

Records of the same table are pictures by the same camera. Tables whose number is a multiple of 50 are held out.

What the program that uses the network must do exactly as it is done here is `normalise`, over all squares of a board.
"""

import argparse
import json
import math
import os
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple

# Threads that wait must not spin: on two cores that others use too, spinning makes a step several times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its products are small

import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

WIDTH, HEIGHT, PLANES, SCALARS = 36, 28, 5, 7
CONTENTS, COVERED, UNKNOWN = 6, 5, 6  # of a square; UNKNOWN is a token's
FEATURES, HEADS, HIDDEN = 64, 4, 128

MAGIC, HEADER, NUMBERS = 0x53515253, struct.Struct("<6I"), 12
HELD_OUT_TABLES, HELD_OUT_BOARDS = 50, 200
MIRRORED_SCALARS, PARITY = (2, 6), 3  # sin 4a and v change sign in a mirror

BATCH, SQUARES = 6, 48  # examples that pass at once, and squares of each
KNOWN_LEAST, KNOWN_MOST = 8, 40  # known squares beside those of an example
PROGRESS, RESCAN, CHECKPOINT_SECONDS = 500, 3000, 120
HELD_OUT_SHARE = 0.08  # of the time, that may go into measuring what is held out


# ---------------------------------------------------------------- shards


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


# ---------------------------------------------------------------- examples


class Look:
    """How light and camera change an example, all its squares alike."""

    def __init__(self, random):
        self.mirror, self.parity = random.random() < 0.5, -1 if random.random() < 0.5 else 1
        self.blur, self.grey = random.random() < 0.2, random.random() < 0.1
        self.noise = random.uniform(0, 12) if random.random() < 0.35 else 0  # grey values, standard deviation
        self.noise_unrounded = random.random() < 0.3  # it comes after the rounding to 8 bits
        self.light(random)

    def light(self, random):
        """Draws the table that maps each value of each colour to another."""
        gain = random.uniform(0.8, 1.25, 3)
        if random.random() < 0.35:
            gain *= math.exp(random.uniform(math.log(0.35), math.log(2)))
        gamma = random.uniform(0.7, 1.45) if random.random() < 0.4 else 1
        values = np.clip(np.arange(256) / 255 * gain[:, None], 0, 1) ** gamma
        self.values = (255 * values).astype(np.float32)

    def colours(self, planes, random):
        """Returns the three colours as they look, 3 x n x 28 x 36, given bytes of this shape."""
        if self.blur:
            planes = box(planes)
        out = np.stack([values.take(plane) for values, plane in zip(self.values, planes)])
        if self.grey:
            out[:] = np.tensordot(np.float32([0.114, 0.587, 0.299]), out, 1)
        if self.noise and not self.noise_unrounded:
            out += self.noise * noise_of(out.shape, random)
        np.clip(np.rint(out, out=out), 0, 255, out=out)
        if self.noise and self.noise_unrounded:
            out += self.noise * noise_of(out.shape, random)
        return out


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


def prepare(planes, look, random, out):
    """Writes into out (n x 5 x 28 x 36) what the network looks at; without a look the squares stay as they are."""
    planes = planes.transpose(1, 0, 2, 3)
    if look and look.mirror:
        planes = planes[..., ::-1, :]
    colours = look.colours(planes[:3], random) if look else planes[:3].astype(np.float32)
    normalise(colours, planes[4])
    for c, colour in enumerate(colours):
        out[:, c] = colour
    np.divide(planes[3].astype(np.float32) - 128, 127, out=out[:, 3])
    np.divide(planes[4], 255, out=out[:, 4], dtype=np.float32)


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
            numbers = numbers[some]
            self.parts.append((numbers, planes[some], view, random))
            tokens += [(int(n), is_known) for n in numbers[:, 0]]
        self.tokens.append(tokens)

    def tensors(self):
        """Returns pixels, scalars, contents and offsets of all squares, and for each example's tokens which square it
        is (-1: none), what is known of its content, and what it is to be told as (-1: nothing)."""
        count, widest = sum(map(len, self.tokens)), max(map(len, self.tokens))
        pixels = np.empty((count, PLANES, HEIGHT, WIDTH), np.float32)
        numbers = np.concatenate([n for n, _, _, _ in self.parts])  # a copy
        at = 0
        for n, planes, look, random in self.parts:
            prepare(planes, look, random, pixels[at : at + len(n)])
            if look and look.mirror:
                numbers[at : at + len(n), [2] + [3 + k for k in MIRRORED_SCALARS]] *= -1
            if look:
                numbers[at : at + len(n), 3 + PARITY] *= look.parity
            at += len(n)
        square = np.full((len(self.tokens), widest), -1)
        content, wanted = np.full_like(square, UNKNOWN), np.full_like(square, -1)
        at = 0
        for i, tokens in enumerate(self.tokens):
            square[i, : len(tokens)] = np.arange(at, at + len(tokens))
            content[i, : len(tokens)] = [c if is_known else UNKNOWN for c, is_known in tokens]
            wanted[i, : len(tokens)] = [-1 if is_known else c for c, is_known in tokens]
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
                known_look = Look(random)  # another light, but of the same camera in the same place
                values, known_look.__dict__ = known_look.values, dict(look.__dict__)
                known_look.values = values
        batch.add(shards, picture, order[:SQUARES], known, look, known_look, random)
    return batch.tensors()


# ---------------------------------------------------------------- network

EPSILON = 1e-5  # of batch and layer normalisation


class Filters(nn.Module):
    """A convolution, the largest of two by two neighbours if it is a pooled one, batch normalisation, and ReLU.

    The normalisation comes after the pooling, where there is a quarter of the numbers: its scale is positive, so that
    it may also be done before, by the convolution itself, when the network is exported.
    """

    def __init__(self, inputs, outputs, pooled):
        super().__init__()
        self.convolution, self.pooled = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), pooled
        self.log_scale, self.shift = nn.Parameter(torch.zeros(outputs)), nn.Parameter(torch.zeros(outputs))
        self.register_buffer("mean", torch.zeros(outputs))
        self.register_buffer("variance", torch.ones(outputs))

    def filtered(self, x):
        x = self.convolution(x)
        return F.max_pool2d(x, 2) if self.pooled else x

    def forward(self, x):
        x, scale = self.filtered(x), self.log_scale.exp()
        return F.relu(F.batch_norm(x, self.mean, self.variance, scale, self.shift, self.training, 0.02, EPSILON))

    def folded(self):
        """Returns weights and bias of a convolution that needs no normalisation after it."""
        by = self.log_scale.exp() / torch.sqrt(self.variance + EPSILON)
        return self.convolution.weight * by[:, None, None, None], self.shift - self.mean * by

    def unfold(self, weight, bias):
        """Takes what folded returned; the normalisation changes nothing."""
        self.convolution.weight.copy_(weight)
        self.shift.copy_(bias)
        self.log_scale.zero_()
        self.mean.zero_()
        self.variance.fill_(1 - EPSILON)

    def adopt(self, x):
        """Has the normalisation take the statistics of a batch, and scale and shift undo it: the layer stays the same
        when it is trained on. It must have been unfolded."""
        x = self.filtered(x)
        variance, mean = torch.var_mean(x, (0, 2, 3), unbiased=False)
        self.mean.copy_(mean)
        self.variance.copy_(variance)
        self.log_scale.copy_(torch.log(variance + EPSILON) / 2)
        self.shift.add_(mean)


class Block(nn.Module):
    """A block of a transformer: attention of all tokens to all, then two dense layers, both added to the tokens."""

    def __init__(self):
        super().__init__()
        self.attention_norm, self.hidden_norm = nn.LayerNorm(FEATURES), nn.LayerNorm(FEATURES)
        self.attention, self.projection = nn.Linear(FEATURES, 3 * FEATURES), nn.Linear(FEATURES, FEATURES)
        self.hidden, self.back = nn.Linear(FEATURES, HIDDEN), nn.Linear(HIDDEN, FEATURES)

    def forward(self, x, hidden_keys):
        examples, tokens, _ = x.shape
        heads = self.attention(self.attention_norm(x)).view(examples, tokens, 3, HEADS, FEATURES // HEADS)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        weights = query @ key.transpose(-1, -2) / math.sqrt(FEATURES // HEADS) + hidden_keys
        x = x + self.projection((weights.softmax(-1) @ value).transpose(1, 2).reshape(x.shape))
        return x + self.back(F.relu(self.hidden(self.hidden_norm(x))))


class Network(nn.Module):
    """What vision/squares/network describes."""

    def __init__(self):
        super().__init__()
        sizes = ((PLANES, 16, True), (16, 32, True), (32, 48, False), (48, 64, True))
        self.filters = nn.ModuleList(Filters(*s) for s in sizes).to(memory_format=torch.channels_last)
        self.description = nn.Linear(64 * 3 * 4 + SCALARS, FEATURES)
        self.alone = nn.Linear(FEATURES, CONTENTS)  # helps the descriptions to be learnt; it is not exported
        self.contents = nn.Parameter(0.1 * torch.randn(CONTENTS + 1, FEATURES))
        self.blocks = nn.ModuleList(Block() for _ in range(2))
        self.norm, self.answer = nn.LayerNorm(FEATURES), nn.Linear(FEATURES, CONTENTS + 2)

    def describe(self, pixels, scalars, fast=True):
        """Returns descriptions (n x 64) of squares; fast: the filters compute in bfloat16."""
        x = pixels.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast):
            for layer in self.filters:
                x = layer(x)
        return self.description(torch.cat([x.float().flatten(1), scalars], 1))

    def forward(self, descriptions, square, content):
        """Returns six logits and two offsets for each token (examples x tokens x 8)."""
        x = F.dropout(descriptions, 0.05, self.training)[square.clamp(min=0)] + self.contents[content]
        hidden_keys = torch.zeros(square.shape).masked_fill(square < 0, -math.inf)[:, None, None, :]
        for block in self.blocks:
            x = block(x, hidden_keys)
        return self.answer(self.norm(x))


def loss(network, pixels, scalars, contents, offsets, square, content, wanted):
    """Returns the loss of a batch (see Batch.tensors)."""
    descriptions = network.describe(pixels, scalars)
    answers = network(descriptions, square, content)
    told = dict(ignore_index=-1, label_smoothing=0.01)
    total = F.cross_entropy(answers[..., :CONTENTS].flatten(0, 1), wanted.flatten(), **told)
    total = total + 0.3 * F.cross_entropy(network.alone(descriptions), contents, **told)
    true = offsets[square.clamp(min=0)]
    where = (wanted >= 0) & true.isfinite().all(-1)
    if where.any():
        total = total + 0.3 * F.smooth_l1_loss(answers[..., CONTENTS:][where], true[where], beta=0.1)
    return total


# ---------------------------------------------------------------- held out


@torch.no_grad()
def held_out(network, shards, with_known=False, fast=True):
    """Measures a network on whole boards of tables that are held out; with_known: beside known squares of another
    picture, where the table has one. Returns a dictionary of means, or None where nothing is held out."""
    network.eval()
    random, sums, counts = np.random.default_rng(1), {}, {}

    def note(name, values):
        sums[name] = sums.get(name, 0.0) + float(values.sum())
        counts[name] = counts.get(name, 0) + values.numel()

    for picture in shards.held_out[:HELD_OUT_BOARDS]:
        batch, known = Batch(), None
        if with_known and shards.others(picture):
            known = some_known(shards, picture, (), random)
        batch.add(shards, picture, np.arange(picture.squares), known)
        pixels, scalars, _, offsets, square, content, wanted = batch.tensors()
        answers = network(network.describe(pixels, scalars, fast), square, content)[0]
        true, told = wanted[0], answers[:, :CONTENTS].argmax(-1)
        where = true >= 0
        if where.any():
            note("loss", F.cross_entropy(answers[where, :CONTENTS], true[where], reduction="none"))
            note("wrong", (told != true)[where])
            note("boards wrong", (told != true)[where].any()[None])
        seen = where & (true != COVERED)
        note("occupied wrong", ((told == 0) != (true == 0))[seen])
        both = seen & (true > 0) & (told > 0) & (told != COVERED)
        note("colour wrong", ((told % 2) != (true % 2))[both])
        note("king wrong", ((told > 2) != (true > 2))[both])
        off = (answers[:, CONTENTS:] - offsets[square[0]]).abs()
        note("offset", off[where & off.isfinite().all(-1)])
    network.train()
    return {name: sums[name] / max(counts[name], 1) for name in sums} or None


def in_words(means):
    if not means:
        return "no table is held out yet"
    shares = ", ".join(f"{k} {100 * v:.2f} %" for k, v in means.items() if k.endswith("wrong"))
    return f"loss {means['loss']:.4f}, {shares}, offset {means['offset']:.3f} squares"


# ---------------------------------------------------------------- weights


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
    data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
    for _, array in named:
        data += array.contiguous().bfloat16().view(torch.int16).numpy().astype("<i2").tobytes()
    replace(path, lambda new: Path(new).write_bytes(data))


@torch.no_grad()
def load_export(path):
    """Returns the network of a file of weights; its batch normalisation does nothing."""
    network = Network()
    line, data = Path(path).read_bytes().split(b"\n", 1)
    file, named = json.loads(line)["arrays"], arrays(network)
    if [(f["name"], f["sizes"]) for f in file] != [(n, list(a.shape)) for n, a in named]:
        sys.exit(f"{path} holds a network of another architecture: begin without it.")
    values = torch.from_numpy(np.frombuffer(data, "<i2").astype(np.int16)).view(torch.bfloat16).float()
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
    tokens = torch.cat([torch.full((squares,), UNKNOWN), contents])
    answers = network(descriptions, torch.arange(squares + known)[None], tokens[None])[0, :squares]
    data = struct.pack("<2I", squares, known)
    for array in (pixels, scalars, contents, descriptions, answers):
        data += array.numpy().astype("<f4").tobytes()
    Path(path).write_bytes(data)


# ---------------------------------------------------------------- training


def rate(boards, total):
    """Returns the share of the learning rate: it warms up, then falls like a cosine to 0."""
    warm = min(3000, total / 20)
    return min(1, (boards + BATCH) / warm) * (1 + math.cos(math.pi * min(boards / total, 1))) / 2


def draw_curve(path, history):
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("No curve is drawn: matplotlib is missing (python3-matplotlib).", file=sys.stderr)
        return
    figure, left = pyplot.subplots(figsize=(8, 4.5))
    left.plot(*zip(*((b, t) for b, t, _ in history)), "0.6", label="training loss")
    held = [(b, m) for b, _, m in history if m]
    if held:
        left.plot([b for b, _ in held], [m["loss"] for _, m in held], "k.-", label="held-out loss")
        right = left.twinx()
        right.plot([b for b, _ in held], [100 * m["wrong"] for _, m in held], "r.-")
        right.set(ylabel="held-out squares told wrongly, %", yscale="log")
    left.set(xlabel="boards", ylabel="loss", yscale="log")
    left.legend()
    replace(path, lambda new: figure.savefig(new, format="png", dpi=120, bbox_inches="tight"))
    pyplot.close(figure)


def begin(options, shards, random):
    """Returns a new network, or that of --from, which does as before and can be trained on."""
    if not options.begin:
        return Network()
    network = load_export(options.begin)
    pictures = [shards.training[i] for i in random.integers(len(shards.training), size=4 * BATCH)]
    with torch.no_grad():
        x = training_batch(shards, pictures, random)[0].contiguous(memory_format=torch.channels_last)
        for layer in network.filters:
            x, _ = F.relu(layer.filtered(x) + layer.shift[:, None, None]), layer.adopt(x)
    return network


def train(options):
    shards = Shards(options.shards)
    shards.scan()
    if not shards.training:
        sys.exit(f"{options.shards} has no shard with a whole record to train with: draw some first.")
    torch.manual_seed(options.seed)
    network = begin(options, shards, np.random.default_rng(options.seed)).train()
    by_size = [[p for p in network.parameters() if (p.ndim > 1) == large] for large in (True, False)]
    optimizer = torch.optim.AdamW(
        [{"params": by_size[0], "weight_decay": 0.01}, {"params": by_size[1], "weight_decay": 0}], options.rate
    )
    boards, history = 0, []
    if options.checkpoint and os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        boards, history = saved["boards"], saved["history"]
        torch.manual_seed(options.seed + boards)
        print(f"Going on after {boards} boards.", flush=True)
    random = np.random.default_rng([options.seed, boards])
    queue, sums, preparing = [], [], 0.0
    start = progress = saved_at = time.monotonic()
    first = last = scanned = boards
    held_until = start

    def save(more=None):
        provenance = {
            "tables": f"{len(shards.of_table)}, of which {len({p.table for p in shards.held_out})} held out",
            "pictures": str(len(shards.training) + len(shards.held_out)),
            "boards": f"{boards} of {options.boards}",
            "seed": str(options.seed),
            "begun with": options.begin or "nothing",
            "held out": in_words(next((m for _, _, m in reversed(history) if m), None)),
            **(more or {}),
        }
        export(network, options.out, provenance)
        if options.checkpoint:
            state = dict(network=network.state_dict(), optimizer=optimizer.state_dict(), boards=boards, history=history)
            replace(options.checkpoint, lambda new: torch.save(state, new))
        if options.curve and history:
            draw_curve(options.curve, history)

    while boards < options.boards:
        if boards - scanned >= RESCAN:
            scanned = boards
            shards.scan()
        while len(queue) < BATCH:
            queue += [shards.training[i] for i in random.permutation(len(shards.training))]
        now = time.monotonic()
        tensors = training_batch(shards, queue[:BATCH], random)
        del queue[:BATCH]
        preparing += time.monotonic() - now
        for group in optimizer.param_groups:
            group["lr"] = options.rate * rate(boards, options.boards)
        value = loss(network, *tensors)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        boards += BATCH
        sums.append(value.item())
        now = time.monotonic()
        if boards - last >= PROGRESS or boards >= options.boards:
            a_second = (boards - last) / (now - progress)
            left = (options.boards - boards) * (now - start) / (boards - first) / 60
            mean, means, more = sum(sums) / len(sums), None, ""
            if now >= held_until and boards < options.boards:
                means = held_out(network, shards)
                done = time.monotonic()
                held_until, more = done + (done - now) / HELD_OUT_SHARE, f"; held out: {in_words(means)}"
            history.append((boards, mean, means))
            share = 100 * preparing / (now - progress)
            print(
                f"{boards} boards of {len(shards.training)}, {a_second:.1f} a second ({share:.0f} % preparing), "
                f"{left:.0f} min left; loss {mean:.4f}{more}",
                flush=True,
            )
            sums, last, progress, preparing = [], boards, time.monotonic(), 0.0
        if now - saved_at > CHECKPOINT_SECONDS:
            save()
            saved_at = time.monotonic()
    save()
    written = load_export(options.out)  # what counts is what was written, rounded
    alone, beside = (held_out(written, shards, with_known, fast=False) for with_known in (False, True))
    if history:
        history[-1] = (*history[-1][:2], alone)
    save({"held out beside known squares": in_words(beside)})
    print(f"{options.out}: held out: {in_words(alone)}; beside known squares: {in_words(beside)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shards", help="folder of *.squares")
    parser.add_argument("--boards", type=int, default=100000, help="how many boards are passed in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="the file of weights to write")
    parser.add_argument("--checkpoint", help="file to go on from if it exists; written every two minutes")
    parser.add_argument("--from", dest="begin", help="file of weights to begin with")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="greatest learning rate")
    parser.add_argument("--curve", help="picture of the losses to write (PNG)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--compare", help="write random squares and the answers of --from for the Go package's test")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.compare and options.begin:
        write_comparison(options.begin, options.compare)
    elif options.shards and options.out:
        train(options)
    else:
        parser.error("needs --shards and --out, or --compare and --from")


if __name__ == "__main__":
    main()
