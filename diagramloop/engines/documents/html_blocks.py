"""HTML: drawings and Mermaid within it, its pictures, and its text as plain Markdown. Nothing of it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from diagramloop.base.text.markup import Attributes, MarkupReader
from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Source, Text
from diagramloop.engines.documents.linked import drawn_block, linked_block
from diagramloop.engines.documents.mermaid_text import mermaid_block
from diagramloop.engines.documents.plain_text import decoded

_UNSEEN = frozenset(("script", "style", "template", "noscript", "title"))
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_BEGINS = {f"h{level}": "#" * level + " " for level in range(1, 7)} | {"li": "- ", "blockquote": "> "}
_PARTS = frozenset((*_BEGINS, "p", "div", "section", "article", "pre", "table", "ul", "ol", "tr", "figcaption"))
_SPACE = re.compile(r"\s+")
_MERMAID = frozenset(("mermaid", "language-mermaid"))
_IN_SVG = """viewBox markerWidth markerHeight refX refY markerUnits gradientUnits gradientTransform preserveAspectRatio
    textLength clipPathUnits patternUnits foreignObject linearGradient radialGradient clipPath textPath startOffset"""
_CAMEL = {name.lower(): name for name in _IN_SVG.split()}
"""Names in SVG that have capitals, by what HTML makes of them."""


def open_document(source: Source) -> Opened:
    """Open an HTML file; raises FormatError where it is no text (UNREADABLE, TOO_LARGE)."""
    return Opened(html_blocks(source, decoded(source.content), shown=False))


def html_blocks(source: Source, text: str, *, shown: bool) -> Iterator[Block]:
    """The blocks of HTML.

    Args:
        shown: True where it stands in Markdown, which stays as it is.
    """
    page = _Page(source, shown)
    page.read(text)
    page.end_part()
    return iter(page.blocks)


class _Page(MarkupReader):
    def __init__(self, source: Source, shown: bool) -> None:
        self.blocks: list[Block] = []
        self._source, self._shown = source, shown
        self._words: list[str] = []
        self._begin = ""
        self._unseen = self._mermaid = 0  # open elements within which nothing is text, or all of it is Mermaid
        self._svg: list[str] = []
        self._open_in_svg: list[str] = []

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        given = {name: value or "" for name, value in attributes}
        if self._open_in_svg or tag == "svg":
            self._draw(tag, given)
        elif self._unseen or self._mermaid:
            self._unseen += bool(self._unseen) and tag in _UNSEEN
            self._mermaid += bool(self._mermaid) and tag not in _VOID
            if self._mermaid and tag == "br":
                self._words.append("<br>")
        elif tag in _UNSEEN:
            self._unseen = 1
        elif _MERMAID & set(given.get("class", "").split()):
            self.end_part()
            self._mermaid = 1
        elif tag == "img":
            self.end_part()
            self.blocks.append(
                linked_block(self._source, given.get("src", ""), given.get("alt", ""), shown=self._shown)
            )
        elif tag in _PARTS:
            self.end_part()
            self._begin = _BEGINS.get(tag, self._begin if tag == "p" else "")
        elif tag in ("br", "td", "th"):
            self._words.append(" ")

    def handle_startendtag(self, tag: str, attributes: Attributes) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open_in_svg:
            self._end_in_svg(tag)
        elif self._mermaid:
            self._mermaid -= 1
            if not self._mermaid:
                words = "".join(self._words)
                if words.strip():  # empty where it is drawn already
                    self.blocks.append(mermaid_block(words, shown=self._shown))
                self._words = []
        elif self._unseen:
            self._unseen -= tag in _UNSEEN
        elif tag in _PARTS:
            self.end_part()

    def handle_data(self, data: str) -> None:
        if self._open_in_svg:
            self._svg.append(escape(data, quote=False))
        elif not self._unseen:
            self._words.append(data)

    def end_part(self) -> None:
        """A paragraph, heading or item ends."""
        words = "".join(self._words)
        if not self._mermaid:
            words = _SPACE.sub(" ", words).strip()
        if words:
            self.blocks.append(Text(self._begin + words))
        self._words = []
        self._begin = ""

    def _draw(self, tag: str, given: dict[str, str]) -> None:
        """An element of a drawing, as XML; the parser has made all names lower case."""
        if not self._open_in_svg:
            self.end_part()
            given = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"} | given
        name = _CAMEL.get(tag, tag)
        said = "".join(f' {_CAMEL.get(key, key)}="{escape(value)}"' for key, value in given.items())
        self._svg.append(f"<{name}{said}>" if tag not in _VOID else f"<{name}{said}/>")
        if tag not in _VOID:
            self._open_in_svg.append(name)

    def _end_in_svg(self, tag: str) -> None:
        name = _CAMEL.get(tag, tag)
        if name not in self._open_in_svg:
            return
        while self._open_in_svg[-1] != name:  # HTML leaves ends out
            self._svg.append(f"</{self._open_in_svg.pop()}>")
        self._svg.append(f"</{self._open_in_svg.pop()}>")
        if not self._open_in_svg:
            drawing = "".join(self._svg).encode("utf-8", "replace")
            self._svg = []
            self.blocks.append(drawn_block(drawing, Place(), "", shown=self._shown))
