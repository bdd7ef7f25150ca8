"""The protocol of a parser, parsers by name, and the one place that calls a parser, whoever's it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, runtime_checkable

from diagramloop.by_name import returned
from diagramloop.errors import DiagramloopError
from diagramloop.function_system import FunctionSystem
from diagramloop.graph import FlowGraph
from diagramloop.models.predictions import graph_predicted
from diagramloop.plugins import Kind

PICTURE, SVG = "picture", "svg"
"""What a parser gets the bytes of: a PNG, or the drawing as vectors."""
CHECKED = "hmas_checked"
"""The parser that is asked where none is named: it tells how sure it is, and looks again where it is not."""


@runtime_checkable
class Parser(Protocol):
    """A system under test: a drawing in, a graph out. What reads vectors has ``reads = "svg"``."""

    def parse(self, drawing: bytes, /) -> Any:
        """The graph that a drawing shows, or what has it as ``graph`` (and Mermaid, if any, as ``mermaid``).

        Raises:
            DiagramloopError: there is none to be had; its reason says why.
        """
        ...


@dataclass
class FunctionParser(FunctionSystem):
    """A function from the bytes of a drawing to a graph, or to a text with one in any notation."""

    @property
    def reads(self) -> str:
        """See :class:`Parser`."""
        return reads(self.function)

    def parse(self, drawing: bytes) -> Any:
        """See :class:`Parser`."""
        result = self.asked(drawing)
        return graph_predicted(result).value if isinstance(result, str) else result


PARSERS: Kind[Parser] = Kind("diagramloop.parser", Parser, FunctionParser)
parser = PARSERS.made


def reads(parser: object) -> str:
    """Return the form that a parser, or its maker, says it reads: :data:`PICTURE` if nothing."""
    form = getattr(parser, "reads", PICTURE)
    return form if isinstance(form, str) else PICTURE


@cache
def picture_parser(name: str, recogniser: str = "") -> Parser:
    """The parser ``name``, made once for all pictures.

    Args:
        recogniser: that is to read its lines of text, by its name or as the path of an ONNX file; its own if empty.

    Raises:
        DiagramloopError: there is no such parser or recogniser, it takes none, or it reads no pictures.
    """
    chosen = parser(name, recogniser=recogniser) if recogniser else parser(name)
    if reads(chosen) != PICTURE:
        raise DiagramloopError(f"the parser {name!r} reads no pictures")
    return chosen


def graph_read(parser: Parser, drawing: bytes, by: str) -> tuple[FlowGraph, str]:
    """The graph that a parser reads and, from parsers that write it, the Mermaid.

    Args:
        by: its name.

    Raises:
        DiagramloopError: as the parser.
        TypeError: it returned no graph.
    """
    reading = parser.parse(drawing)
    return graph_of(reading, by), str(getattr(reading, "mermaid", ""))


def graph_of(reading: object, by: str) -> FlowGraph:
    """The graph of what the parser called ``by`` returned.

    Raises:
        TypeError: it returned no graph.
    """
    return returned(getattr(reading, "graph", reading), FlowGraph, by)
