"""The formats a graph can be read from and written to: the library's own, one line each, and how others join them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from diagramloop.by_name import NoSuchSystemError
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written, differences
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.graph.dot import read_dot, write_dot
from diagramloop.graph.flodial_json import read_flodial, write_flodial
from diagramloop.graph.json_form import read_json, write_json
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.graph.paged_json import read_paged_text, write_paged
from diagramloop.graph.plantuml import read_plantuml, write_plantuml
from diagramloop.graph.sciflow import read_sciflow, write_sciflow
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.plugins import Kind

__all__ = [
    "FORMATS",
    "Format",
    "Written",
    "differences",
    "format_named",
    "format_of",
    "read",
    "suffixes",
    "write",
]


@dataclass(frozen=True)
class Format:
    """A named notation; ``write`` is None for those that are only read.

    ``partial`` ones are made for some graphs only: of others even nodes or edges may be left out, as
    :attr:`Written.dropped` then says, or they are refused.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str], FlowGraph]
    write: Callable[[FlowGraph], Written] | None
    partial: bool = False

    @property
    def result_suffix(self) -> str:
        """Of files that are written; a format without a suffix of its own is JSON of another form."""
        return self.suffixes[0] if self.suffixes else f".{self.name}.json"


MERMAID = Format("mermaid", (".mmd", ".mermaid"), read_mermaid, write_mermaid)
DOT = Format("dot", (".dot", ".gv"), read_dot, write_dot)
JSON = Format("json", (".json",), read_json, write_json)
SCIFLOW = Format("sciflow", (), read_sciflow, write_sciflow)
FLODIAL = Format("flodial", (), read_flodial, write_flodial, partial=True)
PLANTUML = Format("plantuml", (".puml", ".plantuml"), read_plantuml, write_plantuml, partial=True)
TRIPLES = Format("triples", (".triples",), read_triples, write_triples, partial=True)
BPMN = Format("bpmn", (".bpmn",), read_bpmn, None, partial=True)
PAGED = Format("paged", (), read_paged_text, write_paged, partial=True)

FORMATS: Kind[Format] = Kind("diagramloop.format", Format)
"""All formats, those of installed packages among them."""


def read(text: str, format: str) -> FlowGraph:
    """The graph in ``text``, a document of the named format.

    Raises:
        FormatError: the document is broken, or the format is unknown (UNSUPPORTED).

    Example:
        >>> from diagramloop.graph.formats import read
        >>> [edge.target for edge in read('digraph { a -> b; a -> c }', 'dot').edges]
        ['b', 'c']
    """
    return format_named(format).read(text)


def write(graph: FlowGraph, format: str) -> Written:
    """``graph`` as a document of the named format, with the names of what it could not carry.

    Raises:
        FormatError: the format is unknown or read-only (UNSUPPORTED), or the graph beyond its caps.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.graph.formats import write
        >>> print(write(tea, 'mermaid').text)
        flowchart TB
            a["Start"]
            b{"Ready?"}
            c["Go"]
            a --> b
            b -->|"yes"| c
            b -->|"no"| a
        <BLANKLINE>
    """
    writer = format_named(format).write
    if writer is None:
        raise FormatError(f"the format {format!r} cannot be written", reason=RejectionReason.UNSUPPORTED)
    return writer(graph)


def format_of(path: str | Path) -> str:
    """The format that a file name's suffix stands for; of several the library's own, then the first by its package.

    Raises:
        FormatError: UNSUPPORTED, no format has this suffix.

    Example:
        >>> from diagramloop.graph.formats import format_of
        >>> format_of('chart.mmd')
        'mermaid'
    """
    suffix = Path(path).suffix.lower()
    for one in _usable():
        if suffix in one.suffixes:
            return one.name
    raise FormatError(f"no format has the suffix {suffix!r}", reason=RejectionReason.UNSUPPORTED)


def suffixes() -> frozenset[str]:
    """The suffixes of all formats."""
    return frozenset(suffix for one in _usable() for suffix in one.suffixes)


def format_named(name: str) -> Format:
    """The format called ``name``.

    Raises:
        FormatError: there is none (UNSUPPORTED).
        DiagramloopError: two packages claim the name, or what one offers is no format of that name.
    """
    try:
        found = FORMATS.object(name)
    except NoSuchSystemError as error:
        raise FormatError(str(error), reason=RejectionReason.UNSUPPORTED) from error
    if found.name != name:
        raise DiagramloopError(f"the format that is offered as {name!r} calls itself {found.name!r}")
    return found


def _usable() -> Iterator[Format]:
    """All formats that can be had; one that is broken is told of by who asks for it."""
    return (found for offer, found in FORMATS.objects() if isinstance(found, Format) and found.name == offer.name)
