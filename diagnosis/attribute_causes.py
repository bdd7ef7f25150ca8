"""Why attributions miss: ``python -m diagnosis.attribute_causes FLOWEXPLAINBENCH [--from pixels] [--show N] [...]``.

Sorts every wrong and every missed node into a cause and prints the counts by question type. Wrong nodes:
``beside`` (next to a gold node), ``between`` (on a shortest way between gold nodes), ``like`` (as similar in text to
question or answer as the gold nodes), ``elsewhere``. Missed ones: ``unread`` (from pixels: no region for it),
``unsaid`` (shares no word with question or answer), ``bridging`` (unsaid, between two gold nodes), ``said``.
``--show N`` adds the ids of N questions of dev with most misses.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from benchmarks.training._parts import attribution_part
from diagnosis._attribution import Outcome, arguments, outcomes
from diagramloop.engines.attribute.embedded.term_index import TermIndex, node_words
from diagramloop.graph.algorithms import Arcs, distances
from diagramloop.scores.attribution import nodes_at


class Causes:
    """The causes of one outcome's misses."""

    def __init__(self, outcome: Outcome) -> None:
        graph, question = outcome.chart.graph, outcome.question
        self.gold = set(question.attribution)
        self.named, self.places = self._named(outcome)
        self._number = Arcs.of(graph).number
        self._apart = distances(graph)
        index = TermIndex([node.text for node in graph.nodes], node_words)
        recall = index.overlap([f"{question.question} {question.answers[0]}"]).recall[:, 0]
        self._recall = {node.id: value for node, value in zip(graph.nodes, recall, strict=True)}

    def wrong(self, node: str) -> str:
        """Why a node was named that is not gold."""
        if self._between(node):
            return "between"
        if any(self._steps(node, gold) == 1 or self._steps(gold, node) == 1 for gold in self.gold):
            return "beside"
        return "like" if self._recall[node] >= min(self._recall[gold] for gold in self.gold) else "elsewhere"

    def missed(self, node: str) -> str:
        """Why a gold node was not named."""
        if node not in self.places:
            return "unread"
        if self._recall[node] > 0:
            return "said"
        return "bridging" if self._between(node) else "unsaid"

    def _between(self, node: str) -> bool:
        others = self.gold - {node}
        return any(
            np.isfinite(self._steps(a, b)) and self._steps(a, node) + self._steps(node, b) == self._steps(a, b)
            for a in others
            for b in others
        )

    def _steps(self, start: str, end: str) -> float:
        return float(self._apart[self._number[start], self._number[end]])

    @staticmethod
    def _named(outcome: Outcome) -> tuple[set[str], set[str]]:
        """The chart's nodes that were named, and those that could have been."""
        if outcome.graph is outcome.chart.graph:
            return set(outcome.found.nodes), set(outcome.chart.graph.node_by_id)
        seen = [node.box for node in outcome.graph.nodes if node.box]
        regions = list(outcome.found.regions)
        return (
            {id for id in nodes_at(regions, outcome.chart.graph) if id},
            {id for id in nodes_at(seen, outcome.chart.graph) if id},
        )


def main() -> None:
    """Prints the table of causes."""
    parser = arguments(__doc__)
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    table: Counter[tuple[str, str, str]] = Counter()
    worst: list[tuple[int, str, list[str], list[str]]] = []
    for one in outcomes(asked.data, asked.attributor, asked.given, asked.parsed):
        causes = Causes(one)
        wrong, missed = sorted(causes.named - causes.gold), sorted(causes.gold - causes.named)
        table.update((one.question.type.value, "wrong", causes.wrong(node)) for node in wrong)
        table.update((one.question.type.value, "missed", causes.missed(node)) for node in missed)
        if attribution_part(one.chart.id) == "dev":
            worst.append((len(wrong) + len(missed), one.question.id, wrong, missed))
    for (kind, what, cause), count in sorted(table.items()):
        print(f"{kind:18} {what:7} {cause:10} {count:4}")
    for _, id, wrong, missed in sorted(worst, key=lambda row: -row[0])[: asked.show]:
        print(f"{id}: wrong {' '.join(wrong) or '-'}; missed {' '.join(missed) or '-'}")


if __name__ == "__main__":
    main()
