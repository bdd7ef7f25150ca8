"""``diagramloop attribute`` as a shell user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scripted_endpoint import ScriptedEndpoint
from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app
from diagramloop.render import Style, draw

CHART = """flowchart TD
    A(["Start"]) --> B["Heat the pan"]
    B --> C{"Is the pan hot?"}
    C -->|"yes"| D["Fry the potatoes"]
    C -->|"no"| B
    D --> E(["End"])
"""
ASKED = ("--question", "How many edges are in the shortest path between “Heat the pan” and “Fry the potatoes”?")


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["attribute", *map(str, arguments)], input=stdin)


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "chart.mmd"
    path.write_text(CHART)
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "chart.png"
    path.write_bytes(draw(CHART, (Style.MONO,), engine="mermaidx")[Style.MONO].png)
    return path


def test_a_diagram_is_attributed_in_the_order_of_the_flow(diagram: Path) -> None:
    result = run(diagram, *ASKED, "--answer", "2")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == ["B\tHeat the pan", "C\tIs the pan hot?", "D\tFry the potatoes"]
    assert run("-", *ASKED, stdin=CHART).stdout == result.stdout


def test_a_picture_is_attributed_and_the_path_drawn_on_it(photo: Path, tmp_path: Path) -> None:
    result = run(photo, *ASKED, "--draw", tmp_path / "path.png", "--json")
    assert result.exit_code == 0, result.stderr
    body = json.loads(result.stdout)
    assert [node["text"] for node in body["nodes"]] == ["Heat the pan", "Is the pan hot?", "Fry the potatoes"]
    assert len(body["regions"]) == 3
    assert body["type"] == "topological"
    assert [step["tool"] for step in body["trace"]] == ["shortest_path", "final_answer"]
    drawn, given = (np.asarray(Image.open(path).convert("RGB")) for path in (tmp_path / "path.png", photo))
    assert drawn.shape == given.shape
    changed = np.argwhere((drawn != given).any(axis=2))
    tops = [box[1] for box in body["regions"]]
    assert changed[:, 0].min() >= min(tops) - 30


def test_a_vector_drawing_is_read_and_the_path_drawn_on_it(tmp_path: Path) -> None:
    drawing = tmp_path / "chart.svg"
    drawing.write_text(draw(CHART, (Style.MONO,), engine="graphviz")[Style.MONO].svg)
    result = run(drawing, *ASKED, "--draw", tmp_path / "path.png")
    assert result.exit_code == 0, result.stderr
    said = [line.partition("\t")[2] for line in result.stdout.splitlines()]
    assert said == ["Heat the pan", "Is the pan hot?", "Fry the potatoes"]
    assert Image.open(tmp_path / "path.png").format == "PNG"


def test_a_diagram_is_drawn_where_the_path_is_to_be_drawn(diagram: Path, tmp_path: Path) -> None:
    assert run(diagram, *ASKED, "--draw", tmp_path / "path.png").exit_code == 0
    assert Image.open(tmp_path / "path.png").format == "PNG"


def test_results_go_to_a_folder(diagram: Path, tmp_path: Path) -> None:
    assert run(diagram, *ASKED, "--json", "-o", tmp_path / "out").exit_code == 0
    assert json.loads((tmp_path / "out" / "chart.json").read_text())["nodes"][0]["id"] == "B"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--question", " "), "nothing is asked"),
        ((*ASKED, "--attributor", "oracle"), "no attributor 'oracle'"),
        ((*ASKED, "--attributor", "boxes"), "cannot be made"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(diagram: Path, arguments: tuple[str, ...], says: str) -> None:
    result = run(diagram, *arguments)
    assert result.exit_code == 1
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_another_picture_format_is_not_written(diagram: Path, tmp_path: Path) -> None:
    assert run(diagram, *ASKED, "--draw", tmp_path / "path.jpg").exit_code == 2


def test_a_file_that_is_no_chart_is_reported(tmp_path: Path) -> None:
    (tmp_path / "noise.png").write_bytes(b"no picture")
    result = run(tmp_path / "noise.png", *ASKED)
    assert result.exit_code == 1
    assert "unreadable" in result.stderr


def test_a_model_for_an_attributor_that_asks_none_is_a_usage_error(diagram: Path) -> None:
    result = run(diagram, *ASKED, "--model", "m")
    assert result.exit_code == 2
    assert "asks no language model" in " ".join(result.stderr.replace("│", " ").split())


def pictures_sent(endpoint: ScriptedEndpoint) -> int:
    return sum("image_url" in json.dumps(body) for body in endpoint.requests)


@pytest.mark.parametrize(
    ("of", "options", "sent"),
    [
        ("diagram", (), 0),
        ("diagram", ("--draw", "path.png"), 0),
        ("diagram", ("--picture",), 1),
        ("photo", (), 1),
        ("photo", ("--no-picture",), 0),
        ("photo", ("--no-picture", "--draw", "path.png"), 0),
    ],
)
def test_a_model_is_shown_a_picture_where_there_is_one_or_one_is_asked_for(
    request: pytest.FixtureRequest,
    scripted_endpoint: ScriptedEndpoint,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    of: str,
    options: tuple[str, ...],
    sent: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    scripted_endpoint.script = ["A"]
    asked = (*ASKED, "--attributor", "flow_path_agent", "--model", "m", "--base-url", scripted_endpoint.base_url)
    result = run(request.getfixturevalue(of), *asked, *options)
    assert result.exit_code == 0, result.stderr
    assert (pictures_sent(scripted_endpoint), len(scripted_endpoint.requests)) == (sent, 2)  # with the plan alone
    assert ("--draw" in options) == (tmp_path / "path.png").is_file()


def test_who_takes_pictures_says_how_to_have_one(diagram: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    model = ("--attributor", "boxes", "--model", "m", "--base-url", scripted_endpoint.base_url)
    result = run(diagram, *ASKED, *model)
    assert (result.exit_code, scripted_endpoint.requests) == (1, [])
    assert "--picture" in result.stderr
    scripted_endpoint.script = ["[0, 0, 9, 9]"]
    assert run(diagram, *ASKED, *model, "--picture").stdout == "0 0 9 9\n"
