"""``diagramloop evaluate``: ask a system about a data set, or take its predictions, and score the answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._complaints import complain, one_line_errors
from diagramloop.cli._results import write_stdout
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.tasks import TASKS, Conditions

Data = Annotated[
    str,
    typer.Option(
        "--data", "-d", help="corpus, a folder in its form, or NAME=FOLDER (paged=PATH, or package.module:Class=PATH)."
    ),
]
Limit = Annotated[
    int | None, typer.Option("--limit", "-n", min=1, help="Charts, documents or dialogues; all by default.")
]


def evaluate(
    task: Annotated[str, typer.Argument(help=f"One of {', '.join(TASKS)}.", metavar="TASK")],
    data: Data = "corpus",
    system: Annotated[
        str | None,
        typer.Option("--system", "-s", help="A known name, a control, or package.module:attribute."),
    ] = None,
    predictions: Annotated[
        Path | None,
        typer.Option("--predictions", "-p", help="Instead: a folder of ID.SUFFIX, or JSON lines with an id each."),
    ] = None,
    options: Annotated[str, typer.Option("--options", help="Of the system, as a JSON object.")] = "{}",
    limit: Limit = None,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", "-m", help="Repeat for several; all by default.", show_default=False)
    ] = None,
    similarity: Annotated[
        str, typer.Option("--similarity", help="Text similarity: lexical, exact, minilm, or a model.")
    ] = Conditions.similarity,
    seed: Annotated[int, typer.Option("--seed", help="Of the intervals, and of generators.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print every cell as JSON.")] = False,
) -> None:
    """Score a system on a data set: one row, without a checkout, and nothing is written.

    What the system refuses or gets wrong counts as empty. What an exception, a missing weight or an endpoint took is
    not scored: the row says of how many items it is. Exit code 1 if of none.
    """
    from diagramloop.evaluation._evaluate import evaluate as evaluated

    with one_line_errors("evaluate"):
        table = evaluated(
            *(task, data, system),
            predictions=predictions,
            options=_object(options),
            limit=limit,
            metrics=metric,
            seed=seed,
            conditions=Conditions(similarity=similarity),
        )
        write_stdout((table.to_json() if as_json else f"{table}\n").encode("utf-8", "replace"), ".json")
    if not any(row.scored for row in table.rows):
        complain("evaluate", f"no item was scored: {table.rows[0].reason if table.rows else 'there is none'}")
        raise typer.Exit(1)


def _object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise DiagramloopError(f"the options are no JSON: {error}") from error
    if not isinstance(value, dict):
        raise DiagramloopError("the options are no JSON object")
    return value
