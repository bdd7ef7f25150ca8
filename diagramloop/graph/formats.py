"""The formats a graph can be read from and written to: one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from diagramloop.errors import FormatError, RejectionReason
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

__all__ = ["FORMATS", "Format", "Written", "differences", "format_of", "read", "write"]


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


FORMATS = {
    one.name: one
    for one in (
        Format("mermaid", (".mmd", ".mermaid"), read_mermaid, write_mermaid),
        Format("dot", (".dot", ".gv"), read_dot, write_dot),
        Format("json", (".json",), read_json, write_json),
        Format("sciflow", (), read_sciflow, write_sciflow),
        Format("flodial", (), read_flodial, write_flodial, partial=True),
        Format("plantuml", (".puml", ".plantuml"), read_plantuml, write_plantuml, partial=True),
        Format("triples", (".triples",), read_triples, write_triples, partial=True),
        Format("bpmn", (".bpmn",), read_bpmn, None, partial=True),
        Format("paged", (), read_paged_text, write_paged, partial=True),
    )
}


def read(text: str, format: str) -> FlowGraph:
    """The graph in ``text``, a document of the named format.

    Raises:
        FormatError: the document is broken, or the format is unknown (UNSUPPORTED).

    Example:
        >>> from diagramloop.graph.formats import read
        >>> [edge.target for edge in read('digraph { a -> b; a -> c }', 'dot').edges]
        ['b', 'c']
    """
    return _format(format).read(text)


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
    writer = _format(format).write
    if writer is None:
        raise FormatError(f"the format {format!r} cannot be written", reason=RejectionReason.UNSUPPORTED)
    return writer(graph)


def format_of(path: str | Path) -> str:
    """The format that a file name's suffix stands for.

    Raises:
        FormatError: UNSUPPORTED, no format has this suffix.

    Example:
        >>> from diagramloop.graph.formats import format_of
        >>> format_of('chart.mmd')
        'mermaid'
    """
    suffix = Path(path).suffix.lower()
    for one in FORMATS.values():
        if suffix in one.suffixes:
            return one.name
    raise FormatError(f"no format has the suffix {suffix!r}", reason=RejectionReason.UNSUPPORTED)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"unknown format {name!r}; known: {', '.join(FORMATS)}", reason=RejectionReason.UNSUPPORTED)
    return FORMATS[name]
