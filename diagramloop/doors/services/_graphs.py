"""Graphs, converted, scored and asked: the answers to ``convert``, ``score`` and ``attribute``."""

from __future__ import annotations

from functools import cache, partial

from diagramloop.doors.python.answers import (
    AttributeAnswer,
    ConvertAnswer,
    FileContent,
    Ground,
    Score,
    ScoreAnswer,
    of_file,
)
from diagramloop.doors.python.reading import read
from diagramloop.doors.services._reading import rounded
from diagramloop.doors.services.requests import AttributeRequest, ConvertRequest, DiagramContent, ScoreRequest
from diagramloop.engines.attribute import AttributionTask, Attributor, attributed, attributor
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import Account, Shown
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.pixels import png
from diagramloop.models.predictions import Predicted, graph_predicted, read_or_nothing
from diagramloop.render.converted import converted
from diagramloop.scores import summarise
from diagramloop.scores.families import similarity_chosen
from diagramloop.scores.graph_pair import counted, graph_metrics, graph_pair_rows

SEED = 0  # of summaries, whose intervals nobody sees here


def convert(request: ConvertRequest) -> ConvertAnswer:
    """Convert a diagram.

    Raises:
        DiagramloopError: the diagram is broken, or there is no such format.
    """
    to = graph_formats.written_named(request.to).name
    read = graph_formats.read_all(request.content.data, request.source)
    shown = Shown.of(read, request.page)
    graph = shown.only.graph
    conversion = converted(graph, to)
    return ConvertAnswer(
        document=FileContent.of(conversion.content, to),
        nodes=len(graph.nodes),
        edges=len(graph.edges),
        dropped=conversion.dropped,
        not_laid_out=conversion.not_laid_out,
        **of_file(shown.account),
    )


def score(request: ScoreRequest) -> ScoreAnswer:
    """Score a diagram against its reference; a prediction that cannot be read counts as nothing, and that is told.

    Raises:
        DiagramloopError: the reference is broken, or there is no such metric of graphs.
    """
    names = graph_metrics(request.metrics)
    predicted = read_or_nothing(partial(_predicted, request.prediction))
    stated = _reference(request.reference)
    graph, reference = predicted.graph, stated.only.graph
    placed = all(node.box for node in (*graph.nodes, *reference.nodes))
    if not placed:  # places can be compared where both have them
        graph, reference = graph.without_geometry(), reference.without_geometry()
    measure = similarity_chosen(request.similarity)
    rows = graph_pair_rows(graph, reference, counted(names), measure, lines=predicted.lines)
    summaries = {summary.metric: summary for summary in summarise(rows, seed=SEED)}
    scores = [
        Score(metric=name, value=summaries[name].value, missing=summaries[name].missing)
        for name in names
        if name in summaries
    ]
    return ScoreAnswer(
        scores=tuple(scores),
        compared_by="places" if placed else "texts",
        prediction_account=predicted.account,
        reference_account=stated.account.loss,
        unread=predicted.unread,
    )


def attribute(request: AttributeRequest) -> AttributeAnswer:
    """Find the nodes of a chart that ground an answer.

    Raises:
        DiagramloopError: the chart cannot be read, or the question is none.
    """
    graph, picture, account = _chart(request)
    task = AttributionTask("asked", graph, request.question, request.answer, picture)
    attribution = attributed(_attributor(request.attributor), task, request.attributor)
    nodes = [graph.node_by_id[id] for id in attribution.nodes]
    return AttributeAnswer(
        nodes=tuple(Ground(id=node.id, text=node.text, box=node.box) for node in nodes),
        question_type=attribution.type,
        chart=write_mermaid(graph).text,
        chart_confidence=rounded(graph),
        **of_file(account),
    )


def _chart(request: AttributeRequest) -> tuple[FlowGraph, bytes | None, Account]:
    if request.source is not None:
        shown = Shown.of(graph_formats.read_all(request.content.data, request.source))
        return shown.only.graph, None, shown.account
    reading = read(request.content.data, stated=False)
    return reading.graph, png(reading.pixels()), reading.account


@cache
def _attributor(name: str) -> Attributor:
    return attributor(name)


def _predicted(diagram: DiagramContent) -> Predicted:
    """The graph of a prediction, which may stand in a fence or in another notation than it says."""
    is_binary = graph_formats.format_named(diagram.format).binary
    try:
        content = diagram.data if is_binary else diagram.data.decode("utf-8-sig")
        return graph_predicted(content, diagram.format).predicted
    except UnicodeDecodeError as error:
        raise DiagramloopError("the prediction: not UTF-8 text", reason=RejectionReason.UNREADABLE) from error
    except DiagramloopError as error:
        raise DiagramloopError(f"the prediction: {error}", reason=error.reason) from error


def _reference(diagram: DiagramContent) -> Shown:
    try:
        return Shown.of(graph_formats.read_all(diagram.data, diagram.format))
    except DiagramloopError as error:
        raise DiagramloopError(f"the reference: {error}", reason=error.reason) from error
