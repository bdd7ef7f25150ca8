"""``diagramloop mcp``: the tools for agents, by the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import one_line_errors


def mcp(
    folder: Annotated[
        Path,
        typer.Option(
            "--folder",
            help="Within which agents may read files; the present one if none is named.",
            exists=True,
            file_okay=False,
        ),
    ] = Path(),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="In which they make new files; if none is named, `out` in --folder.", file_okay=False
        ),
    ] = None,
) -> None:
    """Let agents read, convert, score and ask diagrams (Model Context Protocol, on standard input and output).

    Tools: parse_diagram, convert_diagram, score_diagram, read_document, attribute. Answers are short, and say how sure
    they are. New files have the suffix of their format, and none is written over.
    """
    from diagramloop.doors.serve.agent_files import AgentFiles
    from diagramloop.doors.serve.mcp_server import require_mcp, serve_stdio

    with one_line_errors("mcp"):
        require_mcp()
        serve_stdio(AgentFiles(folder, out))
