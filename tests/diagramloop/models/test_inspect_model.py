"""Inspect's model: forms of answers and limits, as an endpoint's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio
import pytest
from anyio import to_thread
from scripted_endpoint import ScriptedEndpoint, Status

from diagramloop.errors import Cause, ModelError
from diagramloop.models.answers import Choice
from diagramloop.models.chat import Message, Reply

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
WAY = Choice("way", {"W1": "", "W2": ""}).schema
CUT = Status(
    200,
    {
        **{"id": "x", "object": "chat.completion", "created": 0, "model": "m"},
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "W1 is"}, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 9, "total_tokens": 12},
    },
)
Answers = Callable[..., list[Reply | ModelError]]


@pytest.fixture
def answers(scripted_endpoint: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Outcomes of a question that is put so many times, each with the same limit of 9 tokens."""
    from diagramloop.models import inspect_model

    monkeypatch.setattr(inspect_model, "_REFUSING", set())

    def answers_to(times: int, **config: Any) -> list[Reply | ModelError]:
        model = inspect_ai.model.get_model(
            "openai-api/local/m",
            base_url=scripted_endpoint.base_url,
            api_key="none",
            memoize=False,
            config=inspect_ai.model.GenerateConfig(max_retries=0, **config),
        )
        monkeypatch.setattr(inspect_model, "get_model", lambda role: model)

        def put() -> Reply | ModelError:
            try:
                return inspect_model.InspectModel().constrained([Message("user", "Way?")], WAY, max_tokens=9)
            except ModelError as error:
                return error

        async def whole() -> list[Reply | ModelError]:
            return [await to_thread.run_sync(put) for _ in range(times)]

        return anyio.run(whole)

    return answers_to


def formed(server: ScriptedEndpoint) -> list[bool]:
    return ["response_format" in request for request in server.requests]


def test_the_schema_goes_through_inspect(scripted_endpoint: ScriptedEndpoint, answers: Answers) -> None:
    scripted_endpoint.script = ['{"way": "W1"}']
    assert [reply.text for reply in answers(1) if isinstance(reply, Reply)] == ['{"way": "W1"}']
    (request,) = scripted_endpoint.requests
    assert request["response_format"]["json_schema"]["schema"] == WAY


def test_a_model_that_takes_no_form_is_asked_with_one_once(
    scripted_endpoint: ScriptedEndpoint, answers: Answers
) -> None:
    refusal = Status(400, {"error": {"message": "This response_format type is unavailable now"}})
    scripted_endpoint.script = lambda body: refusal if "response_format" in body else "plain"
    assert [reply.text for reply in answers(3) if isinstance(reply, Reply)] == ["plain"] * 3
    assert formed(scripted_endpoint) == [True, False, False, False]


@pytest.mark.parametrize(("status", "requests"), [(400, [True, False, True, False]), (401, [True, True])])
def test_who_fails_anyway_may_take_forms(
    scripted_endpoint: ScriptedEndpoint, answers: Answers, status: int, requests: list[bool]
) -> None:
    """Inspect's errors quote the whole request, with the word response_format in it."""
    scripted_endpoint.script = [Status(status, {"error": {"message": "out of order"}})]
    assert all(isinstance(outcome, ModelError) for outcome in answers(2))
    assert formed(scripted_endpoint) == requests


@pytest.mark.parametrize("own", [None, 5, 9])
def test_what_came_up_to_the_limit_is_the_answer(
    scripted_endpoint: ScriptedEndpoint, answers: Answers, own: int | None
) -> None:
    scripted_endpoint.script = [CUT]
    (reply,) = answers(1, max_tokens=own)
    assert isinstance(reply, Reply)
    assert (reply.text, reply.cut) == ("W1 is", True)
    assert f"max_tokens = {own or 9}" in reply.limit


def test_what_ended_before_was_cut_by_the_server(scripted_endpoint: ScriptedEndpoint, answers: Answers) -> None:
    scripted_endpoint.script = [CUT]
    (error,) = answers(1, max_tokens=50)
    assert isinstance(error, ModelError)
    assert error.reason.cause is Cause.WORLD
