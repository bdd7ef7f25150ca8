"""The pictures of a figure put together as its LaTeX lays them out: rows of panels, in points, then in pixels."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, cos, radians, sin, sqrt

from PIL import Image, ImageColor, ImageDraw

from diagramloop.data.sources.papers.lengths import UNITS, Measures
from diagramloop.data.sources.papers.panels import (
    Graphics,
    GraphicsFile,
    Options,
    PageRegion,
    Panel,
    Panels,
    Unread,
    Words,
    pictures,
)
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.render.fonts import font

GAP = 8.0  # points between panels, and between rows
OVERFULL = 1.03  # of a line's length: what is a little longer, LaTeX sets on one line all the same
LONG_SIDE = 1_800  # pixels of the longer side of what is put together
LEAST_TYPE = 5  # pixels
LEAST_FACTOR = 1e-3  # by which a picture is made smaller, or larger

_NUMBER = re.compile(r"[-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")

Size = tuple[float, float]
Draw = Callable[[Graphics], "Drawn"]


@dataclass(frozen=True)
class Drawn:
    """A picture, and its natural size in points."""

    image: Image.Image
    size: Size

    @property
    def density(self) -> float:
        """Pixels per point."""
        return self.image.width / self.size[0]


@dataclass(frozen=True)
class _Placed:
    """A picture with its top left corner and its size, in points."""

    image: Image.Image
    left: float
    top: float
    size: Size

    def moved(self, right: float, down: float) -> _Placed:
        return replace(self, left=self.left + right, top=self.top + down)

    def scaled(self, factor: float) -> _Placed:
        size = self.size[0] * factor, self.size[1] * factor
        return replace(self, left=self.left * factor, top=self.top * factor, size=size)


@dataclass(frozen=True)
class _Sheet:
    """Pictures at their places; ``depth`` of its height hangs below the base line."""

    size: Size
    placed: tuple[_Placed, ...]
    depth: float = 0.0

    @property
    def height(self) -> float:
        """Above the base line."""
        return self.size[1] - self.depth


def put_together(panels: Panels, measures: Measures, draw: Draw) -> Image.Image:
    """All pictures of a figure in one, over white.

    Args:
        measures: of where the figure stands.
        draw: a picture of the figure, as :func:`cut` leaves it.

    Raises:
        SourceError: a length that is not known, or a turned box of several pictures (UNSUPPORTED).
    """
    count = sum(1 for _ in pictures(panels))
    side = round(LONG_SIDE * min(1.0, 2 / sqrt(count)))  # so that all of them together stay within memory

    def small(graphics: Graphics) -> Drawn:
        drawn = draw(graphics)
        drawn.image.thumbnail((side, side), Image.Resampling.LANCZOS)
        return drawn

    return _pixels(_rows(panels, measures.line, measures, small))


def cut(drawn: Drawn, options: Options) -> Drawn:
    r"""Cut a picture by ``trim`` or ``viewport``; all of it stays where nothing says ``clip``, as it is printed then.

    Raises:
        SourceError: no four lengths (INVALID), nothing is left (NO_DIAGRAM), a length that is not known (UNSUPPORTED).
    """
    keys = dict(options)
    if keys.get("clip", "false") == "false" or not keys.keys() & {"trim", "viewport"}:
        return drawn
    image = drawn.image.crop(_cut(drawn, keys))
    return Drawn(image, (image.width / drawn.density, image.height / drawn.density))


def as_printed(graphics: Graphics, drawn: Drawn, measures: Measures) -> Drawn:
    """A picture, cut already, as large as it is printed: turned, and with what is written on it.

    Raises:
        SourceError: an angle that is no number, a length that is not known (UNSUPPORTED) or absurd (INVALID).
    """
    if isinstance(graphics, PageRegion):
        return drawn
    factor = _factor(drawn.size, graphics.options, measures)
    whole = _turned(drawn, _angle(graphics.options))
    printed = Drawn(whole.image, (whole.size[0] * factor, whole.size[1] * factor))
    return _written(printed, graphics.words) if isinstance(graphics, GraphicsFile) and graphics.words else printed


def _turned(drawn: Drawn, angle: float) -> Drawn:
    """Counter-clockwise."""
    if not angle % 360:
        return drawn
    image = drawn.image
    if angle % 90:  # its box grows
        image = image.copy()
        image.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.LANCZOS)
    density = image.width / drawn.size[0]
    image = image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    return Drawn(image, (image.width / density, image.height / density))


def _written(printed: Drawn, words: tuple[Words, ...]) -> Drawn:
    image = printed.image.copy()
    longer = max(image.size)
    pen = ImageDraw.Draw(image)
    for one in words:
        height = round(min(max(one.size * printed.density, LEAST_TYPE), longer))
        place = one.x * longer, image.height - one.y * longer
        pen.text(place, one.text, fill=_colour(one.colour), font=font(height), anchor="ls")
    return replace(printed, image=image)


def _colour(name: str) -> str:
    return name if name.lower() in ImageColor.colormap else "black"


def _angle(options: Options) -> float:
    return sum(_number(value) for key, value in options if key == "angle")


def _cut(drawn: Drawn, keys: dict[str, str]) -> tuple[int, int, int, int]:
    """The pixels that are left: (left, top, right, bottom)."""
    values = [_points_of_cut(value) for value in keys.get("trim", keys.get("viewport", "")).split()]
    if len(values) != 4:
        raise SourceError("a picture cut by other than four lengths", reason=RejectionReason.INVALID)
    left, bottom, right, top = values
    width, height = drawn.size
    if "trim" in keys:
        right, top = width - right, height - top
    pixels = [left, height - top, right, height - bottom]
    box = [round(value * drawn.density) for value in pixels]
    x0, y0, x1, y1 = (max(0, min(v, drawn.image.size[at % 2])) for at, v in enumerate(box))
    if x1 <= x0 or y1 <= y0:
        raise SourceError("a picture of which trim or viewport leaves nothing", reason=RejectionReason.NO_DIAGRAM)
    return x0, y0, x1, y1


def _points_of_cut(value: str) -> float:
    """Lengths without a unit are in the points of PostScript."""
    return float(value) * UNITS["bp"] if _NUMBER.fullmatch(value) else Measures().points(value)


def _number(value: str) -> float:
    if not _NUMBER.fullmatch(value):
        raise SourceError(f"a picture turned or scaled by {value[:40]!r}", reason=RejectionReason.UNSUPPORTED)
    return float(value)


def _laid_out(panel: Panel, measures: Measures, draw: Draw) -> _Sheet:
    if isinstance(panel, Panels):
        line = measures.points(panel.line) if panel.line else None
        sheet = _rows(panel, line, measures if line is None else measures.within(line), draw)
        return _scaled(sheet, panel.options, measures)
    assert not isinstance(panel, Unread)  # it was asked for before
    drawn = draw(panel)
    printed = as_printed(panel, drawn, measures)
    angle = radians(0.0 if isinstance(panel, PageRegion) else _angle(panel.options))  # about the bottom left corner
    hangs = -min(0.0, drawn.size[0] * sin(angle)) - min(0.0, drawn.size[1] * cos(angle))
    stands = drawn.size[0] * abs(sin(angle)) + drawn.size[1] * abs(cos(angle))
    placed = _Placed(printed.image, 0.0, 0.0, printed.size)
    return _Sheet(printed.size, (placed,), hangs / stands * printed.size[1])


def _scaled(sheet: _Sheet, options: Options, measures: Measures) -> _Sheet:
    if _angle(options) % 360:
        raise SourceError("a turned box of several pictures", reason=RejectionReason.UNSUPPORTED)
    factor = _factor(sheet.size, options, measures)
    size = sheet.size[0] * factor, sheet.size[1] * factor
    return _Sheet(size, tuple(one.scaled(factor) for one in sheet.placed), sheet.depth * factor)


def _factor(size: Size, options: Options, measures: Measures) -> float:
    """By how much the options enlarge something of this size; width and height are those it has when they are set.

    Where both are given it fits into them: a picture is not distorted.
    """
    (width, height), factor = size, 1.0
    asked: list[float] = []
    for key, value in (*options, ("angle", "0")):
        if key == "width":
            asked.append(measures.points(value) / width)
        elif key in ("height", "totalheight"):
            asked.append(measures.points(value) / height)
        elif key == "scale":
            factor *= _number(value)
        elif key == "angle":
            factor, asked = min(asked, default=factor), []
            c, s = abs(cos(radians(_number(value)))), abs(sin(radians(_number(value))))
            width, height = width * c + height * s, width * s + height * c
    if not LEAST_FACTOR < factor < 1 / LEAST_FACTOR:
        raise SourceError(f"a picture enlarged by {factor:g}", reason=RejectionReason.INVALID)
    return factor


def _rows(panels: Panels, line: float | None, measures: Measures, draw: Draw) -> _Sheet:
    """The rows one under the other, each in the middle, its panels on one base line; as wide as a line at least."""
    lines: list[list[_Sheet]] = []
    for row in panels.rows:
        lines += _broken([_laid_out(part, measures, draw) for part in row], line)
    width = max(line or 0.0, *(_width(parts) for parts in lines))
    placed: list[_Placed] = []
    end = -GAP
    bases: list[float] = []
    for parts in lines:
        left, base = (width - _width(parts)) / 2, end + GAP + max(part.height for part in parts)
        for part in parts:
            placed += [one.moved(left, base - part.height) for one in part.placed]
            left += part.size[0] + GAP
        end = base + max(part.depth for part in parts)
        bases.append(base)
    depth = {"t": end - bases[0], "c": end / 2}.get(panels.base, end - bases[-1])
    return _Sheet((width, end), tuple(placed), depth)


def _width(row: list[_Sheet]) -> float:
    return sum(part.size[0] for part in row) + GAP * (len(row) - 1)


def _broken(row: list[_Sheet], line: float | None) -> list[list[_Sheet]]:
    """The row as the lines that it becomes; a panel that is longer than a line has one of its own."""
    lines: list[list[_Sheet]] = [[]]
    for part in row:
        if line and lines[-1] and sum(one.size[0] for one in (*lines[-1], part)) > OVERFULL * line:
            lines.append([])
        lines[-1].append(part)
    return lines


def _pixels(sheet: _Sheet) -> Image.Image:
    """No picture is made finer than it is, and none so fine that the longer side has more than 1,800 pixels."""
    left, top = min(one.left for one in sheet.placed), min(one.top for one in sheet.placed)
    right = max(one.left + one.size[0] for one in sheet.placed)
    bottom = max(one.top + one.size[1] for one in sheet.placed)
    finest = max(one.image.width / one.size[0] for one in sheet.placed)
    scale = min(finest, LONG_SIDE / max(right - left, bottom - top))
    page = Image.new("RGB", (ceil((right - left) * scale), ceil((bottom - top) * scale)), "white")
    for one in sheet.placed:
        size = max(1, round(one.size[0] * scale)), max(1, round(one.size[1] * scale))
        at = round((one.left - left) * scale), round((one.top - top) * scale)
        page.paste(one.image.resize(size, Image.Resampling.LANCZOS), at)
    return page
