"""Notes in an editor's file: what is meant where the drawing cannot show it.

An editor shows a rectangle for a stacked one and knows no confidences. So its file is written twice: once plainly, and
again with a note beside each element whose plain reading differs from what was meant: ``{"shape": ["rect", "docs"]}``.
A note holds as long as the drawing still shows what stands first in it: whoever changes the shape in the editor has the
last word. Places and ends are always those of the drawing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Group, Node
from diagramloop.graph._limits import MAX_CHARACTERS
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph._written import PLACES, Document, Element, Written
from diagramloop.graph.json_form import parse_json

Note = Mapping[str, tuple[Any, Any]]
"""Fields to the value that the drawing shows and the value that is meant, both as in JSON."""

_DRAWN = PLACES | {"source", "target"}
_MEMBERSHIP = frozenset({"group", "parent", "attached"})
_OF_GRAPH = ("direction", "title", "size", "estimated_edge_f1", "estimated_f1")
_NOTE: TypeAdapter[dict[str, tuple[Any, Any]]] = TypeAdapter(dict[str, tuple[Any, Any]])


@dataclass(frozen=True)
class Notes:
    """Notes of a graph and of its elements, which are counted in their order; what has none is left out."""

    graph: Note
    nodes: Mapping[int, Note]
    edges: Mapping[int, Note]
    groups: Mapping[int, Note]


NO_NOTES = Notes({}, {}, {}, {})


def noted(
    graph: FlowGraph,
    ready: FlowGraph,
    draw: Callable[[FlowGraph, Notes], Document],
    read: Callable[[Document], FlowGraph],
) -> Written:
    """``graph`` as ``draw`` draws it, with notes of all that ``read`` would take for something else.

    Args:
        ready: the same, with what the drawing needs besides, its elements in the order in which they are drawn.
    """
    plain = read(draw(ready, NO_NOTES))
    return Written.of(graph, draw(ready, _between(plain, ready)), read)


def _between(seen: FlowGraph, meant: FlowGraph) -> Notes:
    of_graph = {
        name: (a, b) for name in _OF_GRAPH if (a := _json(seen, name)) != (b := _json(meant, name)) and b is not None
    }
    pairs: list[tuple[Sequence[Node | Group], Sequence[Node | Group]]] = [
        (seen.nodes, meant.nodes),
        (seen.groups, meant.groups),
    ]
    same = all(len(a) == len(b) for a, b in pairs)
    names = {a.id: b.id for earlier, other in pairs for a, b in zip(earlier, other, strict=False)} if same else {}
    return Notes(
        of_graph,
        _of_elements(seen.nodes, meant.nodes, names),
        _of_elements(seen.edges, meant.edges, names),
        _of_elements(seen.groups, meant.groups, names),
    )


def _json(part: FlowGraph | Element, name: str) -> Any:
    return part.model_dump(mode="json", include={name})[name]


def _of_elements(seen: Sequence[Element], meant: Sequence[Element], names: Mapping[str, str]) -> dict[int, Note]:
    if len(seen) != len(meant):
        return {}
    notes = (
        (number, _of_element(a, b, names)) for number, (a, b) in enumerate(zip(seen, meant, strict=True)) if a != b
    )
    return {number: note for number, note in notes if note}


def _of_element(seen: Element, meant: Element, names: Mapping[str, str]) -> Note:
    before, after = (element.model_dump(mode="json", exclude=set(_DRAWN)) for element in (seen, meant))
    for name in _MEMBERSHIP & set(before):
        before[name] = names.get(before[name])
    return {
        name: (before[name], value)
        for name, value in after.items()
        if before[name] != value and (value is not None or name in _MEMBERSHIP)
    }


def written_note(note: Note) -> str:
    """A note as the one line of JSON that a file has room for; empty where there is nothing to note."""
    return json.dumps(note, separators=(",", ":")) if note else ""


def read_note(text: str | None) -> Note:
    """The note in one line of JSON.

    Raises:
        FormatError: it is none (SYNTAX, INVALID, TOO_LARGE).
    """
    if not text:
        return {}
    return checked_note(parse_json(text[: MAX_CHARACTERS + 1]))


def checked_note(value: Any) -> Note:
    """``value``, which a file holds as JSON, if it is a note; raises as :func:`read_note`."""
    try:
        return _NOTE.validate_python(value)
    except ValidationError as error:
        raise FormatError("a note that is none", reason=RejectionReason.INVALID) from error


def meant_graph(seen: FlowGraph, notes: Notes) -> FlowGraph:
    """Return what is meant by what a drawing shows.

    Raises:
        FormatError: a note makes no sense (INVALID).
    """
    if notes == NO_NOTES:
        return seen
    try:
        return _meant_graph(seen, notes, frozenset())
    except FormatError:  # frames were moved into one another since
        return _meant_graph(seen, notes, _MEMBERSHIP)


def _meant_graph(seen: FlowGraph, notes: Notes, passed_over: frozenset[str]) -> FlowGraph:
    rows = _with_notes(seen.nodes, notes.nodes)
    frames = _with_notes(seen.groups, notes.groups)
    names = {row["id"]: _applied(row, note)["id"] for row, note in (*rows, *frames)}
    for row, _ in (*rows, *frames):
        row.update({field: names.get(row[field]) for field in _MEMBERSHIP & set(row)})
    edges = [_applied(row, note) for row, note in _with_notes(seen.edges, notes.edges)]
    of_graph = _applied({name: _json(seen, name) for name in _OF_GRAPH}, notes.graph)
    for edge in edges:
        edge.update({end: names[edge[end]] for end in ("source", "target")})
    return valid_graph(
        nodes=[_applied(row, note, passed_over) for row, note in rows],
        edges=edges,
        groups=[_applied(row, note, passed_over) for row, note in frames],
        **of_graph,
    )


def _with_notes(elements: Sequence[Element], notes: Mapping[int, Note]) -> list[tuple[dict[str, Any], Note]]:
    return [(element.model_dump(), notes.get(number, {})) for number, element in enumerate(elements)]


def _applied(row: dict[str, Any], note: Note, passed_over: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The fields of an element or a graph, with those of the note that still hold."""
    return row | {
        name: meant
        for name, (shown, meant) in note.items()
        if name in row and name not in _DRAWN | passed_over and _same(row[name], shown)
    }


def _same(value: Any, shown: Any) -> bool:
    return bool((list(value) if isinstance(value, tuple) else value) == shown)
