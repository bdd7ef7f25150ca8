"""`diagramloop.read_words`: the lines of words in a picture, without what they stand in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.hmas import HMAS, texts_on, with_recogniser
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.text.scripts import read_part, unread_reason
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, FlowGraph, Node
from diagramloop.graph.geometry import seen_through


@dataclass(frozen=True)
class Words:
    """A line of words.

    Attributes:
        text: that was read; empty where nothing was.
        box: around its ink, in pixels of the picture.
        probability: that all of it is right, as the reader sees it; 0 where something was not read.
        unread: why it was not read, ``script Hangul`` or ``too small``; empty where it was.
    """

    text: str
    box: Box
    probability: float
    unread: str = ""


def read_words(
    picture: str | Path | bytes | NDArray[np.uint8], *, by_hand: bool = False, recogniser: str = ""
) -> tuple[Words, ...]:
    """Read the lines of words in a picture: those in shapes first, then those beside them.

    Args:
        picture: a file's path or bytes (PNG, JPEG, ...), or pixels as RGB, RGBA or grey.
        by_hand: whether a hand wrote it, or a camera saw it: a network then tells letters from all else.
        recogniser: what reads them: a plug-in's name, or the path of an ONNX file that PaddleOCR or RapidOCR read with.

    Raises:
        PictureError: not a picture, or with more in it than is read (see :func:`diagramloop.read`).
        ModelError: the recogniser cannot be had.
    """
    pixels = read_picture(Path(picture) if isinstance(picture, str) else picture)
    try:
        board = texts_on(pixels, HMAS.of(with_recogniser("learned" if by_hand else {}, recogniser)))
    except DiagramloopError as error:
        if error.reason is RejectionReason.NO_DIAGRAM:  # nothing is drawn
            return ()
        raise
    nodes = [Node(id=str(number), text=line.text, box=line.box) for number, line in enumerate(board.lines)]
    placed = FlowGraph(nodes=tuple(nodes))
    if board.to_given is not None:
        placed = seen_through(placed, board.to_given, (pixels.shape[1], pixels.shape[0]))
    words = []
    for line, node in zip(board.lines, placed.nodes, strict=True):
        assert node.box is not None
        unread = unread_reason(line.text)
        likely = line.confidence if math.isnan(line.probability) else line.probability
        words.append(Words(read_part(line.text), node.box, 0.0 if unread else likely, unread))
    return tuple(words)
