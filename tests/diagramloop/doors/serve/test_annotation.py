"""Requests of the annotation page's script to the server."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from diagramloop.doors.serve import application
from tests.diagramloop.doors.serve.asked_charts import QUESTIONS, Annotating

ODD = QUESTIONS[2].id
RUBRIC = {"optimality": 2, "contextual_alignment": 2, "exclusivity": 1}


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    routes = Annotating(tmp_path / "log.jsonl").page().routes()
    return TestClient(application(routes), base_url="http://127.0.0.1")


def saved(annotator: str = "Ada", question: str = "q1", nodes: object = ("pump",), **more: Any) -> dict[str, Any]:
    return {"annotator": annotator, "question": question, "nodes": nodes, **more}


def test_questions_without_a_chart_are_not_asked(client: TestClient) -> None:
    listed = client.get("/api/questions").json()
    assert [one["id"] for one in listed] == ["q1", "q2", ODD]
    assert not any(one["done"] for one in listed)


def test_a_question_comes_with_its_nodes_on_its_picture(client: TestClient) -> None:
    shown = client.get("/api/question", params={"id": "q1"}).json()
    picture = Image.open(io.BytesIO(client.get("/api/picture", params={"id": "q1"}).content))
    assert picture.size == (shown["chart"]["width"], shown["chart"]["height"])
    assert {node["id"] for node in shown["chart"]["nodes"]} == {"tyre", "pump", "chain", "ride", "oil"}
    assert all(
        0 <= x <= picture.width and 0 <= y <= picture.height for n in shown["chart"]["nodes"] for x, y in n["outline"]
    )
    assert shown["annotation"] is None
    assert "attribution" not in json.dumps(shown)  # the data set's own answer would sway people


def test_what_is_saved_is_shown_to_its_annotator_alone(client: TestClient) -> None:
    made = client.post("/api/annotation", json=saved(nodes=["pump", "ride"], rubric=RUBRIC, note="so"))
    assert made.status_code == 200
    assert (made.json()["score"], made.json()["verdict"]) == (5, "excellent")
    mine = client.get("/api/question", params={"id": "q1", "annotator": "Ada"}).json()["annotation"]
    assert (mine["nodes"], mine["rubric"], mine["note"]) == (["pump", "ride"], RUBRIC, "so")
    assert client.get("/api/question", params={"id": "q1", "annotator": "Bo"}).json()["annotation"] is None
    assert [one["done"] for one in client.get("/api/questions", params={"annotator": "Ada"}).json()] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("entered", "done"),
    [
        ({"nodes": []}, False),
        ({"nodes": [], "rubric": RUBRIC}, False),
        ({"nodes": ["pump"]}, False),
        ({"nodes": ["pump"], "rubric": {"optimality": 1}}, False),
        ({"nodes": ["pump"], "rubric": RUBRIC}, True),
        ({"nodes": [], "rubric": RUBRIC, "none": True}, True),
    ],
)
def test_done_is_done(client: TestClient, tmp_path: Path, entered: dict[str, Any], done: bool) -> None:
    assert client.post("/api/annotation", json=saved(**entered)).json()["done"] is done
    assert client.get("/api/questions", params={"annotator": "Ada"}).json()[0]["done"] is done
    (line,) = (tmp_path / "log.jsonl").read_text().splitlines()
    assert {name: points for name, points in json.loads(line)["rubric"].items() if points is not None} == entered.get(
        "rubric", {}
    )


def test_agreement_of_two(client: TestClient) -> None:
    assert client.get("/api/agreement").json() == []
    client.post("/api/annotation", json=saved("Ada", nodes=["pump"], rubric=RUBRIC))
    client.post("/api/annotation", json=saved("Bo", nodes=["pump", "ride"], rubric=RUBRIC))
    (pair,) = client.get("/api/agreement").json()
    # 5 nodes: both pick 1, one picks another; p_o = 4/5, p_e = (1*2 + 4*3) / 25
    assert (pair["first"], pair["second"], pair["questions"]) == ("Ada", "Bo", 1)
    assert pair["kappa"] == pytest.approx((4 / 5 - 14 / 25) / (1 - 14 / 25))


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({}, 400, "invalid"),
        (saved(extra=1), 400, "invalid"),
        (saved(nodes="pump"), 400, "invalid"),
        (saved(nodes=["nowhere"]), 400, "invalid"),
        (saved(nodes=["pump", "pump"]), 400, "invalid"),
        (saved(nodes=["pump"] * 100_000), 400, "invalid"),
        (saved(question="q4"), 404, "missing"),
        (saved(annotator=""), 400, "invalid"),
        (saved(annotator="../../etc/passwd"), 400, "invalid"),
        (saved(annotator="<script>"), 400, "invalid"),
        (saved(annotator="a" * 65), 400, "invalid"),
        (saved(annotator="\ud800"), 400, "syntax"),
        (saved(note="x" * 10_001), 400, "invalid"),
        (saved(none=True), 400, "invalid"),
        (saved(none="yes"), 400, "invalid"),
        (saved(rubric={"optimality": 3, "contextual_alignment": 0, "exclusivity": 0}), 400, "invalid"),
        (saved(rubric={"optimality": True, "contextual_alignment": 0, "exclusivity": 0}), 400, "invalid"),
        (saved(rubric={"__class__": 2}), 400, "invalid"),
    ],
)
def test_what_cannot_be_saved_says_why(client: TestClient, tmp_path: Path, body: Any, status: int, reason: str) -> None:
    answer = client.post("/api/annotation", content=json.dumps(body), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert not (tmp_path / "log.jsonl").exists()


@pytest.mark.parametrize("id", ["", "q4", "../log.jsonl", "%2e%2e", "/etc/passwd", "q1\x00", "q" * 5000])
def test_no_such_question(client: TestClient, id: str) -> None:
    for place in ("/api/question", "/api/picture"):
        answer = client.get(place, params={"id": id})
        assert (answer.status_code, answer.json()["reason"]) == (404, "missing")


def test_ids_are_nothing_but_names(client: TestClient) -> None:
    assert client.get("/api/question", params={"id": ODD}).json()["id"] == ODD
    assert client.get("/api/picture", params={"id": ODD}).headers["content-type"] == "image/png"
    assert client.post("/api/annotation", json=saved(question=ODD, nodes=["b"])).status_code == 200


def test_a_log_that_cannot_be_written_or_read(client: TestClient, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("no annotation\n")
    assert client.get("/api/agreement").json()["reason"] == "invalid"
    log.unlink()
    log.mkdir()
    answer = client.post("/api/annotation", json=saved())
    assert (answer.status_code, answer.json()) == (400, {"reason": "invalid", "error": "log.jsonl is no plain file"})
