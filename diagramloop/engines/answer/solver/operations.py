"""Operations on a graph, each of which answers one form of question. Numbers are figures; yes and no are words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from diagramloop.engines.answer.solver.grounding import group_of, node_of, nodes_of, unanswered
from diagramloop.engines.answer.solver.reading import AskedOperation, SpokenName
from diagramloop.engines.attribute.symbolic_chart import SymbolicChart
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.algorithms import terminals

DECISIONS = frozenset({NodeKind.DECISION, NodeKind.XOR, NodeKind.OR})
Of = Mapping[str, SpokenName]
Operation = Callable[[FlowGraph, Of], str]


def solve(asked: AskedOperation, graph: FlowGraph) -> str:
    """The answer of a graph.

    Raises:
        AnswerError: it has none: nothing in it is so called, or several things are (UNSUPPORTED).
    """
    return OPERATIONS[asked.operation](graph, asked.of)


def _yes(holds: bool) -> str:
    return "Yes" if holds else "No"


def _is_next(graph: FlowGraph, of: Of, source: str, target: str) -> str:
    arcs = set(graph.arcs())
    return _yes(any(pair in arcs for pair in product(nodes_of(of[source], graph), nodes_of(of[target], graph))))


def _ways(graph: FlowGraph, of: Of) -> list[int]:
    """Edges of the shortest ways between all nodes that may be meant."""
    chart = SymbolicChart(graph)
    ends = product(nodes_of(of["first"], graph), nodes_of(of["second"], graph))
    ways = (chart.run("shortest_path", {"start_id": start, "end_id": end}) for start, end in ends)
    return [len(way) - 1 for way in ways if way]


def _shortest_path(graph: FlowGraph, of: Of) -> str:
    ways = _ways(graph, of)
    if not ways:
        raise unanswered("no way leads there")
    return str(min(ways))


def _degree(tool: str) -> Operation:
    return lambda graph, of: str(SymbolicChart(graph).run(tool, {"node_id": node_of(of["node"], graph)}))


def _most(tool: str) -> Operation:
    return lambda graph, _: str(SymbolicChart(graph).run(tool, {})["degree"])


def _sources(graph: FlowGraph, of: Of) -> str:
    return str(len(_before(graph, node_of(of["node"], graph))))


def _members(graph: FlowGraph, of: Of) -> str:
    """Nodes of a group and of the groups in it."""
    inside = {group_of(of["group"], graph)}
    for _ in graph.groups:
        inside |= {group.id for group in graph.groups if group.parent in inside}
    return str(sum(node.group in inside for node in graph.nodes))


def _self_loops(graph: FlowGraph, of: Of) -> str:
    del of
    return str(len({source for source, target in graph.arcs() if source == target}))


def _count(elements: Callable[[FlowGraph], Sequence[object]]) -> Operation:
    return lambda graph, _: str(len(elements(graph)))


def _on_label(graph: FlowGraph, of: Of) -> str:
    """The text of where the edge with the label leads."""
    node, label = node_of(of["node"], graph), of["label"].text
    edges = [edge for edge in graph.edges for source, _ in edge.arcs() if source == node]
    labelled = [e.source if e.target == node else e.target for e in edges if _folded(e.label) == _folded(label)]
    return _one(graph, labelled, f"labelled {label[:80]!r}")


def _successors(graph: FlowGraph, of: Of) -> str:
    node = node_of(of["node"], graph)
    return _one(graph, [target for source, target in graph.arcs() if source == node], "after it")


def _predecessors(graph: FlowGraph, of: Of) -> str:
    return _one(graph, _before(graph, node_of(of["node"], graph)), "before it")


def _before(graph: FlowGraph, node: str) -> list[str]:
    return list(dict.fromkeys(source for source, target in graph.arcs() if target == node))


def _one(graph: FlowGraph, ids: Sequence[str], which: str) -> str:
    """The text of the one element; a choice between several is no answer."""
    texts = list(dict.fromkeys(end.text for end in graph.ends if end.id in set(ids)))
    if len(texts) != 1:
        raise unanswered(f"{len(texts) or 'nothing'} {'steps are' if texts else 'is'} {which}")
    return texts[0]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _decisions(graph: FlowGraph) -> Sequence[object]:
    return [node for node in graph.nodes if node.kind in DECISIONS]


Operations = Mapping[str, Operation]
_OF_DEGREES: Operations = {
    "max_in_degree": _most("max_in_degree"),
    "max_out_degree": _most("max_out_degree"),
    "in_degree": _degree("in_degree"),
    "out_degree": _degree("out_degree"),
    "sources": _sources,
    "self_loops": _self_loops,
}
_OF_WAYS: Operations = {
    "is_successor": lambda graph, of: _is_next(graph, of, "second", "first"),
    "is_predecessor": lambda graph, of: _is_next(graph, of, "first", "second"),
    "is_reachable": lambda graph, of: _yes(bool(_ways(graph, of))),
    "shortest_path": _shortest_path,
}
_OF_COUNTS: Operations = {
    "members": _members,
    "count_nodes": _count(lambda graph: graph.nodes),
    "count_edges": _count(lambda graph: graph.edges),
    "count_decisions": _count(_decisions),
    "count_groups": _count(lambda graph: graph.groups),
    "count_ends": _count(terminals),
}
_OF_STEPS: Operations = {
    "on_label": _on_label,
    "successors": _successors,
    "predecessors": _predecessors,
}
OPERATIONS: Operations = {**_OF_DEGREES, **_OF_WAYS, **_OF_COUNTS, **_OF_STEPS}
"""By the names of ``english.yaml``."""
