"""Trains the network that tells hands and the arm from the table (vision/hands).

    /usr/bin/python3 train.py --shards DIR --steps 20000 --out FILE --checkpoint FILE

A shard *.guard is a table, drawn by TestDrawTables of the package; numbers are little-endian, planes are ROWS x COLUMNS
bytes, pictures three bytes a cell (blue, green, red):

    uint32    magic, table, transfers, frames of a transfer
    plane     the area that is watched: 255 within
    for each transfer: a picture of the free table, and for each frame
        float32 x 4   the tool's place, mm, and for how long it may be that of the picture, s
        picture       without a hand
        plane         where the arm is in it
        picture       with a hand, or the same
        plane         where the hand is; 0: there is none
        plane         how near the tool may be (heat)

What the network is given is that of network.go. Tables whose number is a multiple of 20 are held out.
"""

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that spin take time from others

import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

COLUMNS, ROWS, MAGIC, HELD_OUT = 128, 96, 0x44524147, 20
DARK, MIDDLE = 6.0, 4.0  # added to samples before logarithms are taken; taken from these
PLANES = 12
STEP, STEPS = 0.04, 15  # of changes of light: their resolution, and the greatest
MOST_UNCOVERED = 0.04

# Each layer: its name, inputs, outputs, whether it is pooled. See network.go for what goes in.
LAYERS = [
    ("down1", PLANES, 16, True), ("down2", 16, 24, True), ("down3", 24, 48, True), ("deep1", 48, 64, False),
    ("deep2", 64, 64, True), ("deep3", 64, 96, False), ("up1", 96 + 48, 64, False), ("up2", 64 + 24, 40, False),
    ("up3", 40 + 16, 24, False), ("out", 24, 4, False),
]


class Network(nn.Module):
    """Ten layers of 3 x 3 filters: down to an eighth of the half, and up again beside what was seen on the way."""

    def __init__(self):
        super().__init__()
        self.filters, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for name, inputs, outputs, _ in LAYERS:
            self.filters[name] = nn.Conv2d(inputs, outputs, 3, padding=1, bias=name == "out")
            if name != "out":
                self.norms[name] = nn.BatchNorm2d(outputs, momentum=0.03)

    def layer(self, name, x, pooled=False):
        x = self.norms[name](self.filters[name](x))
        return F.relu(F.max_pool2d(x, 2) if pooled else x)

    def forward(self, x):
        """Returns logits of hand and arm (n x 2 x 48 x 64)."""
        half = self.layer("down1", x, True)
        quarter = self.layer("down2", half, True)
        eighth = self.layer("down3", quarter, True)
        x = self.layer("deep3", self.layer("deep2", self.layer("deep1", eighth), True))
        for name, beside in (("up1", eighth), ("up2", quarter), ("up3", half)):
            x = self.layer(name, torch.cat([F.interpolate(x, scale_factor=2.0, mode="nearest"), beside], 1))
        return self.filters["out"](x)[:, :2]

    @torch.no_grad()
    def arrays(self):
        """Returns names and arrays as the package reads them: the normalisation is folded into the filters."""
        named = []
        for name, _, _, _ in LAYERS:
            weight, bias = self.filters[name].weight, self.filters[name].bias
            if name != "out":
                norm = self.norms[name]
                by = norm.weight / torch.sqrt(norm.running_var + norm.eps)
                weight, bias = weight * by[:, None, None, None], norm.bias - norm.running_mean * by
            named += [(f"{name}.weight", weight), (f"{name}.bias", bias)]
        return named


def export(network, path, provenance):
    """Writes a file of weights: a line of JSON, then all arrays as bfloat16, little-endian."""
    named = network.arrays()
    line = {"arrays": [{"name": n, "sizes": list(a.shape)} for n, a in named], "provenance": provenance}
    data = json.dumps(line).encode() + b"\n"
    for _, array in named:
        data += array.contiguous().bfloat16().view(torch.int16).numpy().astype("<i2").tobytes()
    Path(f"{path}.new").write_bytes(data)
    os.replace(f"{path}.new", path)


class Frame:
    """A frame of a shard; pictures are views of the shard's bytes."""

    def __init__(self, free, area, place, without, arm, with_hand, hand, heat):
        self.free, self.area, self.place = free, area, place
        self.without, self.arm, self.with_hand, self.hand, self.heat = without, arm, with_hand, hand, heat
        self.others = []  # of the same table


