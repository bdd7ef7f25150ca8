"""A chat model that plays every part well, as far as a table look-up can: answers are the conditions themselves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from diagramloop.engines.converse.model_backed._asking import SHIPPED
from diagramloop.models import Message

DONE = "done"


def honest(messages: Sequence[Message]) -> str:
    """The right answer to any of the prompts."""
    parts = {"matcher": _way, "intent": _purpose, "phrasing": _words, "end_to_end": _node, "simulator": _user}
    return next(play for role, play in parts.items() if SHIPPED.text(role) == messages[0].text)(messages)


def _case(message: Message) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(message.text)
    return case


def _way(messages: Sequence[Message]) -> str:
    case = _case(messages[1])
    meant = [name for name, way in case["ways"].items() if (way["condition"] or DONE) == case["message"]]
    return json.dumps({"way": meant[0] if meant and case["asked"] else "none"})


def _purpose(messages: Sequence[Message]) -> str:
    return json.dumps({"purpose": "answer"})


def _words(messages: Sequence[Message]) -> str:
    return str(_case(messages[1])["step"])


def _node(messages: Sequence[Message]) -> str:
    case, said = _case(messages[-1]), [message for message in messages if message.role == "assistant"]
    edges: list[Mapping[str, Any]] = case["flowchart"]
    if not said:
        at = next(edge["from"] for edge in edges if edge["from"]["id"] == case["root"])
    else:
        here = _case(said[-1])["node"]
        leaving = [edge for edge in edges if edge["from"]["id"] == here]
        at = next(edge["to"] for edge in leaving if (edge["condition"] or DONE) == case["message"])
    return json.dumps({"node": at["id"], "act": "step", "say": at["text"]})


def _user(messages: Sequence[Message]) -> str:
    part = _case(messages[1])
    if len(messages) == 2:
        return "Please help."
    asked = _case(messages[-1])["assistant"]
    known = {step["step"]: step["case"] for step in (*part["path"], *part["background"])}
    return known.get(asked, "") or DONE
