"""``diagramloop run``: ask a system about a data set, or take its predictions, and score the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from diagramloop.doors.cli._complaints import complain, one_line_errors
from diagramloop.doors.cli._model_options import (
    SERVER,
    BaseUrl,
    Calls,
    Model,
    Options,
    Recogniser,
    Settings,
    configured,
)
from diagramloop.doors.cli._results import write_result, write_stdout
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.tasks import TASKS, task_named

Data = Annotated[
    str,
    typer.Option(
        "--data", "-d", help="corpus, a folder in its form, or NAME=FOLDER (paged=PATH, or package.module:Class=PATH)."
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", "-n", min=1, help="Charts, documents or dialogues; all by default.")
]

Named = Annotated[
    str | None,
    typer.Option("--system", "-s", help="A name of `diagramloop ls systems`, a control, or package.module:attribute."),
]
Given = Annotated[
    Path | None,
    typer.Option("--predictions", "-p", help="Instead: a folder of ID.SUFFIX, or JSON lines with an id each."),
]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", help="Repeat for several; all by default.", show_default=False)
]
Similarity = Annotated[
    str | None,
    typer.Option("--similarity", help="Of texts, in place of each metric's own: lexical, exact, minilm, or a model."),
]
View = Annotated[
    str | None,
    typer.Option("--view", help="Of questions on charts: graph, or pixels, a picture with what was read of it."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say items, calls, tokens and cost, and ask no model anything.")
]
OfTokens = Annotated[
    tuple[float, float] | None,
    typer.Option("--prices", help="Of a million tokens of prompts and of answers, for --dry-run.", min=0),
]
Seed = Annotated[int, typer.Option("--seed", help="Of the intervals, and of generators.")]
SystemOptions = Annotated[str, typer.Option("--options", help="Of the system, as a JSON object.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Write the row to this file, for `diagramloop results`.")]


def run(
    task: Annotated[str, typer.Argument(help=f"One of {', '.join(TASKS)}.", metavar="TASK")],
    data: Data = "corpus",
    system: Named = None,
    predictions: Given = None,
    options: SystemOptions = "{}",
    limit: Limit = None,
    metric: Metrics = None,
    similarity: Similarity = None,
    view: View = None,
    recogniser: Recogniser = "",
    seed: Seed = 0,
    model: Model = None,
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    dry_run: DryRun = False,
    prices: OfTokens = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every cell as JSON.")] = False,
    out: Out = None,
) -> None:
    """Score a system on a data set: one row, without a checkout.

    What the system refuses or gets wrong counts as empty. What an exception, a missing weight or an endpoint took is
    not scored: the row says of how many items it is. Exit code 1 if of none. Nothing is written but --out and --calls.
    """
    with one_line_errors("run"):
        configuration = configured(model, base_url, calls, option, setting)
        given = _with_model(task, system, _object(options, recogniser), configuration)
        given_conditions = {"similarity": similarity, "view": view}
        conditions = {name: value for name, value in given_conditions.items() if value is not None}
        if dry_run:
            _tell_plan(task, data, system, given, limit, conditions, prices)
            return
        rows = _evaluated(task, data, system, predictions, given, limit, metric, seed, conditions, as_json, out)
    if not any(row.scored for row in rows):
        complain("run", f"no item was scored: {rows[0].reason if rows else 'there is none'}")
        raise typer.Exit(1)


def _evaluated(
    task: str,
    data: str,
    system: str | None,
    predictions: Path | None,
    options: Mapping[str, Any],
    limit: int | None,
    metrics: list[str] | None,
    seed: int,
    conditions: Mapping[str, Any],
    as_json: bool,
    out: Path | None,
) -> tuple[Any, ...]:
    from diagramloop.evaluation._evaluate import evaluate

    table = evaluate(
        *(task, data, system),
        predictions=predictions,
        options=options,
        limit=limit,
        metrics=metrics,
        seed=seed,
        conditions=conditions,
    )
    if out is not None:
        write_result(out, table.to_json().encode())
    write_stdout((table.to_json() if as_json else f"{table}\n").encode("utf-8", "replace"), ".json")
    return table.rows


def _tell_plan(
    task: str,
    data: str,
    system: str | None,
    options: Mapping[str, Any],
    limit: int | None,
    conditions: Mapping[str, Any],
    prices: tuple[float, float] | None,
) -> None:
    from diagramloop.evaluation.dry_run import Prices, plan

    if system is None:
        raise DiagramloopError("--dry-run is of a --system: predictions cost nothing")
    planned = plan(task, data, system, options=options, limit=limit, conditions=conditions)
    typer.echo(f"{task} by {planned.system}: nothing was asked")
    for line in planned.lines(Prices(*prices) if prices else None):
        typer.echo(line)


def _with_model(
    task: str, system: str | None, options: Mapping[str, Any], model: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    if model is None:
        return options
    from diagramloop.evaluation.asked_models import with_model

    if system is None:
        raise DiagramloopError("--model is of a --system")
    return with_model(task_named(task).kind, system, options, model)


def _object(text: str, recogniser: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise DiagramloopError(f"the options are no JSON: {error}") from error
    if not isinstance(value, dict):
        raise DiagramloopError("the options are no JSON object")
    return {**value, "recogniser": recogniser} if recogniser else value
