"""`diagramloop.score`: diagrams against their references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from diagramloop.doors.python.diagrams import PICTURES, Diagram, graph_of, shown_of, text_of
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.models.predictions import (
    Predicted,
    graph_predicted,
    read_or_nothing,
    repairs_in_words,
    repairs_of,
    unread_in_words,
)
from diagramloop.rich_display import html_table
from diagramloop.scores import ScoreRow, Summary, summarise
from diagramloop.scores.families import similarity_chosen
from diagramloop.scores.graph_pair import counted, graph_metrics, graph_pair_rows
from diagramloop.scores.scoring import without_refusals_alone

SHOWN_METRICS = ("text/flow_f1", "node_f1", "edge_f1")  # where none are named


@dataclass(frozen=True)
class Scores:
    """Scores of predictions; a table in a notebook.

    Attributes:
        rows: one for each pair and metric that has counts.
        summaries: one for each metric, over all pairs, with a 95 % interval.
        repairs: by name, what was passed over or mended to read a prediction.
        unread: by name of the predictions that could not be read, and so count as nothing, why.
        left_out: by name of the predictions whose files have more than their graphs, what, in a line.
    """

    rows: tuple[ScoreRow, ...]
    summaries: tuple[Summary, ...]
    repairs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, metric: str) -> float | None:
        """The value of a metric over all pairs.

        Raises:
            KeyError: it was not asked for.
        """
        return {summary.metric: summary.value for summary in self.summaries}[metric]

    def to_pandas(self) -> Any:
        """The value of each pair and metric as a data frame."""
        import pandas

        columns = ("chart", "metric", "value", "missing")
        return pandas.DataFrame([{name: getattr(row, name) for name in columns} for row in self.rows])

    def __str__(self) -> str:
        """Return one line for each metric, one of repairs, one of what is unread, and those of files."""
        lines = []
        for summary in self.summaries:
            value = "-" if summary.value is None else f"{summary.value:.4f}"
            lines.append(f"{summary.metric}  {value}")
        lines.append(repairs_in_words(list(self.repairs.values())))
        lines.append(unread_in_words(self.unread, len(self.repairs)))
        lines += [f"{name}: {line}" for name, line in self.left_out.items()]
        return "\n".join(filter(None, lines))

    def _repr_html_(self) -> str:
        names = ("metric", "value", "low", "high", "n", "missing")
        return html_table(names, ([getattr(summary, name) for name in names] for summary in self.summaries))


def score(
    predictions: Diagram | Sequence[Diagram] | Mapping[str, Diagram],
    references: Diagram | Sequence[Diagram] | Mapping[str, Diagram],
    *,
    metrics: Sequence[str] = SHOWN_METRICS,
    similarity: str | None = None,
    seed: int = 0,
) -> Scores:
    """Score predictions against their references: two diagrams, two lists, or two mappings with the same names.

    Args:
        predictions: in any form that :func:`diagramloop.convert` takes; a text, or a file of one, may have the graph
            in a fence or among prose, in any notation.
        references: in any form that :func:`diagramloop.convert` takes.
        metrics: names; all that compare two graphs if empty.
        similarity: of texts, such as ``minilm``; None: the one that each metric declares.
        seed: of the intervals.

    Raises:
        DiagramloopError: no such metric (MISSING) or none of two graphs (UNSUPPORTED), or a reference is broken. A
            reference without a prediction counts as nothing found, and so does a prediction that cannot be read; a
            prediction without a reference is an error.
    """
    names = graph_metrics(metrics)
    parts = counted(names)
    prediction_by_name, reference_by_name = _named(predictions), _named(references)
    strays = sorted(set(prediction_by_name) - set(reference_by_name))
    if strays:
        raise DiagramloopError(f"no reference is named {strays[0]!r}")
    measure = similarity_chosen(similarity)
    answers = {
        name: read_or_nothing(partial(_predicted, prediction)) for name, prediction in prediction_by_name.items()
    }
    rows: list[ScoreRow] = []
    for name, reference in reference_by_name.items():
        graph = answers[name].graph if name in answers else FlowGraph()
        rows += graph_pair_rows(graph, graph_of(reference), parts, measure, chart=name)
    return _summed_up(rows, answers, names, seed)


def _summed_up(rows: Sequence[ScoreRow], answers: Mapping[str, Predicted], names: Sequence[str], seed: int) -> Scores:
    unread = {name: answer.unread for name, answer in answers.items() if answer.unread}
    rows = without_refusals_alone(rows, [row.chart in answers and row.chart not in unread for row in rows])
    summaries = [summary for summary in summarise(rows, seed=seed) if summary.metric in names]
    repairs = {name: answer.repairs for name, answer in answers.items()}
    left_out = {name: answer.account for name, answer in answers.items() if answer.account}
    return Scores(tuple(rows), tuple(summaries), repairs, unread, left_out)


def _predicted(diagram: Diagram) -> Predicted:
    """A prediction in a form of its own, else as text of any form."""
    try:
        shown = shown_of(diagram)
        return Predicted(shown.only.graph, repairs=repairs_of(shown), account=shown.account.loss)
    except DiagramloopError as refusal:
        if isinstance(diagram, Path) and diagram.suffix.lower() not in PICTURES:
            document = text_of(diagram)
        elif isinstance(diagram, str):
            document = diagram
        else:
            raise
        try:
            reading = graph_predicted(document)
        except DiagramloopError:
            raise refusal from None
        return replace(reading.predicted, lines="")


def _named(diagrams: Any) -> dict[str, Diagram]:
    """Diagrams by name: those of a list by their place in it."""
    if isinstance(diagrams, Mapping):
        return dict(diagrams)
    if isinstance(diagrams, Sequence) and not isinstance(diagrams, str | bytes):
        return {str(place): diagram for place, diagram in enumerate(diagrams, start=1)}
    return {"1": diagrams}
