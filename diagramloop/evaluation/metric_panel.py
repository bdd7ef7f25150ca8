"""The panel of planted faults on the corpus: which of them every metric sees, for each task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from diagramloop.data.sources import Rejected
from diagramloop.data.sources.corpus import Corpus
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.scores import METRICS, metric_names
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults import (
    TASKS,
    Order,
    Pairs,
    Panel,
    Verdict,
    drawn_comparison,
    misled_answer,
    misled_attribution,
    misled_dialogue,
    misread_graph,
    panel,
    placed,
)
from diagramloop.scores.similarity import Lexical, TextSimilarity

_SAID_ONCE = frozenset({Fault.NODE_DUPLICATED, Fault.EDGE_REPEATED})
"""No faults of a procedural graph: what its notation says twice is one thing (:mod:`diagramloop.scores.strict`)."""

_STEPS = 2  # of a chart that are skipped, one at a time, where one metric is shown beside another


def corpus_panel(task: str, metrics: Sequence[str] = (), similarity: TextSimilarity | None = None) -> Panel:
    """The verdicts on metrics of a task of :data:`~diagramloop.scores.planted_faults.TASKS`.

    Args:
        metrics: by name; all of the task if there are none.
        similarity: of texts in graphs; by edits if None.

    Raises:
        SourceError: this installation has no corpus (MISSING).
    """
    names = metrics or metric_names(*TASKS[task].compared)
    items = _ITEMS[task](Corpus(shipped_corpus()), similarity or Lexical())
    return panel(items, [METRICS[name] for name in names])


def skipped_steps(metrics: Sequence[str]) -> Mapping[str, Verdict]:
    """The verdicts on a step that was skipped and bridged above the same step skipped and cut, up to two in a chart."""
    order = Order(Fault.NODE_CUT, above=Fault.NODE_BRIDGED)
    items: list[Pairs] = []
    for chart in Corpus(shipped_corpus()).charts():
        if isinstance(chart, Rejected):
            continue
        readings = {}
        for seed in range(_STEPS):
            pairs = misread_graph(placed(chart.graph), seed, drawn_comparison)
            if order in pairs:
                readings[pairs[order][0].pred] = {order: pairs[order]}
        items += readings.values()
    verdicts = panel(items, [METRICS[name] for name in metrics])
    return {name: of_metric[order] for name, of_metric in verdicts.items() if order in of_metric}


def _graphs(corpus: Corpus, similarity: TextSimilarity) -> Iterator[Pairs]:
    compare = partial(drawn_comparison, similarity=similarity)
    for number, chart in enumerate(corpus.charts()):
        if not isinstance(chart, Rejected):
            yield misread_graph(placed(chart.graph), number, compare)


def _documents(corpus: Corpus, _: TextSimilarity) -> Iterator[Pairs]:
    for number, document in enumerate(corpus.documents()):
        if not isinstance(document, Rejected):
            pairs = misread_graph(document.graph, number, ExtractionComparison)
            yield {order: pair for order, pair in pairs.items() if order.below not in _SAID_ONCE}


def _attributions(corpus: Corpus, _: TextSimilarity) -> Iterator[Pairs]:
    graph_of = {chart.id: chart.graph for chart in corpus.charts() if not isinstance(chart, Rejected)}
    for number, question in enumerate(corpus.questions()):
        if not isinstance(question, Rejected) and question.attribution:
            yield misled_attribution(question.attribution, graph_of[question.chart], number)


def _answers(corpus: Corpus, _: TextSimilarity) -> Iterator[Pairs]:
    for number, question in enumerate(corpus.questions()):
        if not isinstance(question, Rejected):
            yield misled_answer(question.answers, number)


def _dialogues(corpus: Corpus, _: TextSimilarity) -> Iterator[Pairs]:
    graph_of = {chart.id: chart.graph for chart in corpus.charts() if not isinstance(chart, Rejected)}
    for number, dialogue in enumerate(corpus.dialogues()):
        if not isinstance(dialogue, Rejected):
            yield misled_dialogue(dialogue, graph_of[dialogue.chart], number)


_ITEMS: Mapping[str, Callable[[Corpus, TextSimilarity], Iterator[Pairs]]] = {
    "graph": _graphs,
    "extraction": _documents,
    "attribution": _attributions,
    "answer": _answers,
    "dialogue": _dialogues,
}
