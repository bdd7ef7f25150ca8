"""One dialogue for each path of a chart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from diagramloop.data.dialogues._voices import Spoken, Step, Voice, Way
from diagramloop.data.sources import Chart, Dialogue, DialogueTurn, Rejected, TurnKind
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.paths import FlowPath, root_to_terminal_paths, silent_nodes


@dataclass(frozen=True)
class Planned:
    """A dialogue along one path, before anybody has said a word.

    Attributes:
        id: ``CHART-VOICE-NUMBER``.
        chart: that it follows.
        path: its nodes, all of which say something.
        voice: words what the user says.
        seed: the same seed gives the same words, whatever dialogues are made before.
    """

    id: str
    chart: Chart
    path: FlowPath
    voice: Voice
    seed: int = 0

    def spoken(self) -> Dialogue | Rejected:
        """Return the dialogue, or why it could not be made."""
        try:
            utterances = self.voice.speak(_way(self.chart.graph, self.path), _random(self.seed, self.id))
        except DiagramloopError as error:
            return Rejected.of(error, self.id, self.chart.source, "dialogue")
        return _dialogue(self.id, self.chart, self.path, utterances)


def synthesise(
    chart: Chart, voice: Voice, *, seed: int = 0, edge_uses: int = 1, limit: int = 200
) -> Iterator[Dialogue | Rejected]:
    """The dialogues of :func:`planned`, or why one could not be made.

    Raises:
        GraphError: the chart has no node.
    """
    return (plan.spoken() for plan in planned(chart, voice, seed=seed, edge_uses=edge_uses, limit=limit))


def planned(chart: Chart, voice: Voice, *, seed: int = 0, edge_uses: int = 1, limit: int = 200) -> Iterator[Planned]:
    """A dialogue along every path from the chart's root to a terminal, all of them beginning at the root.

    Nodes that say nothing (:func:`diagramloop.graph.paths.silent_nodes`) are no part of a dialogue's path.

    Args:
        voice: words what the user says. The agent says the nodes' texts.
        seed: the same seed gives the same words, whatever charts are made before.
        edge_uses: how often a path may take one edge.
        limit: the most dialogues; of a chart with more paths, those evenly spread over them.

    Yields:
        Dialogues in the order of the paths.

    Raises:
        GraphError: the chart has no node.
    """
    silent = silent_nodes(chart.graph)
    paths = root_to_terminal_paths(chart.graph, edge_uses=edge_uses).found
    ways = dict.fromkeys(_spoken_part(path, silent) for path in paths)  # paths may differ in silent nodes only
    for number, path in enumerate(_spread([path for path in ways if path.nodes], limit), start=1):
        yield Planned(f"{chart.id}-{voice.name}-{number:03d}", chart, path, voice, seed)


def _spread(paths: list[FlowPath], limit: int) -> list[FlowPath]:
    if len(paths) <= limit:
        return paths
    return [paths[number * len(paths) // limit] for number in range(limit)]


def _spoken_part(path: FlowPath, silent: frozenset[str]) -> FlowPath:
    kept = [place for place, node in enumerate(path.nodes) if node not in silent]
    return FlowPath(tuple(path.nodes[place] for place in kept), tuple(path.labels[place] for place in kept[:-1]))


def _way(graph: FlowGraph, path: FlowPath) -> Way:
    steps = [_step(graph, *step) for step in zip(path.nodes, path.labels, path.nodes[1:], strict=False)]
    return Way(graph, graph.node_by_id[path.nodes[0]], tuple(steps))


def _step(graph: FlowGraph, here: str, label: str, there: str) -> Step:
    ways = {(edge.label.strip(), edge.target) for edge in graph.edges if edge.source == here}
    shared = sum(other == label for other, _ in ways) > 1
    return Step(graph.node_by_id[here], label, graph.node_by_id[there], shared, len(ways) == 1)


def _random(seed: int, id: str) -> np.random.Generator:
    own = hashlib.sha256(id.encode()).digest()[:8]
    return np.random.default_rng([seed, int.from_bytes(own, "big")])


def _dialogue(id: str, chart: Chart, path: FlowPath, utterances: Spoken) -> Dialogue:
    turns = [DialogueTurn("user", utterances.opening, None, None, TurnKind.OPENING)]
    for node, answer in zip(path.nodes, (*utterances.answers, None), strict=True):
        turns.append(DialogueTurn("agent", chart.graph.node_by_id[node].text, node, None, TurnKind.NODE))
        if answer is not None:
            turns.append(DialogueTurn("user", answer, node, None, TurnKind.ANSWER))
    splits = (chart.split,) if chart.split else ()
    return Dialogue(id, chart.source, chart.id, chart.licence, tuple(turns), path.nodes, path.labels, splits=splits)
