"""The page's routes, what finishing writes, Table 1 and agreement; and which figures a folder has."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from diagramloop.data.sources import open_papers
from diagramloop.doors.serve import VerificationPage, application
from diagramloop.doors.serve._figures import ParsedGraphs, figures_of, write_whole
from diagramloop.engines.parse import CheckedParser
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph.json_form import read_json, write_json
from tests.diagramloop.doors.serve.verified_figures import EVIL, GRAPH, figures, verified, verifying

testclient = pytest.importorskip("starlette.testclient")
HEADERS = {"origin": "http://127.0.0.1:8765", "host": "127.0.0.1:8765"}
EXCLUDE = {"action": "exclude", "nodes": ["ghost"]}
LINK = {"action": "link", "source": "enc", "target": "dec"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return figures(tmp_path)


@pytest.fixture
def client(root: Path) -> Any:
    return testclient.TestClient(application(verifying(root).routes()), base_url="http://127.0.0.1:8765")


def send(client: Any, edit: object, seen: int, who: str = "Ada", figure: str = "vision/net") -> Any:
    body = {"annotator": who, "figure": figure, "edit": edit, "seen": seen}
    return client.post("/api/edit", json=body, headers=HEADERS)


def finish(client: Any, *edits: object, who: str = "Ada", figure: str = "vision/net") -> None:
    for seen, edit in enumerate([*edits, {"action": "finish"}]):
        assert send(client, edit, seen, who, figure).status_code == 200


def test_the_figures_and_how_far_one_is(client: Any) -> None:
    finish(client, figure="robots/arm")
    listed = client.get("/api/figures", params={"annotator": "Ada"}).json()
    assert [(f["id"], f["domain"], f["state"]) for f in listed] == [
        ("robots/arm", "robots", "finished"),
        ("vision/net", "vision", ""),
    ]


def test_a_figure_with_everything_in_its_place(client: Any) -> None:
    shown = client.get("/api/figure", params={"annotator": "Ada", "id": "vision/net"}).json()
    assert (shown["width"], shown["height"], shown["seen"]) == (420, 240, 0)
    assert all(element["included"] and not element["added"] for element in (*shown["nodes"], *shown["edges"]))
    assert shown["nodes"][3]["text"] == EVIL
    picture = client.get("/api/picture", params={"id": "vision/net"})
    assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")


def test_finishing_writes_the_graph_and_the_record(client: Any, root: Path) -> None:
    finish(client, EXCLUDE, LINK)
    graph = verified(root, "vision/net")
    assert [node.id for node in graph.nodes] == ["in", "enc", "dec"]
    assert [(e.id, e.source, e.target) for e in graph.edges] == [("edge-1", "in", "enc"), ("human-2", "enc", "dec")]
    assert graph.nodes == GRAPH.nodes[:3]
    record = json.loads((root / "vision/net/verification.json").read_text())
    assert record["Ada"]["excluded"] == {"nodes": ["ghost"], "edges": []}
    assert record["Ada"]["added"] == {"nodes": [], "edges": ["human-2"]}
    assert not (root / "robots/arm").exists()


def test_two_annotators_one_graph_and_their_agreement(client: Any, root: Path) -> None:
    finish(client, EXCLUDE, LINK)
    finish(client, LINK, who="Bo")
    assert [e.id for e in verified(root, "vision/net").edges] == ["edge-1", "human-2"]
    told = client.get("/api/table").json()
    row, overall = told["table"]
    assert (row["domain"], row["figures"], overall["domain"]) == ("vision", 1, "Overall")
    assert row["node"] == pytest.approx([(0.75 + 1) / 2, 1, (6 / 7 + 1) / 2])
    assert row["edge"] == pytest.approx([(0.5 + 1) / 2, (0.5 + 2 / 3) / 2, (0.5 + 0.8) / 2])
    (pair,) = told["agreement"]
    assert (pair["first"], pair["second"], pair["decisions"], pair["identical"]) == ("Ada", "Bo", 6, 0)


def test_edits_that_cannot_be_are_told(client: Any) -> None:
    assert send(client, {"action": "undo"}, 0).status_code == 400
    assert send(client, EXCLUDE, 7).json()["error"].startswith("this figure was edited elsewhere")
    assert send(client, EXCLUDE, 0, figure="../etc").status_code == 404
    assert client.post("/api/edit", json={"annotator": "Ada"}, headers=HEADERS).status_code == 400
    assert client.get("/api/picture", params={"id": "../log"}).status_code == 404


def test_what_is_not_there_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures(tmp_path)
    (tmp_path / "vision/net.json").unlink()
    calls: list[bytes] = []

    def read(parser: CheckedParser, picture: bytes) -> SimpleNamespace:
        calls.append(picture)
        return SimpleNamespace(graph=GRAPH)

    monkeypatch.setattr(CheckedParser, "parse", read)
    for _ in range(2):
        assert ParsedGraphs(figures_of(tmp_path))["vision/net"].nodes == GRAPH.nodes
    assert len(calls) == 1
    assert read_json((tmp_path / "vision/net/parsed.json").read_text()) == GRAPH


def test_edits_stay_edits_of_the_graph_that_was_opened(client: Any, root: Path) -> None:
    finish(client, EXCLUDE)
    (root / "vision/net.json").write_text(write_json(GRAPH.replace(nodes=GRAPH.nodes[:1], edges=())).text)
    assert len(verifying(root).log.session("Ada", "vision/net").verification.verified.nodes) == 3


def test_a_paper_is_verified_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Figure:
        graph = GRAPH

    monkeypatch.setattr(CheckedParser, "parse", lambda parser, picture: Figure)
    paper = min((shipped_corpus() / "papers").glob("*/paper.json")).parent
    shutil.copytree(paper, tmp_path / paper.name)
    (tmp_path / paper.name / "graph.json").unlink(missing_ok=True)
    page = verifying(tmp_path)
    ((id, figure),) = figures_of(tmp_path).items()
    assert (id, bool(figure.domain)) == (paper.name, True)
    client = testclient.TestClient(application(page.routes()), base_url="http://127.0.0.1:8765")
    finish(client, EXCLUDE, figure=id)
    (read,) = open_papers("arxiv", tmp_path).papers()
    assert [node.id for node in read.graph.nodes] == ["in", "enc", "dec"]
    assert page.table()[0].domain == figure.domain


def test_two_pictures_of_one_name_are_told(root: Path) -> None:
    shutil.copy(root / "vision/net.png", root / "vision/net.jpg")
    with pytest.raises(DiagramloopError, match="two pictures"):
        figures_of(root)


def test_figures_in_no_folder_have_the_domain_that_is_given(tmp_path: Path) -> None:
    figures(tmp_path)
    assert {f.domain for f in figures_of(tmp_path / "vision", "vision").values()} == {"vision"}


def test_a_graph_that_says_no_places_cannot_be_verified(tmp_path: Path) -> None:
    figures(tmp_path)
    (tmp_path / "vision/net.json").write_text(write_json(GRAPH.without_geometry()).text)
    with pytest.raises(DiagramloopError, match="where its nodes lie"):
        ParsedGraphs(figures_of(tmp_path))["vision/net"]


def test_a_graph_that_cannot_be_read_is_told_and_stops_no_other(client: Any, root: Path) -> None:
    asked = {"annotator": "Ada", "id": "vision/net"}
    given = root / "vision/net.json"
    given.write_bytes(b"\xff\xfe")
    assert client.get("/api/figure", params=asked).json()["reason"] == "unreadable"
    given.unlink()
    os.mkfifo(given)
    assert client.get("/api/figure", params=asked).json() == {"error": "net.json is no plain file", "reason": "invalid"}
    assert client.get("/api/figure", params={"annotator": "Ada", "id": "robots/arm"}).status_code == 200


def test_a_folder_without_pictures_is_empty(tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError) as caught:
        VerificationPage(tmp_path, tmp_path / "log.jsonl")
    assert caught.value.reason is RejectionReason.EMPTY


def test_who_reopens_a_figure_is_no_longer_asked_about_it(client: Any, root: Path) -> None:
    finish(client, EXCLUDE)
    finish(client, who="Bo")
    assert len(verified(root, "vision/net").nodes) == 3
    assert send(client, {"action": "reopen"}, 2).status_code == 200
    assert len(verified(root, "vision/net").nodes) == 4  # Bo's alone
    assert send(client, {"action": "reopen"}, 1, "Bo").status_code == 200
    assert len(verified(root, "vision/net").nodes) == 4  # nobody's: as it was


def test_without_room_a_file_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "graph.json", "before")

    def full(_: Path, __: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "graph.json", "after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("graph.json", "before")]


def test_a_picture_too_large_is_left_out_and_said(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (root / "vision" / "huge.png").open("wb") as file:
        file.truncate(50_000_001)
    assert sorted(figures_of(root)) == ["robots/arm", "vision/net"]
    assert "vision/huge.png is not shown: it has over 50000000 bytes" in caplog.text
