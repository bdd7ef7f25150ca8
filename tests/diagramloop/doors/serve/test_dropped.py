"""A picture that is dropped: read, mended, written; and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from diagramloop.doors.serve import application
from diagramloop.doors.serve._edit_log import Step
from diagramloop.doors.serve._mending import MendingEntry, Retext, mending
from diagramloop.doors.serve._verified_graph import shown
from diagramloop.doors.serve.admission import Admission
from diagramloop.doors.serve.dropped import DropPage
from diagramloop.doors.services import WorkerPool
from diagramloop.errors import RejectionReason
from diagramloop.graph.formats import read
from diagramloop.scores.verification import VerificationError
from tests.diagramloop.doors.serve.verified_figures import GRAPH
from tests.diagramloop.doors.services.asked_pictures import picture

PNG = {"content-type": "image/png"}


@pytest.fixture
def client(workers: WorkerPool) -> TestClient:
    app = application(DropPage(Admission(workers)).routes(), file_bytes=2_000_000)
    return TestClient(app, base_url="http://127.0.0.1:8765")


def edited(client: TestClient, reading: dict[str, Any], action: str, **given: Any) -> Any:
    return client.post(
        "/api/edit", json={"id": reading["id"], "seen": reading["seen"], "edit": {"action": action, **given}}
    )


def test_a_picture_is_read_mended_and_written(client: TestClient) -> None:
    reading = client.post("/api/picture", content=picture(), headers=PNG).json()
    assert [node["text"] for node in reading["nodes"]] == ["Start", "Boil water", "Pour"]
    first, second, third = (node["id"] for node in reading["nodes"])
    reading |= edited(client, reading, "text", kind="node", id=first, text="Begin").json()
    reading |= edited(client, reading, "exclude", nodes=[third]).json()
    reading |= edited(client, reading, "link", source=second, target=first).json()
    label = reading["edges"][-1]["id"]
    reading |= edited(client, reading, "text", kind="edge", id=label, text="again").json()
    found = client.get("/api/document", params={"id": reading["id"], "to": "drawio"})
    assert "diagram.drawio" in found.headers["content-disposition"]
    graph = read(found.content, "drawio")
    assert [node.text for node in graph.nodes] == ["Begin", "Boil water"]
    assert {(edge.source, edge.target, edge.label) for edge in graph.edges} == {
        (first, second, ""),
        (second, first, "again"),
    }
    reading |= edited(client, reading, "undo").json()
    assert client.get("/api/reading", params={"id": reading["id"]}).json()["edges"][-1]["label"] == ""


def test_formats_that_can_be_written_are_listed(client: TestClient) -> None:
    assert {"mermaid", "drawio", "powerpoint"} <= {one["name"] for one in client.get("/api/formats").json()}


def test_what_is_refused_has_a_reason(client: TestClient) -> None:
    refused = client.post("/api/picture", content=b"no picture", headers=PNG)
    assert (refused.status_code, refused.json()["reason"]) == (422, "unreadable")
    reading = client.post("/api/picture", content=picture(), headers=PNG).json()
    for given, status in (
        ({"action": "text", "kind": "node", "id": "none", "text": "x"}, 404),
        ({"action": "text", "kind": "node", "id": reading["nodes"][0]["id"], "text": "x" * 1001}, 400),
        ({"action": "os.system"}, 400),
        ({"action": "undo"}, 400),
    ):
        sent = {"id": reading["id"], "seen": reading["seen"], "edit": given}
        assert client.post("/api/edit", json=sent).status_code == status, given
    much = {"id": reading["id"], "seen": 0, "edit": {"action": "text", "text": "x" * 2**20}}
    assert client.post("/api/edit", json=much).status_code == 413
    left_behind = {"id": reading["id"], "seen": 7, "edit": {"action": "open"}}
    assert client.post("/api/edit", json=left_behind).status_code == 400
    assert client.post("/api/edit", json={"id": "none", "seen": 0, "edit": {"action": "open"}}).status_code == 404
    assert client.get("/api/document", params={"id": reading["id"], "to": "os:system"}).status_code == 400
    assert client.get("/api/document", params={"id": "none", "to": "dot"}).status_code == 404


def entry(**edit: Any) -> MendingEntry:
    return MendingEntry.model_validate({"annotator": "page", "figure": "f", "at": 1.0, "edit": edit})


def test_how_sure_a_reader_was_of_a_text_is_not_said_of_what_a_person_wrote() -> None:
    nodes = tuple(node.model_copy(update={"text_confidence": 0.5}) for node in GRAPH.nodes)
    edges = tuple(edge.model_copy(update={"label_confidence": 0.5}) for edge in GRAPH.edges)
    session = mending(GRAPH.replace(nodes=nodes, edges=edges))
    session.take(entry(action="text", kind="node", id="enc", text="ENC"))
    session.take(entry(action="text", kind="edge", id="edge-1", text="x"))
    graph = session.verification.verified
    assert {node.id: node.text_confidence for node in graph.nodes} == {n.id: 0.5 for n in nodes} | {"enc": None}
    assert [edge.label_confidence for edge in graph.edges] == [None, *[0.5] * (len(edges) - 1)]


def test_texts_that_people_mend_stand_over_those_that_were_read() -> None:
    session = mending(GRAPH)
    session.take(entry(action="text", kind="node", id="enc", text="ENC"))
    session.take(entry(action="text", kind="edge", id="edge-1", text="x"))
    session.take(entry(action="add_node", text="Head", box=[10, 100, 90, 130]))
    session.take(entry(action="text", kind="node", id="human-3", text="Tail"))
    told = shown(session)
    assert {node["id"]: node["text"] for node in told["nodes"]}["enc"] == "ENC"
    assert [node["id"] for node in told["nodes"] if node["added"]] == ["human-3"]
    graph = session.verification.verified
    assert [node.text for node in graph.nodes][1:] == ["ENC", "Decoder", GRAPH.nodes[3].text, "Tail"]
    assert graph.edges[0].label == "x"
    session.take(entry(action="exclude", nodes=["enc"]))
    with pytest.raises(VerificationError) as caught:
        session.take(entry(action="text", kind="node", id="enc", text="again"))
    assert caught.value.reason is RejectionReason.MISSING
    for _ in range(5):
        session.take(entry(action="undo"))
    assert session.verification.verified.nodes == GRAPH.nodes


def test_an_edit_is_of_one_kind() -> None:
    assert isinstance(entry(action="text", kind="node", id="a", text="b").edit, Retext)
    assert isinstance(entry(action="undo").edit, Step)
