"""The operations over HTTP: answers, statuses, bounds, and who is let in."""

from __future__ import annotations

import base64
import json
from typing import Any

import anyio
import jsonschema
import pytest
from starlette.testclient import TestClient

from diagramloop.doors.serve import application
from diagramloop.doors.serve._guard import FORM_TYPES
from diagramloop.doors.serve.admission import Admission, BusyError, WaitingRoom
from diagramloop.doors.serve.api import Api, refusal_response, reply_response
from diagramloop.doors.serve.openapi import openapi_document
from diagramloop.doors.services import OPERATIONS, Reply, ServiceLimits, WorkerPool
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph.formats import read
from tests.diagramloop.doors.services.asked_pictures import MERMAID, picture

FILE_BYTES = 2_000_000
PNG = {"content-type": "image/png"}
PLAIN = {"content-type": "application/octet-stream"}


def client_of(admission: Admission, token: str | None = None) -> TestClient:
    app = application(Api(admission).routes(), "127.0.0.1", token, FILE_BYTES)
    return TestClient(app, base_url="http://127.0.0.1:8765", raise_server_exceptions=False)


@pytest.fixture
def client(workers: WorkerPool) -> TestClient:
    return client_of(Admission(workers))


def test_a_picture_is_read_from_a_file_or_from_json(client: TestClient) -> None:
    from_file = client.post("/v1/parse?to=json", content=picture(), headers=PNG)
    body = {"content": {"base64": base64.b64encode(picture()).decode()}, "to": "json"}
    assert from_file.status_code == 200
    assert from_file.json() == client.post("/v1/parse", json=body).json()
    assert len(read(from_file.json()["document"]["text"], "json").nodes) == 3


def test_the_file_alone(client: TestClient) -> None:
    found = client.post("/v1/convert?from=mermaid&to=drawio&as=document", content=MERMAID, headers=PLAIN)
    assert found.headers["content-disposition"] == 'attachment; filename="diagram.drawio"'
    assert found.headers["x-content-type-options"] == "nosniff"
    assert len(read(found.content, "drawio").nodes) == 3
    back = client.post("/v1/convert?from=drawio&to=mermaid&as=document", content=found.content, headers=PLAIN)
    assert "nodes.box" in back.headers["dropped"].split(",")
    assert back.headers["account"] == ""  # nothing of the file was left out


def test_scores_grounds_and_documents(client: TestClient) -> None:
    sides = {"prediction": {"text": MERMAID}, "reference": {"text": MERMAID}, "metrics": ["edge_f1"]}
    assert client.post("/v1/score", json=sides).json()["scores"][0]["value"] == 1.0
    asked = {"from": "mermaid", "question": "What is boiled?", "answer": "water"}
    grounds = client.post("/v1/attribute", params=asked, content=MERMAID, headers=PLAIN).json()["nodes"]
    assert [one["text"] for one in grounds] == ["Boil water"]
    page = f"```mermaid\n{MERMAID}```\n"
    assert len(client.post("/v1/read?name=a.md", content=page, headers=PLAIN).json()["diagrams"]) == 1


@pytest.mark.parametrize(
    ("address", "content", "headers", "status", "reason"),
    [
        ("/v1/parse", b"no picture", PNG, 422, "unreadable"),
        ("/v1/parse", b"", PNG, 422, "empty"),
        ("/v1/parse?parser=os:system", b"x", PNG, 400, "invalid"),
        ("/v1/parse?page=x", b"x", PNG, 404, "missing"),
        ("/v1/parse?to=nothing", b"x", PNG, 422, "unsupported"),
        ("/v1/parse", b"{", {"content-type": "application/json"}, 400, "invalid"),
        ("/v1/score", b"x", PLAIN, 400, "unsupported"),
        ("/v1/score", b'{"prediction": 1}', {"content-type": "application/json"}, 400, "invalid"),
        ("/v1/read?name=a.md&pages=9", b"text", PLAIN, 404, "missing"),
        ("/v1/convert?to=dot", b"x" * (FILE_BYTES + 1), PLAIN, 413, "too_large"),
        ("/v1/nothing", b"", PLAIN, 404, "missing"),
    ],
)
def test_errors_have_a_status_and_a_reason(
    client: TestClient, address: str, content: bytes, headers: dict[str, str], status: int, reason: str
) -> None:
    found = client.post(address, content=content, headers=headers)
    assert (found.status_code, found.json()["reason"]) == (status, reason), found.text
    assert found.json()["error"]


def test_every_reason_has_a_status() -> None:
    for reason in RejectionReason:
        assert 400 <= reply_response(Reply(b"{}", reason)).status_code < 600
        assert 400 <= refusal_response(DiagramloopError("x", reason=reason)).status_code < 600


@pytest.mark.parametrize("type_", sorted(FORM_TYPES))
def test_what_a_form_of_another_site_can_send_is_not_taken(client: TestClient, type_: str) -> None:
    assert client.post("/v1/convert?to=dot", content=MERMAID, headers={"content-type": type_}).status_code == 403
    foreign = PNG | {"origin": "http://evil.example"}
    assert client.post("/v1/convert?to=dot", content=MERMAID, headers=foreign).status_code == 403


def test_a_program_shows_its_token_in_a_header(workers: WorkerPool) -> None:
    guarded = client_of(Admission(workers), token="s3cret")
    assert guarded.get("/v1/formats").status_code == 401
    for header, status in (("Bearer s3cret", 200), ("bearer  s3cret ", 200), ("Bearer s3cre", 401), ("s3cret", 401)):
        assert guarded.get("/v1/formats", headers={"authorization": header}).status_code == status


def test_formats_and_health(client: TestClient) -> None:
    found = {one["name"]: one for one in client.get("/v1/formats").json()}
    assert found["drawio"]["suffix"] == ".drawio"
    assert client.get("/v1/health").json() == {"status": "ok"}


