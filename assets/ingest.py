"""Ingest: the rows of each data source, typed, with licence and provenance."""

from __future__ import annotations

import pyarrow as pa

from assets._canaries import QUESTION, SHOWN, TEXT, made_up, with_false_texts
from assets._conversions import conversion_cell
from assets._graphs import to_cell
from assets._ingested import write_items
from assets.machinery import PICTURE, Row, StageReport, StageRun, gold, picture, stage, write_canary
from diagramloop.data.sources import (
    Chart,
    Document,
    FormatFile,
    Question,
    QuestionType,
    Source,
    open_documents,
    open_files,
    open_source,
    sample,
)
from diagramloop.evaluation.contestants.converters import Conversion

CHARTS = pa.schema(
    [(name, pa.string()) for name in ("id", "source", "domain", "licence", "origin", "mermaid", "graph")]
    + [("picture", PICTURE), ("svg", pa.string())]
)
QUESTIONS = pa.schema(
    [(name, pa.string()) for name in ("id", "chart", "question", "type")]
    + [gold("reason", pa.string()), *(gold(name, pa.list_(pa.string())) for name in ("answers", "attribution"))]
)
DOCUMENTS = pa.schema(
    [(name, pa.string()) for name in ("id", "source", "licence", "origin", "text")] + [gold("graph", pa.string())]
)

FILES = pa.schema(
    [(name, pa.string()) for name in ("id", "source", "licence", "origin", "format")]
    + [("content", pa.binary()), gold("conversion", pa.string())]
)


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[figures|pictures|questions|dialogues]"},
    params=("sources.{source}",),
)
def charts(run: StageRun) -> StageReport:
    """Every flowchart of a source: its text, its graph, its own picture where it has one."""
    limit = run.param("sources.{source}")["limit"]
    return write_items(run, sample(_source(run).charts(), limit), _chart_row, CHARTS)


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[questions]"},
    params=("sources.{source}",),
)
def questions(run: StageRun) -> StageReport:
    """Every question of a source with its answers and the nodes that support them."""
    put = list(_source(run).questions())
    report = write_items(run, put, _question_row, QUESTIONS)
    for chart in [question.chart for question in put if isinstance(question, Question)][:1]:
        write_canary(run.out, _canary_question(run.key["source"], chart), QUESTIONS)
    return report


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[documents]"},
    params=("sources.{source}",),
)
def documents(run: StageRun) -> StageReport:
    """Every document of a source with the procedural graph that it describes."""
    assert run.data is not None
    node = run.param("sources.{source}")
    found = open_documents(node["make"], run.data, **node["options"]).documents()
    report = write_items(run, sample(found, node["limit"]), _document_row, DOCUMENTS)
    source = run.key["source"]
    canary = Document(made_up(source, 1)[0], source, "", TEXT, with_false_texts(SHOWN, source))
    write_canary(run.out, _document_row(canary), DOCUMENTS)
    return report


@stage(
    group="ingest",
    data="data/{source}",
    matrix={"source": "sources[files]"},
    params=("sources.{source}",),
)
def files(run: StageRun) -> StageReport:
    """Every file of a diagram format in a source, with the charts that its own program draws."""
    assert run.data is not None
    node = run.param("sources.{source}")
    source = open_files(node["make"], run.data, **node["options"])
    return write_items(run, sample(source.files(), node["limit"]), _file_row, FILES)


def _canary_question(source: str, chart: str) -> Row:
    id, *words = made_up(source, 4)
    row = {"id": id, "chart": chart, "question": QUESTION, "type": QuestionType.FACT_RETRIEVAL.value, "reason": ""}
    return {**row, "answers": words[:1], "attribution": words[1:]}


def _source(run: StageRun) -> Source:
    assert run.data is not None
    node = run.param("sources.{source}")
    return open_source(node["make"], run.data, **node["options"])


def _chart_row(chart: Chart) -> Row:
    fields = {name: getattr(chart, name) for name in ("id", "source", "domain", "licence", "origin", "mermaid")}
    drawing = None if chart.picture is None else picture(chart.picture, f"{chart.id}.png")
    return {**fields, "graph": to_cell(chart.graph), "picture": drawing, "svg": chart.svg}


def _document_row(document: Document) -> Row:
    fields = {name: getattr(document, name) for name in ("id", "source", "licence", "origin", "text")}
    return {**fields, "graph": to_cell(document.graph)}


def _file_row(file: FormatFile) -> Row:
    fields = {name: getattr(file, name) for name in ("id", "source", "licence", "origin", "format", "content")}
    return {**fields, "conversion": conversion_cell(Conversion(file.charts))}


def _question_row(question: Question) -> Row:
    fields = {name: getattr(question, name) for name in ("id", "chart", "question", "reason")}
    listed = {"answers": list(question.answers), "attribution": list(question.attribution)}
    return {**fields, **listed, "type": question.type.value}
