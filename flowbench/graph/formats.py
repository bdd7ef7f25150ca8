"""The formats by name; a new one is a file of its own and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph._model import FlowGraph
from flowbench.graph._written import Written
from flowbench.graph.json_form import read_json, write_json
from flowbench.graph.mermaid import read_mermaid, write_mermaid


@dataclass(frozen=True)
class Format:
    """One format: how it is read and written, and the suffixes of its files."""

    read: Callable[[str], FlowGraph]
    write: Callable[[FlowGraph], Written]
    suffixes: tuple[str, ...]


FORMATS: dict[str, Format] = {
    "mermaid": Format(read_mermaid, write_mermaid, (".mmd", ".mermaid")),
    "json": Format(read_json, write_json, (".json",)),
}


def read(text: str, format: str) -> FlowGraph:
    """The graph that ``text`` holds in the named format; raises FormatError or GraphError."""
    return _named(format).read(text)


def write(graph: FlowGraph, format: str) -> Written:
    """``graph`` in the named format, and what that format dropped."""
    return _named(format).write(graph)


def format_of(path: str | Path) -> str | None:
    """Name of the format that a file's suffix says, or None."""
    suffix = Path(path).suffix.lower()
    return next((name for name, known in FORMATS.items() if suffix in known.suffixes), None)


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"no format is named {name!r}", reason=RejectionReason.UNSUPPORTED)
    return FORMATS[name]
