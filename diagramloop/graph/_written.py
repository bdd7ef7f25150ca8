"""A graph written in a format, and the parts that the format could not carry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from diagramloop.graph._elements import Edge, Group, Node
from diagramloop.graph._model import FlowGraph

Element = Node | Edge | Group


@dataclass(frozen=True)
class Written:
    """A document and its losses.

    Attributes:
        text: the document.
        dropped: names of the fields that a reader of ``text`` gets back changed, such as ``nodes.box``
            or ``direction``; empty when nothing is lost.
    """

    text: str
    dropped: tuple[str, ...]

    @classmethod
    def of(cls, graph: FlowGraph, text: str, read: Callable[[str], FlowGraph]) -> Written:
        """The losses found by reading ``text`` back, so that no format can forget to own up to one."""
        return cls(text, differences(graph, read(text)))


def differences(one: FlowGraph, other: FlowGraph) -> tuple[str, ...]:
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
    names: list[str] = []
    for name in FlowGraph.model_fields:
        before, after = getattr(one, name), getattr(other, name)
        if before == after:
            continue
        names += _element_differences(name, before, after) if name in {"nodes", "edges", "groups"} else [name]
    return tuple(names)


def _element_differences(name: str, before: Sequence[Element], after: Sequence[Element]) -> Iterator[str]:
    if len(before) != len(after):
        yield name
        return
    if name != "edges" and {e.id for e in before} == {e.id for e in after}:
        if [e.id for e in before] != [e.id for e in after]:
            yield f"{name}.order"
        before, after = _by_id(before), _by_id(after)
    for field in type(before[0]).model_fields:
        if any(getattr(a, field) != getattr(b, field) for a, b in zip(before, after, strict=True)):
            yield f"{name}.{field}"


def _by_id(elements: Sequence[Element]) -> list[Element]:
    return sorted(elements, key=lambda element: element.id)
