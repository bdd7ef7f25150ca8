"""Lengths of answers: each role says its own, a model's configuration may say otherwise."""

from __future__ import annotations

import json
from importlib.resources import files
from unittest.mock import ANY

import pytest
from scripted_endpoint import Status, tool_call

from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.models.allowances import KINDS, TokenLimits, allowance
from diagramloop.models.chat import Reply, Usage
from tests.diagramloop.models.endpoints import HELLO, endpoint

PROMPTS = (
    *(
        "diagramloop.engines.attribute",
        "diagramloop.engines.converse",
        "diagramloop.engines.extract",
        "diagramloop.engines.generate",
    ),
    *("diagramloop.engines.parse.model_backed", "diagramloop.engines.parse.svg_reader", "diagramloop.scores"),
    *("diagramloop.scores.judges", "diagramloop.data.sources.papers", "diagramloop.data.dialogues"),
)
PARTS_OF_PROMPTS = {"examples", "fenced", "rules", "material"}


def cut(message: dict | str, **usage: object) -> Status:
    """An answer that ends at a limit."""
    said = message if isinstance(message, dict) else {"content": message}
    return Status(200, {"choices": [{"message": said, "finish_reason": "length"}], "usage": usage})


@pytest.mark.parametrize("package", PROMPTS)
def test_every_prompt_of_the_library_has_a_role_of_its_own(package: str) -> None:
    names = {
        each.name.removesuffix(".txt") for each in (files(package) / "prompts").iterdir() if each.name.endswith(".txt")
    }
    assert names
    unknown = {name for name in names - PARTS_OF_PROMPTS if allowance(name).kind == "other"}
    assert not unknown, "diagramloop/models/allowances.py says how long their answers may be"


def test_longer_kinds_are_longer() -> None:
    tokens = [KINDS[kind].tokens for kind in ("closed", "utterance", "list", "plan", "graph", "drawing")]
    assert tokens == sorted(set(tokens))
    roles = [role for kind in KINDS.values() for role in kind.roles]
    assert len(roles) == len(set(roles))


@pytest.mark.parametrize(
    ("settings", "asked", "allowed"),
    [
        ({}, allowance("matcher"), 96),
        ({}, None, None),
        ({}, 7, 7),
        ({"thinking_tokens": 1000}, allowance("matcher"), 1096),
        ({"thinking_tokens": 1000}, 7, 7),
        ({"max_tokens": 50}, allowance("svg"), 50),
        ({"max_tokens": 50}, None, 50),
        ({"max_tokens": 50}, 7, 7),
        ({"max_tokens": {"matcher": 200}, "thinking_tokens": 9}, allowance("matcher"), 200),
        ({"max_tokens": {"closed": 200}}, allowance("matcher"), 200),
        ({"max_tokens": {"closed": 200, "matcher": 300}}, allowance("matcher"), 300),
        ({"max_tokens": {"drawing": None}}, allowance("svg"), None),
        ({"max_tokens": {"closed": 200}}, allowance("svg"), KINDS["drawing"].tokens),
        ({}, allowance("a stranger's"), KINDS["other"].tokens),
    ],
)
def test_the_configuration_has_the_last_word_but_on_a_callers_own_number(settings, asked, allowed) -> None:
    assert TokenLimits(**settings).of(asked) == allowed


@pytest.mark.parametrize(
    "settings", [{"max_tokens": 0}, {"max_tokens": True}, {"max_tokens": {"plans": 9}}, {"thinking_tokens": -1}]
)
def test_what_is_no_limit_is_told_when_a_model_is_made(settings) -> None:
    with pytest.raises(ModelError) as caught:
        TokenLimits(**settings)
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        ({}, {"temperature": 0, "seed": 0, "max_tokens": 96}),
        ({"temperature": None, "seed": None}, {"max_tokens": 96}),
        ({"extra": {"temperature": None, "seed": 3}}, {"seed": 3, "max_tokens": 96}),
        ({"limit_field": "max_completion_tokens"}, {"temperature": 0, "seed": 0, "max_completion_tokens": 96}),
        ({"extra": {"max_completion_tokens": 9}}, {"temperature": 0, "seed": 0, "max_completion_tokens": 9}),
        ({"extra": {"max_tokens": None}}, {"temperature": 0, "seed": 0}),
        ({"extra": {"top_p": 0.5}}, {"temperature": 0, "seed": 0, "max_tokens": 96, "top_p": 0.5}),
    ],
)
def test_the_fields_of_a_request_are_the_users(scripted_endpoint, options, sent) -> None:
    endpoint(scripted_endpoint, **options).reply(HELLO, max_tokens=allowance("matcher"))
    (request,) = scripted_endpoint.requests
    assert {name: value for name, value in request.items() if name not in ("model", "messages")} == sent


CUT = [
    (cut("A -> B\nB -> "), "build", "A -> B\nB -> ", False),
    (cut("The answer is A. " * 20), "matcher", "The answer is A. " * 20, False),
    (cut("<think>Well, let me see"), "matcher", "<think>Well, let me see", True),
    (cut({"content": "", "reasoning_content": "Well, let me see"}), "matcher", "", True),
    (cut({"content": None, "reasoning": "Well"}), "build", "", True),
    (cut({}), "build", "", True),
    (cut("W", completion_tokens_details={"reasoning_tokens": 95}), "matcher", "W", True),
    (cut("<think>Well.</think>\nThe way is"), "matcher", "<think>Well.</think>\nThe way is", True),
]


@pytest.mark.parametrize(("answer", "role", "text", "thought"), CUT)
def test_what_came_up_to_our_limit_is_the_answer_and_kept(
    scripted_endpoint, tmp_path, answer, role, text, thought
) -> None:
    scripted_endpoint.script = [answer, "here"]
    for mode in ("record", "record", "replay"):
        reply = endpoint(scripted_endpoint, store=tmp_path / "c", mode=mode).reply(HELLO, max_tokens=allowance(role))
        assert (reply.text, reply.cut) == (text, True)
        assert f"max_tokens = {int(allowance(role))}: allow more by max_tokens" in reply.limit
        assert ("thinking_tokens" in reply.limit) == thought
    assert len(scripted_endpoint.requests) == 1
    longer = endpoint(scripted_endpoint, store=tmp_path / "c", thinking_tokens=400)
    assert longer.reply(HELLO, max_tokens=allowance(role)) == Reply("here", usage=ANY)


def test_a_tool_is_called_with_what_was_written_of_its_arguments(scripted_endpoint) -> None:
    scripted_endpoint.script = [cut(tool_call("bfs", '{"node": "A'))]
    reply = endpoint(scripted_endpoint).reply(HELLO, max_tokens=9)
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [("bfs", '{"node": "A')]
    assert reply.cut


@pytest.mark.parametrize("role", ["build", "matcher"])
def test_an_answer_that_ends_below_its_limit_was_cut_by_the_server(scripted_endpoint, tmp_path, role) -> None:
    scripted_endpoint.script = [cut("A -> B", completion_tokens=30)]
    for _ in range(2):
        with pytest.raises(ModelError, match="server's own limit, after 30 tokens") as caught:
            endpoint(scripted_endpoint, store=tmp_path / "c").reply(HELLO, max_tokens=allowance(role))
        assert caught.value.reason.cause is Cause.WORLD
    assert len(scripted_endpoint.requests) == 2  # its context was full: another time it may not be


def test_an_allowance_is_a_number_to_all_others() -> None:
    assert json.dumps({"max_tokens": allowance("svg")}) == '{"max_tokens": 16384}'
    assert Usage(allowance("svg")).tokens == 16384
