"""``diagramloop benchmark``: from questions that nobody has labelled to a data set on which a system has a row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint, Status
from starlette.testclient import TestClient
from typer.testing import CliRunner, Result

from diagramloop.doors.cli._app import app
from diagramloop.doors.serve import application
from diagramloop.scores.annotation import AnnotationStore, Rubric

PLANT = "flowchart TD\n    a{Dry?} -->|yes| b[Water it]\n    a -->|no| c[Wait]\n"
LAMP = "flowchart TD\n    a{Plugged in?} -->|no| b[Plug it in]\n    a -->|yes| c[Change the bulb]\n"
ASKED = {
    "plant": ["It is dry. What now?", "How many nodes are there?", "It is wet. What now?"],
    "lamp": ["It is not plugged in. What now?"],
}
WHOLE = {"optimality": 2, "contextual_alignment": 2, "exclusivity": 2}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder in the corpus' form, no question of which has an attribution; one is on a chart that is not there."""
    folder = tmp_path / "own"
    for name, mermaid in (("plant", PLANT), ("lamp", LAMP)):
        (folder / "charts" / "home").mkdir(parents=True, exist_ok=True)
        (folder / "charts" / "home" / f"{name}.mmd").write_text(mermaid)
    (folder / "questions" / "home").mkdir(parents=True)
    for chart, questions in {**ASKED, "gone": ["Where?"]}.items():
        rows = [{"type": "applied_scenario", "question": asked, "answers": ["So."]} for asked in questions]
        (folder / "questions" / "home" / f"{chart}.json").write_text(json.dumps({"chart": chart, "questions": rows}))
    return folder


@pytest.fixture
def step(root: Path, tmp_path: Path) -> Callable[..., Result]:
    """Runs one step of the chain."""
    work = ["--work", str(tmp_path / "work")]
    return lambda name, *options: CliRunner().invoke(app, ["benchmark", name, "corpus", str(root), *work, *options])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[TestClient]:
    """The pages that would be served."""
    clients: list[TestClient] = []
    pages = lambda routes, *_, **__: clients.append(TestClient(application(routes), base_url="http://localhost"))  # noqa: E731
    monkeypatch.setattr("diagramloop.doors.serve.serve", pages)
    return clients


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def model(endpoint: ScriptedEndpoint) -> list[str]:
    return ["--model", "scripted", "--base-url", endpoint.base_url]


def pick(page: TestClient, who: str, question: str, nodes: list[str]) -> None:
    body = {"annotator": who, "question": question, "nodes": nodes, "rubric": WHOLE}
    assert page.post("/api/annotation", json=body).status_code == 200


