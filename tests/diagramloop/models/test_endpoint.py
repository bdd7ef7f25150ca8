from __future__ import annotations

import json
import sqlite3

import pytest
from scripted_endpoint import Drip, Hang, ScriptedEndpoint, Status, tool_call

from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.models import Message, Tool, Usage, chat_model
from diagramloop.models.calls import Call, CallStore
from diagramloop.models.endpoint import Endpoint

HELLO = [Message("system", "Be brief."), Message("user", "Hello?")]


def ended(content: object, end: str | None) -> Status:
    """An answer that ends so."""
    return Status(200, {"choices": [{"message": {"content": content}, "finish_reason": end}]})


NO_ANSWERS = [
    Status(200, "<html>Please log in</html>"),
    Status(200, ""),
    Status(200, "[" * 100_000),
    Status(200, {"error": {"message": "overloaded"}}),
    Status(200, {"detail": "overloaded"}),
    Status(200, {"choices": []}),
    Status(200, {"choices": [None], "usage": "much"}),
    Status(200, {"choices": None}),
    {"content": None},
    {"content": None, "reasoning_content": "Hm, let me see"},
    Status(200, '{"choices": [{"mess'),
    Status(200, "no gzip", {"content-encoding": "gzip"}),
    ended("A -> B\nB -> ", "length"),
    ended("", "length"),
    ended("A ->", "error"),
]


def endpoint(server: ScriptedEndpoint, **options) -> Endpoint:
    return Endpoint("tiny", server.base_url, **{"seconds": 5.0, "attempts": 3, **options})


def test_a_text_comes_back_with_what_it_cost(scripted_endpoint):
    scripted_endpoint.script = ["good day"]
    reply = endpoint(scripted_endpoint).reply(HELLO, max_tokens=7)
    assert reply.text == "good day"
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.calls) == (10, 5, 1)
    assert reply.usage.seconds > 0
    (sent,) = scripted_endpoint.requests
    assert sent["temperature"] == 0
    assert sent["max_tokens"] == 7
    assert sent["messages"][0] == {"role": "system", "content": "Be brief."}


def test_a_call_is_made_once(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    first = endpoint(scripted_endpoint, store=store).reply(HELLO)
    second = endpoint(scripted_endpoint, store=store, mode="replay").reply(HELLO)
    assert first == second  # the seconds too
    assert len(scripted_endpoint.requests) == 1


def test_a_store_that_only_replays_lets_nothing_out(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    endpoint(scripted_endpoint, store=store).reply(HELLO)
    replaying = endpoint(scripted_endpoint, store=store, mode="replay")
    with pytest.raises(ModelError, match="only replays") as caught:
        replaying.reply([Message("user", "Something else?")])
    assert caught.value.reason is RejectionReason.MISSING
    assert len(scripted_endpoint.requests) == 1


def test_a_store_made_with_one_server_replays_with_another(scripted_endpoint, tmp_path):
    store = tmp_path / "calls.sqlite"
    kept = endpoint(scripted_endpoint, store=store).reply(HELLO)
    elsewhere = Endpoint("tiny", "http://127.0.0.1:9/v1", store=store, mode="replay")
    assert elsewhere.reply(HELLO) == kept


def test_busy_and_failing_servers_are_asked_again(scripted_endpoint, tmp_path):
    scripted_endpoint.script = [Status(429, headers={"retry-after": "0"}), Status(500), "at last"]
    reply = endpoint(scripted_endpoint, store=tmp_path / "c").reply(HELLO)
    assert reply.text == "at last"
    assert len(scripted_endpoint.requests) == 3


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Status(500), RejectionReason.ENGINE_FAILED),
        (Status(401), RejectionReason.MISSING),
        (Status(404), RejectionReason.MISSING),
        (Status(400, {"error": {"code": "context_length_exceeded", "message": "no"}}), RejectionReason.TOO_LARGE),
        (Status(413), RejectionReason.TOO_LARGE),
        (Status(400, {"error": {"message": "bad"}}), RejectionReason.ENGINE_FAILED),
        (Status(400, {"error": {"code": "content_filter", "message": "no"}}), RejectionReason.REFUSED),
        (Status(429, {"error": {"message": "too many tokens per minute"}}), RejectionReason.ENGINE_FAILED),
        (Status(504, "the model took too long"), RejectionReason.ENGINE_FAILED),
        (Status(503, "switched off for your safety"), RejectionReason.ENGINE_FAILED),
        *((answer, RejectionReason.ENGINE_FAILED) for answer in NO_ANSWERS),
        ("  \n", RejectionReason.EMPTY),
        ({"content": []}, RejectionReason.EMPTY),
        ({"content": "", "reasoning_content": "Hm, let me see"}, RejectionReason.EMPTY),
        (Status(429, headers={"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"}), RejectionReason.ENGINE_FAILED),
        (Status(307, headers={"location": "file:///etc/passwd"}), RejectionReason.ENGINE_FAILED),
        ({"refusal": "I would rather not"}, RejectionReason.REFUSED),
    ],
)
def test_what_is_no_answer_is_an_error_with_its_reason(scripted_endpoint, tmp_path, answer, reason):
    scripted_endpoint.script = [answer]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, store=tmp_path / "c", attempts=1).reply(HELLO)
    assert caught.value.reason is reason


