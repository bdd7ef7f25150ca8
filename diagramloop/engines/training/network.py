"""The network that sees ink: a U-Net (Ronneberger et al. 2015) with dense classes and the key points of CenterNet.

Plain 3 x 3 convolutions, for on a CPU depthwise ones compute less and take longer. Its first features have half the
picture's resolution, and so has what it says of pixels; what it says of nodes has a quarter (Zhou et al. 2019).
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn.functional import interpolate

from diagramloop.engines.training.settings import NetworkSettings

CLASSES, INSIDE, COURSE = 6, 1, 2  # channels of the dense head
CENTRE, SIZE, KIND = 1, 2, 4  # channels of the nodes' head
_RARE = 0.01  # a centre's probability before anything is learned (Lin et al. 2017, section 4.1)


class Said(NamedTuple):
    """Answers of the network before probabilities are made of it; N pictures.

    Attributes:
        classes: (N, 6, H / 2, W / 2) logits.
        inside: (N, 1, H / 2, W / 2) logit.
        course: (N, 2, H / 2, W / 2), the vector x, y from tail to head; the shorter, the less sure.
        centre: (N, 1, H / 4, W / 4) logit.
        size: (N, 2, H / 4, W / 4), logarithm of width and height in units of 32 px.
        kind: (N, 4, H / 4, W / 4) logits.
    """

    classes: Any
    inside: Any
    course: Any
    centre: Any
    size: Any
    kind: Any


class InkNetwork(nn.Module):
    """Sees ink, insides, courses of lines and centres of nodes.

    Args:
        settings: its widths and depth.
    """

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__()
        widths = settings.widths
        self.stem = _layer(3, widths[0], stride=2)
        self.downs = nn.ModuleList([_Block(widths[0])])
        for below, above in pairwise(widths):
            self.downs.append(nn.Sequential(_layer(below, above, stride=2), _Block(above)))
        self.context = nn.Sequential(*(_Block(widths[-1], dilation) for dilation in settings.dilations))
        self.ups = nn.ModuleList(
            _Up(deep, shallow) for deep, shallow in zip(widths[:0:-1], widths[-2::-1], strict=True)
        )
        self.dense = nn.Sequential(_layer(widths[0], widths[0]), nn.Conv2d(widths[0], CLASSES + INSIDE + COURSE, 1))
        self.nodes = nn.Sequential(_layer(widths[1], widths[1]), nn.Conv2d(widths[1], CENTRE + SIZE + KIND, 1))
        nn.init.constant_(self.nodes[-1].bias[:CENTRE], -math.log((1 - _RARE) / _RARE))

    def forward(self, pictures: Any) -> Said:
        """See pictures of shape (N, 3, H, W), values 0 to 255, sides multiples of :attr:`stride`."""
        features = self.stem(pictures / 127.5 - 1.0)
        levels = []
        for down in self.downs:
            features = down(features)
            levels.append(features)
        features = self.context(features)
        coarse = features
        for up, level in zip(self.ups, levels[-2::-1], strict=True):
            coarse, features = features, up(features, level)
        dense, nodes = self.dense(features), self.nodes(coarse)
        return Said(*dense.split([CLASSES, INSIDE, COURSE], 1), *nodes.split([CENTRE, SIZE, KIND], 1))

    @property
    def stride(self) -> int:
        """Pixels of the picture for one of the deepest features; a picture's sides are multiples of it."""
        return 2 ** len(self.downs)


class _Block(nn.Module):
    """A residual layer (He et al. 2016)."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.layer = _layer(width, width, dilation=dilation)

    def forward(self, features: Any) -> Any:
        return features + self.layer(features)


class _Up(nn.Module):
    """Joins features with those of twice their resolution."""

    def __init__(self, deep: int, shallow: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(deep, shallow, 1)
        self.block = _Block(shallow)

    def forward(self, features: Any, finer: Any) -> Any:
        return self.block(finer + interpolate(self.narrow(features), scale_factor=2.0, mode="nearest"))


def _layer(width: int, out: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(width, out, 3, stride, padding=dilation, dilation=dilation, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


def parameter_count(network: InkNetwork) -> int:
    """The number of values that are learned."""
    return sum(parameter.numel() for parameter in network.parameters())


def network_of(settings: NetworkSettings, seed: int = 0) -> InkNetwork:
    """A network with random weights, the same ones for the same seed; the process's own random state stays."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return InkNetwork(settings).to(memory_format=torch.channels_last)
