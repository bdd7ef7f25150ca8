"""Forms of answers: sent where a server takes them; found out once, kept, and replayed without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_endpoint import ScriptedEndpoint, Status

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import _forms
from diagramloop.models._attempts import Attempts
from diagramloop.models._wire import check_completion, form_of
from diagramloop.models.answers import Choice
from diagramloop.models.call_desk import Asked, CallDesk, EndpointGate
from diagramloop.models.chat import Message
from diagramloop.models.endpoint import Endpoint
from diagramloop.models.routes import Route
from tests.diagramloop.models.endpoints import HELLO, endpoint

WAY = Choice("way", {"W1": "", "W2": ""}).schema
OTHER = Choice("way", {"W7": ""}).schema


def refusal(message: str, status: int = 400) -> Status:
    """A complaint in OpenAI's form."""
    return Status(status, {"error": {"message": message, "type": "invalid_request_error"}})


COMPLAINTS = {  # as they are sent
    "openai, an older model": refusal(
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    ),
    "deepseek": refusal("This response_format type is unavailable now"),
    "groq": refusal("This model does not support response format `json_schema`."),
    "a strict gateway": Status(
        422,
        {"detail": [{"type": "extra_forbidden", "loc": ["body", "response_format"], "msg": "Extra inputs"}]},
    ),
    "llama.cpp, an older one": refusal(
        'response_format type must be one of "text" or "json_object", but got: json_schema', 500
    ),
    "a server of few words": Status(400, "Bad Request"),
}
SCHEMA_COMPLAINTS = {
    "openai": refusal(
        "Invalid schema for response_format 'diagramloop_answer': In context=(), 'required' is required."
    ),
    "vllm": refusal("The provided JSON schema contains features not supported by xgrammar."),
    "llama.cpp": refusal("JSON schema error at #/properties/a: cannot resolve $ref #/$defs/B, $defs not found"),
    "llama.cpp, its sampler": refusal("Failed to initialize samplers: failed to parse grammar"),
    "ollama": Status(500, {"error": "invalid JSON schema in format"}),
}


class Formless:
    """A server that takes no form, or only some: it says in which it was asked.

    Args:
        complaint: of a form that it does not take.
        taken: the schemas that it takes.
    """

    def __init__(self, complaint: Status, *taken: Any) -> None:
        self.complaint, self.taken = complaint, taken

    def __call__(self, body: dict[str, Any]) -> str | Status:
        form = body.get("response_format")
        if form is None:
            return f"plain {body['messages'][-1]['content']}"
        return "formed" if form["json_schema"]["schema"] in self.taken else self.complaint


@pytest.fixture(autouse=True)
def _unknown_servers() -> Iterator[None]:
    """Ports are used again."""
    _forms._outcomes.clear()
    yield
    _forms._outcomes.clear()


def asking(words: str) -> list[Message]:
    return [Message("user", words)]


def formed_requests(server: ScriptedEndpoint) -> list[bool]:
    return ["response_format" in request for request in server.requests]


