"""Labels in HTML, as editors keep them, as plain text."""

from __future__ import annotations

import re

from diagramloop.base.text.markup import MarkupReader

_BREAKS = frozenset({"br", "div", "p", "li", "tr", "h1", "h2", "h3"})
_UNSEEN = frozenset({"script", "style", "title"})
_BLANKS = re.compile(r"[ \t\xa0]+")


def plain_text(html: str) -> str:
    """The text that a label of HTML shows, its lines apart; nothing is opened or run."""
    reader = _TextReader()
    reader.read(html)
    lines = "".join(reader.parts).split("\n")
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in lines).strip()


class _TextReader(MarkupReader):
    def __init__(self) -> None:
        self.parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self._unseen += tag in _UNSEEN
        if tag in _BREAKS and (tag == "br" or (self.parts and self.parts[-1] != "\n")):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data.replace("\n", " "))
