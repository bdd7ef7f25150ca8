"""The embedded answerer on charts that its weights have not seen, beside its controls, by kind of question.

    python -m diagnosis.answer_left_out FLOWEXPLAINBENCH [--foreign 60]

Exact match, SQuAD's token F1 against the best accepted answer, and the share of questions that are refused, which count
as 0. Then so many questions put on a chart of another subject: how many of them are refused.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from diagramloop.data.sources import Chart, FlowExplainBench, Question
from diagramloop.engines.answer import AnswerError, AnswerTask
from diagramloop.engines.answer.chance import Chance
from diagramloop.engines.answer.embedded import Embedded
from diagramloop.engines.answer.lexical import Lexical
from diagramloop.engines.answer.solver.reading import reading
from diagramloop.engines.training.language.answerer import part_of
from diagramloop.engines.training.language.relevance_charts import PARTS
from diagramloop.evaluation.contestants.answerers import Answerer
from diagramloop.graph import FlowGraph
from diagramloop.scores.answers import AnswerComparison

Answering = Callable[[Question, FlowGraph], str]


def by(answerer: Answerer) -> Answering:
    """The answers of an answerer, empty where it refuses."""

    def answer(question: Question, graph: FlowGraph) -> str:
        try:
            return answerer.answer(AnswerTask(question.id, question.question, graph)).text
        except AnswerError:
            return ""

    return answer


def gold_nodes(question: Question, graph: FlowGraph) -> str:
    """The texts of the nodes that people marked."""
    return " ".join(graph.node_by_id[id].text for id in question.attribution)


def printed(name: str, scores: Sequence[tuple[bool, float, bool]]) -> None:
    """A line of figures."""
    exact, f1, refused = np.mean(np.array(scores, dtype=float), axis=0)
    print(f"{name:34}{len(scores):5}  exact {exact:.3f}  F1 {f1:.3f}  refused {refused:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--foreign", type=int, default=60)
    given = parser.parse_args()
    source = FlowExplainBench(given.data)
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    questions = [each for each in source.questions() if isinstance(each, Question) and part_of(each.chart) == PARTS[1]]
    answerers = {"embedded": by(Embedded()), "lexical": by(Lexical()), "chance": by(Chance()), "gold nodes": gold_nodes}
    for name, answer in answerers.items():
        scores = defaultdict(list)
        for question in questions:
            said = answer(question, charts[question.chart])
            compared = AnswerComparison(said, question.answers)
            for kind in (question.type.value, "all"):
                scores[kind].append((compared.exact, compared.f1, not said))
        for kind, own in scores.items():
            printed(f"{name} {kind}", own)
    graphs = [charts[id] for id in sorted(charts)]
    foreign = [each for each in questions if reading(each.question) is None][: given.foreign]
    refused = 0
    for number, question in enumerate(foreign):
        refused += not answerers["embedded"](question, graphs[(number * 37 + 11) % len(graphs)])
    print(f"on another chart: {refused} of {len(foreign)} refused")


if __name__ == "__main__":
    main()
