"""The network that the package vision/squares/network describes, as PyTorch trains it."""

import math

import torch
import torch.nn.functional as F
from examples import UNKNOWN
from shards import CONTENTS, PLANES, SCALARS
from torch import nn

FEATURES, HEADS, HIDDEN, BLOCKS = 64, 4, 128, 3
POOLED = 64 * 5 * 6  # numbers that the last filters make of a square
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
        self.description = nn.Linear(POOLED + SCALARS, FEATURES)
        self.alone = nn.Linear(FEATURES, CONTENTS)  # helps the descriptions to be learnt; it is not exported
        self.contents = nn.Parameter(0.1 * torch.randn(CONTENTS + 1, FEATURES))
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm, self.answer = nn.LayerNorm(FEATURES), nn.Linear(FEATURES, CONTENTS + 2)

    def describe(self, pixels, scalars, fast=True):
        """Returns descriptions (n x 64) of squares; fast: the filters compute in bfloat16."""
        x = pixels.contiguous(memory_format=torch.channels_last)
        with torch.autocast(x.device.type, torch.bfloat16, enabled=fast):
            for layer in self.filters:
                x = layer(x)
        return self.description(torch.cat([x.float().flatten(1), scalars], 1))

    def forward(self, descriptions, known, missing):
        """Returns six logits and two offsets for each token (boards x tokens x 8), given descriptions (boards x tokens
        x 64), the contents that are given away, and which tokens there are not."""
        x = F.dropout(descriptions, 0.05, self.training) + self.contents[known]
        hidden_keys = torch.zeros_like(x[..., 0]).masked_fill(missing, -math.inf)[:, None, None, :]
        for block in self.blocks:
            x = block(x, hidden_keys)
        return self.answer(self.norm(x))

    def read(self, batch, fast=True):
        """Returns the descriptions of a batch's squares and what is said of them (boards x tokens x 8)."""
        descriptions = self.describe(batch.pixels.flatten(0, 1), batch.scalars.flatten(0, 1), fast)
        descriptions = descriptions.view(*batch.known.shape, FEATURES)
        return descriptions, self(descriptions, batch.known, batch.missing)


def loss(network, batch):
    """Returns the loss of a batch (see examples.py)."""
    descriptions, answers = network.read(batch)
    told = dict(ignore_index=-1, label_smoothing=0.01)
    wanted = torch.where((batch.known == UNKNOWN) & ~batch.missing, batch.content, -1)
    total = F.cross_entropy(answers[..., :CONTENTS].flatten(0, 1), wanted.flatten(), **told)
    contents = torch.where(batch.missing, -1, batch.content)
    total = total + 0.3 * F.cross_entropy(network.alone(descriptions).flatten(0, 1), contents.flatten(), **told)
    where = ((wanted >= 0) & batch.offsets.isfinite().all(-1))[..., None]
    off = F.smooth_l1_loss(answers[..., CONTENTS:], batch.offsets.nan_to_num(), beta=0.1, reduction="none")
    return total + 0.3 * (off * where).sum() / (2 * where.sum()).clamp(min=1)