def test_from_bare_questions_to_a_row(
    step: Callable[..., Result], served: list[TestClient], scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    scripted_endpoint.script = ['{"nodes": ["A", "B"], "reason": "it is dry"}']
    *lost, labelled = rows(step("label", *model(scripted_endpoint)))
    assert (labelled["labelled"], labelled["new"], labelled["dropped"]) == (4, 4, {"question missing": 1})
    assert [(one["dropped"], one["reason"]) for one in lost] == [("gone_1", "missing")]

    rows(step("annotate"))
    (page,) = served
    shown = page.get("/api/question", params={"id": "plant_1", "annotator": "Ada"}).json()
    assert shown["label"] == {"nodes": ["a", "b"], "reason": "it is dry", "model": "scripted"}
    assert shown["annotation"] is None  # what is shown is not picked
    for who in ("Ada", "Bo"):
        for question, nodes in (("plant_1", ["a", "b"]), ("plant_2", ["a"]), ("lamp_1", ["a", "b"])):
            pick(page, who, question, nodes)
    pick(page, "Ada", "plant_3", ["a", "c"])
    pick(page, "Bo", "plant_3", ["c"])

    pairs = {(row["first"], row["second"]): row for row in rows(step("agree"))}
    assert pairs["Ada", "Bo"]["identical"] == 0.75
    assert pairs["Ada", "model: scripted"]["kappa"] == pytest.approx(8 / 17)  # 9 of 12, 76 of 144 by chance
    assert pairs["Ada", "model: scripted"]["decisions"] == 12

    *lost, selected = rows(step("select", "-n", "3"))
    assert {one["dropped"]: one["reason"] for one in lost} == {
        **{"gone_1": "missing", "plant_2": "trivial", "plant_3": "not_chosen"}
    }
    assert (selected["chosen"], selected["concur"]) == (2, 2)

    (made,) = rows(step("export", "--engine", "merman"))
    assert (made["questions"], sum(made["pictures"].values()), made["dropped"]) == (2, 2, {})
    record = json.loads((Path(made["folder"]) / "record.json").read_text())
    assert {pair["second"] for pair in record["agreement"]} == {"Bo", "model: scripted"}

    data = ["evaluate", "attribute", "-d", f"flowexplainbench={made['folder']}", "-s", "everything", "--json"]
    (row,) = [row for row in rows_of_board(CliRunner().invoke(app, data)) if row["metric"] == "attribution/f1"]
    assert (row["value"], row["items"]) == (pytest.approx(0.8), 2)


def rows_of_board(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    return found["rows"] if isinstance(found, dict) else found


def test_labels_go_on_where_they_were_stopped(
    step: Callable[..., Result], scripted_endpoint: ScriptedEndpoint, root: Path
) -> None:
    scripted_endpoint.script = ['{"nodes": ["A"]}', "I do not know.", '{"nodes": ["A"]}']
    first = rows(step("label", *model(scripted_endpoint)))[-1]
    assert (first["new"], first["dropped"]) == (3, {"question empty": 1, "question missing": 1})
    asked = len(scripted_endpoint.requests)
    again = rows(step("label", *model(scripted_endpoint)))[-1]
    assert (again["labelled"], again["new"], len(scripted_endpoint.requests)) == (3, 0, asked)
    (root / "charts" / "home" / "lamp.mmd").write_text(LAMP.replace("bulb", "lamp"))
    changed = rows(step("label", *model(scripted_endpoint)))[-1]
    assert (changed["labelled"], changed["new"], len(scripted_endpoint.requests)) == (3, 1, asked + 1)


def test_an_endpoint_that_is_away_is_asked_again_by_the_next_run(
    step: Callable[..., Result], scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    scripted_endpoint.script = [Status(401)]
    gone = step("label", *model(scripted_endpoint))
    assert gone.exit_code == 1
    assert "no question has a label" in gone.stderr
    assert not (tmp_path / "work" / "labels.jsonl").exists()
    scripted_endpoint.script = ['{"nodes": ["A"]}']
    assert rows(step("label", *model(scripted_endpoint)))[-1]["new"] == 4


def test_blind_annotators_see_no_labels(
    step: Callable[..., Result], served: list[TestClient], scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = ['{"nodes": ["A"]}']
    rows(step("label", *model(scripted_endpoint)))
    assert rows(step("annotate", "--blind"))[-1]["labels"] == 0
    assert served[0].get("/api/question", params={"id": "plant_1"}).json()["label"] is None


def test_export_again_takes_the_drawings_and_gives_the_same_bytes(
    step: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = AnnotationStore(tmp_path / "work" / "annotations.jsonl", {"plant_1": ["a", "b", "c"]})
    store.save("Ada", "plant_1", ["a", "b"], Rubric(2, 2, 2))
    made = rows(step("export", "--all", "--engine", "merman", "--style", "multi"))[-1]
    assert made["pictures"] == {"multi": 1}
    folder = Path(made["folder"])
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    monkeypatch.setattr("diagramloop.engines.attribute.benchmark.drawings.drawn", lambda *_: pytest.fail("drawn again"))
    rows(step("export", "--all", "--engine", "merman", "--style", "multi"))
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("agree", [], "two annotators"),
        ("select", [], "no question is left"),
        ("export", [], "selection.json"),
        ("export", ["--all"], "no question was annotated"),
    ],
)
def test_a_step_without_anything_to_work_on_is_no_success(
    step: Callable[..., Result], name: str, options: list[str], said: str
) -> None:
    result = step(name, *options)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("[]", "Input should be an object"),
        ('{"question": 1}', "Input should be a valid string"),
        ("no json", "Invalid JSON: expected ident at line 1 column 2"),
        ('{"question": "q", "of": "", "model": "m", "seconds": -1}', "Input should be greater than or equal to 0"),
    ],
)
def test_a_log_of_labels_that_is_none(step: Callable[..., Result], tmp_path: Path, line: str, wrong: str) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "labels.jsonl").write_text(line + "\n")
    result = step("agree")
    assert (result.exit_code, result.stderr) == (
        1,
        f"diagramloop benchmark agree: invalid: line 1 of labels.jsonl is no label: {wrong}\n",
    )


def test_a_selection_that_is_none(step: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "selection.json").write_text('{"chosen": [{"id": 1}]}')
    result = step("export")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "is no selection" in result.stderr


def test_a_log_that_cannot_be_written_is_told_before_anybody_picks(
    step: Callable[..., Result], served: list[TestClient], tmp_path: Path
) -> None:
    (tmp_path / "work" / "annotations.jsonl").mkdir(parents=True)
    result = step("annotate")
    assert (result.exit_code, served) == (1, [])
    assert "annotations.jsonl" in result.stderr


@pytest.mark.parametrize("source", ["nothing", "no.such.module:Class", "../corpus"])
def test_no_such_source(source: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["benchmark", "annotate", source, str(tmp_path)])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_without_the_servers_packages(step: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.extras.find_spec", lambda name: None)
    result = step("annotate")
    assert result.exit_code == 1
    assert "pip install 'diagramloop[serve]'" in result.stderr
