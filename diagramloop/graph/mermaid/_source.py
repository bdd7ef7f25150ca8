"""The statements of a Mermaid document, freed of what Mermaid strips before it reads them."""

from __future__ import annotations

import re
from bisect import bisect_right

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import check_document, place
from diagramloop.graph.mermaid._yaml import read_yaml

_FRONT_MATTER = re.compile(r"\s*---[ \t]*\n(?P<yaml>(?:(?!---[ \t]*(?:\n|\Z)).*\n)*)---[ \t]*(?:\n|\Z)")
_INERT = re.compile(
    r"%%\{(?P<directive>(?:(?!\}%%).)*)(?P<end>\}%%)?|^[^\S\n]*%%(?!\{)[^\n]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_TAG = re.compile(r"<\w[^<>]*+>")


class MermaidSource:
    """A document without front matter, directives and comments.

    Positions count in :attr:`text`; :meth:`error` turns them back into the author's lines and columns.

    Attributes:
        text: the statements.
        title: the front matter's title, or empty.

    Raises:
        FormatError: see :func:`diagramloop.graph._limits.check_document`; broken front matter; a
            directive that is not closed.
    """

    def __init__(self, document: str) -> None:
        check_document(document)
        self._document = document.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        front = _FRONT_MATTER.match(self._document)
        self._starts: list[int] = []
        self._origins: list[int] = []
        self.title = self._title_of(front) if front else ""
        kept = "".join(self._pieces(front.end() if front else 0))
        # As Mermaid does: a tag's attributes must not end the quoted text around them.
        self.text = _TAG.sub(lambda tag: tag[0].replace('"', "'") if '="' in tag[0] else tag[0], kept)

    def error(self, position: int, message: str, reason: RejectionReason | None = None) -> FormatError:
        """A FormatError that points at ``position`` of :attr:`text`."""
        piece = max(bisect_right(self._starts, position) - 1, 0)
        line, column = place(self._document, self._origins[piece] + position - self._starts[piece])
        return FormatError(message, line=line, column=column, reason=reason)

    def _pieces(self, begin: int) -> list[str]:
        pieces, length = [], 0
        for match in [*_INERT.finditer(self._document, begin), None]:
            end = match.start() if match else len(self._document)
            self._starts.append(length)
            self._origins.append(begin)
            pieces.append(self._document[begin:end])
            length += end - begin
            if match:
                if match["directive"] is not None and not match["end"]:
                    raise self.error(length, "this directive is not closed by }%%")
                begin = match.end()
        return pieces

    def _title_of(self, front: re.Match[str]) -> str:
        line, _ = place(self._document, front.start("yaml"))
        fields = read_yaml(front["yaml"], line, 1)
        title = fields.get("title", "")
        return title if isinstance(title, str) else ""
