"""The SVG in a language model's answer, with the slips that models make mended.

What is well formed is left as it is. Else the text is read as browsers read pages: ``&`` and ``<`` that stand for
themselves, HTML's entities, attributes given twice, without quotes or with typographic ones, names in capitals, a
namespace that is not SVG's, comments that never end, elements that are closed in the wrong order or, as shapes without
their slash and whatever is open where the answer was cut off, not at all.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, tostring

from diagramloop.base.text.encoded import unescaped
from diagramloop.engines.generate.svg_answer import drawing_in
from diagramloop.engines.parse.svg_reader import on_a_page
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.sanitised_svg import MAX_DEPTH, SanitisedSvg, sanitised

# Possessive throughout: no answer, however long, makes them try twice.
_TAG = re.compile(r"""<(/?)(?>[A-Za-z_][\w.-]*+:)?+([A-Za-z_][\w.-]*+)((?>[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""")
_ATTRIBUTE = re.compile(
    r"""([A-Za-z_][\w:.-]*+)(?:\s*+=\s*+"""
    r"""(?:"([^"]*+)"|'([^']*+)'|[“”„″]([^“”„″"]*+)[“”„″"]|[‘’‚′]([^‘’‚′']*+)[‘’‚′']|([^\s"'/]++)))?+"""
)
_NO_TEXT = re.compile(r"<!\[CDATA\[|<[!?][^<>]*+>|<!--")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_NAMESPACES = {"xlink": "http://www.w3.org/1999/xlink", "xml": "http://www.w3.org/XML/1998/namespace"}
_HTML = frozenset({"div", "span", "p", "br", "b", "i", "em", "strong", "sub", "sup", "ul", "ol", "li"})
_SPELLED = {
    name.lower(): name for name in ("clipPath", "foreignObject", "linearGradient", "radialGradient", "textPath")
}
_SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "use", "image", "stop")
_IN_TEXT = frozenset({"tspan", "textPath", "a", "title", "desc", *_HTML})
_HOLDS = {
    **dict.fromkeys(_SHAPES, frozenset({"title", "desc"})),
    **dict.fromkeys(("text", "tspan", "textPath"), _IN_TEXT),
}
_MENDED = frozenset({RejectionReason.SYNTAX, RejectionReason.UNSUPPORTED})  # no XML, or its names are not SVG's


def svg_in(answer: str) -> SanitisedSvg:
    """The safe drawing that stands in a model's answer, with a page that holds it.

    Raises:
        FormatError: no SVG in the answer, or nothing drawn in it (EMPTY), or as :func:`sanitised`.
    """
    drawing = drawing_in(answer)
    try:
        safe = sanitised(drawing)
    except FormatError as error:
        if error.reason not in _MENDED:
            raise
        safe = sanitised(mended(drawing))
    return on_a_page(safe)


def mended(svg: str) -> str:
    """A well-formed document of what stands in ``svg``, read as forgivingly as browsers read.

    Raises:
        FormatError: there is no ``svg`` element (EMPTY), or elements are nested too deeply (TOO_LARGE).
    """
    tree = _Tree()
    position, last_comment_end = 0, svg.rfind("-->")
    while position < len(svg):
        if svg.startswith("<!--", position) and position < last_comment_end:
            position = svg.index("-->", position) + 3
        elif tag := _TAG.match(svg, position):
            tree.tag(tag[2], tag[3], closing=bool(tag[1]))
            position = tag.end()
        elif other := _NO_TEXT.match(svg, position):
            position = other.end()
        else:
            end = svg.find("<", position + 1)
            end = len(svg) if end < 0 else end
            tree.text(unescaped(svg[position:end]))
            position = end
    if tree.root is None:
        raise FormatError("there is no SVG in the answer", reason=RejectionReason.EMPTY)
    return tostring(tree.root, encoding="unicode")


class _Tree:
    """Built of whatever comes; ``root`` is the first ``svg`` element, which no stray end tag ends."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []

    def tag(self, name: str, attributes: str, *, closing: bool) -> None:
        """Opens an element, or closes the innermost of that name with all that is open within it.

        What cannot hold the element ends before it, as a shape without its slash.
        """
        name = _SPELLED.get(name.lower(), name.lower())
        if closing:
            self._close(name)
        elif self._open if self.root is not None else name == "svg":
            self._begin(name, attributes)

    def _close(self, name: str) -> None:
        inner = [number for number, element in enumerate(self._open) if number and _local(element.tag) == name]
        if inner:
            del self._open[inner[-1] :]

    def _begin(self, name: str, attributes: str) -> None:
        while self._open and not _holds(self._open[-1], name):
            self._open.pop()
        if len(self._open) > MAX_DEPTH:
            raise FormatError(f"SVG of more than {MAX_DEPTH} nested elements", reason=RejectionReason.TOO_LARGE)
        element = Element(_in_namespace(name), _attributes(attributes))
        if self._open:
            self._open[-1].append(element)
        else:
            self.root = element
        if not self._open or not attributes.endswith("/"):
            self._open.append(element)

    def text(self, text: str) -> None:
        """Adds text where something is open."""
        if not self._open:
            return
        inside = self._open[-1]
        if len(inside):
            inside[-1].tail = (inside[-1].tail or "") + text
        else:
            inside.text = (inside.text or "") + text


def _holds(element: Element, name: str) -> bool:
    """Elements of this name may be in that one."""
    held = _HOLDS.get(_local(element.tag))
    return held is None or name in held


def _attributes(text: str) -> dict[str, str]:
    """By name as ElementTree spells it; of one given twice, the first."""
    with_values = (match for match in _ATTRIBUTE.finditer(text) if match.lastindex != 1)
    pairs = [(_qualified(match[1]), match[match.lastindex or 0]) for match in with_values]
    return {name: unescaped(value) for name, value in reversed(pairs) if name}


def _in_namespace(tag: str) -> str:
    namespace = "http://www.w3.org/1999/xhtml" if tag in _HTML else "http://www.w3.org/2000/svg"
    return f"{{{namespace}}}{tag}"


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _qualified(name: str) -> str:
    """An attribute's name as ElementTree spells it; empty if it is a namespace's or none that XML knows."""
    prefix, _, local = name.rpartition(":")
    if name.startswith("xmlns") or not _NAME.fullmatch(local) or (prefix and prefix not in _NAMESPACES):
        return ""
    return f"{{{_NAMESPACES[prefix]}}}{local}" if prefix else local
