"""Lines written by hand: hdBPMN's words, cut out of pages in even light with some of what is around them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import PictureError

Grey = NDArray[np.uint8]
Boxes = NDArray[np.float32]  # shape (n, 4): x0, y0, x1, y1 in pixels of the line's picture

_TALLEST_PX = 48  # height of a line's words that is kept
_AROUND = 0.6  # of that height is kept around a line
_GAP = 1.2  # heights between two words of a line at most
_SHARED = 0.5  # of the lower one's height that two words of a line have in common
_ALIKE = 2.0  # times one is as high as the other at most


@dataclass(frozen=True)
class HandLine:
    """Words beside one another on a page, read from left to right.

    Attributes:
        page: that they are on, ``ex00_writer0001``.
        texts: of the words.
        boxes: of the words in the picture.
        grey: the line with its surroundings, dark on white, shape (height, width).
    """

    page: str
    texts: tuple[str, ...]
    boxes: Boxes
    grey: Grey

    @property
    def exercise(self) -> str:
        """The exercise that the page answers: its texts are those of all other answers."""
        return self.page.split("_")[0]


def lines_of(page: str, picture: Grey, words: Sequence[Any]) -> Iterator[HandLine]:
    """The lines of a page, those that are written upwards turned.

    Args:
        picture: shape (height, width), dark on white.
        words: with ``text``, ``box`` and ``way``; those downwards and upside down are left out.
    """
    level = [word for word in words if word.way == "lr" and word.text]
    upward = [word for word in words if word.way == "bt" and word.text]
    height = picture.shape[0]
    yield from _cut(page, picture, [(word.text, word.box) for word in level])
    turned = [(text, (height - y1, x0, height - y0, x1)) for text, (x0, y0, x1, y1) in _pairs(upward)]
    yield from _cut(page, np.ascontiguousarray(np.rot90(picture, k=-1)), turned)


def _pairs(words: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    return ((word.text, word.box) for word in words)


def _cut(page: str, picture: Grey, words: Iterable[tuple[str, Any]]) -> Iterator[HandLine]:
    for line in _joined([(text, np.array(box, np.float32)) for text, box in words]):
        boxes = np.stack([box for _, box in line])
        tall = max(1.0, float(np.median(boxes[:, 3] - boxes[:, 1])))
        corner, grey = _surroundings(picture, boxes, tall * _AROUND)
        if grey.size:
            share = min(1.0, _TALLEST_PX / tall)
            kept = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else grey
            places = (boxes - np.tile(corner, 2)) * share
            yield HandLine(page, tuple(text for text, _ in line), places, np.ascontiguousarray(kept))


def _surroundings(picture: Grey, boxes: Boxes, margin: float) -> tuple[Boxes, Grey]:
    """The upper left corner, and the pixels, of the part of the picture around boxes."""
    corner = np.maximum(np.floor(boxes[:, :2].min(axis=0) - margin), 0)
    end = np.ceil(boxes[:, 2:].max(axis=0) + margin)
    (x0, y0), (x1, y1) = corner.astype(int), end.astype(int)
    return corner.astype(np.float32), picture[y0:y1, x0:x1]


def _joined(words: Sequence[tuple[str, Boxes]]) -> list[list[tuple[str, Boxes]]]:
    """Words in lines, each from left to right."""
    lines: list[list[tuple[str, Boxes]]] = []
    for word in sorted(words, key=lambda word: float(word[1][0])):
        line = next((line for line in lines if _follows(line[-1][1], word[1])), None)
        if line is None:
            lines.append([word])
        else:
            line.append(word)
    return lines


def _follows(before: Boxes, box: Boxes) -> bool:
    heights = float(before[3] - before[1]), float(box[3] - box[1])
    low, high = min(heights), max(heights)
    if low <= 0 or high > _ALIKE * low:
        return False
    shared = min(before[3], box[3]) - max(before[1], box[1])
    gap = float(box[0] - before[2])
    return bool(shared >= _SHARED * low and -low / 2 < gap < _GAP * high)


def hdbpmn_lines(folder: Path, split: str) -> Iterator[HandLine | str]:
    """Every line of the split's pages; in the place of a page that is not usable, why.

    Raises:
        SourceError: no hdBPMN in the folder.
    """
    from diagramloop.data.sources.hdbpmn import HdBpmn, Page
    from diagramloop.models.pixels import rgb_image

    for page in HdBpmn(folder, split).pages():  # type: ignore[arg-type]
        if isinstance(page, Page):
            picture = np.asarray(rgb_image(page.picture.read_bytes()))
            yield from lines_of(page.id, _flat(picture), page.words)
        else:
            yield f"{page.id}: {page.reason}"


def _flat(picture: NDArray[np.uint8]) -> Grey:
    """The darkest channel in even light; as it is where no page is seen."""
    from diagramloop.engines.parse.page.illumination import evenly_lit

    with contextlib.suppress(PictureError):
        picture = evenly_lit(picture)
    return np.ascontiguousarray(picture.min(axis=2))


def save_lines(path: Path, lines: Sequence[HandLine]) -> None:
    """Writes lines to one file: pixels one after the other, and what else there is to them as JSON."""
    rows = [[line.page, line.texts, line.boxes.round(1).tolist(), line.grey.shape] for line in lines]
    pixels = np.concatenate([line.grey.ravel() for line in lines])
    np.savez_compressed(path, pixels=pixels, rows=np.frombuffer(json.dumps(rows).encode(), np.uint8))


def load_lines(path: Path) -> list[HandLine]:
    """The lines of a file that :func:`save_lines` wrote."""
    lines, begin = [], 0
    with np.load(path, allow_pickle=False) as file:
        pixels, rows = file["pixels"], json.loads(file["rows"].tobytes())
    for page, texts, boxes, (height, width) in rows:
        grey = pixels[begin : begin + height * width].reshape(height, width)
        lines.append(HandLine(page, tuple(texts), np.array(boxes, np.float32).reshape(-1, 4), grey))
        begin += height * width
    return lines
