"""An endpoint that gives no answer, half of one, or another than it was asked for."""

import json
import sqlite3

import pytest
from scripted_endpoint import Status

from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.models.calls import Call, CallStore
from tests.diagramloop.models.endpoints import HELLO, endpoint


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
def test_an_answer_that_was_cut_off_without_a_limit_of_ours_is_the_servers_doing(scripted_endpoint):
    scripted_endpoint.script = [ended("A -> B\nB -> ", "length")]
    with pytest.raises(ModelError, match="cut off at the server's own limit") as caught:
        endpoint(scripted_endpoint).reply(HELLO)
    assert caught.value.reason.cause is Cause.WORLD


@pytest.mark.parametrize(
    ("options", "asked", "limit"),
    [
        ({}, 12, "max_tokens = 12"),
        ({"extra": {"max_completion_tokens": 34}}, None, "max_completion_tokens = 34"),
        ({"extra": {"max_tokens": 34}}, 12, "max_tokens = 34"),
    ],
)
def test_the_limit_is_that_of_the_request(scripted_endpoint, options, asked, limit):
    scripted_endpoint.script = [ended("A -> B\nB -> ", "length")]
    reply = endpoint(scripted_endpoint, **options).reply(HELLO, max_tokens=asked)
    assert (reply.text, reply.cut) == ("A -> B\nB -> ", True)
    assert limit in reply.limit


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