@pytest.mark.faults
@pytest.mark.parametrize("no_answer", NO_ANSWERS)
def test_what_is_no_answer_is_the_worlds_doing_and_not_kept(scripted_endpoint, tmp_path, no_answer):
    scripted_endpoint.script = [no_answer, "here"]
    model = endpoint(scripted_endpoint, store=tmp_path / "c", attempts=3)
    with pytest.raises(ModelError) as caught:
        model.reply(HELLO)
    assert caught.value.reason.cause is Cause.WORLD
    assert CallStore(tmp_path / "c").size == 0
    assert model.reply(HELLO).text == "here"
    assert len(scripted_endpoint.requests) == 2  # paid for once each: what is cut off is cut off again


@pytest.mark.faults
@pytest.mark.parametrize(
    ("options", "asked", "said"),
    [
        ({}, 12, "max_tokens = 12"),
        ({"extra": {"max_completion_tokens": 34}}, None, "max_completion_tokens = 34"),
        ({}, None, "the server's own limit"),
    ],
)
def test_an_answer_that_was_cut_off_names_the_limit(scripted_endpoint, options, asked, said):
    scripted_endpoint.script = [ended("A -> B\nB -> ", "length")]
    with pytest.raises(ModelError, match=f"cut off at {said}") as caught:
        endpoint(scripted_endpoint, **options).reply(HELLO, max_tokens=asked)
    assert caught.value.reason.cause is Cause.WORLD


@pytest.mark.parametrize("end", ["stop", "tool_calls", "eos_token", None])
def test_however_a_server_calls_the_end_of_an_answer_it_is_one(scripted_endpoint, tmp_path, end):
    scripted_endpoint.script = [ended("A -> B", end), Status(500)]
    for _ in range(2):
        assert endpoint(scripted_endpoint, store=tmp_path / "c").reply(HELLO).text == "A -> B"


@pytest.mark.parametrize("said", [ended("", "stop"), {"refusal": "no"}, ended(None, "content_filter")])
def test_what_the_model_did_not_say_is_its_own_doing_and_kept(scripted_endpoint, tmp_path, said):
    scripted_endpoint.script = [said, "here"]
    for _ in range(2):
        with pytest.raises(ModelError) as caught:
            endpoint(scripted_endpoint, store=tmp_path / "c").reply(HELLO)
        assert caught.value.reason.cause is Cause.ITEM
    assert len(scripted_endpoint.requests) == 1


OLD_ENTRIES = [b'{"choices": []}', b'{"detail": "overloaded"}', b"<html>", ended("A ->", "length").body]


@pytest.mark.faults
@pytest.mark.parametrize("answer", [e if isinstance(e, bytes) else json.dumps(e).encode() for e in OLD_ENTRIES])
def test_what_an_older_store_took_for_an_answer_is_asked_again(scripted_endpoint, tmp_path, answer):
    store = tmp_path / "c"
    endpoint(scripted_endpoint, store=store).reply(HELLO)
    with sqlite3.connect(store) as connection:
        (request, seconds) = connection.execute("SELECT request, seconds FROM calls").fetchone()
        digest = Call(request, answer, seconds).digest
        connection.execute("UPDATE calls SET answer = ?, digest = ?", (answer, digest))
    with pytest.raises(ModelError, match="no answer") as caught:
        endpoint(scripted_endpoint, store=store, mode="replay").reply(HELLO)
    assert caught.value.reason is RejectionReason.MISSING
    assert endpoint(scripted_endpoint, store=store).reply(HELLO).text == "hello"
    assert endpoint(scripted_endpoint, store=store, mode="replay").reply(HELLO).text == "hello"
    assert len(scripted_endpoint.requests) == 2


def test_refusals_are_answers_and_are_kept(scripted_endpoint, tmp_path):
    scripted_endpoint.script = [{"refusal": "no"}, "yes"]
    model = endpoint(scripted_endpoint, store=tmp_path / "c")
    for _ in range(2):
        with pytest.raises(ModelError, match="declined"):
            model.reply(HELLO)
    assert len(scripted_endpoint.requests) == 1


def test_a_hanging_server_is_given_up(scripted_endpoint):
    scripted_endpoint.script = [Hang(60)]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, seconds=0.3, attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.TIMEOUT