def read(path):
    """Returns the frames of a shard."""
    data, at = np.fromfile(path, np.uint8), 16
    magic, table, transfers, frames = data[:16].view("<u4")
    assert magic == MAGIC, path

    def take(*shape):
        nonlocal at
        part = data[at : at + int(np.prod(shape))].reshape(shape)
        at += part.size
        return part

    plane, picture = (ROWS, COLUMNS), (ROWS, COLUMNS, 3)
    area, list_ = take(*plane), []
    kept = []
    for _ in range(transfers):
        free, transfer = take(*picture), []
        for _ in range(frames):
            place = take(16).view("<f4")
            transfer.append(Frame(free, area, place, take(*picture), take(*plane), take(*picture), take(*plane),
                                  take(*plane)))
        list_ += transfer
        if uncovered(free, area > 128, transfer) < MOST_UNCOVERED:
            kept += transfer
    for f in list_:
        f.others = [o for o in list_ if o is not f]
    return int(table), kept


def uncovered(free, area, transfer):
    """Returns how much of the area the arm hides in the picture of the free table, and not in a transfer: an arm parks
    where it hides little."""
    seen, free = area.copy(), logs(free, 1)
    for f in transfer:
        seen &= (np.abs(free - logs(f.without, 1)).max(0) > 0.35) & (f.arm < 64)
    return seen.sum() / area.sum()


def logs(picture, gain):
    """Returns a picture as logarithms (3 x ROWS x COLUMNS), as another exposure, or three, would have given it."""
    samples = np.arange(256, dtype=np.float32)[:, None] * np.broadcast_to(gain, 3)
    table = np.log(np.clip(samples, 0, 255) + DARK).astype(np.float32)
    return np.stack([table[:, c][picture[:, :, c]] for c in range(3)])


def compensated(now, free):
    """Removes from a picture what has changed everywhere, channel by channel: the commonest change of its cells."""
    change = np.clip(np.rint((now - free) / STEP), -STEPS, STEPS).astype(int).reshape(3, -1) + STEPS
    now = now.copy()
    for c in range(3):
        counts = np.bincount(change[c], minlength=2 * STEPS + 1).astype(np.float32)
        counts[[0, -1]] = 0  # what is beyond
        near = counts[:-2] + counts[1:-1] + counts[2:]
        k = near.argmax()
        now[c] -= (counts[k : k + 3] * (np.arange(k, k + 3) - STEPS)).sum() / max(near[k], 1) * STEP
    return now


