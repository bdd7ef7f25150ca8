"""The formats a graph can be read from and written to: the library's own, one line each, and how others join them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from diagramloop.by_name import NoSuchSystemError, meant
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph._format import Format
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import PLACES, Written, differences, losses
from diagramloop.graph.account import Read
from diagramloop.graph.bpmn import bpmn_census, bpmn_charts, read_bpmn, write_bpmn
from diagramloop.graph.description import read_description, write_description
from diagramloop.graph.dot import (
    dot_census,
    dot_charts,
    read_dot,
    read_graphviz_json,
    write_dot,
    write_graphviz_json,
)
from diagramloop.graph.flodial_json import read_flodial, write_flodial
from diagramloop.graph.json_form import read_json, write_json
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.graph.paged_json import read_paged_text, write_paged
from diagramloop.graph.plantuml import plantuml_census, plantuml_charts, read_plantuml, write_plantuml
from diagramloop.graph.sciflow import read_sciflow, write_sciflow
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.plugins import Kind

__all__ = [
    "FORMATS",
    "PLACES",
    "Format",
    "Written",
    "differences",
    "format_named",
    "format_of",
    "losses",
    "read",
    "read_all",
    "suffix_of",
    "suffixes",
    "usable",
    "write",
    "written_named",
    "written_names",
]


_TEXT, _JSON = "text/plain", "application/json"
MERMAID = Format("mermaid", (".mmd", ".mermaid"), read_mermaid, write_mermaid, False, "text/vnd.mermaid", "Mermaid")
DOT = Format(
    "dot",
    (".dot", ".gv"),
    read_dot,
    write_dot,
    False,
    "text/vnd.graphviz",
    "Graphviz DOT",
    charts=dot_charts,
    census=dot_census,
)
JSON = Format("json", (".json",), read_json, write_json, False, _JSON, "diagramloop's JSON")
DOT_JSON = Format(
    "dot_json", (".gv.json",), read_graphviz_json, write_graphviz_json, False, _JSON, "Graphviz's JSON (`dot -Tjson0`)"
)
SCIFLOW = Format("sciflow", (".sciflow.json",), read_sciflow, write_sciflow, False, _JSON, "SciFlow-Bench's JSON")
FLODIAL = Format("flodial", (".flodial.json",), read_flodial, write_flodial, True, _JSON, "FloDial's JSON")
PLANTUML = Format(
    "plantuml",
    (".puml", ".plantuml"),
    read_plantuml,
    write_plantuml,
    True,
    _TEXT,
    "PlantUML activity",
    charts=plantuml_charts,
    census=plantuml_census,
)
TRIPLES = Format("triples", (".triples",), read_triples, write_triples, True, _TEXT, "procedural triples")
BPMN = Format(
    "bpmn",
    (".bpmn",),
    read_bpmn,
    write_bpmn,
    media_type="application/xml",
    title="BPMN 2.0",
    placed=True,
    charts=bpmn_charts,
    census=bpmn_census,
)
DESCRIPTION = Format(
    "description", (".description.md",), read_description, write_description, True, "text/markdown", "words"
)
PAGED = Format("paged", (".paged.json",), read_paged_text, write_paged, True, _JSON, "PAGED's JSON")

FORMATS: Kind[Format] = Kind("diagramloop.format", Format)
"""All formats, those of installed packages among them."""
ONLY_READ = frozenset({"visio"})
"""The library's own without a writer, by name: so that a list of the others need import none of them."""


def read(document: str | bytes, format: str) -> FlowGraph:
    """The graph in ``document``, which is in the named format: text, or the bytes of a file.

    Raises:
        FormatError: the document is broken, or the format is unknown (UNSUPPORTED).

    Example:
        >>> from diagramloop.graph.formats import read
        >>> [edge.target for edge in read('digraph { a -> b; a -> c }', 'dot').edges]
        ['b', 'c']
    """
    chosen, document = _chosen(document, format)
    return chosen.read_bytes(document) if isinstance(document, bytes) else chosen.read(document)


