"""``diagramloop score``: how well graphs agree with their references."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from diagramloop.doors.cli._batch import (
    STDIN,
    Batch,
    Input,
    OutputFolder,
    Outputs,
    PageOption,
    StrictOption,
    in_folders,
)
from diagramloop.doors.cli._complaints import complain, one_line_errors
from diagramloop.doors.cli._formats import MERMAID, GraphFormatOption, has_graph_suffix, read_graph
from diagramloop.doors.cli._results import write_stdout
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.errors import DiagramloopError
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import ALL
from diagramloop.models.predictions import (
    Predicted,
    answer_in,
    graph_predicted,
    id_of,
    is_of_records,
    read_or_nothing,
    records,
    repairs_in_words,
    unread_in_words,
)
from diagramloop.scores import ScoreRow, Summary, summarise
from diagramloop.scores.bootstrap import interval_text
from diagramloop.scores.families import similarity_chosen
from diagramloop.scores.graph_pair import counted, graph_metrics, graph_pair_rows
from diagramloop.scores.scoring import without_refusals_alone

SEED = 0  # of the bootstrap: the same files give the same intervals


class ScoreFormat(StrEnum):
    """Formats of scores."""

    TABLE = "table"
    JSON = "json"


Predictions = Annotated[
    list[Path], typer.Option("--pred", "-p", help="Predicted graph, a folder, or records (JSON, CSV).")
]
References = Annotated[list[Path], typer.Option("--gold", "-g", help="Reference graph, or a folder of them.")]
Printed = Annotated[ScoreFormat, typer.Option("--format", "-f", help="What to print.")]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", help="Repeat for several; all by default.", show_default=False)
]
Similarity = Annotated[
    str | None,
    typer.Option("--similarity", help="Of texts, in place of each metric's own: lexical, exact, minilm, or a model."),
]


def score(
    pred: Predictions,
    gold: References,
    metric: Metrics = None,
    similarity: Similarity = None,
    format: Printed = ScoreFormat.TABLE,
    source: GraphFormatOption = None,
    page: PageOption = None,
    strict: StrictOption = False,
    output: OutputFolder = None,
) -> None:
    """Score predicted graphs against references (JSON, Mermaid, DOT).

    Several files, or folders, are paired by stem, and records of predictions by id; a reference without a prediction
    scores as the empty graph, and so does one that cannot be read, which is told. A prediction may stand in a fence or
    among prose, in any notation: what was repaired is told. Metrics that need boxes in pixels say so where a graph has
    none. Those of procedural graphs (strict/*, paged_official/*) are told by name; paged_official
    reads a prediction in triples as it is written. What of a file is not in the graph that is compared is told; --page
    is of predictions and references.
    """
    batch = Batch("score", output, gathers=True, page=_one(page), strict=strict)
    names = _known(metric or ())
    parts = counted(names)
    measure = similarity_chosen(similarity)
    with one_line_errors("score"):
        if measure is not None:
            measure.matrix(("a",), ("a",))  # a model that is not there is told at once, not for each metric and pair
        pairs = _pairs(pred, gold)
    rows: list[ScoreRow] = []
    answers: list[_Answer] = []

    def work(item: Input) -> Outputs:
        reference = read_graph(item, source, batch)
        answer = _answer(pairs[item.path], source, batch)
        answers.append(replace(answer, chart=item.stem))
        predicted = answer.predicted
        scored = graph_pair_rows(predicted.graph, reference, parts, measure, chart=item.stem, lines=predicted.lines)
        rows.extend(scored)
        return {".json": _json(_summed_up(scored, names)).encode()} if output else {}

    try:
        batch.run(list(pairs), work, beside=_places(pairs))
    finally:
        _print_all(rows, answers, names, format)


def _one(page: str | None) -> str | None:
    if page == ALL:
        raise typer.BadParameter("--page all: one chart is compared with one, so name it")
    return page


def _print_all(rows: Sequence[ScoreRow], answers: Sequence[_Answer], names: Sequence[str], format: ScoreFormat) -> None:
    _print(_summed_up(_of_answers(rows, answers), names), format)
    _tell(answers)


def _print(summary: Sequence[Summary], format: ScoreFormat) -> None:
    with one_line_errors("score"):
        if format is ScoreFormat.JSON:
            write_stdout(_json(summary).encode("utf-8", "replace"), ".json")
        elif summary:
            Console().print(_table(summary))


def _of_answers(rows: Sequence[ScoreRow], answers: Sequence[_Answer]) -> list[ScoreRow]:
    charts = {answer.chart for answer in answers if answer.name and not answer.predicted.unread}
    return without_refusals_alone(rows, [row.chart in charts for row in rows])


def _tell(answers: Sequence[_Answer]) -> None:
    """One line each: how many predictions were repaired, and how many are unread."""
    given = [answer for answer in answers if answer.name]
    unread = {answer.name: answer.predicted.unread for answer in given if answer.predicted.unread}
    for words in (
        repairs_in_words([answer.predicted.repairs for answer in given]),
        unread_in_words(unread, len(given)),
    ):
        if words:
            complain("score", words)


def _known(names: Sequence[str]) -> tuple[str, ...]:
    try:
        return graph_metrics(names)
    except DiagramloopError as error:
        raise typer.BadParameter(str(error)) from error


def _summed_up(rows: Sequence[ScoreRow], names: Sequence[str]) -> list[Summary]:
    wanted = frozenset(names)
    return [summary for summary in summarise(rows, seed=SEED) if summary.metric in wanted]


@dataclass(frozen=True)
class _Prediction:
    """A prediction: the file, and of a record in it what it answers."""

    name: str
    path: Path
    content: Any = None


@dataclass(frozen=True)
class _Answer:
    """The answer to a reference.

    Attributes:
        name: of the prediction; empty where there is none.
        chart: that it is of.
    """

    predicted: Predicted
    name: str = ""
    chart: str = ""


def _pairs(pred: Sequence[Path], gold: Sequence[Path]) -> dict[Path, _Prediction | None]:
    """Prediction by reference: one of each goes together, else equal stems do, or the ids of records."""
    references = in_folders("score", gold, has_graph_suffix)
    stems = {path.stem for path in references}
    predictions = [prediction for path in _prediction_files(pred, stems) for prediction in _in_file(path)]
    if len(predictions) == len(references) == 1:
        return {references[0]: predictions[0]}
    by_stem: dict[str, _Prediction] = {}
    for prediction in predictions:
        other = by_stem.setdefault(prediction.name, prediction)
        if other is not prediction:
            raise typer.BadParameter(
                f"two predictions are named {prediction.name!r}: {other.path} and {prediction.path}"
            )
    strays = sorted(set(by_stem) - stems)
    if strays:
        raise typer.BadParameter(f"no reference has the stem of prediction {strays[0]!r}")
    return {path: by_stem.get(path.stem) for path in references}


def _places(pairs: Mapping[Path, _Prediction | None]) -> list[Path]:
    return [prediction.path for prediction in pairs.values() if prediction is not None]


def _prediction_files(paths: Sequence[Path], stems: set[str]) -> list[Path]:
    """The files themselves; of folders the graphs, and for a reference that has none there the file of its stem."""

    def wanted(path: Path) -> bool:
        if has_graph_suffix(path):
            return True
        return path.stem in stems and graph_formats.suffix_of(path) not in PICTURES

    files = in_folders("score", paths, wanted)
    graphs = {(path.parent, path.stem) for path in files if has_graph_suffix(path)}
    given = set(paths)
    return [path for path in files if path in given or has_graph_suffix(path) or (path.parent, path.stem) not in graphs]


def _in_file(path: Path) -> list[_Prediction]:
    """The predictions in a file: those of its records, else itself.

    Raises:
        DiagramloopError: a record has no id, and is not alone.
    """
    whole = [_Prediction(path.stem, path)]
    if path == STDIN or graph_formats.suffix_of(path) in graph_formats.suffixes() - {*graph_formats.JSON.suffixes}:
        return whole
    try:
        text = Input(path).read_text()
    except DiagramloopError:
        return whole  # told for the reference that it belongs to
    if not is_of_records(text):
        return whole
    predictions = []
    for number, record in records(text):
        id = id_of(record)
        predictions.append(_Prediction(f"line {number}" if id is None else id, path, answer_in(record)))
    return predictions


def _answer(prediction: _Prediction | None, source: str | None, batch: Batch) -> _Answer:
    """The prediction as it is read, what its file has besides told; the empty graph where there is none."""
    if prediction is None:
        return _Answer(Predicted())
    path, content = prediction.path, prediction.content
    name = str(path) if content is None else f"{prediction.name!r} in {path}"
    try:
        predicted = read_or_nothing(partial(_read, path, content, source, batch.page))
    except DiagramloopError as error:
        raise DiagramloopError(f"its prediction {name}: {error}", reason=error.reason) from error
    if predicted.account:
        batch.lose(path, predicted.account)
    return _Answer(predicted, name)


def _read(path: Path, content: Any, source: str | None, page: str | None) -> Predicted:
    """The graph of a file, or of what a record in it holds."""
    notation = source or _notation(path, content)
    if content is None:
        is_binary = notation and graph_formats.format_named(notation).binary
        content = Input(path).read_bytes() if is_binary else Input(path).read_text()
    return graph_predicted(content, notation, page).predicted


def _notation(path: Path, content: Any) -> str:
    """The format that a file's suffix says; none for one that no format has, and for a record."""
    if path == STDIN:
        return MERMAID
    if content is not None or graph_formats.suffix_of(path) not in graph_formats.suffixes():
        return ""
    return graph_formats.format_of(path)


def _json(summary: Sequence[Summary]) -> str:
    return json.dumps([asdict(row) for row in summary], indent=1, ensure_ascii=False) + "\n"


def _table(summary: Sequence[Summary]) -> Table:
    table = Table()
    for heading in ("metric", "value", "95 % interval", "n"):
        table.add_column(heading, justify="left" if heading == "metric" else "right")
    for row in summary:
        interval = interval_text(row.value, row.low, row.high)
        table.add_row(row.metric, "-" if row.value is None else f"{row.value:.4f}", interval or row.missing, str(row.n))
    return table
