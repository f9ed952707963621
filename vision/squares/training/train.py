"""Trains the network that tells what stands on the squares of a board (vision/squares/network).

    /usr/bin/python3 train.py --shards DIR --boards 200000 --seed 1 --out FILE --checkpoint FILE --curve PNG

shards.py finds the pictures; examples.py makes examples of them, as other lights and cameras would have shown them;
network.py is the network and its loss; weights.py writes it for the Go package; this file puts them together and
measures the network on tables that it never saw.

What takes the time are the filters; bfloat16 and channels-last were the quickest for them.
"""

import argparse
import ctypes
import math
import os
import sys
import time

# Threads that wait must not spin: on two cores that others use too, spinning makes a step several times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its products are small

import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from examples import batch_of, some_known, training_batch  # noqa: E402
from network import Network, loss  # noqa: E402
from shards import CONTENTS, COVERED, Shards  # noqa: E402
from torch import nn  # noqa: E402
from weights import export, load_export, replace, write_comparison, write_mean  # noqa: E402

PROGRESS_SECONDS, CHECKPOINT_SECONDS = 15, 120
HELD_OUT_BOARDS, HELD_OUT_SHARE = 200, 0.05  # boards that are measured, and how much of the time that may take
SETTLED = 0.75  # the share of the boards after which the batch normalisation keeps its statistics


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
        known = None
        if with_known and shards.others(picture):
            known = some_known(shards, picture, (), random)[None]
        batch = batch_of(shards, [picture], picture.first + np.arange(picture.squares)[None], known)
        answers = network.read(batch, fast)[1][0, : picture.squares]
        true, told = batch.content[0, : picture.squares], answers[:, :CONTENTS].argmax(-1)
        where = true >= 0
        if where.any():
            note("loss", F.cross_entropy(answers[where, :CONTENTS], true[where], reduction="none"))
            note("wrong", (told != true)[where])
            note("boards wrong", (told != true)[where].any()[None])
        some = where & (true != COVERED)
        note("occupied wrong", ((told == 0) != (true == 0))[some])
        both = some & (true > 0) & (told > 0) & (told != COVERED)
        note("colour wrong", ((told % 2) != (true % 2))[both])
        note("kings missed", (told <= 2)[both & (true > 2)])
        note("false kings", (told > 2)[both & (true <= 2)])
        off = (answers[:, CONTENTS:] - batch.offsets[0, : picture.squares]).abs()
        note("offset", off[where & off.isfinite().all(-1)])
    network.train()
    return {name: sums[name] / max(counts[name], 1) for name in sums} or None


def in_words(means):
    if not means:
        return "no table is held out yet"
    shares = ", ".join(f"{k} {100 * v:.2f} %" for k, v in means.items() if k not in ("loss", "offset"))
    return f"loss {means['loss']:.4f}, {shares}, offset {means['offset']:.3f} squares"


def rate(done):
    """Returns the share of the learning rate after a share of the training: it warms up, then falls like a cosine to
    0."""
    return min(1, (done + 1e-4) / 0.03) * (1 + math.cos(math.pi * min(done, 1))) / 2


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
        return Network().to(options.device)
    network = load_export(options.begin).to(options.device)
    pictures = [shards.training[i] for i in random.integers(len(shards.training), size=4 * options.batch)]
    with torch.no_grad():
        x = training_batch(shards, pictures, random, False).pixels.flatten(0, 1)
        x = x.contiguous(memory_format=torch.channels_last)
        for layer in network.filters:
            x, _ = F.relu(layer.filtered(x) + layer.shift[:, None, None]), layer.adopt(x)
    return network


