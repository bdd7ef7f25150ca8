"""PP-OCRv6's small recogniser (PaddleOCR, Apache-2.0) as a torch module, with a head for fewer characters.

A stem and thirteen blocks of a depthwise and two pointwise convolutions, then SVTR's mixing of the whole line (Du et
al. 2022), and a CTC head. Modules are made in the order in which the published graph computes, so that its weights go
in one after the other; its normalisations are folded into the convolutions before them.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn.functional import hardsigmoid, max_pool2d, pad, relu, silu

from diagramloop.engines.training.words.alphabet import CHARACTERS

_STEM, _WIDTH, _HEADS = 48, 120, 8
_REDUCTION = 4  # of channels in the gate of a block (squeeze and excitation)
_KERNEL = 7  # columns that the neck's convolution sees
_EPSILON = 1e-5
# Channels in, out, rows that become one, and whether the block has a gate.
_BLOCKS = (
    (96, 96, 1, True),
    (96, 96, 1, False),
    (96, 96, 1, False),
    (96, 192, 2, False),
    (192, 192, 1, True),
    (192, 192, 1, False),
    (192, 192, 1, True),
    (192, 192, 1, False),
    (192, 192, 1, True),
    (192, 192, 1, False),
    (192, 384, 2, False),
    (384, 384, 1, True),
    (384, 384, 1, False),
)


class WordReader(nn.Module):
    """Reads lines of text.

    Args:
        characters: that it tells apart; class 0 is CTC's blank.
    """

    def __init__(self, characters: int = len(CHARACTERS)) -> None:
        super().__init__()
        self.stem = _Stem()
        self.blocks = nn.Sequential(*(_Block(*block) for block in _BLOCKS))
        self.pool = _Rows()
        self.neck = _Neck(_BLOCKS[-1][1])
        self.head = nn.Linear(_WIDTH, characters + 1)

    def forward(self, lines: Any) -> Any:
        """Logits of shape (N, columns // 4, characters + 1) of lines (N, 3, rows, columns), values -1 to 1."""
        return self.head(self.neck(self.pool(self.blocks(self.stem(lines)))))


class _Stem(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, _STEM, 3, 2, 1)
        self.narrow = nn.Conv2d(_STEM, _STEM // 2, 2)
        self.wide = nn.Conv2d(_STEM // 2, _STEM, 2)
        self.joined = nn.Conv2d(2 * _STEM, _STEM, 3, 2, 1)
        self.last = nn.Conv2d(_STEM, 2 * _STEM, 1)

    def forward(self, lines: Any) -> Any:
        features = relu(self.first(lines))
        corners = pad(features, (0, 1, 0, 1))
        fine = relu(self.wide(pad(relu(self.narrow(corners)), (0, 1, 0, 1))))
        both = torch.cat([max_pool2d(corners, 2, 1), fine], 1)
        return relu(self.last(relu(self.joined(both))))


class _Block(nn.Module):
    def __init__(self, width: int, out: int, rows: int, gated: bool) -> None:
        super().__init__()
        self.depthwise = nn.Conv2d(width, width, 3, (rows, 1), 1, groups=width)
        self.gate = _Gate(width) if gated else nn.Identity()
        self.channels = nn.Sequential(nn.Conv2d(width, 2 * width, 1), nn.GELU(), nn.Conv2d(2 * width, out, 1))
        self.residual = rows == 1

    def forward(self, features: Any) -> Any:
        features = self.gate(self.depthwise(features))
        mixed = self.channels(features)
        return features + mixed if self.residual else mixed


class _Gate(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(width, width // _REDUCTION, 1)
        self.wide = nn.Conv2d(width // _REDUCTION, width, 1)

    def forward(self, features: Any) -> Any:
        mean = features.mean((2, 3), keepdim=True)
        return features * hardsigmoid(self.wide(relu(self.narrow(mean))))


class _Rows(nn.Module):
    """The mean of all rows; as published, of every three rows and two columns."""

    def forward(self, features: Any) -> Any:
        return features.mean(2, keepdim=True)


class _Neck(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.short = nn.Conv2d(width, _WIDTH, 1)
        self.narrow = nn.Conv2d(width, _WIDTH, 1)
        self.near = nn.Conv2d(_WIDTH, _WIDTH, (1, _KERNEL), padding=(0, _KERNEL // 2), groups=_WIDTH)
        self.mixers = nn.Sequential(_Mixer(), _Mixer(), nn.LayerNorm(_WIDTH, _EPSILON))

    def forward(self, features: Any) -> Any:
        narrow = silu(self.narrow(features))
        near = narrow + silu(self.near(narrow))
        mixed = self.mixers(near.squeeze(2).transpose(1, 2))
        return mixed + silu(self.short(features)).squeeze(2).transpose(1, 2)


class _Mixer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.before = nn.LayerNorm(_WIDTH, _EPSILON)
        self.three = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.joined = nn.Linear(_WIDTH, _WIDTH)
        self.between = nn.LayerNorm(_WIDTH, _EPSILON)
        self.wide = nn.Linear(_WIDTH, 2 * _WIDTH)
        self.narrow = nn.Linear(2 * _WIDTH, _WIDTH)

    def forward(self, line: Any) -> Any:
        line = line + self.joined(self._attended(self.before(line)))
        return line + self.narrow(silu(self.wide(self.between(line))))

    def _attended(self, line: Any) -> Any:
        parts = self.three(line).unflatten(-1, (3, _HEADS, _WIDTH // _HEADS))
        queries, keys, values = parts.permute(2, 0, 3, 1, 4)
        shares = (queries @ keys.transpose(-2, -1) / math.sqrt(_WIDTH // _HEADS)).softmax(-1)
        return (shares @ values).transpose(1, 2).flatten(2)