def test_the_description_is_openapi_and_names_all_that_there_is(client: TestClient) -> None:
    validator = pytest.importorskip("openapi_spec_validator", reason="pip install openapi-spec-validator")
    document = client.get("/openapi.json").json()
    validator.validate(document)
    assert set(document["paths"]) == {f"/v1/{name}" for name in OPERATIONS} | {"/v1/formats", "/v1/health"}
    named = {one["name"] for one in document["paths"]["/v1/convert"]["post"]["parameters"]}
    assert named == {"from", "to", "page", "as"}
    assert document == openapi_document()


@pytest.mark.parametrize(
    ("method", "place", "headers"),
    [
        ("POST", "/v1/convert", {"content-type": "text/plain"}),
        ("POST", "/v1/convert", PLAIN | {"origin": "http://evil.example"}),
        ("POST", "/v1/convert", {"content-type": "application/json"}),
        ("GET", "/v1/convert", {}),
        ("GET", "/v1/convert", {"host": "evil.example"}),
        ("GET", "/v1/formats", {"sec-fetch-site": "cross-site"}),
        ("DELETE", "/v1/formats", {"content-type": "application/json"}),
        ("PUT", "/v1/health", {"content-type": "application/json"}),
        ("PUT", "/v1/health", {}),
    ],
)
def test_every_refusal_is_described(client: TestClient, method: str, place: str, headers: dict[str, str]) -> None:
    document = openapi_document()
    answer = client.request(method, place, content=b"{", headers=headers)
    (described,) = document["paths"][place].values()
    answers = described["responses"][str(answer.status_code)]
    schema = answers["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), {**schema, "components": document["components"]})
    assert {name.lower() for name in answers.get("headers", ())} <= set(answer.headers)


class _Asked:
    """A request whose body comes in parts, each after some seconds."""

    def __init__(self, *parts: tuple[float, bytes], gone: bool = False) -> None:
        self._parts, self._gone = parts, gone

    async def stream(self) -> Any:
        for seconds, part in self._parts:
            await anyio.sleep(seconds)
            yield part

    async def is_disconnected(self) -> bool:
        return self._gone


def admission(**room: Any) -> Admission:
    return Admission(WorkerPool(ServiceLimits(workers=1)), WaitingRoom(**room))


def test_a_body_has_a_time_a_size_and_a_share_of_the_room() -> None:
    async def run() -> None:
        small = admission(body_bytes=10, all_bytes=15, body_seconds=0.05)
        for parts, reason in (
            ([(0.0, b"x" * 11)], RejectionReason.TOO_LARGE),
            ([(0.0, b"x"), (1.0, b"x")], RejectionReason.TIMEOUT),
        ):
            with pytest.raises(DiagramloopError) as caught:
                async with small.body(_Asked(*parts)):  # type: ignore[arg-type]
                    pass
            assert caught.value.reason is reason
        async with small.body(_Asked((0.0, b"x" * 8))) as body:  # type: ignore[arg-type]
            assert body == b"x" * 8
            with pytest.raises(BusyError):
                async with small.body(_Asked((0.0, b"x" * 8))):  # type: ignore[arg-type]
                    pass
        async with small.body(_Asked((0.0, b"x" * 8))):  # type: ignore[arg-type]
            pass  # what the others held is free again

    anyio.run(run)


def test_bodies_that_come_slowly_give_way_to_those_that_need_their_room() -> None:
    told: list[str] = []

    async def send(name: str, to: Admission, *parts: tuple[float, bytes]) -> None:
        try:
            async with to.body(_Asked(*parts)):  # type: ignore[arg-type]
                told.append(name)
        except BusyError:
            told.append(f"{name} is told to come again")

    async def run() -> None:
        small = admission(body_bytes=10, all_bytes=20, body_seconds=600)
        async with anyio.create_task_group() as group:
            group.start_soon(send, "nine bytes and no more", small, (0.0, b"x" * 9), (500.0, b"x"))
            group.start_soon(send, "byte by byte", small, *((0.01, b"x") for _ in range(8)), (500.0, b"x"))
            while small.held_bytes < 17:
                await anyio.sleep(0.01)
            await send("quick", small, (0.0, b"x" * 10))
            await send("quick again", small, (0.0, b"x" * 10))
            assert small.held_bytes == 8  # one slow one was enough
            group.cancel_scope.cancel()

    anyio.run(run)
    assert sorted(told) == ["nine bytes and no more is told to come again", "quick", "quick again"]


def test_so_many_wait_and_the_next_is_told_when_to_ask_again() -> None:
    async def run() -> None:
        narrow, let, told = admission(waiting=1), anyio.Event(), []

        def work() -> Reply:
            anyio.from_thread.run(let.wait)
            return Reply(b"{}")

        async def ask() -> None:
            try:
                await narrow.ask(_Asked(), work)  # type: ignore[arg-type]
                told.append(0)
            except BusyError as error:
                told.append(error.seconds)

        async with anyio.create_task_group() as group:
            for _ in range(4):  # one is worked on, one waits
                group.start_soon(ask)
            while len(told) < 2:
                await anyio.sleep(0.01)
            assert told == [2, 2]  # a second each, for the one that waits and for this one
            let.set()
        assert told == [2, 2, 0, 0]
        with pytest.raises(DiagramloopError, match="nobody waits"):
            await narrow.ask(_Asked(gone=True), work)  # type: ignore[arg-type]

    anyio.run(run)


def test_a_refusal_for_want_of_room_says_when_to_ask_again() -> None:
    refused = refusal_response(BusyError("full", 7))
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "7")
    assert json.loads(refused.body)["reason"] == "not_asked"
