"""Features for the embedded judge: a node, its neighbours in the graph, and the sentence that tells it."""

from __future__ import annotations

from collections import Counter

from diagramloop.engines.extract.embedded.likeness import likeness, negative, opposite
from diagramloop.engines.extract.embedded.segmentation import words_of
from diagramloop.engines.extract.repairs import flows_from, flows_into
from diagramloop.engines.extract.semantic_agent._grounding import TextGrounding
from diagramloop.engines.extract.semantic_agent._revisions import Revision
from diagramloop.graph import FlowGraph, Node

FARTHEST = 3
"""Distances between sentences beyond it are all the same."""


class Scene:
    """A graph beside its text; gives the features of revisions."""

    def __init__(self, grounding: TextGrounding, graph: FlowGraph) -> None:
        self.graph = graph
        self._text = grounding
        self._place = grounding.places(graph)
        self._told = Counter(self._place.values())

    def features(self, revision: Revision) -> dict[str, float]:
        """Named numbers, of which those that are absent are 0."""
        node = self.graph.node_by_id[revision.focus]
        return {"constant": 1.0, **self._node("", node), **self._around(node)}

    def _node(self, prefix: str, node: Node) -> dict[str, float]:
        words = words_of(node.text)
        features = {f"{prefix}{node.kind.value}": 1.0, f"{prefix}words": min(len(words), 12) / 12.0}
        if words:
            features[f"{prefix}verb first"] = float("V" in words[0].classes)
            features[f"{prefix}gerund"] = float(words[0].lower.endswith("ing"))
            features[f"{prefix}participle"] = float(words[0].lower.endswith("ed"))
            features[f"{prefix}negative"] = float(negative(node.text))
            features[f"{prefix}named"] = float(words[0].text[:1].isupper())
            features[f"{prefix}covered"] = float(self._text.coverage(node.text).max())
        return features | self._sentence(prefix, node)

    def _sentence(self, prefix: str, node: Node) -> dict[str, float]:
        place = self._place.get(node.id)
        if place is None:
            return {f"{prefix}nowhere": 1.0}
        features = {f"{prefix}{cue.value}": 1.0 for cue in self._text.cues[place]}
        earlier = [id for id, other in self._place.items() if other == place]
        features[f"{prefix}first in sentence"] = float(earlier[0] == node.id)
        features[f"{prefix}last in sentence"] = float(earlier[-1] == node.id)
        features[f"{prefix}told beside"] = min(self._told[place] - 1, 4) / 4.0
        features[f"{prefix}how far"] = place / max(len(self._text) - 1, 1)
        return features

    def _around(self, node: Node) -> dict[str, float]:
        """The flows in and out, and the nodes they come from and lead to."""
        before, after = flows_into(self.graph, node.id), flows_from(self.graph, node.id)
        labels = [edge.label for edge in (*before, *after)]
        branches = [edge.label for edge in after if edge.label]
        features = {
            "flows in": min(len(before), 4) / 4.0,
            "flows out": min(len(after), 4) / 4.0,
            "conditions in": float(any(edge.label for edge in before)),
        }
        features["conditions out"] = len(branches) / max(len(after), 1)
        features["otherwise"] = float(any(label.casefold() == "otherwise" for label in labels))
        features["answers"] = float(any(len(label.split()) == 1 for label in labels))
        features["opposites"] = float(_opposed(branches))
        features |= self._neighbours("before ", node, [edge.source for edge in before])
        return features | self._neighbours("after ", node, [edge.target for edge in after])

    def _neighbours(self, prefix: str, node: Node, ids: list[str]) -> dict[str, float]:
        features: dict[str, float] = {}
        for place, id in enumerate(ids[:3]):
            if id in self.graph.node_by_id:
                features |= self._neighbour(prefix if place == 0 else f"further {prefix}", node, id)
        return features

    def _neighbour(self, prefix: str, node: Node, id: str) -> dict[str, float]:
        other = self.graph.node_by_id[id]
        features = {f"{prefix}{other.kind.value}": 1.0}
        features[f"{prefix}splits"] = float(len(flows_from(self.graph, id)) > 1)
        features[f"{prefix}joins"] = float(len(flows_into(self.graph, id)) > 1)
        features[f"{prefix}alike"] = likeness(node.text, other.text)
        here, there = self._place.get(node.id), self._place.get(id)
        if here is not None and there is not None:
            features[f"{prefix}same sentence"] = float(here == there)
            features[f"{prefix}distance"] = max(-FARTHEST, min(FARTHEST, there - here)) / FARTHEST
        if there is not None:
            features |= {f"{prefix}{cue.value}": 1.0 for cue in self._text.cues[there]}
        return features


def _opposed(conditions: list[str]) -> bool:
    return len(conditions) == 2 and opposite(*conditions)