def example(frame, with_hand, random, vary):
    """Returns the planes and the targets of a frame, with a hand or without."""
    gain = np.float32(1)
    if vary:
        gain = np.exp(random.normal(0, 0.25) + random.normal(0, 0.12, 3)).astype(np.float32)
    exposure = np.exp(random.normal(0, 0.06)) if vary else 1
    free = logs(frame.free, gain)
    now = compensated(logs(frame.with_hand if with_hand else frame.without, gain * exposure), free)
    remembered, heat = free, np.zeros((ROWS, COLUMNS), np.float32)
    if random.random() < 0.8 if vary else True:
        o = frame.others[random.integers(len(frame.others))]
        if not vary or random.random() < 0.8:  # the nearest of some: the more is learnt the nearer it is
            k = random.integers(4, len(frame.others) + 1) if vary else len(frame.others)
            some = random.permutation(len(frame.others))[:k]
            o = min((frame.others[i] for i in some), key=lambda o: np.linalg.norm(o.place[:3] - frame.place[:3]))
        picture, mask = o.without, o.arm > 128
        if vary and random.random() < 0.12:  # a hand was not seen then
            picture, mask = o.with_hand, mask | (o.hand > 128)
        if vary and random.random() < 0.3:  # the arm was not seen wholly
            noise = torch.from_numpy(random.random((1, 1, 6, 8)).astype(np.float32))
            mask = mask & (F.interpolate(noise, (ROWS, COLUMNS), mode="bilinear", align_corners=False)[0, 0].numpy() > 0.35)
        there = compensated(logs(picture, gain), logs(o.free, gain))
        remembered = np.where(mask, there, free)
        heat = o.heat.astype(np.float32) / 255
    now_heat = frame.heat.astype(np.float32) / 255
    if vary and random.random() < 0.06:  # nobody knows where the tool is, as while it homes
        remembered, heat, now_heat = free, np.zeros_like(heat), np.zeros_like(heat)
    x = np.concatenate([
        now - MIDDLE, free - MIDDLE, remembered - MIDDLE,
        np.stack([now_heat, heat, frame.area.astype(np.float32) / 255]),
    ])
    if vary and random.random() < 0.5:
        x[:9] += 0.02 * random.standard_normal((9, ROWS, COLUMNS), np.float32)
    hand = frame.hand.astype(np.float32) / 255 if with_hand else np.zeros((ROWS, COLUMNS), np.float32)
    arm = frame.arm.astype(np.float32) / 255 * (1 - hand)
    y = np.stack([hand, arm]).reshape(2, ROWS // 2, 2, COLUMNS // 2, 2).mean((2, 4))
    if vary:
        if random.random() < 0.5:
            x, y = x[:, :, ::-1], y[:, :, ::-1]
        if random.random() < 0.5:
            x, y = x[:, ::-1], y[:, ::-1]
    return np.ascontiguousarray(x), np.ascontiguousarray(y)


def some_batches(folder, size, seed, queue):
    """Puts batches of examples into a queue for ever, in a process of its own; shards that are new are taken in."""
    torch.set_num_threads(1)
    random, known, frames, count = np.random.default_rng(seed), set(), [], 0
    while True:
        if count % 500 == 0:
            for path in sorted(set(Path(folder).glob("*.guard")) - known):
                known.add(path)
                if int(path.stem) % HELD_OUT:
                    frames.extend(read(path)[1])
        some = [frames[i] for i in random.integers(len(frames), size=size)]
        examples = [example(f, f.hand.any() and random.random() < 0.75, random, True) for f in some]
        queue.put((len(frames), *(np.stack(a) for a in zip(*examples))))
        count += 1


def loss(logits, y):
    """Returns the loss: cells of hands weigh more, as they are few, and so do those taken for one."""
    hand = F.binary_cross_entropy_with_logits(logits[:, 0], y[:, 0], reduction="none", pos_weight=torch.tensor(2.0))
    arm = F.binary_cross_entropy_with_logits(logits[:, 1], y[:, 1], reduction="none")
    return hand.mean() + 0.4 * arm.mean()


@torch.no_grad()
def held_out(network, frames, random):
    """Measures on frames of other tables: the cells of the area that are taken for a hand, where there is none, and
    where there is one over the area by a fingertip at least."""
    network.eval()
    free, hands, wrong, right = [], [], [], []
    for f in frames:
        for with_hand in (False, True):
            if with_hand and not f.hand.any():
                continue
            x, y = example(f, with_hand, random, False)
            told = network(torch.from_numpy(x)[None])[0, 0].numpy() > 0
            area = f.area[::2, ::2] > 128
            cells, true = int((told & area).sum()), int(((y[0] > 0.5) & area).sum())
            if with_hand and true >= 8:
                hands.append(cells)
            elif not with_hand:
                free.append(cells)
    network.train()
    free, hands = np.array(free), np.array(hands)
    return ", ".join(f"≥ {n} cells: {100 * (free >= n).mean():.2f} % false, {100 * (hands >= n).mean():.1f} % seen"
                     for n in (3, 8, 20))


def train(options):
    aside = [f for path in sorted(Path(options.shards).glob("*.guard")) if int(path.stem) % HELD_OUT == 0
             for f in read(path)[1]]
    queue = multiprocessing.Queue(8)
    multiprocessing.Process(target=some_batches, args=(options.shards, options.batch, time.time_ns(), queue),
                            daemon=True).start()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network = Network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.01)
    step = 0
    if options.checkpoint and os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        step = saved["step"]
    start, began, total, last = time.monotonic(), step, 0.0, step
    while True:
        done = max(step / options.steps, (time.monotonic() - start) / (60 * options.minutes) if options.minutes else 0)
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 200) * (1 + np.cos(np.pi * done)) / 2
        frames, x, y = queue.get()
        x, y = torch.from_numpy(x), torch.from_numpy(y)
        with torch.autocast("cpu", torch.bfloat16):
            logits = network(x.contiguous(memory_format=torch.channels_last))
        value = loss(logits.float(), y)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total, step = total + value.item(), step + 1
        if step % 250 == 0 or step == began + 20:
            said = ""
            if step % 1000 == 0:
                said = "; held out: " + held_out(network, aside[::2][:150], np.random.default_rng(1))
                export(network, options.out, {"steps": str(step)})
                if options.checkpoint:
                    torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "step": step},
                               options.checkpoint)
            print(f"{step} steps of {frames} frames, {100 * done:.0f} % done, "
                  f"{(step - began) * options.batch / (time.monotonic() - start):.0f} a second, "
                  f"loss {total / (step - last):.4f}{said}", flush=True)
            total, last = 0.0, step
    told = held_out(network, aside, np.random.default_rng(1))
    export(network, options.out, {"frames": str(frames), "steps": str(step),
                                  "batch": str(options.batch), "seed": str(options.seed), "held out": told})
    if options.checkpoint:
        torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "step": step},
                   options.checkpoint)
    print(f"{options.out}: held out: {told}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shards", required=True, help="folder of *.guard")
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--minutes", type=float, help="how long it may take at most")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", required=True, help="the file of weights to write")
    parser.add_argument("--checkpoint", help="file to go on from if it exists")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