def test_a_server_that_never_ends_is_given_up_by_the_time_of_the_whole(scripted_endpoint):
    scripted_endpoint.script = [Drip(0.02)]
    with pytest.raises(ModelError, match="no whole answer") as caught:
        endpoint(scripted_endpoint, seconds=0.3, attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.TIMEOUT


def test_no_packed_answer_is_asked_for(scripted_endpoint):
    endpoint(scripted_endpoint).reply(HELLO)
    ((_, headers),) = scripted_endpoint.addressed
    assert headers["accept-encoding"] == "identity"


def test_what_redirects_is_not_followed(scripted_endpoint):
    there = Status(307, headers={"location": f"{scripted_endpoint.base_url}/elsewhere"})
    scripted_endpoint.script = [there, "taken in"]
    with pytest.raises(ModelError, match="where nothing is sent"):
        endpoint(scripted_endpoint).reply(HELLO)
    assert len(scripted_endpoint.requests) == 1


def test_an_answer_in_parts_is_read_as_one(scripted_endpoint):
    parts = [{"type": "text", "text": "good "}, None, {"type": "image_url"}, {"type": "text", "text": "day"}]
    scripted_endpoint.script = [{"content": parts}]
    assert endpoint(scripted_endpoint).reply(HELLO).text == "good day"


def test_what_no_table_can_carry_is_not_let_in(scripted_endpoint):
    message = {"content": "a\ud800b", "tool_calls": [{"id": "\udfff", "function": {"name": "\ud800", "arguments": {}}}]}
    usage = {"prompt_tokens": 10**40, "completion_tokens": True}
    scripted_endpoint.script = [Status(200, {"choices": [{"message": message}], "usage": usage})]
    reply = endpoint(scripted_endpoint).reply(HELLO)
    (call,) = reply.tool_calls
    assert (reply.text, call.id, call.name, call.arguments) == ("a?b", "?", "?", "{}")
    assert reply.usage.tokens == 0


@pytest.mark.parametrize(
    "address", ["", "localhost:9/v1", "file:///etc/passwd", "http://[", "http://x:99999", "http://\udcff"]
)
def test_what_is_no_address_is_not_spoken_to(address):
    with pytest.raises(ModelError, match="no address of a server") as caught:
        Endpoint("tiny", address)
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.faults
@pytest.mark.parametrize("address", ["https://me:canary@127.0.0.1:9/v1", "https://canary@127.0.0.1:9/v1"])
def test_a_key_in_an_address_is_refused_unsaid(address):
    """Logs quote addresses, and they stand in params.yaml and dvc.lock."""
    with pytest.raises(ModelError, match="key_env") as caught:
        Endpoint("tiny", address)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("options", [{"attempts": 0}, {"seconds": 0}, {"seconds": float("nan")}])
def test_no_attempt_is_no_endpoint(scripted_endpoint, options):
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint, **options)
    assert caught.value.reason is RejectionReason.INVALID


def test_no_server_at_all():
    with pytest.raises(ModelError, match="refused") as caught:
        Endpoint("tiny", "http://127.0.0.1:9/v1", attempts=1).reply(HELLO)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


def test_tools_and_pictures_are_sent_and_tool_calls_come_back_as_written(scripted_endpoint):
    scripted_endpoint.script = [tool_call("bfs", '{"node": '), "done"]
    model = endpoint(scripted_endpoint)
    tools = [Tool("bfs", "Walks.", {"type": "object", "properties": {"node": {"type": "string"}}})]
    asked = Message("user", "Where?", pictures=(b"\x89PNG",))
    reply = model.reply([asked], tools=tools)
    (call,) = reply.tool_calls
    assert (call.name, call.arguments) == ("bfs", '{"node": ')
    model.reply([asked, reply.message, Message("tool", "broken JSON", tool_call_id=call.id)], tools=tools)
    first, second = scripted_endpoint.requests
    assert first["tools"][0]["function"]["name"] == "bfs"
    assert first["messages"][0]["content"][1]["image_url"]["url"] == "data:image/png;base64,iVBORw=="
    assert second["messages"][1]["tool_calls"][0]["function"]["arguments"] == '{"node": '
    assert second["messages"][2] == {"role": "tool", "content": "broken JSON", "tool_call_id": call.id}


def test_the_key_goes_to_the_server_and_not_into_the_store(scripted_endpoint, tmp_path, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-secret")
    endpoint(scripted_endpoint, store=tmp_path / "c", key_env="A_KEY").reply(HELLO)
    assert all(b"sk-secret" not in part.read_bytes() for part in tmp_path.iterdir())


def test_made_from_plain_configuration(scripted_endpoint):
    model = chat_model({"model": "tiny", "base_url": scripted_endpoint.base_url})
    assert model.name == "tiny"
    with pytest.raises(ModelError, match="no chat model"):
        chat_model({"back_end": "nowhere:Nothing"})
    with pytest.raises(ModelError, match="no chat model"):
        chat_model({"no_such_option": 1})


def test_costs_add_up():
    assert Usage(1, 2, 0.5, 1) + Usage(3, 4, 0.25, 2) == Usage(4, 6, 0.75, 3)
    assert Usage(1, 2).tokens == 3
