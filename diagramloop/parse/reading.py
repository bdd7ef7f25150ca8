"""The protocol of a parser, parsers by name, and the one place that calls a parser, whoever's it is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from diagramloop.by_name import check_options, returned
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.plugins import Kind

PICTURE, SVG = "picture", "svg"
"""What a parser gets the bytes of: a PNG, or the drawing as vectors."""


@runtime_checkable
class Parser(Protocol):
    """A system under test: a drawing in, a graph out. What reads vectors has ``reads = "svg"``."""

    def parse(self, drawing: bytes, /) -> Any:
        """The graph that a drawing shows, or what has it as ``graph`` (and Mermaid, if any, as ``mermaid``).

        Raises:
            DiagramloopError: there is none to be had; its reason says why.
        """
        ...


PARSERS: Kind[Parser] = Kind("diagramloop.parser", Parser)


@dataclass(frozen=True)
class FunctionParser:
    """A function from the bytes of a drawing to a graph, with its options.

    Raises:
        TypeError: it takes other options.
    """

    function: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_options(self.function, self.options, b"")

    @property
    def reads(self) -> str:
        """See :class:`Parser`."""
        return reads(self.function)

    def parse(self, drawing: bytes) -> Any:
        """See :class:`Parser`."""
        return self.function(drawing, **self.options)


def parser(name: str, /, **options: Any) -> Parser:
    """The parser called ``name``: a class is made with ``options``, a function gets them with every drawing.

    Raises:
        DiagramloopError: as :meth:`diagramloop.plugins.Kind.made`.
    """
    make = PARSERS.maker(name)
    if inspect.isclass(make):
        return PARSERS.made(name, **options)
    try:
        return FunctionParser(make, options)
    except TypeError as error:
        raise DiagramloopError(f"the parser {name!r} cannot be made: {error}") from error


def reads(parser: object) -> str:
    """Return the form that a parser, or its maker, says it reads: :data:`PICTURE` if nothing."""
    said = getattr(parser, "reads", PICTURE)
    return said if isinstance(said, str) else PICTURE


def graph_read(parser: Parser, drawing: bytes, by: str) -> tuple[FlowGraph, str]:
    """The graph that a parser reads and, from parsers that write it, the Mermaid.

    Args:
        by: its name.

    Raises:
        DiagramloopError: as the parser.
        TypeError: it returned no graph.
    """
    made = parser.parse(drawing)
    return returned(getattr(made, "graph", made), FlowGraph, by), str(getattr(made, "mermaid", ""))
