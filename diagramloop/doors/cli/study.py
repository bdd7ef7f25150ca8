"""``diagramloop study``: people who judge generated diagrams: how many items, the pages, and the marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._results import write_stdout
from diagramloop.errors import DiagramloopError

study = typer.Typer(
    name="study", help="People who judge diagrams: how many items, the pages, the marks.", rich_markup_mode="markdown"
)
Power = Annotated[float, typer.Option("--power", help="Share of studies that find what is there.")]


@study.command()
def power(
    correlation: Annotated[
        float | None, typer.Option("--correlation", help="Of a metric with people's marks, that is to be found.")
    ] = None,
    difference: Annotated[
        float | None, typer.Option("--difference", help="Of two systems' mean marks, that is to be found.")
    ] = None,
    spread: Annotated[
        float, typer.Option("--spread", help="Standard deviation over items of the difference of two marks.")
    ] = 0.5,
    share: Power = 0.8,
    level: Annotated[float, typer.Option("--level", help="Of the two-sided test.")] = 0.05,
) -> None:
    """Say how many items a study needs."""
    from diagramloop.scores.study_power import items_for_correlation, items_for_difference

    if (correlation is None) == (difference is None):
        raise typer.BadParameter("say --correlation or --difference")
    with one_line_errors("study power"):
        if correlation is not None:
            items = items_for_correlation(correlation, share, level)
        else:
            items = items_for_difference(difference or 0.0, spread, share, level)
        write_stdout(json.dumps({"items": items, "power": share, "level": level}).encode(), ".json")


@study.command()
def kit(
    pictures: Annotated[
        Path,
        typer.Argument(
            help="A folder for each system and one for the reference, each with ITEM.png; or artifacts/images/SOURCE.",
            exists=True,
            file_okay=False,
        ),
    ],
    destination: Annotated[Path, typer.Argument(help="A folder that is not there yet.", metavar="DEST")],
    judges: Annotated[list[str], typer.Option("--judge", help="Repeat for several.")],
    items: Annotated[int | None, typer.Option("--items", help="Chosen at random; all by default.", min=1)] = None,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    systems: Annotated[
        list[str] | None, typer.Option("--system", help="Repeat for several; all that lie there by default.")
    ] = None,
    reference: Annotated[
        str, typer.Option("--reference", help="The folder that the others are judged by.")
    ] = "reference",
) -> None:
    """Write a blind, shuffled page for each judge, and the key, which stays with you."""
    from diagramloop.report.judging_kit import KEY, write_kit

    with one_line_errors("study kit"):
        if destination.exists():
            raise DiagramloopError(f"{destination} is there already")
        pairs = write_kit(
            pictures, destination, judges, seed=seed, items=items, systems=systems or (), reference=reference
        )
        said = {"pairs": pairs, "judges": len(judges), "key": str(destination / KEY)}
        write_stdout(json.dumps(said, ensure_ascii=False).encode("utf-8", "replace"), ".json")


@study.command()
def collect(
    key: Annotated[Path, typer.Argument(help="key.json of the kit.", exists=True, dir_okay=False)],
    sheets: Annotated[list[Path], typer.Argument(help="What the judges sent back.", exists=True, dir_okay=False)],
) -> None:
    """Print the judges' sheets as one judgements.csv, with items and systems; exit code 1 if rows name no pair."""
    from diagramloop.report.judging_kit import collected, read_key

    with one_line_errors("study collect"):
        table, unknown = collected(read_key(key), [sheet.read_bytes() for sheet in sheets])
        write_stdout(table.encode("utf-8", "replace"), ".csv")
    if unknown:
        typer.echo(f"study collect: {unknown} rows name no pair of the key", err=True)
        raise typer.Exit(1)
