"""Letters as a hand writes them: none like the other, no line straight, each person with a font of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFont

from diagramloop.data.synth.looks import look
from diagramloop.graph import Box

Gray = NDArray[np.uint8]  # how much of a pixel is ink, shape (height, width)

LEADING_SIZES = 1.12  # distance of lines in sizes of the letters
TURN_DEGREES, RISE_SIZES, SPREAD_ADVANCES = 2.5, 0.035, 0.05  # standard deviations of single letters
SLOPE_DEGREES = 1.5  # of a line, at most


@dataclass(frozen=True)
class Handwriting:
    """The manner in which one person writes.

    Attributes:
        font: file of a font, in any format that FreeType reads.
        unevenness: 0 writes the font as it is, 1 as uneven as people do.
    """

    font: Path
    unevenness: float = 1.0

    def written(self, ink: Gray, text: str, box: Box, rng: np.random.Generator, upright: bool = False) -> Box:
        """Write ``text`` on ``ink`` in the middle of ``box``, ``upright`` from below. Returns the box that it covers.

        It may stand out of the box where it does not fit even in the smallest size.
        """
        x0, y0, x1, y1 = box
        size = (y1 - y0, x1 - x0) if upright else (x1 - x0, y1 - y0)
        block = self._block(text, size, rng)
        block = block.rotate(90, expand=True) if upright else block
        left, top = (max(0, round((a + b - n) / 2)) for a, b, n in zip((x0, y0), (x1, y1), block.size, strict=True))
        pixels = np.asarray(block)
        part = ink[top : top + pixels.shape[0], left : left + pixels.shape[1]]
        np.maximum(part, pixels[: part.shape[0], : part.shape[1]], out=part)
        return (left, top, left + block.width, top + block.height)

    def _block(self, text: str, size: tuple[float, float], rng: np.random.Generator) -> Image.Image:
        for pixels in look("pen")["sizes_px"]:
            face = ImageFont.truetype(str(self.font), pixels)
            lines = broken_lines(text, face, max(size[0], 2 * pixels))
            width = max(face.getlength(line) for line in lines)
            if width <= size[0] + 8 and LEADING_SIZES * pixels * len(lines) <= size[1] + 6:
                break
        rows = [self._line(line, face, rng) for line in lines]
        step, margin = LEADING_SIZES * face.size, rows[0].height
        block = Image.new("L", (max(row.width for row in rows), round(step * (len(rows) - 1)) + margin))
        for number, row in enumerate(rows):
            layer = Image.new("L", block.size)
            layer.paste(row, ((block.width - row.width) // 2, round(step * number)))
            block = ImageChops.lighter(block, layer)
        return block

    def _line(self, line: str, face: ImageFont.FreeTypeFont, rng: np.random.Generator) -> Image.Image:
        """One line: letter after letter on a sloping base."""
        pad = round(0.3 * face.size)
        ascent, descent = face.getmetrics()
        row = Image.new("L", (round(1.2 * face.getlength(line)) + 2 * pad + 4, ascent + descent + 2 * pad))
        at, slope = float(pad), self.unevenness * np.radians(rng.uniform(-SLOPE_DEGREES, SLOPE_DEGREES))
        for letter in line:
            turn, up, wide = (
                self.unevenness * rng.normal(size=3) * (TURN_DEGREES, RISE_SIZES * face.size, SPREAD_ADVANCES)
            )
            glyph = Image.new("L", (round(face.getlength(letter)) + 2 * pad, row.height))
            ImageDraw.Draw(glyph).text((pad, pad), letter, 255, face)
            glyph = glyph.rotate(float(turn), Image.Resampling.BICUBIC)
            layer = Image.new("L", row.size)
            layer.paste(glyph, (round(at) - pad, round(up + np.tan(slope) * at)))
            row = ImageChops.lighter(row, layer)
            at += face.getlength(letter) * (1 + float(wide))
        box = row.getbbox() or (0, 0, 1, row.height)
        return row.crop((box[0], pad // 2, box[2], row.height - pad // 2))


def broken_lines(text: str, face: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """Lines no wider than ``width`` px, but for single words that are."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and face.getlength(longer) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines
