"""Rows of a data set as they are exported, configuration by configuration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from diagramloop.data.sources import FAQ, Chart, Dialogue, Document, Question, Rejected, Source, asked_of, sample
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.pictures import Drawing, pictures
from diagramloop.graph import FlowGraph

Row = dict[str, Any]
Rows = Iterator[Row | Rejected]

_dialogue = TypeAdapter(Dialogue)
_faqs = TypeAdapter(tuple[FAQ, ...])


@dataclass(frozen=True)
class Column:
    """A column of a configuration.

    Attributes:
        name: of it.
        kind: ``text``, ``texts``, ``picture`` or ``json``.
        said: about it, for the card and for Croissant.
    """

    name: str
    kind: str
    said: str


_ITEM = (
    Column("id", "text", "unique in its configuration"),
    Column("licence", "text", "of this item, as SPDX has it"),
)
_GRAPH = Column("graph", "json", "what it says, in diagramloop's JSON (diagramloop/graph/1)")
_SOURCE = Column("source", "text", "data set that it is from")
_ORIGIN = Column("origin", "text", "where it stands in its data set")
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "charts": (
        *_ITEM,
        _SOURCE,
        Column("domain", "text", "subject, in the data set's own words"),
        _ORIGIN,
        Column("split", "text", "part of its data set, or empty"),
        Column("mermaid", "text", "the chart as Mermaid text"),
        _GRAPH,
        Column(
            "picture",
            "picture",
            "the data set's own drawing, or one made of the chart; places in the graph are its pixels",
        ),
        Column("drawn_in", "text", "style in which diagramloop drew the picture; empty where it is the data set's own"),
        Column("svg", "text", "the same drawing as vectors, or empty"),
    ),
    "questions": (
        *_ITEM,
        Column("chart", "text", "id of the chart that is asked about"),
        Column("question", "text", "in words"),
        Column("answers", "texts", "accepted answers, the preferred one first"),
        Column("type", "text", "fact_retrieval, applied_scenario, flow_referential or topological"),
        Column("attribution", "texts", "ids of the nodes that ground the answer, along the flow"),
        Column("reason", "text", "why these nodes, or empty"),
    ),
    "documents": (*_ITEM, _SOURCE, _ORIGIN, Column("text", "text", "the description of a procedure"), _GRAPH),
    "dialogues": (
        *_ITEM,
        Column("chart", "text", "id of the chart that the dialogue goes along"),
        Column("dialogue", "json", "turns with what each is grounded in, and the path"),
        Column("faqs", "json", "domain knowledge beside the chart"),
    ),
}


def rows_of(configuration: str, data: DataSet, style: str, limit: int | None) -> Rows:
    """The rows of a configuration, and what was rejected.

    Args:
        style: in which charts without a picture are drawn; none are if it is empty.
        limit: charts or documents, the same ones as everywhere; all if None.

    Raises:
        SourceError: the data set has no such items (UNSUPPORTED).
    """
    return _ROWS[configuration](data, style, limit)


def _charts(data: DataSet, style: str, limit: int | None) -> Rows:
    for chart in sample(data.charts().charts(), limit):
        try:
            yield chart if isinstance(chart, Rejected) else _chart_row(chart, style)
        except DiagramloopError as error:
            yield Rejected.of(error, chart.id, data.label, "chart")


def _chart_row(chart: Chart, style: str) -> Row:
    drawn = chart.picture is None and bool(style)
    drawing = Drawing(styles=(style,) if drawn else ())
    (made,) = pictures(chart.id, chart.graph, chart.picture, drawing, chart.svg) or (None,)
    said = {name: getattr(chart, name) for name in ("id", "licence", "source", "domain", "origin", "split", "mermaid")}
    image = made and {"bytes": made.png, "path": f"{chart.id}.png"}
    graph, svg = (made.graph, made.svg) if made else (chart.graph, chart.svg)
    return {**said, "graph": _json(graph), "picture": image, "drawn_in": style if drawn else "", "svg": svg}


def _questions(data: DataSet, _: str, limit: int | None) -> Rows:
    source = data.charts()
    licences = _licences(source, limit)
    for question in asked_of(source):
        if isinstance(question, Rejected):
            yield question
        elif question.chart in licences:
            yield _question_row(question, licences[question.chart])


def _question_row(question: Question, licence: str) -> Row:
    said = {name: getattr(question, name) for name in ("id", "chart", "question", "reason")}
    listed = {"answers": list(question.answers), "attribution": list(question.attribution)}
    return {**said, **listed, "type": question.type.value, "licence": licence}


def _documents(data: DataSet, _: str, limit: int | None) -> Rows:
    for document in sample(data.documents().documents(), limit):
        yield document if isinstance(document, Rejected) else _document_row(document)


def _document_row(document: Document) -> Row:
    said = {name: getattr(document, name) for name in ("id", "licence", "source", "origin", "text")}
    return {**said, "graph": _json(document.graph)}


def _dialogues(data: DataSet, _: str, limit: int | None) -> Rows:
    source = data.dialogues()
    charts = _licences(source, limit)
    for dialogue in source.dialogues():
        if isinstance(dialogue, Rejected):
            yield dialogue
        elif dialogue.chart in charts:
            faqs = _faqs.dump_json(source.faqs(dialogue.chart)).decode()
            said = {"id": dialogue.id, "chart": dialogue.chart, "licence": dialogue.licence}
            yield {**said, "dialogue": _dialogue.dump_json(dialogue).decode(), "faqs": faqs}


def _licences(source: Source, limit: int | None) -> dict[str, str]:
    """Licences of the sampled charts, which are those of what is said about them."""
    return {chart.id: chart.licence for chart in sample(source.charts(), limit) if isinstance(chart, Chart)}


def _json(graph: FlowGraph) -> str:
    return json.dumps(graph.to_dict(), ensure_ascii=False, separators=(",", ":"))


_ROWS: Mapping[str, Callable[[DataSet, str, int | None], Rows]] = {
    "charts": _charts,
    "questions": _questions,
    "documents": _documents,
    "dialogues": _dialogues,
}