def test_the_schema_is_sent_as_openai_wants_it(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = ['{"way": "W1"}']
    assert endpoint(scripted_endpoint).constrained(HELLO, WAY, max_tokens=9).text == '{"way": "W1"}'
    (request,) = scripted_endpoint.requests
    form = request.pop("response_format")
    assert form["type"] == "json_schema"
    assert form["json_schema"].pop("name").isidentifier()
    assert form["json_schema"] == {"schema": WAY, "strict": True}
    endpoint(scripted_endpoint).reply(HELLO, max_tokens=9)
    assert scripted_endpoint.requests[1] == request


@pytest.mark.faults
@pytest.mark.parametrize("complaint", COMPLAINTS.values(), ids=COMPLAINTS)
def test_a_server_that_takes_no_form_is_asked_with_one_once(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path, complaint: Status
) -> None:
    scripted_endpoint.script = Formless(complaint)
    for store in (None, tmp_path / "calls.sqlite"):
        scripted_endpoint.requests.clear()
        for number, schema in enumerate((WAY, OTHER, WAY)):
            model = endpoint(scripted_endpoint, store=store)
            assert model.constrained(asking(str(number)), schema).text == f"plain {number}"
        assert formed_requests(scripted_endpoint) == [True, False, False, False]
    _forms._outcomes.clear()  # as a new process does
    later = endpoint(scripted_endpoint, store=tmp_path / "calls.sqlite")
    assert [later.constrained(asking(words), WAY).text for words in "0123"] == [f"plain {n}" for n in range(4)]
    assert formed_requests(scripted_endpoint) == [True, False, False, False, False]
    nowhere = Endpoint("tiny", "http://127.0.0.1:9/v1", store=tmp_path / "calls.sqlite", mode="replay")
    assert [nowhere.constrained(asking(words), WAY).text for words in "0123"] == [f"plain {n}" for n in range(4)]


@pytest.mark.parametrize("complaint", SCHEMA_COMPLAINTS.values(), ids=SCHEMA_COMPLAINTS)
def test_a_schema_that_is_not_taken_stops_no_other(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path, complaint: Status
) -> None:
    scripted_endpoint.script = Formless(complaint, WAY)
    model = endpoint(scripted_endpoint, store=tmp_path / "calls.sqlite")
    replies = [model.constrained(asking(str(n)), s).text for n, s in enumerate((OTHER, OTHER, WAY, OTHER))]
    assert replies == ["plain 0", "plain 1", "formed", "plain 3"]
    assert formed_requests(scripted_endpoint) == [True, False, False, True, False]


def test_a_server_that_took_a_form_before_refuses_this_schema_alone(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Formless(Status(400, "Bad Request"), WAY)
    model = endpoint(scripted_endpoint)
    replies = [model.constrained(asking(str(n)), s).text for n, s in enumerate((WAY, OTHER, OTHER, WAY))]
    assert replies == ["formed", "plain 1", "plain 2", "formed"]
    assert formed_requests(scripted_endpoint) == [True, True, False, False, True]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Status(400, {"error": {"code": "context_length_exceeded", "message": "no"}}), RejectionReason.TOO_LARGE),
        (Status(400, {"error": {"code": "content_filter", "message": "no"}}), RejectionReason.REFUSED),
        (Status(401), RejectionReason.MISSING),
        (Status(413), RejectionReason.TOO_LARGE),
        (Status(429, "too many structured outputs"), RejectionReason.ENGINE_FAILED),
        (Status(503, "overloaded"), RejectionReason.ENGINE_FAILED),
        ({"refusal": "no"}, RejectionReason.REFUSED),
    ],
)
def test_what_is_not_owed_to_the_form_is_not_asked_without(
    scripted_endpoint: ScriptedEndpoint, answer: Any, reason: RejectionReason
) -> None:
    scripted_endpoint.script = [answer]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, attempts=1).constrained(HELLO, WAY)
    assert caught.value.reason is reason
    assert formed_requests(scripted_endpoint) == [True]


