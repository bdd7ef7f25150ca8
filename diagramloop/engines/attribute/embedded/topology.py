"""Topological questions: what is asked of the graph is computed by the tools, not guessed.

Nodes are named by their texts, between quotation marks. A question that asks for nothing known here, or names too few
nodes, is left to the learned readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from diagramloop.engines.attribute.symbolic_chart import ToolTrace
from diagramloop.graph import FlowGraph

LEAST_SIMILARITY = 60.0  # per cent, of a name to the text of the node that it names

_QUOTED = tuple(map(re.compile, (r'""(.+?)""(?=\W|$)', r'(?<!\w)"(.+?)"(?=\W|$)', r"“(.+?)”")))
_PATH = re.compile(
    r"\b(shortest|longest)? ?(path|distance|way) (between|from)\b|^(?>.*?\bedges\b).*\bbetween\b",
    re.IGNORECASE | re.MULTILINE,
)
_ADJACENT = re.compile(r"\b(direct|immediate) (predecessor|successor|parent|child)", re.IGNORECASE)
_MOST_ENTERED = re.compile(r"\b(maximum|highest|largest|most) (in-? ?degree|incoming)", re.IGNORECASE)
_MOST_LEFT = re.compile(r"\b(maximum|highest|largest|most) (out-? ?degree|outgoing)", re.IGNORECASE)


def topological_grounds(question: str, trace: ToolTrace) -> tuple[str, ...]:
    """Ids of the nodes that a topological question is about; empty where it is none."""
    if _MOST_ENTERED.search(question):
        return _nodes(trace, trace.run("max_in_degree", {})["node_ids"])
    if _MOST_LEFT.search(question):
        return _nodes(trace, trace.run("max_out_degree", {})["node_ids"])
    unnamed, names = apart(question)
    if not (_PATH.search(unnamed) or _ADJACENT.search(unnamed)):
        return ()
    named = named_nodes(names, trace.chart.graph)
    if len(named) != 2:
        return ()
    if _ADJACENT.search(unnamed):
        for node in named:
            trace.run("get_neighbours", {"node_id": node})
        return named
    way = trace.run("shortest_path", {"start_id": named[0], "end_id": named[1]})
    return _nodes(trace, way or named)


def named_nodes(names: Sequence[str], graph: FlowGraph) -> tuple[str, ...]:
    """Ids of the nodes whose texts are most similar to ``names``, each once; a name that is like none is left out."""
    texts = {node.id: _folded(node.text) for node in graph.nodes}
    matches = (
        process.extractOne(_folded(name), texts, scorer=fuzz.ratio, score_cutoff=LEAST_SIMILARITY) for name in names
    )
    return tuple(dict.fromkeys(match[2] for match in matches if match))


def apart(question: str, stand_in: str = " ") -> tuple[str, list[str]]:
    """The question with ``stand_in`` for each quoted name, and the names; the first style of marks that occurs."""
    for quoted in _QUOTED:
        if names := quoted.findall(question):
            return quoted.sub(stand_in, question), names
    return question, []


def _nodes(trace: ToolTrace, ids: Sequence[str]) -> tuple[str, ...]:
    """Those of ``ids`` that are nodes: a group may lie on a way, and grounds nothing."""
    return tuple(id for id in ids if id in trace.chart.graph.node_by_id)


def _folded(text: str) -> str:
    return " ".join(text.lower().split())