def train(options):
    shards = Shards(options.shards, options.room, options.device)
    shards.scan()
    if not shards.training:
        sys.exit(f"{options.shards} has no shard with a record to train with: draw some first.")
    torch.manual_seed(options.seed)
    network = begin(options, shards, np.random.default_rng(options.seed)).train()
    by_size = [[p for p in network.parameters() if (p.ndim > 1) == large] for large in (True, False)]
    optimizer = torch.optim.AdamW(
        [{"params": by_size[0], "weight_decay": 0.01}, {"params": by_size[1], "weight_decay": 0}], options.rate
    )
    boards, history = 0, []
    if options.checkpoint and os.path.exists(options.checkpoint):
        saved = torch.load(options.checkpoint, map_location=options.device)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        boards, history = saved["boards"], saved["history"]
        torch.manual_seed(options.seed + boards)
        print(f"Going on after {boards} boards.", flush=True)
    random = np.random.default_rng([options.seed, boards])
    queue, total, steps = [], torch.zeros((), device=options.device), 0
    start = progress = saved_at = held_until = time.monotonic()
    last = boards

    def done():
        """Returns the share of the training that is done."""
        by_time = (time.monotonic() - start) / (60 * options.minutes) if options.minutes else 0
        return max(boards / options.boards, by_time)

    def save(more=None):
        provenance = {
            "tables": f"{len(shards.of_table)}, of which {len({p.table for p in shards.held_out})} held out",
            "pictures": str(len(shards.training) + len(shards.held_out)),
            "boards": str(boards),
            "seed": str(options.seed),
            "begun with": options.begin or "nothing",
            "held out": in_words(next((m for _, _, m in reversed(history) if m), None)),
            **(more or {}),
        }
        export(network, options.out, provenance)
        if options.checkpoint:
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "boards": boards,
                     "history": history}
            replace(options.checkpoint, lambda new: torch.save(state, new))
        if options.curve and history:
            draw_curve(options.curve, history)

    while (share := done()) < 1:
        while len(queue) < options.batch:
            shards.scan()
            queue += [shards.training[i] for i in random.permutation(len(shards.training))]
        batch = training_batch(shards, queue[: options.batch], random, random.random() < 0.5)
        del queue[: options.batch]
        for group in optimizer.param_groups:
            group["lr"] = options.rate * rate(share)
        network.filters.train(share < SETTLED)  # then what is trained is what is exported
        value = loss(network, batch)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        boards += options.batch
        total, steps = total + value.detach(), steps + 1
        now = time.monotonic()
        if now - progress > PROGRESS_SECONDS:
            shards.scan()
            a_second = (boards - last) / (now - progress)
            mean, means, more = float(total) / steps, None, ""
            if now >= held_until:
                means = held_out(network, shards)
                after = time.monotonic()
                held_until, more = after + (after - now) / HELD_OUT_SHARE, f"; held out: {in_words(means)}"
            history.append((boards, mean, means))
            print(
                f"{boards} boards of {len(shards.training)}, {a_second:.1f} a second, {100 * share:.1f} % done; "
                f"loss {mean:.4f}{more}",
                flush=True,
            )
            total, steps, last, progress = torch.zeros_like(total), 0, boards, time.monotonic()
        if now - saved_at > CHECKPOINT_SECONDS:
            save()
            saved_at = time.monotonic()
    save()
    written = load_export(options.out).to(options.device)  # what counts is what was written, rounded
    alone, beside = (held_out(written, shards, with_known, fast=False) for with_known in (False, True))
    if history:
        history[-1] = (*history[-1][:2], alone)
    save({"held out beside known squares": in_words(beside)})
    print(f"{options.out}: held out: {in_words(alone)}; beside known squares: {in_words(beside)}")


def keep_memory():
    """Has malloc keep what is freed: it is needed again in the next step, and clearing new pages takes long."""
    trim_threshold, mmap_threshold, arena_max = -1, -3, -8  # see mallopt(3)
    for option, value in ((trim_threshold, (1 << 31) - 1), (mmap_threshold, 1 << 25), (arena_max, 1)):
        ctypes.CDLL(None).mallopt(option, value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shards", help="folder of *.squares")
    parser.add_argument("--boards", type=int, default=100000, help="how many boards are passed in all")
    parser.add_argument("--minutes", type=float, help="how long it may take at most; then the rate falls with time")
    parser.add_argument("--batch", type=int, default=24, help="how many boards pass at once")
    parser.add_argument("--device", default="cpu", help="what trains, as PyTorch names it: cpu or cuda")
    parser.add_argument("--room", type=int, default=1000000, help="how many squares are kept in memory, 10 KB each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="the file of weights to write")
    parser.add_argument("--checkpoint", help="file to go on from if it exists; written every two minutes")
    parser.add_argument("--from", dest="begin", help="file of weights to begin with")
    parser.add_argument("--rate", type=float, default=2e-3, help="greatest learning rate")
    parser.add_argument("--curve", help="picture of the losses to write (PNG)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--mean", nargs="+", help="write the mean of these files of weights into --out")
    parser.add_argument("--compare", help="write random squares and the answers of --from for the Go package's test")
    options = parser.parse_args()
    if options.device.startswith("cuda") and not torch.cuda.is_available():
        sys.exit("PyTorch sees no graphics card here: leave --device out, or install a PyTorch with CUDA.")
    torch.set_num_threads(options.threads)
    torch.backends.cudnn.benchmark = True
    keep_memory()
    if options.compare and options.begin:
        write_comparison(options.begin, options.compare)
    elif options.mean and options.out:
        write_mean(options.mean, options.out)
    elif options.shards and options.out:
        train(options)
    else:
        parser.error("needs --shards and --out, --mean and --out, or --compare and --from")


if __name__ == "__main__":
    main()
