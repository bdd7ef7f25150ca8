"""SciFlow-Bench's published graph-level score once more, pair by pair and without any of the library's code: an oracle.

Written from a description of what the program computes.
"""

from __future__ import annotations

from collections.abc import Sequence

Nodes = Sequence[tuple[str, str]]
"""Text and type of each."""
Edges = Sequence[tuple[int, int]]
Prf = tuple[float, float, float]
E9 = 1e-9


def alike(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """At least half alike, texts by the share of common letters, blank ones by type."""
    if not one[0] and not other[0]:
        return one[1] == other[1]
    return bool(one[0] and other[0]) and letters(one[0], other[0]) >= 0.5


def letters(one: str, other: str) -> float:
    return len(set(one) & set(other)) / max(1, len(set(one) | set(other)))


def prf(right: int, found: int, predicted: int, gold: int) -> Prf:
    if gold == 0:
        return (0.0, 0.0, 0.0) if predicted else (1.0, 1.0, 1.0)
    precision, recall = right / (predicted + E9), found / (gold + E9)
    return precision, recall, 2 * precision * recall / (precision + recall + E9)


def reachable(edges: Edges, nodes: int) -> set[tuple[int, int]]:
    """Pairs of different nodes that edges join, whichever way these go."""
    joined = {pair for a, b in edges for pair in ((a, b), (b, a))}
    while True:
        further = {(a, d) for a, b in joined for c, d in joined if b == c} - joined
        if not further:
            return {(a, b) for a, b in joined if a != b}
        joined |= further


def official(pred_nodes: Nodes, pred_edges: Edges, gold_nodes: Nodes, gold_edges: Edges) -> tuple[Prf, Prf, float]:
    right = sum(any(alike(p, g) for g in gold_nodes) for p in pred_nodes)
    found = sum(any(alike(p, g) for p in pred_nodes) for g in gold_nodes)
    node = prf(right, found, len(pred_nodes), len(gold_nodes))
    joined, credited = reachable(gold_edges, len(gold_nodes)), []
    for a, b in pred_edges:
        for u, v in sorted(joined):
            if alike(pred_nodes[a], gold_nodes[u]) and alike(pred_nodes[b], gold_nodes[v]):
                credited.append((u, v))
                break
    edge = prf(len(credited), len(set(credited)), len(pred_edges), len(gold_edges))
    return node, edge, 0.4 * node[2] + 0.6 * edge[2]
