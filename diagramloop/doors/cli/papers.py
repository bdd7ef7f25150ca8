"""``diagramloop papers``: fetch papers from arXiv, and see what is read of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from diagramloop.data.sources import Rejected
from diagramloop.data.sources.papers import PaperReading
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._results import write_stdout

papers = typer.Typer(
    name="papers", help="Papers of arXiv: fetch them, and see what is read of them.", rich_markup_mode="markdown"
)


@papers.command()
def fetch(
    destination: Annotated[Path, typer.Argument(help="Folder for the papers, one folder each.", metavar="DEST")],
    ids: Annotated[
        list[str] | None,
        typer.Option("--ids", help="An arXiv id, a file that lists them (.json, .csv, .txt), or sciflow_bench."),
    ] = None,
    query: Annotated[str | None, typer.Option("--query", help="In the API's language: cat:cs.CV AND ti:flow.")] = None,
    title: Annotated[list[str] | None, typer.Option("--title", help="A paper's title.")] = None,
    most: Annotated[int, typer.Option("--max", help="Papers taken of a query.", min=1)] = 10,
    delay: Annotated[float, typer.Option("--delay", help="Seconds between two requests.", min=0)] = 3.0,
    server: Annotated[
        str | None, typer.Option("--server", help="A mirror with api/query, e-print and oai below it.")
    ] = None,
) -> None:
    """Fetch papers and their licences; what is there already and whole is not fetched again.

    `--ids sciflow_bench` fetches the index that SciFlow-Bench publishes, and its papers, five domains in all.

    One JSON line a paper: where it lies, or why it was rejected. A rejected one does not stop the rest; the exit code
    is then 1. The papers' licences are their own: look into paper.json before you pass anything on.
    """
    from diagramloop.data.sources.papers.fetching import Fetcher, Server

    if not (ids or query or title):
        raise typer.BadParameter("say which papers: --ids, --query or --title")
    with one_line_errors("papers fetch"):
        fetcher = Fetcher(destination, Server.at(server) if server else None, delay=delay)
        rows: Iterable[Any] = chain(
            fetcher.by_id(_wanted(ids or [], destination)),
            fetcher.by_query(query, most) if query else (),
            fetcher.by_title(title or []),
        )
        _report(rows, lambda row: {"paper": row.id, "folder": str(row.folder), "was_there": row.was_there})


@papers.command("list")
def list_papers(
    root: Annotated[Path, typer.Argument(help="Folder of papers.", exists=True, file_okay=False)],
) -> None:
    """One JSON line a paper: its framework figure, why that one was chosen, or why the paper is not usable."""
    from diagramloop.data.sources import Arxiv

    with one_line_errors("papers list"):
        _report(Arxiv(root).readings(), _reading)


def _wanted(ids: list[str], destination: Path) -> Iterator[Any]:
    from diagramloop.data.sources.papers.index import PUBLISHED, Wanted, published_index, read_index

    for given in ids:
        if given in PUBLISHED:
            yield from published_index(given, destination)
        else:
            yield from read_index(Path(given)) if Path(given).is_file() else (Wanted(given),)


def _reading(read: PaperReading) -> dict[str, Any]:
    figure, paper = read.choice.figure, read.paper
    return {
        "paper": paper.id,
        "licence": paper.licence,
        "figure": figure.number,
        "caption": figure.caption,
        "reasons": dict(read.choice.reasons),
        "figures": len(read.manuscript.figures),
        "passages": len(paper.passages),
        "verified_graph": paper.graph is not None,
    }


def _report(rows: Iterable[Any], describe: Callable[[Any], dict[str, Any]]) -> None:
    """Prints a line for each row as it comes; raises :class:`typer.Exit` with code 1 when any was rejected."""
    rejected = 0
    for row in rows:
        if isinstance(row, Rejected):
            rejected += 1
            facts = {"paper": row.id, "rejected": row.reason.value, "detail": row.detail}
        else:
            facts = describe(row)
        write_stdout(json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace"), ".json")
    if rejected:
        raise typer.Exit(1)
