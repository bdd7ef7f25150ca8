"""Edges that lead back."""

from __future__ import annotations

from collections.abc import Iterator

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms._arcs import Arcs
from diagramloop.graph.algorithms._walks import roots


def feedback_arcs(graph: FlowGraph) -> tuple[tuple[str, str], ...]:
    """The arcs that lead back: to a vertex still open in a depth-first walk from the roots, in graph order.

    Without them the graph has no loop. Self-loops count; both arcs of a bidirectional edge are looked at.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> feedback_arcs(tea)
        (('b', 'a'),)
    """
    arcs = Arcs.of(graph)
    onward: list[list[int]] = [[] for _ in arcs.ids]
    for source, target in arcs.ends.tolist():
        onward[source].append(target)
    starts = [arcs.number[name] for name in dict.fromkeys((*roots(graph), *arcs.ids))]
    state = ["new"] * len(arcs.ids)
    back: list[tuple[int, int]] = []
    for start in starts:
        if state[start] == "new":
            back += _back_arcs(onward, start, state)
    return tuple((arcs.ids[source], arcs.ids[target]) for source, target in back)


def _back_arcs(onward: list[list[int]], start: int, state: list[str]) -> Iterator[tuple[int, int]]:
    state[start] = "open"
    stack = [(start, iter(onward[start]))]
    while stack:
        vertex, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            state[vertex] = "done"
            stack.pop()
        elif state[target] == "open":
            yield vertex, target
        elif state[target] == "new":
            state[target] = "open"
            stack.append((target, iter(onward[target])))
