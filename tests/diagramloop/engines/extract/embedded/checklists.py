"""Checklists of what an extraction must keep of a procedure's meaning; see ``kinds_of_sentences.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
from soundness import flow_of

from diagramloop.engines.extract.embedded.likeness import negative
from diagramloop.engines.extract.embedded.phrases import lemmas
from diagramloop.graph import FlowGraph, Node, NodeKind

_DENIALS = {"not", "no", "never", "nobody", "without", "do not", "don't"}


class Checklist:
    """A graph, and the faults that a procedure's checklist finds in it."""

    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._flow = flow_of(graph)

    def faults(self, procedure: dict[str, Any]) -> list[str]:
        """All that is not kept, in words; those that turn the meaning round begin with "inverted"."""
        return [*self._steps(procedure), *self._denied(procedure), *self._branches(procedure), *self._ways(procedure)]

    def _node(self, words: str, kinds: frozenset[NodeKind] = frozenset()) -> Node | None:
        nodes = (node for node in self._graph.nodes if not kinds or node.kind in kinds)
        return next((node for node in nodes if _has(node.text, words)), None)

    def _steps(self, procedure: dict[str, Any]) -> Iterator[str]:
        nodes = [(words, self._node(words)) for words in procedure["steps"]]
        yield from (f"no step {words!r}" for words, node in nodes if node is None)
        present = [node for _, node in nodes if node is not None]
        for before, after in pairwise(present):
            if before.id != after.id and not nx.has_path(self._flow, before.id, after.id):
                yield f"no way from {before.text!r} to {after.text!r}"
        for words, actor in procedure.get("actors", ()):
            node = self._node(words)
            if node is not None and actor not in lemmas(f"{node.actor} {node.text}"):
                yield f"{node.text!r} is not done by {actor}"

    def _denied(self, procedure: dict[str, Any]) -> Iterator[str]:
        for words in procedure.get("denied", ()):
            nodes = [node for node in self._graph.nodes if _has(node.text, words)]
            if not nodes:
                yield f"nothing says not to {words!r}"
            yield from (f"inverted: {n.text!r}" for n in nodes if not (_DENIALS & set(n.text.lower().split())))

    def _branches(self, procedure: dict[str, Any]) -> Iterator[str]:
        for label, words in procedure.get("branches", ()):
            node = self._node(words)
            labels = [edge.label for edge in self._graph.edges if node is not None and edge.target == node.id]
            if not any(_has(each, label) for each in labels):
                yield f"no branch {label!r} to {words!r}, but {labels}"
            if any(_has(each, label.replace("not ", "")) and "not " in label and not negative(each) for each in labels):
                yield f"inverted: {labels}"

    def _ways(self, procedure: dict[str, Any]) -> Iterator[str]:
        for kind, gateway in (("apart", NodeKind.XOR), ("beside", NodeKind.AND)):
            nodes = [self._node(words) for words in procedure.get(kind, ())]
            ids = [node.id for node in nodes if node is not None]
            if nodes and (len(set(ids)) < len(nodes) or not self._share(ids, gateway)):
                yield f"not {kind}: {procedure[kind]}"
        for last, first in procedure.get("back", ()):
            source, target = self._node(last), self._node(first)
            if source is None or target is None or not self._leads_back(source.id, target.id):
                yield f"no way back from {last!r} to {first!r}"

    def _share(self, ids: list[str], gateway: NodeKind) -> bool:
        apart = not any(nx.has_path(self._flow, a, b) for a in ids for b in ids if a != b)
        before = [set(nx.ancestors(self._flow, id)) for id in ids]
        return apart and any(self._graph.node_by_id[id].kind is gateway for id in set.intersection(*before))

    def _leads_back(self, source: str, target: str) -> bool:
        return any(nx.has_path(self._flow, onward, target) for onward in self._flow.successors(source))


def _has(text: str, words: str) -> bool:
    """A text has all words, as lemmas; a "not" may be a "no"."""
    present = set(lemmas(text)) | set(text.lower().split())
    wanted = {lemmas(word)[0] if len(lemmas(word)) == 1 else word for word in words.split()}
    denied = bool(present & _DENIALS) or negative(text)
    return wanted - {"not"} <= present and (denied or "not" not in wanted)
