"""Requests of the conversation page's script to the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint, Status
from starlette.testclient import TestClient

from diagramloop.doors.serve import ConversationPage, application
from diagramloop.doors.serve.conversation import MAX_UTTERANCE
from diagramloop.engines.converse.flowchart_tool import FlowchartError
from diagramloop.graph import FlowGraph
from diagramloop.models import chat_model
from tests.diagramloop.doors.serve.told_charts import EVIL, KETTLE, kettle_page


def client_of(page: ConversationPage) -> TestClient:
    return TestClient(application(page.routes()), base_url="http://127.0.0.1")


@pytest.fixture
def client() -> TestClient:
    return client_of(kettle_page())


@pytest.fixture
def session(client: TestClient) -> str:
    return client.post("/api/session", json={}).json()["id"]


def step(client: TestClient, session: str, name: str, **body: Any) -> Any:
    return client.post(f"/api/{name}", json={"session": session, **body})


def said(client: TestClient, session: str, *utterances: str) -> Any:
    for utterance in utterances:
        state = step(client, session, "say", utterance=utterance).json()
    return state


def test_along_the_chart_to_its_end(client: TestClient, session: str) -> None:
    assert client.get("/api/session", params={"id": session}).json()["node"] is None
    state = said(client, session, "My kettle is cold")
    assert (state["node"], state["ways"], state["progress"]) == ("plug", ["yes", "no"], {"step": 1, "about": 3})
    state = said(client, session, "yes")
    assert [(one["at"], one["edge"]) for one in state["decisions"]] == [("Is the kettle plugged in?", "yes")]
    assert state["path"] == ["plug", "lamp"]
    state = said(client, session, "no")
    assert (state["node"], state["finished"], state["ways"]) == ("fuse", True, [])
    assert client.get("/api/session", params={"id": session}).json() == state


def test_steps_back(client: TestClient, session: str) -> None:
    before = said(client, session, "My kettle is cold")
    said(client, session, "yes")
    assert step(client, session, "undo").json() == before
    assert step(client, session, "restart").json()["turns"] == []
    assert step(client, session, "undo").json() == before
    assert step(client, session, "undo").json()["turns"] == []
    answer = step(client, session, "undo")
    assert (answer.status_code, answer.json()["reason"]) == (400, "empty")


def test_something_to_be_done_goes_on_by_an_edge_without_a_label(client: TestClient, session: str) -> None:
    assert said(client, session, "My kettle is cold", "yes", "yes")["ways"] == [""]
    assert said(client, session, "It is done.")["node"] == "boil"


def test_knowledge_and_chart(client: TestClient, session: str) -> None:
    shown = client.get("/api/chart").json()
    assert (shown["title"], shown["faqs"]) == ("The kettle stays cold", ["Where is the lamp of the kettle?"])
    assert {node["id"] for node in shown["chart"]["nodes"]} == set(KETTLE.node_by_id)
    assert client.get("/api/picture").content.startswith(b"\x89PNG")
    state = said(client, session, "My kettle is cold", "yes", "Where is the lamp?")
    assert "Below the handle." in state["turns"][-1]["text"]


def test_transcripts_are_downloads(client: TestClient, session: str) -> None:
    said(client, session, EVIL)
    read = client.get("/api/transcript", params={"id": session, "as": "md"})
    assert EVIL in read.text
    assert read.headers["content-type"].startswith("text/markdown")
    assert read.headers["content-disposition"] == 'attachment; filename="conversation.md"'
    kept = client.get("/api/transcript", params={"id": session, "as": "json"})
    assert json.loads(kept.content)["turns"][0]["text"] == EVIL
    assert client.get("/api/transcript", params={"id": session, "as": "../x"}).json()["reason"] == "unsupported"
    assert client.get("/api/transcript", params={"id": "guess"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"utterance": "x" * (MAX_UTTERANCE + 1)}, 413, "too_large"),
        ({"utterance": "x" * 2**20}, 413, "too_large"),
        ({"utterance": " \n "}, 400, "empty"),
        ({}, 400, "empty"),
        ({"utterance": ["yes"]}, 400, "invalid"),
        ({"utterance": "yes", "node": "fuse"}, 400, "invalid"),
        ({"session": "guess", "utterance": "yes"}, 404, "missing"),
        ({"session": "x" * 101, "utterance": "yes"}, 400, "invalid"),
        ({"session": None, "utterance": "yes"}, 400, "invalid"),
    ],
)
def test_what_cannot_be_taken_says_why_and_changes_nothing(
    client: TestClient, session: str, body: Any, status: int, reason: str
) -> None:
    answer = client.post("/api/say", json={"session": session} | body)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert client.get("/api/session", params={"id": session}).json()["turns"] == []


@pytest.mark.parametrize(("odd", "status"), [("\x00 \u202e " + EVIL, 200), ("\ud800", 400)])
def test_odd_characters(client: TestClient, session: str, odd: str, status: int) -> None:
    body = json.dumps({"session": session, "utterance": odd})
    answer = client.post("/api/say", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    shown = client.get("/api/session", params={"id": session}).json()["turns"]
    assert [turn["text"] for turn in shown[:1]] == ([odd] if status == 200 else [])
    assert client.get("/api/transcript", params={"id": session}).status_code == 200


def test_a_chart_of_odd_characters() -> None:
    nodes = ({"id": "a", "text": "\ud800?"}, {"id": "b", "text": "b\x00"})
    client = client_of(
        ConversationPage(FlowGraph.model_validate({"nodes": nodes, "edges": [{"source": "a", "target": "b"}]}))
    )
    session = client.post("/api/session", json={}).json()["id"]
    assert said(client, session, "hello")["node"] == "b"  # past the start, which is nothing to do
    assert client.get("/api/transcript", params={"id": session}).status_code == 200


def test_a_conversation_has_an_end(client: TestClient, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.doors.serve.conversation.MAX_TURNS", 4)
    said(client, session, "cold", "cold")
    assert step(client, session, "say", utterance="cold").json()["reason"] == "too_large"
    assert step(client, session, "restart").status_code == 200
    assert step(client, session, "say", utterance="cold").status_code == 200


def test_of_too_many_conversations_the_oldest_is_dropped(client: TestClient, session: str) -> None:
    for _ in range(200):
        newest = client.post("/api/session", json={}).json()["id"]
    assert client.get("/api/session", params={"id": session}).json()["reason"] == "missing"
    assert client.get("/api/session", params={"id": newest}).status_code == 200


def test_a_model_that_gives_no_answer(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [Status(400)]
    model = chat_model({"model": "m", "base_url": scripted_endpoint.base_url, "store": None})
    client = client_of(ConversationPage(KETTLE, model=model))
    session = client.post("/api/session", json={}).json()["id"]
    assert step(client, session, "say", utterance="It is cold").status_code == 502
    assert client.get("/api/session", params={"id": session}).json()["turns"] == []


def test_a_chart_that_cannot_be_walked() -> None:
    with pytest.raises(FlowchartError):
        ConversationPage(FlowGraph())
