"""``diagramloop converse`` through a pipe, and its loop as a terminal shows it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from scripted_endpoint import ScriptedEndpoint, Status, tool_call
from starlette.routing import BaseRoute
from starlette.testclient import TestClient
from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app
from diagramloop.doors.cli._talk import TerminalTalk, printable
from diagramloop.doors.serve import application
from diagramloop.engines.converse.walkthrough import Walkthrough
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw
from tests.diagramloop.engines.converse.kettle import KETTLE


def talk(chart: Path, *lines: str, options: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(app, ["converse", str(chart), *options], input="\n".join(lines))


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "kettle.mmd"
    path.write_text(KETTLE)
    return path


def test_a_pipe_is_led_to_the_end(chart: Path) -> None:
    result = talk(chart, "My kettle is cold", "it is plugged in", "no, it stays dark")
    assert result.exit_code == 0
    assert "Is the kettle plugged in?" in result.stdout.splitlines()[0]
    assert "Replace the fuse" in result.stdout.splitlines()[-1]


def test_commands(chart: Path, tmp_path: Path) -> None:
    saved = tmp_path / "talk.json"
    result = talk(
        chart, "why", "undo", "where", "It is cold", "yes", "why", "where", "/undo", "faq", "restart", "undo",
        f"save {saved}", "save", f"save {tmp_path}", "/dance", "help", "quit", "no",
    )  # fmt: skip
    assert result.exit_code == 0
    for said in (
        "Nothing has been said yet.",
        "There is nothing to take back.",
        "“yes” (confidence",
        "2. Does its lamp light up?",
        "Taken back.",
        "--faqs FILE",
        "From the beginning.",
        "Not written",
        "no command /dance",
        "take back what you said last",
    ):
        assert said in result.stdout
    assert json.loads(saved.read_text())["path"] == ["plug"]


def test_an_utterance_that_begins_like_a_command_is_one_to_the_agent(chart: Path) -> None:
    assert "Does its lamp" in talk(chart, "It is cold", "where I checked, yes, it is plugged in").stdout


def test_knowledge_is_told_and_the_transcript_kept(chart: Path, tmp_path: Path) -> None:
    faqs = tmp_path / "faqs.json"
    faqs.write_text('[{"question": "Where is the lamp of the kettle?", "answer": "Below the handle."}]')
    kept = tmp_path / "talk.md"
    options = ("--faqs", str(faqs), "--transcript", str(kept))
    result = talk(chart, "It is cold", "yes", "faq", "Where is that lamp?", options=options)
    assert "• Where is the lamp of the kettle?" in result.stdout
    assert "Below the handle." in result.stdout
    assert "> Where is that lamp?" in kept.read_text().splitlines()


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_is_read_first(tmp_path: Path, kind: str) -> None:
    picture = tmp_path / f"kettle.{kind}"
    drawn = draw(KETTLE, (Style.DEFAULT,), engine="mermaidx")[Style.DEFAULT]
    picture.write_bytes(drawn.png if kind == "png" else drawn.svg.encode())
    result = talk(picture, "It is cold", "no")
    assert "read 5 nodes and 4 edges" in result.stderr
    assert "Plug it in" in result.stdout


def test_other_formats(tmp_path: Path) -> None:
    chart = tmp_path / "kettle.puml"
    branches = ":Replace the fuse;\nelse (no)\n:Plug it in;\n"
    chart.write_text(f"@startuml\nstart\nif (Plugged in?) then (yes)\n{branches}endif\nstop\n@enduml\n")
    assert "Plugged in?" in talk(chart, "It is cold").stdout


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("chart.txt", "x", "add --from"),
        ("chart.mmd", "", "empty"),
        ("chart.mmd", "flowchart TD\n", "empty: no node"),
        ("chart.png", "no picture", "unreadable"),
        ("chart.json", "{", "syntax"),
    ],
)
def test_a_chart_that_cannot_be_walked_says_why(tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content)
    result = talk(tmp_path / name, "hello")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


def test_a_chart_that_is_not_there(tmp_path: Path) -> None:
    assert talk(tmp_path / "chart.mmd").exit_code == 1


def test_with_a_language_model(chart: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [
        '{"way": "none"}',
        "Is it plugged in?",
        *(Status(400), Status(400)),  # with the form of the answer, and without
        '{"purpose": "answer"}',
        '{"way": "W2"}',
        "Plug it in!",
    ]
    options = ("--model", "m", "--base-url", scripted_endpoint.base_url)
    result = talk(chart, "It is cold", "no", "no", options=options)
    assert result.stdout.splitlines()[0] == "Is it plugged in?"
    assert "gave no answer, nothing has changed" in result.stdout
    assert result.stdout.splitlines()[-1] == "Plug it in!"


TOOLS = ("--agent", "floca_tools", "--model", "m", "--base-url")


def test_a_language_model_that_calls_the_charts_functions(chart: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [
        "Is it plugged in?",
        tool_call("NextHop", {"NodeID": "plug", "EdgeAttr": "neither"}),
        tool_call("NextHop", {"NodeID": "plug", "EdgeAttr": "no"}),
        "Plug it in!",
    ]
    result = talk(chart, "It is cold", "no", "why", "undo", options=(*TOOLS, scripted_endpoint.base_url))
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "Is it plugged in?",
        "Plug it in!",
        "This agent does not say how it understood your message.",
        "Taken back.",
        "Is it plugged in?",
    ]
    assert "no edge 'neither' leaves 'plug'" in scripted_endpoint.requests[2]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--agent", "floca_tools"), "needs --model"),
        (("--agent", "floca_tool"), "floca_tools"),
        (("--agent", "random_edge", "--model", "m"), "random_edge"),
    ],
)
def test_an_agent_that_cannot_lead_here_says_why(chart: Path, options: tuple[str, ...], told: str) -> None:
    result = talk(chart, "hello", options=options)
    assert result.exit_code
    assert told in result.stderr


def test_the_line_of_progress() -> None:
    walk = Walkthrough(read_mermaid(KETTLE))
    shown = TerminalTalk(walk, terminal=False, console=Console(file=io.StringIO()))
    assert shown.status == "not begun"
    walk.say("It is cold")
    assert shown.status == "●○○ step 1 of about 3 · Is the kettle plugged in?"
    assert shown.ways == ("yes", "no")
    walk.say("no")
    assert shown.status == "●● finished · Is the kettle plugged in? › Plug it in"


def test_a_person_types_with_a_line_editor() -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    shown = io.StringIO()
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("It is cold\rno\rwhy\r\x04")
        console = Console(file=shown, force_terminal=False, width=80)
        TerminalTalk(Walkthrough(read_mermaid(KETTLE)), terminal=True, console=console).run()
    for said in ("The kettle stays cold", "Plug it in", "That is the end of the chart", "“no”", "Good bye."):
        assert said in shown.getvalue()


def test_what_a_chart_says_does_not_drive_the_terminal(tmp_path: Path) -> None:
    assert printable("a\x1b[2Jb\x07\x9bc\nd") == "a[2Jbc\nd"
    chart = tmp_path / "evil.json"
    node = {"id": "a", "text": "\x1b]0;owned\x07[bold]Ready?[/bold]", "kind": "decision"}
    edges = [{"source": "a", "target": "b", "label": "yes\x1b[2J"}, {"source": "a", "target": "c", "label": "no"}]
    nodes = [node, {"id": "b", "text": "b"}, {"id": "c", "text": "c"}]
    chart.write_text(json.dumps({"schema": "diagramloop/graph/1", "nodes": nodes, "edges": edges}))
    result = talk(chart, "hello", "where")
    assert "[bold]Ready?[/bold]" in result.stdout
    assert "\x1b" not in result.stdout


def test_the_same_chart_on_a_page(chart: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[TestClient, str, int]] = []

    def page(routes: list[BaseRoute], host: str, port: int) -> None:
        served.append((TestClient(application(routes), base_url="http://localhost"), host, port))

    monkeypatch.setattr("diagramloop.doors.serve.serve", page)
    faqs = tmp_path / "faqs.json"
    faqs.write_text('[{"question": "Where is the lamp of the kettle?", "answer": "Below the handle."}]')
    result = talk(chart, options=("--web", "--port", "81", "--faqs", str(faqs)))
    assert result.exit_code == 0, result.output
    ((client, host, port),) = served
    assert (host, port) == ("127.0.0.1", 81)
    shown = client.get("/api/chart").json()
    assert (shown["title"], shown["faqs"]) == ("The kettle stays cold", ["Where is the lamp of the kettle?"])


def test_a_page_keeps_no_transcript_in_a_file(chart: Path, tmp_path: Path) -> None:
    assert talk(chart, options=("--web", "--transcript", str(tmp_path / "talk.md"))).exit_code == 2


def test_a_chart_that_cannot_be_walked_gets_no_page(tmp_path: Path) -> None:
    (tmp_path / "chart.mmd").write_text("flowchart TD\n")
    result = talk(tmp_path / "chart.mmd", options=("--web",))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_a_transcript_that_cannot_be_written_is_told_before_anything_is_said(chart: Path, tmp_path: Path) -> None:
    result = talk(chart, "hello", options=("--transcript", str(tmp_path)))
    assert result.exit_code == 1
    assert (result.stdout, "Is a directory" in result.stderr) == ("", True)


def test_errors_name_the_file_that_they_are_about(chart: Path, tmp_path: Path) -> None:
    faqs = tmp_path / "faqs.json"
    faqs.write_bytes(b"\xff")
    assert f"diagramloop converse: {faqs}: invalid: not UTF-8" in talk(chart, options=("--faqs", str(faqs))).stderr
    chart.write_text("")
    assert f"diagramloop converse: {chart}: empty: " in talk(chart).stderr
