"""``diagramloop score``: how well graphs agree with their references."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from diagramloop.doors.cli._batch import Batch, Input, OutputFolder, Outputs, in_folders
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import GraphFormatOption, has_graph_suffix, read_graph
from diagramloop.doors.cli._results import write_stdout
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.scores import ScoreRow, Summary, TextSimilarity, similarity_named, summarise
from diagramloop.scores.graph_pair import counted, graph_metrics, graph_pair_rows

SEED = 0  # of the bootstrap: the same files give the same intervals


class ScoreFormat(StrEnum):
    """Formats of scores."""

    TABLE = "table"
    JSON = "json"


Predictions = Annotated[list[Path], typer.Option("--pred", "-p", help="Predicted graph, or a folder of them.")]
References = Annotated[list[Path], typer.Option("--gold", "-g", help="Reference graph, or a folder of them.")]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", help="Repeat for several; all by default.", show_default=False)
]
Similarity = Annotated[str, typer.Option("--similarity", help="Text similarity: lexical, exact, minilm, or a model.")]


def score(
    pred: Predictions,
    gold: References,
    metric: Metrics = None,
    similarity: Similarity = "lexical",
    format: Annotated[ScoreFormat, typer.Option("--format", "-f", help="What to print.")] = ScoreFormat.TABLE,
    source: GraphFormatOption = None,
    output: OutputFolder = None,
) -> None:
    """Score predicted graphs against references (JSON, Mermaid, DOT).

    Several files, or folders, are paired by stem; a reference without a prediction scores as the empty
    graph. Metrics that need boxes in pixels say so where a graph has none. Those of procedural graphs (strict/*,
    paged_official/*) are told by name; paged_official reads a prediction in triples as it is written.
    """
    names = _known(metric or ())
    parts = counted(names)
    measure = similarity_named(similarity)
    with one_line_errors("score"):
        measure.matrix(("a",), ("a",))  # a model that is not there is told at once, not for each metric of each pair
    pairs = _pairs(pred, gold)
    rows: list[ScoreRow] = []

    def work(item: Input) -> Outputs:
        scored = _scores(item, pairs[item.path], source, parts, measure)
        rows.extend(scored)
        return {".json": _json(_summed_up(scored, names)).encode()} if output else {}

    try:
        Batch("score", output, gathers=True).run(list(pairs), work, beside=list(filter(None, pairs.values())))
    finally:
        summary = _summed_up(rows, names)
        with one_line_errors("score"):
            if format is ScoreFormat.JSON:
                write_stdout(_json(summary).encode("utf-8", "replace"), ".json")
            elif summary:
                Console().print(_table(summary))


def _known(names: Sequence[str]) -> tuple[str, ...]:
    try:
        return graph_metrics(names)
    except DiagramloopError as error:
        raise typer.BadParameter(str(error)) from error


def _summed_up(rows: Sequence[ScoreRow], names: Sequence[str]) -> list[Summary]:
    wanted = frozenset(names)
    return [summary for summary in summarise(rows, seed=SEED) if summary.metric in wanted]


def _pairs(pred: Sequence[Path], gold: Sequence[Path]) -> dict[Path, Path | None]:
    """Prediction by reference: one of each goes together, else equal stems do."""
    predictions, references = _files(pred), _files(gold)
    if len(predictions) == len(references) == 1:
        return {references[0]: predictions[0]}
    by_stem: dict[str, Path] = {}
    for path in predictions:
        if (other := by_stem.setdefault(path.stem, path)) is not path:
            raise typer.BadParameter(f"two predictions are named {path.stem!r}: {other} and {path}")
    strays = sorted(set(by_stem) - {path.stem for path in references})
    if strays:
        raise typer.BadParameter(f"no reference has the stem of prediction {strays[0]!r}")
    return {path: by_stem.get(path.stem) for path in references}


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files themselves, folders replaced by the graphs in them."""
    return in_folders("score", paths, has_graph_suffix)


def _scores(
    gold: Input, pred: Path | None, source: str | None, metrics: Sequence[str], similarity: TextSimilarity
) -> list[ScoreRow]:
    """The rows of one pair: metrics of any graphs, then those of procedural ones."""
    reference = read_graph(gold, source)
    graph, lines = _predicted(pred, source)
    return graph_pair_rows(graph, reference, metrics, similarity, chart=gold.stem, lines=lines)


def _predicted(path: Path | None, source: str | None) -> tuple[FlowGraph, str]:
    """The graph in a prediction's file, which is named where it is broken, and its own lines where it is in triples;
    the empty graph where there is none.
    """
    if path is None:
        return FlowGraph(), ""
    try:
        if (source or (graph_formats.format_of(path) if has_graph_suffix(path) else "")) != graph_formats.TRIPLES.name:
            return read_graph(Input(path), source), ""
        text = Input(path).read_text()
        return graph_formats.TRIPLES.read(text), text
    except DiagramloopError as error:
        raise DiagramloopError(f"its prediction {path}: {error}", reason=error.reason) from error


def _json(summary: Sequence[Summary]) -> str:
    return json.dumps([asdict(row) for row in summary], indent=1, ensure_ascii=False) + "\n"


def _table(summary: Sequence[Summary]) -> Table:
    table = Table()
    for heading in ("metric", "value", "95 % interval", "n"):
        table.add_column(heading, justify="left" if heading == "metric" else "right")
    for row in summary:
        interval = "" if row.low is None or row.high is None or row.n < 2 else f"{row.low:.3f} .. {row.high:.3f}"
        table.add_row(row.metric, "-" if row.value is None else f"{row.value:.4f}", interval or row.missing, str(row.n))
    return table
