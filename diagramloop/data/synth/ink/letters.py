"""Writing on training pages: with a font, or with the strokes of a plotter's letters bent by a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from diagramloop.data.synth.handwriting import Gray, broken_lines
from diagramloop.data.synth.ink.plan import Points
from diagramloop.data.synth.ink.sheet import FINE, Sheet
from diagramloop.data.synth.ink.view import View
from diagramloop.data.synth.ink_page import TEXT
from diagramloop.data.synth.looks import Colour
from diagramloop.graph import Box

PLOTTED = (  # OpenCV's letters of strokes
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)
LEADING_SIZES = 1.15  # distance of lines in sizes of the letters
SMALLEST_PX = 6.0  # letters that are smaller are not written
SMALLER = 0.8  # step by which letters shrink until a text fits
BEND_SIZES = 0.09  # standard deviation by which a hand bends plotted letters, in their sizes
PLOTTED_CAP_PX = 22.0  # height of OpenCV's large letters at scale 1


@dataclass(frozen=True)
class Writer:
    """One person's or program's letters.

    Attributes:
        font: a file; letters of strokes if empty.
        plotted: number of OpenCV's letters, where there is no font.
        size: of letters, in the plan's units.
        width: of the strokes of plotted letters, in px.
        bent: whether a hand bends the letters.
    """

    font: str
    plotted: int
    size: float
    width: float
    bent: bool

    def write(
        self,
        sheet: Sheet,
        view: View,
        text: str,
        box: Box,
        colour: Colour,
        rng: np.random.Generator,
        upright: bool = False,
        bare: bool = False,
    ) -> None:
        """Write ``text`` in the middle of ``box``, which is in the plan's units, ``upright`` from below.

        Args:
            bare: whether the ink behind it is taken away first.
        """
        x0, y0, x1, y1 = box
        scale = view.scale
        space = (y1 - y0, x1 - x0) if upright else (x1 - x0, y1 - y0)
        letters = self._letters(text, (scale * space[0], scale * space[1]), scale, rng)
        if letters is None:
            return
        middle = np.array([[(x0 + x1) / 2, (y0 + y1) / 2]])
        along = np.array([[0.0, -1.0]]) if upright else np.array([[1.0, 0.0]])
        (at,), (to,) = view(middle), view(middle + along)
        letters = _turned(letters, float(np.degrees(np.arctan2(*(to - at)[::-1]))))
        left, top = (int(v) for v in np.round(at - np.array(letters.shape[::-1]) / FINE / 2))
        if bare:
            width, height = letters.shape[1] / FINE, letters.shape[0] / FINE
            corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) + np.array([left, top])
            sheet.bare(corners)
        sheet.print(letters, (left, top), colour, TEXT)

    def _letters(self, text: str, space: tuple[float, float], scale: float, rng: np.random.Generator) -> Gray | None:
        """A picture of the lines, FINE times as large as on the page; None where they do not fit."""
        size = self.size * scale * rng.uniform(0.9, 1.1)
        while size >= SMALLEST_PX:
            face = _face(self.font, round(FINE * size))
            lines = broken_lines(text, face, FINE * max(space[0], 2 * size))
            wide = max(face.getlength(line) for line in lines) / FINE
            if wide <= 1.15 * space[0] + 4 and LEADING_SIZES * size * len(lines) <= 1.1 * space[1] + 4:
                break
            size *= SMALLER
        else:
            return None
        letters = _printed(lines, face) if self.font else _plotted(lines, FINE * size, self.plotted, FINE * self.width)
        return _bent(letters, FINE * size, rng) if self.bent else letters


@lru_cache(maxsize=64)
def _face(font: str, size: int) -> ImageFont.FreeTypeFont:
    if font:
        return ImageFont.truetype(font, size, layout_engine=ImageFont.Layout.BASIC)
    from diagramloop.render.fonts import font as shipped

    return shipped(size)


def _printed(lines: list[str], face: ImageFont.FreeTypeFont) -> Gray:
    step, pad = LEADING_SIZES * face.size, round(0.3 * face.size)
    width = round(max(face.getlength(line) for line in lines)) + 2 * pad
    block = Image.new("L", (width, round(step * len(lines)) + 2 * pad))
    draw = ImageDraw.Draw(block)
    for number, line in enumerate(lines):
        draw.text(((width - face.getlength(line)) / 2, pad + step * number), line, 255, face)
    return np.array(block)


def _plotted(lines: list[str], size: float, letters: int, width: float) -> Gray:
    scale, thick = size / PLOTTED_CAP_PX / 1.4, max(1, round(width))
    pad, step = round(0.5 * size), LEADING_SIZES * size
    shown = [line.encode("ascii", "replace").decode() for line in lines]
    widths = [cv2.getTextSize(line, letters, scale, thick)[0][0] for line in shown]
    block = np.zeros((round(step * len(lines)) + 2 * pad, max(widths) + 2 * pad), np.uint8)
    for number, line in enumerate(shown):
        at = ((block.shape[1] - widths[number]) // 2, round(pad + step * (number + 0.75)))
        cv2.putText(block, line, at, letters, scale, 255, thick, cv2.LINE_AA)
    return block


def _bent(letters: Gray, size: float, rng: np.random.Generator) -> Gray:
    """Letters moved by slow noise, so that none is like the other, and slanted."""
    height, width = letters.shape
    coarse = max(2, round(height / size)), max(2, round(width / size))
    shifts = rng.normal(0, BEND_SIZES * size, (*coarse, 2)).astype(np.float32)
    shift = cv2.resize(shifts, (width, height), interpolation=cv2.INTER_CUBIC)
    slant = float(rng.uniform(-0.15, 0.35))
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    from_x = x + shift[..., 0] + np.float32(slant) * (y - height / 2)
    return np.asarray(cv2.remap(letters, from_x, y + shift[..., 1], cv2.INTER_LINEAR), np.uint8)


def _turned(letters: Gray, degrees: float) -> Gray:
    """Letters turned clockwise, on a picture that holds all of them."""
    if abs(degrees) < 0.2:
        return letters
    height, width = letters.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    size = int(np.ceil(width * cos + height * sin)), int(np.ceil(width * sin + height * cos))
    turn[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return np.asarray(cv2.warpAffine(letters, turn, size, flags=cv2.INTER_LINEAR), np.uint8)


def crossed_out(middle: Points, size: float, rng: np.random.Generator) -> Points:
    """A scribble over a mistake, ``size`` large."""
    turns = int(rng.integers(4, 9))
    x = np.linspace(-1, 1, 2 * turns)
    y = np.where(np.arange(2 * turns) % 2, 0.4, -0.4) + rng.normal(0, 0.12, 2 * turns)
    return np.asarray(middle + size * np.column_stack([x, y]), np.float64)
