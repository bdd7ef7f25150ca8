"""HTML as its parts, in time that grows with its length, whatever the version of Python.

The standard library's parser looks for the end of every ``<!--`` and every tag in all that follows, in releases before
2025, and calls the same document by other parts in each. This one reads as the HTML standard says, but for two things:
what opens a tag that never ends stays as text, and CDATA is passed over.
"""

from __future__ import annotations

import re

from diagramloop.base.text.encoded import unescaped

_TAG_NAME = re.compile(r"[a-zA-Z][^\s/>]*+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?P<name>=?[^\s/>=]++)"""
    r"""(?P<given>\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]*+)))?+"""
)
_END_OF_TAG = re.compile(r"[\s/]*+>")
_END_OF_COMMENT = re.compile(r"--!?>")
_ENDS_OF_RAW_TEXT = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style")}
Attributes = list[tuple[str, str | None]]
"""Names in lower case, with their values; None where there is no equals sign."""


def without_comments(text: str) -> str:
    """``text`` without what stands between ``<!--`` and ``-->``; a comment that does not end stays."""
    kept = []
    position = 0
    while (begin := text.find("<!--", position)) >= 0 and (end := text.find("-->", begin + len("<!--"))) >= 0:
        kept.append(text[position:begin])
        position = end + len("-->")
    return "".join([*kept, text[position:]])


class MarkupReader:
    """Calls a method for each part of a document, in order; those that a subclass does not have do nothing."""

    def read(self, text: str) -> None:
        """Read a whole document."""
        position = 0
        while position < len(text):
            opening = text.find("<", position)
            if opening < 0:
                opening = len(text)
            if opening > position:
                self.handle_data(unescaped(text[position:opening]))
            position = self._read_markup(text, opening) if opening < len(text) else opening

    def handle_starttag(self, tag: str, attributes: Attributes) -> None:
        """An element opens; ``tag`` is in lower case."""

    def handle_startendtag(self, tag: str, attributes: Attributes) -> None:
        """An element opens and ends, as XML writes it."""
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends; ``tag`` is in lower case."""

    def handle_data(self, data: str) -> None:
        """Text, its character references as characters; one text may come in several pieces."""

    def _read_markup(self, text: str, opening: int) -> int:
        """Read what begins with the ``<`` at ``opening``; returns where it ends."""
        following = text[opening + 1 : opening + 2]
        if text.startswith("<!--", opening):
            return _end_of_comment(text, opening)
        if text.startswith("<![CDATA[", opening):
            return _behind("]]>", text, opening)
        if following in ("!", "?"):
            return _behind(">", text, opening)
        if following == "/":
            return self._read_end_tag(text, opening)
        if _TAG_NAME.match(text, opening + 1):
            return self._read_start_tag(text, opening)
        self.handle_data("<")
        return opening + 1

    def _read_end_tag(self, text: str, opening: int) -> int:
        name = _TAG_NAME.match(text, opening + 2)
        if name:
            self.handle_endtag(name[0].lower())
        return _behind(">", text, opening)

    def _read_start_tag(self, text: str, opening: int) -> int:
        name = _TAG_NAME.match(text, opening + 1)
        assert name is not None
        attributes: Attributes = []
        position = name.end()
        while attribute := _ATTRIBUTE.match(text, position):
            attributes.append((attribute["name"].lower(), _value(attribute)))
            position = attribute.end()
        end = _END_OF_TAG.match(text, position)
        if end is None:  # the document is over
            self.handle_data(unescaped(text[opening:]))
            return len(text)
        tag = name[0].lower()
        if end[0].endswith("/>"):
            self.handle_startendtag(tag, attributes)
            return end.end()
        self.handle_starttag(tag, attributes)
        return self._read_raw_text(text, tag, end.end()) if tag in _ENDS_OF_RAW_TEXT else end.end()

    def _read_raw_text(self, text: str, tag: str, begin: int) -> int:
        end = _ENDS_OF_RAW_TEXT[tag].search(text, begin)
        stop = end.start() if end else len(text)
        if stop > begin:
            self.handle_data(text[begin:stop])
        return stop


def _value(attribute: re.Match[str]) -> str | None:
    if attribute["given"] is None:
        return None
    for quoting in ("double", "single", "bare"):
        if attribute[quoting] is not None:
            return unescaped(attribute[quoting])
    return ""


def _end_of_comment(text: str, opening: int) -> int:
    begin = opening + len("<!--")
    for empty in (">", "->"):
        if text.startswith(empty, begin):
            return begin + len(empty)
    end = _END_OF_COMMENT.search(text, begin)
    return end.end() if end else len(text)


def _behind(mark: str, text: str, begin: int) -> int:
    """The place where the next ``mark`` ends; the end of ``text`` where there is none."""
    place = text.find(mark, begin)
    return place + len(mark) if place >= 0 else len(text)
