"""Mermaid's state diagrams (https://mermaid.js.org/syntax/stateDiagram.html) to FlowGraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from diagramloop.graph._model import FlowGraph
from diagramloop.graph._states import Dialect, read_states
from diagramloop.graph.mermaid._source import MermaidSource
from diagramloop.graph.mermaid._text import decode

_HEADER = re.compile(r"\s*+stateDiagram(?:-v2)?+[^\S\n]*+(?:\n|\Z)", re.IGNORECASE)
_LOOK = re.compile(r"(?:classDef|class|style|click|accTitle|hide|scale)\b|accDescr\s*+:")
_DESCRIPTION = re.compile(r"accDescr\s*+\{")


def is_state_diagram(source: MermaidSource) -> bool:
    """True if a document says that it is one."""
    return _HEADER.match(source.text) is not None


def read_state_diagram(source: MermaidSource) -> FlowGraph:
    """The graph of a state diagram.

    Raises:
        FormatError: as :func:`diagramloop.graph._states.read_states`.
    """
    dialect = Dialect(decode, partial(source.error, reason=None), claimed=True)
    graph, _ = read_states(_rows(source.text), dialect, source.title)
    return graph


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """Lines that say something of states, each with its position."""
    header = _HEADER.match(text)
    position = header.end() if header else 0
    described = False
    for line in text[position:].split("\n"):
        row = line.strip()
        described = described or _DESCRIPTION.match(row) is not None
        if not described and not _LOOK.match(row):
            yield position + len(line) - len(line.lstrip()), row
        described = described and "}" not in row
        position += len(line) + 1
