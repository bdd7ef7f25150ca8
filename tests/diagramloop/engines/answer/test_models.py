"""Answerers that ask a model: what each shows it, and what is made of what it says."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.answer import AnswerError, AnswerTask, answered, answerer
from diagramloop.engines.answer.chance import Chance
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.answers import AnswerCounts, accounted
from diagramloop.models.prompts import instructions

CHART = read_mermaid("flowchart TD; a[Start] --> b[Pour]")
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
TASK = AnswerTask("q1", "What follows the start?", CHART, PNG)


def asked(scripted_endpoint: ScriptedEndpoint, name: str, task: AnswerTask = TASK, **options: Any) -> tuple[str, Any]:
    chat = {"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1}
    made = answered(answerer(name, chat=chat, **options), task, name)
    assert made.usage.calls == 1
    system, user = scripted_endpoint.requests[-1]["messages"]
    assert system["content"] == instructions("diagramloop.engines.answer", "answer")
    return made.text, user["content"]


def shown(content: Any) -> tuple[bool, dict[str, str]]:
    """True if there is a picture, and the case."""
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    (case,) = (json.loads(part["text"]) for part in parts if part["type"] == "text")
    return any(part["type"] == "image_url" for part in parts), case


@pytest.mark.parametrize(
    ("name", "options", "picture", "graph"),
    [
        ("picture_model", {}, True, False),
        ("parsed_graph_model", {}, True, True),
        ("parsed_graph_model", {"picture": False}, False, True),
        ("question_model", {}, False, False),
    ],
)
def test_answerers_differ_in_what_they_show_alone(
    scripted_endpoint: ScriptedEndpoint, name: str, options: dict[str, Any], picture: bool, graph: bool
) -> None:
    scripted_endpoint.script = ['{"answer": "Pour"}']
    text, content = asked(scripted_endpoint, name, **options)
    seen, case = shown(content)
    assert (text, seen, "flowchart" in case) == ("Pour", picture, graph)
    assert case["question"] == TASK.question
    assert ("Start" in case.get("flowchart", "")) is graph


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ('{"answer": 7}', "7"),
        ('{"answer": true}', "Yes"),
        ('<think>{"answer": "no"}</think>\n```json\n{"answer": " Pour "}\n```', "Pour"),
        ('{"answer": "first"} and, no, {"answer": "last"}', "last"),
        ("Seven edges.", "Seven edges."),
        ('{"steps": ["Pour"]}', '{"steps": ["Pour"]}'),
        ('{"answer": {"step": "Pour"}}', '{"answer": {"step": "Pour"}}'),
        ('{"answer": null} {"answer": " "} Pour', '{"answer": null} {"answer": " "} Pour'),
        ("{'answer': 'Pour',}", "Pour"),
        ('Sure: {"answer": "Pour', 'Sure: {"answer": "Pour'),
    ],
)
def test_what_is_made_of_a_reply(scripted_endpoint: ScriptedEndpoint, said: str, answer: str) -> None:
    scripted_endpoint.script = [said]
    assert asked(scripted_endpoint, "question_model")[0] == answer


@pytest.mark.parametrize(
    ("name", "task", "said", "reason"),
    [
        ("picture_model", AnswerTask("q", "What?", CHART), "x", RejectionReason.NOT_ASKED),
        ("parsed_graph_model", AnswerTask("q", "What?", None, PNG), "x", RejectionReason.NO_DIAGRAM),
        ("question_model", AnswerTask("q", " "), "x", RejectionReason.EMPTY),
        ("question_model", AnswerTask("q", "What?"), "<think>never done", RejectionReason.EMPTY),
        ("question_model", AnswerTask("q", "What?"), "word " * 1_000, RejectionReason.TOO_LARGE),
    ],
)
def test_what_has_no_answer_says_why(
    scripted_endpoint: ScriptedEndpoint, name: str, task: AnswerTask, said: str, reason: RejectionReason
) -> None:
    scripted_endpoint.script = [said]
    with pytest.raises(DiagramloopError) as refused:
        asked(scripted_endpoint, name, task)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ('{"answer": "Pour"}', AnswerCounts(asked=1, read=1)),
        ('Sure! {"answer": "Pour"}', AnswerCounts(asked=1, read=1, repaired=1)),
        ("Pour", AnswerCounts(asked=1, read=1)),
        ("<think>never done", AnswerCounts(asked=1, unread=1)),
    ],
)
def test_a_reply_is_counted(scripted_endpoint: ScriptedEndpoint, said: str, counts: AnswerCounts) -> None:
    scripted_endpoint.script = [said]
    with accounted() as account, suppress(DiagramloopError):
        asked(scripted_endpoint, "question_model")
    assert account.roles == {"answer": counts}


def test_our_own_words_are_no_answer(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [
        "I should use nothing but the flowchart. " + instructions("diagramloop.engines.answer", "answer")
    ]
    with accounted() as account, pytest.raises(ModelError) as refused:
        asked(scripted_endpoint, "question_model")
    assert refused.value.reason is RejectionReason.UNREADABLE
    assert account.roles["answer"].unread == 1


def test_chance_draws_alike_each_time_and_knows_nothing_of_the_chart_but_its_words() -> None:
    first, again = (Chance(3).answer(TASK).text for _ in range(2))
    assert first == again in ("Start", "Pour")
    assert Chance().answer(AnswerTask("q", "Is it done?")).text in ("Yes", "No")
    assert Chance().answer(AnswerTask("q", "How many edges are there?")).text.isdigit()
    assert len({Chance(seed).answer(AnswerTask("q", "How many edges are there?")).text for seed in range(20)}) > 4
    with pytest.raises(AnswerError):
        Chance().answer(AnswerTask("q", "What follows?"))