def test_who_fails_without_the_form_as_well_may_take_it(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [refusal("no"), refusal("temperature is unsupported"), '{"way": "W1"}']
    model = endpoint(scripted_endpoint)
    with pytest.raises(ModelError, match=r"temperature: null"):
        model.constrained(HELLO, WAY)
    assert model.constrained(HELLO, WAY).text == '{"way": "W1"}'
    assert formed_requests(scripted_endpoint) == [True, False, True]


def test_a_user_may_have_it_otherwise(scripted_endpoint: ScriptedEndpoint) -> None:
    endpoint(scripted_endpoint, constrain=False).constrained(HELLO, WAY)
    endpoint(scripted_endpoint, extra={"response_format": None}).constrained(HELLO, WAY)
    assert formed_requests(scripted_endpoint) == [False, False]
    scripted_endpoint.script = [Status(400, "no")]
    own = {"type": "json_object"}
    with pytest.raises(ModelError):
        endpoint(scripted_endpoint, extra={"response_format": own}).constrained(HELLO, WAY)
    assert [request["response_format"] for request in scripted_endpoint.requests[2:]] == [own]


def test_a_store_of_calls_without_forms_replays_for_who_asks_for_them(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    store = tmp_path / "calls.sqlite"
    reply = endpoint(scripted_endpoint, store=store, constrain=False).constrained(HELLO, WAY)
    assert endpoint(scripted_endpoint, store=store, mode="replay").constrained(HELLO, WAY) == reply
    endpoint(scripted_endpoint, store=store).constrained(HELLO, WAY)
    assert formed_requests(scripted_endpoint) == [False, True]


def test_a_store_knows_models_wherever_they_are_served(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    """It replays their calls: two servers with unlike models of one name need two stores."""
    elsewhere = ScriptedEndpoint()
    try:
        elsewhere.script = scripted_endpoint.script = Formless(refusal("Bad Request"))
        for number, server in enumerate((elsewhere, scripted_endpoint)):
            endpoint(server, store=tmp_path / "calls.sqlite").constrained(asking(str(number)), WAY)
        assert formed_requests(scripted_endpoint) == [False]
        for server in (elsewhere, scripted_endpoint):  # but without a store each is asked
            endpoint(server).constrained(HELLO, WAY)
        assert formed_requests(scripted_endpoint) == [False, True, False]
    finally:
        elsewhere.close()


def test_a_document_that_names_the_form_asks_for_none(scripted_endpoint: ScriptedEndpoint) -> None:
    words = json.dumps({"response_format": form_of(WAY)})
    scripted_endpoint.script = [Status(400, "no")]
    with pytest.raises(ModelError):
        endpoint(scripted_endpoint).reply(asking(words))
    assert len(scripted_endpoint.requests) == 1


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc"), st.booleans()), max_size=8),
    st.sets(st.integers(0, 3)),
)
def test_whatever_the_order_a_replay_says_what_the_recording_said(
    asked: list[tuple[int, str, bool]], taken: set[int]
) -> None:
    """And a recording that goes on in new processes makes no call twice."""
    schemas = [Choice("way", {f"W{number}": ""}).schema for number in range(4)]
    server = ScriptedEndpoint()
    server.script = Formless(Status(400, "Bad Request"), *(schemas[number] for number in taken))
    try:
        with TemporaryDirectory() as folder:
            store = Path(folder) / "calls.sqlite"
            replies = {}
            for number, words, anew in asked:
                if anew:
                    _forms._outcomes.clear()
                model = endpoint(server, store=store)
                reply = model.constrained(asking(words), schemas[number])
                assert replies.setdefault((number, words), reply) == reply
            made = [json.dumps(request, sort_keys=True) for request in server.requests]
            assert len(made) == len(set(made))
            if asked:
                replaying = endpoint(server, store=store, mode="replay")
                for (number, words), reply in replies.items():
                    assert replaying.constrained(asking(words), schemas[number]) == reply
            assert len(server.requests) == len(made)
    finally:
        server.close()


def test_the_desk_finds_it_out_for_all(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    scripted_endpoint.script = Formless(COMPLAINTS["deepseek"])
    limits = Attempts(seconds=20.0, attempts=1, pause_seconds=5.0)
    route = Route("s", scripted_endpoint.base_url, "", check_completion, tmp_path / "calls.sqlite", "record", limits)

    def of(words: str) -> Asked:
        body = {"model": "m", "messages": [{"role": "user", "content": words}], "response_format": form_of(WAY)}
        return Asked.of(httpx2.Request("POST", f"{scripted_endpoint.base_url}/chat/completions", json=body))

    async def whole() -> list[bytes]:
        desk = CallDesk(EndpointGate(), 4)
        await desk.open("way", _packed(route))
        return [(await desk.answer("way", of(words))).content for words in ("a", "b", "a")]

    contents = asyncio.run(whole())
    assert [b"plain a" in contents[0], b"plain b" in contents[1], contents[2] == contents[0]] == [True, True, True]
    assert formed_requests(scripted_endpoint) == [True, False, False]


def _packed(route: Route) -> bytes:
    from multiprocessing.reduction import ForkingPickler

    return bytes(ForkingPickler.dumps(route))