def read_all(document: str | bytes, format: str) -> Read:
    """All charts in ``document``, with what none of them has; raises as :func:`read`."""
    chosen, document = _chosen(document, format)
    return chosen.read_all(document)


def _chosen(document: str | bytes, format: str) -> tuple[Format, str | bytes]:
    chosen = format_named(format)
    if chosen.binary and isinstance(document, str):
        return chosen, document.encode("utf-8", "surrogatepass")
    return chosen, document


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
    writer = written_named(format).write
    assert writer is not None
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
    suffix = suffix_of(path)
    for file_format in usable():
        if suffix in file_format.suffixes:
            return file_format.name
    message = f"no format has the suffix {suffix!r}{meant(suffix, suffixes())}"
    raise FormatError(message, reason=RejectionReason.UNSUPPORTED)


def suffix_of(path: str | Path) -> str:
    """The suffix by which a file name tells its format: the longest that some format has, else the last one.

    Example:
        >>> from diagramloop.graph.formats import suffix_of
        >>> suffix_of('chart.v2.sciflow.json'), suffix_of('chart.v2.json'), suffix_of('notes.TXT')
        ('.sciflow.json', '.json', '.txt')
    """
    name = Path(path).name.lower()
    known = [suffix for suffix in suffixes() if name.endswith(suffix) and len(name) > len(suffix)]
    return max(known, key=len, default=Path(name).suffix)


def suffixes() -> frozenset[str]:
    """The suffixes of all formats."""
    return frozenset(suffix for file_format in usable() for suffix in file_format.suffixes)


def format_named(name: str) -> Format:
    """The format called ``name``, or of whose files it is a suffix.

    Raises:
        FormatError: there is none (UNSUPPORTED).
        DiagramloopError: two packages claim the name, or what one offers is no format of that name.

    Example:
        >>> from diagramloop.graph.formats import format_named
        >>> format_named('mermaid').name, format_named('mmd').name, format_named('.gv.json').name
        ('mermaid', 'mermaid', 'dot_json')
    """
    try:
        file_format = FORMATS.object(name)
    except NoSuchSystemError as error:
        return _of_suffix(name, error)
    if file_format.name != name:
        raise DiagramloopError(f"the format that is offered as {name!r} calls itself {file_format.name!r}")
    return file_format


def _of_suffix(name: str, refusal: NoSuchSystemError) -> Format:
    """The format whose files end on ``name``; where there is none, ``refusal`` with a suffix that was perhaps meant."""
    suffix = f".{name.lstrip('.')}".lower()
    if suffix in suffixes():
        return format_named(format_of(f"file{suffix}"))
    near = "" if meant(name, FORMATS) else meant(suffix, suffixes())
    raise FormatError(f"{refusal}{near}", reason=RejectionReason.UNSUPPORTED) from refusal


def written_named(name: str) -> Format:
    """The format called ``name``, which can be written; raises as :func:`format_named`, UNSUPPORTED of one only read.

    Example:
        >>> from diagramloop.graph.formats import written_named
        >>> written_named('pptx').title
        'PowerPoint'
    """
    file_format = format_named(name)
    if file_format.write is None:
        message = f"the format {file_format.name!r} is only read; written are {', '.join(written_names())}"
        raise FormatError(message, reason=RejectionReason.UNSUPPORTED)
    return file_format


def written_names() -> list[str]:
    """Names of the formats that can be written; those of other packages are taken to be."""
    return [name for name in FORMATS if name not in ONLY_READ]


def usable() -> Iterator[Format]:
    """Formats that can be had; one that is broken is told of by who asks for it."""
    return (
        file_format
        for offer, file_format in FORMATS.objects()
        if isinstance(file_format, Format) and file_format.name == offer.name
    )
