"""A picture with known truth: what every generator of this package makes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph
from diagramloop.models.pixels import png, rgb_image

RGB = NDArray[np.uint8]  # pixels of shape (height, width, 3)


@dataclass(frozen=True)
class Drawing:
    """One picture and what it shows.

    Attributes:
        pixels: RGB, shape (height, width, 3).
        graph: the truth: what is drawn, boxes, outlines and paths in pixels of the picture.
        look: name of the generator and its manner, such as ``pen/squared``.
        seed: text that decides every random choice; the same arguments with the same seed give the same pixels.
        svg: the same drawing as vectors, in its own units; empty where there is none.
        glossy: whether the page reflects a lamp.
    """

    pixels: RGB
    graph: FlowGraph
    look: str
    seed: str
    svg: str = ""
    glossy: bool = False

    @property
    def png(self) -> bytes:
        """The picture as a file; the same bytes for the same pixels."""
        return png(self.pixels)


def random_numbers(seed: str) -> np.random.Generator:
    """A generator of random numbers of its own for each text: no item depends on the items before it.

    >>> float(random_numbers("chart").random()) == float(random_numbers("chart").random())
    True
    """
    return np.random.default_rng(np.frombuffer(hashlib.sha256(seed.encode()).digest(), np.uint32))


def decoded(picture: bytes) -> RGB:
    """The pixels of a picture file, transparency laid over white.

    Raises:
        PictureError: not a whole picture, or too large.
    """
    return np.ascontiguousarray(np.asarray(rgb_image(picture)))
