"""A graph written in a format, and the parts that the format could not carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Any, TypeVar

from diagramloop.graph._elements import Edge, Group, Node, Point
from diagramloop.graph._model import FlowGraph

Element = Node | Edge | Group
Document = TypeVar("Document", str, bytes)

PLACES = frozenset({"box", "polygon", "path", "label_box"})
_DOUBTS = {"confidence", "text_confidence", "label_confidence", "estimated_edge_f1", "estimated_f1", "span"}
OPTIONAL = PLACES | _DOUBTS | {"fill", "stroke", "size"}
"""Fields of which None says that nobody knows: what an editor's file must have of them is no loss."""
_COURSE = frozenset({"edges.source", "edges.target", "edges.tail", "edges.head"})
SAME_PLACE_PX = 0.01
"""Places nearer than this are the same; some formats count in whole units of a fraction of a pixel."""
SAME_LINE_PX = 1.5
"""Routes nearer than this are the same; an editor has a handle for each turn, so those that hardly are any go."""


@dataclass(frozen=True)
class Written:
    """A document and its losses.

    Attributes:
        document: text, or the bytes of a binary format.
        dropped: names of the fields that a reader of ``document`` gets back changed, such as ``nodes.box``
            or ``direction``; empty when nothing is lost.
    """

    document: str | bytes
    dropped: tuple[str, ...]

    @classmethod
    def of(cls, graph: FlowGraph, document: Document, read: Callable[[Document], FlowGraph]) -> Written:
        """The losses found by reading ``document`` back, so that no format can forget to own up to one."""
        return cls(document, losses(graph, read(document)))

    @property
    def text(self) -> str:
        """The document of a format that is text."""
        if isinstance(self.document, bytes):
            raise TypeError("a binary document is no text: take its content")
        return self.document

    @property
    def content(self) -> bytes:
        """The bytes of the file; text is UTF-8."""
        return self.document if isinstance(self.document, bytes) else self.document.encode()


def differences(graph: FlowGraph, other: FlowGraph) -> tuple[str, ...]:
    """Names of the fields in which two graphs differ, in the order of the model's fields.

    Nodes and groups are compared by id, edges by position; ``nodes.order`` says that only their order
    changed, plain ``nodes`` that their number did.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.graph.formats import differences
        >>> differences(tea, tea)
        ()
    """
    return tuple(_compared(graph, other, lambda _name, before, after: bool(before != after)))


def losses(before: FlowGraph, after: FlowGraph) -> tuple[str, ...]:
    """Names of the fields of ``before`` that ``after`` has lost or changed.

    Unlike :func:`differences` it lets pass what was not there before: an editor's file gives every node a place. Places
    may move by a hundredth of a pixel, routes by hardly more than one. An edge may be turned round with its heads, and
    ends at what it ended at under whatever id.
    """
    lost = tuple(_compared(before, after, _is_lost))
    if _COURSE.isdisjoint(lost) or _courses(before) != _courses(after):
        return lost
    return tuple(field for field in lost if field not in _COURSE)


def _courses(graph: FlowGraph) -> list[tuple[int, int, str, str]]:
    """Of each edge the numbers of its ends and how it ends there, that with a head last where only one has it."""
    number = {end.id: place for place, end in enumerate(graph.ends)}
    courses: list[tuple[int, int, str, str]] = []
    for edge in graph.edges:
        onward = edge.forward
        courses.append((number[onward.source], number[onward.target], onward.tail, onward.head))
    return courses


def _is_lost(name: str, before: Any, after: Any) -> bool:
    if before == after or (before is None and name in OPTIONAL):
        return False
    if name == "span":  # of another document: no diagram has it
        return False
    if name == "path":
        return not _same_line(before, after)
    return not (name in PLACES and _same_place(before, after))


def _same_line(before: Sequence[Point], after: Sequence[Point] | None) -> bool:
    """True of two lines of which no part is further from the other than the tolerance, however many turns they have."""
    if after is None or min(len(before), len(after)) < 2:
        return False
    from shapely import LineString

    return bool(LineString(before).hausdorff_distance(LineString(after)) <= SAME_LINE_PX)


def _same_place(before: Any, after: Any) -> bool:
    """True of two boxes, or of two lines, of the same points within the tolerance."""
    if after is None or len(before) != len(after):
        return False
    pairs = zip(before, after, strict=True)
    return all(
        dist(a if isinstance(a, tuple) else (a,), b if isinstance(b, tuple) else (b,)) <= SAME_PLACE_PX
        for a, b in pairs
    )


def _compared(graph: FlowGraph, other: FlowGraph, differs: Callable[[str, Any, Any], bool]) -> Iterator[str]:
    for name in FlowGraph.model_fields:
        before, after = getattr(graph, name), getattr(other, name)
        if name in {"nodes", "edges", "groups"}:
            yield from _element_differences(name, before, after, differs)
        elif differs(name, before, after):
            yield name


def _element_differences(
    name: str, before: Sequence[Element], after: Sequence[Element], differs: Callable[[str, Any, Any], bool]
) -> Iterator[str]:
    if len(before) != len(after):
        yield name
        return
    if name != "edges" and {e.id for e in before} == {e.id for e in after}:
        if [e.id for e in before] != [e.id for e in after]:
            yield f"{name}.order"
        before, after = _by_id(before), _by_id(after)
    for field in type(before[0]).model_fields if before else ():
        if any(differs(field, getattr(a, field), getattr(b, field)) for a, b in zip(before, after, strict=True)):
            yield f"{name}.{field}"


def _by_id(elements: Sequence[Element]) -> list[Element]:
    return sorted(elements, key=lambda element: element.id)
