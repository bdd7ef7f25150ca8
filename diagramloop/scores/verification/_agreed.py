"""The verification that stands for all who verified one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.graph import Edge, FlowGraph
from diagramloop.scores.verification._verification import Verification


def agreed(verifications: Sequence[Verification]) -> FlowGraph:
    """Return the elements that every one who verified a figure has (Appendix B.6: in doubt, exclusion).

    Nodes that people added are the same if they say the same, edges if they join the same.
    """
    first, *others = verifications
    keys = [_keys(other) for other in others]
    graph, names = first.verified, _names(first)
    nodes = [node for node in graph.nodes if all(names[node.id] in known for known, _ in keys)]
    kept = {node.id for node in nodes} | set(graph.group_by_id)
    added = {edge.id for edge in first.edges}
    edges = [
        edge
        for edge in graph.edges
        if {edge.source, edge.target} <= kept and all(_edge_key(edge, names, added) in known for _, known in keys)
    ]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


def _keys(verification: Verification) -> tuple[set[tuple[str, str]], set[tuple[object, ...]]]:
    """By what the active nodes and edges of one person's verification are known to be another's."""
    names, added = _names(verification), {edge.id for edge in verification.edges}
    graph = verification.verified
    return {names[n.id] for n in graph.nodes}, {_edge_key(edge, names, added) for edge in graph.edges}


def _names(verification: Verification) -> dict[str, tuple[str, str]]:
    """Of parsed nodes and groups the id, of added nodes the text."""
    parsed = {id: ("parsed", id) for id in (*verification.parsed.node_by_id, *verification.parsed.group_by_id)}
    return parsed | {node.id: ("added", " ".join(node.text.casefold().split())) for node in verification.nodes}


def _edge_key(edge: Edge, names: Mapping[str, tuple[str, str]], added: set[str]) -> tuple[object, ...]:
    return ("added", names[edge.source], names[edge.target]) if edge.id in added else ("parsed", edge.id)
