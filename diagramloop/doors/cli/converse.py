"""``diagramloop converse``: be led along a flowchart, in the terminal or on a local page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diagramloop.data.sources import FAQ
from diagramloop.doors.cli._address import HOST, PORT, Host, Port
from diagramloop.doors.cli._batch import Batch, Input, PageOption
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import GraphFormatOption, has_graph_suffix, read_graph
from diagramloop.doors.cli._model_options import SERVER, BaseUrl, Calls, Model, Options, Settings, configured
from diagramloop.doors.cli._results import check_writable
from diagramloop.doors.cli._talk import TerminalTalk
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.doors.python.reading import read
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import ChatModel

if TYPE_CHECKING:
    from diagramloop.engines.converse import Agent

FLOCA = "floca"
_Walk = tuple[FlowGraph, Sequence[FAQ], ChatModel | None, "Agent | None"]


def converse(
    chart: Annotated[Path, typer.Argument(help="A flowchart: its text, or a picture of it.", metavar="CHART")],
    source: GraphFormatOption = None,
    page: PageOption = None,
    faqs: Annotated[
        Path | None, typer.Option("--faqs", help='Knowledge to answer questions from: [{"question", "answer"}, ...].')
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option("--transcript", help="Write the dialogue there in the end: .json, else Markdown.")
    ] = None,
    agent: Annotated[
        str, typer.Option("--agent", help="Who leads: floca, or, with --model, floca_tools, graph_serialisation, ...")
    ] = FLOCA,
    model: Model = None,
    base_url: BaseUrl = SERVER,
    calls: Calls = None,
    option: Options = None,
    setting: Settings = None,
    web: Annotated[
        bool, typer.Option("--web", help="Talk on a page in the browser, the chart beside it, not in the terminal.")
    ] = False,
    host: Host = HOST,
    port: Port = PORT,
) -> None:
    """Talk your way along a flowchart: say how things are, ask back, or say that you want to go back, hear it again,
    know what can be said, or stop. What answers nothing moves nothing.

    Works offline; --model lets a language model understand and word. The way along the chart is the chart's own in
    either case. Pipes work too: each line of standard input is something said. Type help for what else can be typed.
    """
    if web and transcript is not None:
        raise typer.BadParameter("--transcript is the terminal's: the page has transcripts to download")
    with one_line_errors("converse"):
        from diagramloop.models import chat_model

        chat = configured(model, base_url, calls, option, setting)
        speaker = chat_model(chat) if chat else None
        leader = _leader(agent, speaker)
        known = _read_faqs(faqs) if faqs is not None else ()
        with one_line_errors(f"converse: {chart}"):
            graph = _read_chart(chart, source, Batch("converse", None, page=page))
        if web:
            _on_a_page((graph, known, speaker, leader), host, port)
        else:
            _in_the_terminal((graph, known, speaker, leader), transcript)


def _leader(name: str, model: ChatModel | None) -> Agent | None:
    """The agent of that name on the model; None for the command's own."""
    if name == FLOCA:
        return None
    from diagramloop.engines.converse import AGENTS

    if model is None:
        AGENTS.found(name)  # a wrong name is told first
        raise typer.BadParameter(f"--agent {name} needs --model")
    return AGENTS.made(name, model=model)


def _on_a_page(walk: _Walk, host: str, port: int) -> None:
    from diagramloop.doors.serve import ConversationPage, require_server, serve

    require_server()
    serve(ConversationPage(*walk).routes(), host, port=port)


def _in_the_terminal(walk: _Walk, transcript: Path | None) -> None:
    from diagramloop.engines.converse.walkthrough import Walkthrough

    if transcript is not None:
        check_writable(transcript)
    talk = TerminalTalk(Walkthrough(*walk), terminal=sys.stdin.isatty())
    try:
        talk.run()
    finally:
        if transcript is not None:
            talk.save(transcript)


def _read_faqs(path: Path) -> Sequence[FAQ]:
    from diagramloop.engines.converse.knowledge import read_faqs

    with one_line_errors(f"converse: {path}"):
        return read_faqs(Input(path).read_text())


def _read_chart(path: Path, source: str | None, batch: Batch) -> FlowGraph:
    """The chart in a file, or in a picture of one."""
    if source is not None or has_graph_suffix(path):
        return read_graph(Input(path), source, batch)
    if path.suffix.lower() not in PICTURES:
        path.stat()  # a file that is not there is told as such
        raise DiagramloopError("no suffix of a chart or a picture: add --from")
    graph = read(Input(path).read_bytes(), page=batch.page).graph
    typer.echo(
        f"diagramloop converse: read {len(graph.nodes)} nodes and {len(graph.edges)} edges from {path}", err=True
    )
    return graph
