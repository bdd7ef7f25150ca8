"""``diagramloop annotate``: the page it serves, and what it exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from diagramloop.attribute.annotation import AnnotationStore
from diagramloop.attribute.dataset import export
from diagramloop.attribute.dataset_drawing import drawn
from diagramloop.cli._app import app
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.serve import application
from diagramloop.sources import Chart, Question, QuestionType

MERMAID = "flowchart TD\n    a{Dry?} -->|yes| b[Water it]\n    a -->|no| c[Wait]\n"
QUESTION = Question("q1", "plant", "It is dry. What now?", ("Water it.",), QuestionType.APPLIED_SCENARIO, ("a",))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    chart, svg = drawn(Chart("plant", "own", "plants", "CC0-1.0", MERMAID, read_mermaid(MERMAID)))
    export(folder, [chart], [QUESTION], {"plant": svg})
    return folder


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[TestClient]:
    """The pages that would be served."""
    clients: list[TestClient] = []
    pages = lambda routes, *_, **__: clients.append(TestClient(application(routes), base_url="http://localhost"))  # noqa: E731
    monkeypatch.setattr("diagramloop.serve.serve", pages)
    return clients


def test_what_is_picked_on_the_page_is_exported(root: Path, tmp_path: Path, served: list[TestClient]) -> None:
    options = ["annotate", "flowexplainbench", str(root), "--log", str(tmp_path / "log.jsonl")]
    result = CliRunner().invoke(app, options)
    assert result.exit_code == 0, result.output
    body = {"annotator": "Ada", "question": "q1", "nodes": ["a", "b"]}
    assert served[0].post("/api/annotation", json=body).status_code == 200
    begun = CliRunner().invoke(app, [*options, "--export", str(tmp_path / "begun")])
    assert json.loads(begun.stdout)["questions"] == 0  # without a rubric it is not done
    body["rubric"] = {"optimality": 2, "contextual_alignment": 2, "exclusivity": 2}
    assert served[0].post("/api/annotation", json=body).status_code == 200
    result = CliRunner().invoke(app, [*options, "--export", str(tmp_path / "made")])
    assert json.loads(result.stdout)["questions"] == 1
    rows = json.loads((tmp_path / "made" / "dataset.json").read_text())
    assert rows["q1"]["attribution"] == ["a", "b"]
    assert len(served) == 1  # an export serves nothing


def test_the_log_is_the_stores(root: Path, tmp_path: Path, served: list[TestClient]) -> None:
    log = tmp_path / "log.jsonl"
    AnnotationStore(log, {"q1": ["a", "b", "c"]}).save("Bo", "q1", ["c"])
    CliRunner().invoke(app, ["annotate", "flowexplainbench", str(root), "--log", str(log)])
    shown = served[0].get("/api/question", params={"id": "q1", "annotator": "Bo"}).json()
    assert shown["annotation"]["nodes"] == ["c"]


def test_a_log_that_cannot_be_written_is_told_before_anybody_picks(
    root: Path, tmp_path: Path, served: list[TestClient]
) -> None:
    log = tmp_path / "absent" / "log.jsonl"
    result = CliRunner().invoke(app, ["annotate", "flowexplainbench", str(root), "--log", str(log)])
    assert (result.exit_code, result.stderr.count("\n"), served) == (1, 1, [])
    assert str(log) in result.stderr


@pytest.mark.parametrize("source", ["nothing", "no.such.module:Class", "../corpus"])
def test_no_such_source(source: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["annotate", source, str(tmp_path)])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_without_the_servers_packages(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.serve._server.find_spec", lambda name: None)
    result = CliRunner().invoke(app, ["annotate", "flowexplainbench", str(root)])
    assert result.exit_code == 1
    assert "install diagramloop[serve]" in result.stderr
