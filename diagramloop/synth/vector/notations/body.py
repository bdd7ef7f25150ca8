"""The parts that every notation is made of: what one thing on the page is drawn as, and where its words stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.graph import Box
from diagramloop.synth.vector.layout import Route
from diagramloop.synth.vector.pieces import centre, pairs

LETTER_PX, LINE_PX = 7.6, 18.0  # room for words of the usual size
PADDING_PX = (18.0, 14.0)  # around words, across and along
FONT_PX = 14.0


@dataclass(frozen=True)
class Ink:
    """Colours of one drawing, and how many copies a stack of it has behind the one in front."""

    fill: str
    shade: str
    stroke: str
    copies: int


@dataclass(frozen=True)
class Words:
    """One line of words around a middle (``y``); ``turned`` in degrees."""

    text: str
    x: float
    y: float
    anchor: str = "middle"
    size: float = FONT_PX
    turned: int = 0


@dataclass(frozen=True)
class Body:
    """The drawing of one thing.

    Attributes:
        markup: its shapes, in the order of drawing.
        words: all that is written on it.
        outline: of all that belongs to it.
        rows: the middle of each row at which a line may end, px.
    """

    markup: str
    words: tuple[Words, ...]
    outline: Route
    rows: tuple[float, ...] = ()


Drawn = Callable[[str, Box, Ink], Body]


def words_size(text: str) -> tuple[float, float]:
    """Width and height of a shape around words."""
    lines = text.split("\n")
    return (
        max(len(line) for line in lines) * LETTER_PX + 2 * PADDING_PX[0],
        len(lines) * LINE_PX + 2 * PADDING_PX[1],
    )


def corners(box: Box) -> Route:
    """Clockwise from the upper left."""
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def moved(points: Route, dx: float, dy: float) -> Route:
    return [(x + dx, y + dy) for x, y in points]


def words_in(text: str, box: Box) -> tuple[Words, ...]:
    """The lines of a text around the middle of a box."""
    (x, y), lines = centre(box), text.split("\n")
    return tuple(Words(line, x, y + LINE_PX * (i - (len(lines) - 1) / 2)) for i, line in enumerate(lines))


def rect(box: Box, style: str, radius: float = 0) -> str:
    x0, y0, x1, y1 = box
    round_ = f' rx="{radius:g}"' if radius else ""
    return f'<rect x="{x0:.2f}" y="{y0:.2f}" width="{x1 - x0:.2f}" height="{y1 - y0:.2f}"{round_} {style}/>'


def polygon(points: Route, style: str) -> str:
    return f'<polygon points="{pairs(points)}" {style}/>'


def path(points: Route, style: str, *, closed: bool = True) -> str:
    return f'<path d="M{" L".join(f"{x:.2f} {y:.2f}" for x, y in points)}{" Z" if closed else ""}" {style}/>'


def plain_box(text: str, box: Box, ink: Ink) -> Body:
    """A rectangle around words."""
    return Body(rect(box, f'fill="{ink.fill}" stroke="{ink.stroke}"'), words_in(text, box), corners(box))


def plain_frame(text: str, box: Box, ink: Ink) -> Body:
    """A rectangle with its title in its upper left corner."""
    x0, y0, _, _ = box
    title = (Words(text, x0 + 8, y0 + 14, "start"),) if text else ()
    return Body(rect(box, f'fill="none" stroke="{ink.stroke}"'), title, corners(box))
