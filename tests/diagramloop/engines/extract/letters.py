"""A document, what a model says of it, and extractors that ask that model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripted_endpoint import Scripted, ScriptedEndpoint

from diagramloop.engines.extract import Extraction, extractor

TEXT = "A clerk opens the letter. If it is a bill, the clerk pays it; otherwise the clerk files it."
SOUND = "Start -> open\nopen -> XOR1\nXOR1 -> (bill) pay\nXOR1 -> (otherwise) file\npay -> End\nfile -> End"
FLAWED = "Start -> open\nopen -> XOR1\nXOR1 -> (bill) pay\nXOR1 -> (otherwise) file\npay -> End"
NAMES = ("zero_shot", "few_shot", "self_refine", "actor_critic", "text2flow")


def made(name: str, endpoint: ScriptedEndpoint, store: Path | None = None, **options: Any) -> Extraction:
    model = {"model": "m", "base_url": endpoint.base_url, "store": store, "seconds": 0.5, "attempts": 3}
    return extractor(name, model=model, **options).extract(TEXT)


def asked(body: dict[str, Any]) -> str:
    """All that the model is told: what is always so, and the case."""
    return "\n\n".join(str(message["content"]) for message in body["messages"])


def role(body: dict[str, Any]) -> str:
    """Which of the prompts a request is."""
    marks = {
        "structure": "executed many times",
        "spans": "find the words of the document",
        "verbalise": "Say in one or two plain sentences",
        "logic": "Compare the logic",
        "doubt": "your own work",
        "critic": "reviewer of procedural graphs",
        "refine": "Write a better procedural graph",
        "build": "Write the procedural graph",
    }
    return next(name for name, mark in marks.items() if mark in asked(body))


class Model:
    """A model that makes a flawed graph and knows what is wrong with it."""

    def __init__(self, **said: Scripted | Callable[[dict[str, Any]], Scripted]) -> None:
        self.said = {
            "build": FLAWED,
            "refine": SOUND,
            "structure": "Issue 1\nStatus: real\nSuggestion: Connect file with End.\n",
            "spans": "1: If it is a bill, the clerk pays it; otherwise the clerk files it.\n2: none",
            "verbalise": "1: Exactly one of paying and filing.\n2: It begins with opening.",
            "logic": "Pair 1\nStatus: right\nSuggestion: none",
            "doubt": "- Connect file with End.",
            "critic": "Rating: 6\n- Connect file with End.",
            **said,
        }
        self.roles: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Scripted:
        self.roles.append(role(body))
        said = self.said[self.roles[-1]]
        return said(body) if callable(said) else said
