"""HTML labels in a ``foreignObject`` as SVG text: what is said and where stays, and nothing of the HTML does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element, SubElement

from diagramloop.render.fonts import font
from diagramloop.render.sanitised_svg._document import local_name
from diagramloop.render.sanitised_svg._stylesheet import Declared
from diagramloop.render.sanitised_svg._values import refusal

MAX_CHARACTERS = 5_000  # of one label
LINE = 1.2  # font sizes from one baseline to the next
MIDDLE = 0.35  # font sizes from the middle of a line to its baseline
WRAP_SLACK = 1.25  # times the given width, by which our font may be wider than the author's

_MEASURED = 20  # px, of the font that widths are measured with
_PX = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?)(?:px)?")
_SHOWS_NOTHING = frozenset({"script", "style", "iframe", "object", "embed", "template", "head", "title", "noscript"})
_BLOCKS = frozenset({"p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre"})
_ANCHORS = {"start": "start", "flex-start": "start", "left": "start", "end": "end", "flex-end": "end", "right": "end"}
_SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of a box, that is before what is anchored in it


def html_text(foreign: Element, declared: Mapping[Element, Declared], font_size: float) -> Element | None:
    """A group of a ``text`` element, one ``tspan`` a line, and the plate behind it; None if nothing is said.

    Args:
        declared: the CSS of each element.
        font_size: px, inherited from around it.
    """
    styles = [declared[e] for e in foreign.iter()]
    size = next((px for s in reversed(styles) if (px := _px(s.get("font-size", ""))) > 0), font_size)
    box = _box(foreign, styles)
    width = box[2]
    wraps = width > 2 * size and not any(s.get("white-space") == "nowrap" for s in styles)
    lines = [part for line in _lines(foreign) for part in (_wrapped(line, width, size) if wraps else [line])]
    if not lines:
        return None
    return _label(lines, styles, box, size)


def _label(lines: list[str], styles: list[Declared], box: tuple[float, ...], size: float) -> Element:
    """The lines, of ``size`` px, in a box of left, top, width and height as the styles align them."""
    anchor = _alignment(styles, ("justify-content", "text-align"))
    x, y, width, height = box
    tall, wide = LINE * size * len(lines), max(map(_width, lines)) * size / _MEASURED
    top, anchored = y + _SHARE[_alignment(styles, ("align-items",))] * (height - tall), x + _SHARE[anchor] * width
    label = Element("g")
    if plate := _colour(styles, "background-color"):
        label.append(_plate(plate, anchored - _SHARE[anchor] * wide, top, wide, tall))
    place = {"y": f"{top + (LINE / 2 + MIDDLE) * size:g}", "text-anchor": anchor, "font-size": f"{size:g}"}
    text = SubElement(label, "text", place | _look(styles))
    for number, line in enumerate(lines):
        SubElement(text, "tspan", {"x": f"{anchored:g}", "dy": f"{LINE * size if number else 0:g}"}).text = line
    return label


def _plate(colour: str, x: float, y: float, wide: float, tall: float) -> Element:
    place = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{wide:g}", "height": f"{tall:g}"}
    return Element("rect", {**place, "fill": colour, "stroke": "none"})


def _look(styles: list[Declared]) -> dict[str, str]:
    families = (s.get("font-family", "inherit") for s in reversed(styles))
    look = {"fill": _colour(styles, "color"), "font-family": next((f for f in families if not _refused(f)), "")}
    return {name: value for name, value in look.items() if value}


def _refused(family: str) -> bool:
    return family == "inherit" or bool(refusal("font-family", family))


def _colour(styles: list[Declared], name: str) -> str:
    """The innermost colour that is one and can be seen, or empty."""
    colours = (s[name] for s in reversed(styles) if name in s)
    return next((colour for colour in colours if colour != "transparent" and not refusal("fill", colour)), "")


def _box(foreign: Element, styles: list[Declared]) -> tuple[float, float, float, float]:
    """Box of the label: the foreignObject's own or, if that fills all, what margins and paddings leave."""
    x, y, width, height = (_px(foreign.get(name, "0")) for name in ("x", "y", "width", "height"))
    if foreign.get("width", "").endswith("%"):
        x += sum(_px(s.get("margin-left", "")) for s in styles)
        y += sum(_px(s.get(name, "")) for s in styles for name in ("margin-top", "padding-top"))
        width, height = (next((px for s in styles if (px := _px(s.get(n, ""))) > 0), 0.0) for n in ("width", "height"))
    return x, y, width, height


def _alignment(styles: list[Declared], names: tuple[str, ...]) -> str:
    """``start``, ``middle`` or ``end``, by the outermost element that says it; labels are centred if none does."""
    alignments = (s[name].split()[-1] for name in names for s in styles if s.get(name))
    return next((_ANCHORS.get(word, "middle") for word in alignments), "middle")


def _lines(foreign: Element) -> list[str]:
    pieces = list(_pieces(foreign))
    lines = (" ".join(line.split()) for line in "".join(pieces)[:MAX_CHARACTERS].split("\n"))
    return [line for line in lines if line]


def _pieces(element: Element) -> Iterator[str]:
    name = local_name(element.tag).removeprefix("html:").lower()
    if name in _SHOWS_NOTHING:
        return
    breaks = "\n" if name in _BLOCKS or name == "br" else ""
    yield breaks
    yield " ".join((element.text or "").split("\n"))
    for child in element:
        yield from _pieces(child)
        yield " ".join((child.tail or "").split("\n"))
    yield breaks


def _wrapped(line: str, width: float, size: float) -> Iterator[str]:
    """``line`` broken between words where it would be wider than the label."""
    held: list[str] = []
    filled, most = 0.0, WRAP_SLACK * width * _MEASURED / size
    for word in line.split():
        filled += _width(word)
        if held and filled > most:
            yield " ".join(held)
            held, filled = [], _width(word)
        held.append(word)
        filled += _width(" ")
    yield " ".join(held)


@lru_cache(maxsize=10_000)
def _width(text: str) -> float:
    return font(_MEASURED).getlength(text)


def _px(length: str) -> float:
    match = _PX.fullmatch(length.strip())
    return float(match[1]) if match else 0.0
