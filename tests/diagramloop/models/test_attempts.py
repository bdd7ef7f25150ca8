"""Attempts at a call: their pauses, what is told of them, and what a server's complaint says is to be changed."""

from __future__ import annotations

import time
from email.utils import formatdate

import httpx2
import pytest
from scripted_endpoint import Hang, Status

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import _attempts
from diagramloop.models._complaints import is_too_long
from diagramloop.models.waiting import Wait, watched_by
from tests.diagramloop.models.endpoints import HELLO, endpoint


class Heard:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.begun: list[Wait] = []
        self.over: list[Wait] = []

    def began(self, wait: Wait) -> None:
        self.begun.append(wait)

    def ended(self, wait: Wait) -> None:
        self.over.append(wait)


def test_each_attempt_and_each_pause_is_told(scripted_endpoint) -> None:
    scripted_endpoint.script = [Status(429, {"error": {"message": "busy"}}, {"retry-after": "0"}), Hang(0), "here"]
    heard = Heard()
    with watched_by(heard):
        assert endpoint(scripted_endpoint).reply(HELLO).text == "here"
    assert [(wait.attempt, bool(wait.why)) for wait in heard.begun] == [
        *((1, False), (2, True), (2, False)),
        *((3, True), (3, False)),
    ]
    assert "busy" in heard.begun[1].why
    assert heard.over == heard.begun
    assert {(wait.model, wait.attempts) for wait in heard.begun} == {("tiny", 3)}
    assert heard.begun[0].seconds == 5.0


def test_a_line_says_who_is_waited_for_and_how_long() -> None:
    assert Wait("tiny", 2, 5, 300.0).said(34.2) == "waiting for tiny: attempt 2 of 5, 34 s"
    assert Wait("tiny", 2, 5, 30.0, "busy").said(10.0) == "waiting for tiny: attempt 2 of 5 in 20 s (busy)"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "1500", "retry-after": "7"}, 1.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_a_server_says_how_long_to_wait(headers, seconds) -> None:
    assert _attempts.asked_pause(httpx2.Headers(headers)) == seconds


def test_a_server_names_the_hour() -> None:
    asked = _attempts.asked_pause(httpx2.Headers({"retry-after": formatdate(time.time() + 100, usegmt=True)}))
    assert asked == pytest.approx(100, abs=5)


@pytest.mark.parametrize("code", [500, 501])
def test_what_a_server_never_takes_is_not_asked_again(scripted_endpoint, code: int) -> None:
    """llama.cpp has the status of a passing fault for it."""
    scripted_endpoint.script = [Status(code, {"error": {"message": "image input is not supported"}}), "here"]
    with pytest.raises(ModelError, match="image input is not supported"):
        endpoint(scripted_endpoint).reply(HELLO)
    assert len(scripted_endpoint.requests) == 1


def test_nobody_waits_for_longer_than_allowed(scripted_endpoint) -> None:
    scripted_endpoint.script = [Status(429, headers={"retry-after": "3600"}), "here"]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint).reply(HELLO)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("Unsupported value: 'temperature' does not support 0 with this model.", "temperature: null"),
        ("Unrecognized request argument supplied: seed", "seed: null"),
        (
            "Unsupported parameter: 'max_tokens' is not supported here. Use 'max_completion_tokens' instead.",
            "limit_field: max_completion_tokens",
        ),
        ("max_tokens is too large: 16384. This model supports at most 4096 completion tokens", "max_tokens: N"),
    ],
)
def test_a_complaint_about_a_setting_names_the_way_out(scripted_endpoint, said, named) -> None:
    scripted_endpoint.script = [Status(400, {"error": {"message": said}})]
    with pytest.raises(ModelError) as caught:
        endpoint(scripted_endpoint).reply(HELLO)
    assert named in str(caught.value)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize(
    ("said", "too_long"),
    [
        ("this model's maximum context length is 8192 tokens. however, your messages resulted in 9000 tokens", True),
        (
            "this model's maximum context length is 4097 tokens. however, you requested 5010 tokens (10 in the "
            "messages, 5000 in the completion)",
            False,
        ),
        (
            "this model's maximum context length is 4097 tokens. however, you requested 5010 tokens (5,000 in the "
            "messages, 10 in the completion)",
            True,
        ),
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 16384. this model's maximum context length is 8192 "
            "tokens and your request has 1000 input tokens",
            False,
        ),
        ("the request exceeds the available context size (2048 tokens)", True),
        ("invalid image", False),
    ],
)
def test_the_limit_of_an_answer_is_no_length_of_the_question(said, too_long) -> None:
    assert is_too_long(said) is too_long
