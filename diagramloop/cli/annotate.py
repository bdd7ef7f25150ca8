"""``diagramloop annotate``: the page on which people pick the nodes that ground an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._address import HOST, PORT, Host, Port
from diagramloop.cli._complaints import one_line_errors
from diagramloop.cli._results import check_writable
from diagramloop.sources import Chart, Question, open_source


def annotate(
    source: Annotated[str, typer.Argument(help="A data set: corpus, flowexplainbench, or package.module:Class.")],
    root: Annotated[Path, typer.Argument(help="Its folder.", exists=True, file_okay=False)],
    log: Annotated[Path, typer.Option("--log", help="File that every click is saved to.")] = Path("annotations.jsonl"),
    export: Annotated[
        Path | None, typer.Option("--export", help="Write what is done as a data set there, and stop.")
    ] = None,
    host: Host = HOST,
    port: Port = PORT,
) -> None:
    """Pick the nodes that ground an answer, question by question, in a browser (Follow the Flow, Section 4.3).

    A question is done with nodes, or the word that there are none, and a whole rubric; what is begun is in the log.
    Several people may annotate at once, each under a name of their own; the page shows how far they agree.
    """
    from diagramloop.attribute.dataset import annotated
    from diagramloop.attribute.dataset import export as write
    from diagramloop.serve import AnnotationPage, require_server, serve

    with one_line_errors("annotate"):
        opened = open_source(source, root)
        charts = [chart for chart in opened.charts() if isinstance(chart, Chart)]
        questions = [question for question in opened.questions() if isinstance(question, Question)]
        if export is None:
            require_server()
        page = AnnotationPage(charts, questions, log)
        if export is not None:
            made = annotated(questions, page.store)
            write(export, charts, made)
            agreement = [f"{a.first}/{a.second} kappa {a.kappa}" for a in page.store.agreement()]
            typer.echo(json.dumps({"questions": len(made), "folder": str(export), "agreement": agreement}))
            return
        check_writable(log)
        serve(page.routes(), host, port=port)
