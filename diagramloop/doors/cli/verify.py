"""``diagramloop verify``: the page on which people verify parsed graphs against their figures, and Table 1."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diagramloop.doors.cli._address import HOST, PORT, Host, Port
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._results import check_writable

if TYPE_CHECKING:
    from diagramloop.doors.serve import VerificationPage

LOG = "verification.jsonl"


def verify(
    root: Annotated[
        Path,
        typer.Argument(
            help="A folder of pictures (each folder in it a domain; NAME.json beside a picture is its parsed graph, "
            "else it is parsed), or of papers as `diagramloop papers fetch` leaves them.",
            exists=True,
            file_okay=False,
            metavar="FOLDER",
        ),
    ],
    log: Annotated[
        Path | None, typer.Option("--log", help=f"File that every edit is saved to; FOLDER/{LOG} by default.")
    ] = None,
    domain: Annotated[str, typer.Option("--domain", help="Of figures that lie in no folder of a domain.")] = "",
    table: Annotated[bool, typer.Option("--table", help="Print Table 1 of what is finished, and stop.")] = False,
    host: Host = HOST,
    port: Port = PORT,
) -> None:
    """Verify parsed graphs by minimal edits, in a browser (SciFlow-Bench, Section 4.2 and Appendix B).

    Several people may verify the same figures, each under a name of their own. Finishing a figure writes the graph that
    all who finished agree on to FIGURE/graph.json, where it counts as the paper's verified graph.
    """
    from diagramloop.doors.serve import VerificationPage, require_server, serve

    with one_line_errors("verify"):
        if not table:
            require_server()
        log = log or root / LOG
        page = VerificationPage(root, log, domain)
        if table:
            _print(page)
            return
        check_writable(log)
        serve(page.routes(), host, port=port)


def _print(page: VerificationPage) -> None:
    """Tab-separated: Table 1, then each pair of annotators."""
    rows, pairs = page.table(), page.agreement()
    names = [f"{kind} {measure}" for kind in ("node", "edge") for measure in ("precision", "recall", "F1")]
    typer.echo("\t".join(["domain", "figures", *names]))
    for row in rows:
        values = (f"{value:.2f}" for value in (*row.node, *row.edge))
        typer.echo("\t".join([row.domain, str(row.figures), *values]))
    for pair in pairs:
        kappa = "none" if pair.kappa is None else f"{pair.kappa:.3f}"
        figures = f"{pair.questions} figure{'' if pair.questions == 1 else 's'}"
        typer.echo(f"{pair.first} and {pair.second}: kappa {kappa} on {pair.decisions} elements of {figures}")
