"""The pipeline's way to a system of each kind: an item that the system would leave out is wrong there, too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from assets._dialogues import dialogue_form, faqs_form
from assets._graphs import to_cell
from assets.answers import answer
from assets.attribute import attribute
from assets.converse import hold
from assets.convert import convert
from assets.extract import extract
from assets.generate import paint, paint_all
from assets.machinery.store import Entry
from assets.machinery.work import Work, is_the_worlds
from assets.parse import read
from diagramloop.asking import Need
from diagramloop.data.dialogues.references import annotated
from diagramloop.engines.generate import GeneratedImage, Prompt, Provenance, Rejected, prompt_of
from diagramloop.errors import Cause, DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation.data_sets import data_set
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.checkpoints import require
from diagramloop.models.pixels import png

CHOSEN = [reason for reason in RejectionReason if reason.cause is not Cause.ITEM]
GRAPH = FlowGraph(nodes=(Node(id="a", text="Boil"),))
PNG = png(np.zeros((8, 8, 3), np.uint8))
PICTURE = {"bytes": PNG, "path": "x.png"}
QUESTION = {"id": "q/graph", "question": "q", "asked": "?", "view": "graph", "graph": to_cell(GRAPH), "picture": None}
PROMPT: dict[str, Any] = {
    "id": "a",
    "prompt": prompt_of(GRAPH, "a").model_dump_json(),
    "gold": None,
    "figure": None,
    "svg": "",
}


class Chooser:
    """A system of every kind that leaves for the reason that it is made with."""

    name = "chooser"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def leave(self, *_: Any) -> Any:
        if self._reason == "no weights":
            require("chooser", "a_package_that_nobody_has")
        raise ModelError("too hard", reason=RejectionReason(self._reason))

    parse = extract = attribute = answer = start = convert = leave

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[Any]:
        for prompt in prompts:
            yield self.leave(prompt)


class Unmakable(Chooser):
    """One that leaves when it is made."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.leave()


def dialogue() -> dict[str, str]:
    reference = next(iter(annotated(data_set("corpus").dialogues(), 1)))
    return {
        "id": "d",
        "graph": to_cell(reference.chart.graph),  # type: ignore[union-attr]
        "dialogue": dialogue_form.dump_json(reference.dialogue).decode(),  # type: ignore[union-attr]
        "faqs": faqs_form.dump_json(()).decode(),
    }


def made_by(make: str, options: dict[str, Any]) -> dict[str, Any]:
    return {"make": f"{__name__}:{make}", "options": options}


def held(item: dict[str, Any], make: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    return hold(item, make, options, {"make": "replay", "options": {}}, 2.0, "root")


def painted(item: dict[str, Any], make: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    return paint(item, make, options, "mono", 0)


WAYS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "parse": (read, {"id": "f", "chart": "c", "picture": PICTURE}),
    "generate": (painted, PROMPT),
    "extract": (extract, {"id": "d", "text": "Boil."}),
    "attribute": (attribute, {**QUESTION, "answer": "Boil"}),
    "answer": (answer, QUESTION),
    "converse": (held, dialogue()),
    "convert": (convert, {"id": "f", "format": "dot", "content": b"graph {}"}),
}


def entry_of(way: str, make: str, reason: str) -> Entry:
    function, item = WAYS[way]
    return Work(function, made_by(make, {"reason": reason}), pa.schema([("id", pa.string())]))(item)


@pytest.mark.parametrize("make", ["Chooser", "Unmakable"])
@pytest.mark.parametrize("reason", CHOSEN)
@pytest.mark.parametrize("way", WAYS)
def test_a_reason_that_a_system_names_for_itself_is_a_refusal(way: str, reason: RejectionReason, make: str) -> None:
    entry = entry_of(way, make, reason.value)
    assert json.loads(entry.value) == {"reason": "refused", "detail": "too hard"}
    assert not is_the_worlds(entry)


@pytest.mark.parametrize("way", WAYS)
def test_what_our_own_layer_could_not_have_is_tried_again(way: str) -> None:
    entry = entry_of(way, "Chooser", "no weights")
    assert json.loads(entry.value)["reason"] == "missing"
    assert is_the_worlds(entry)


class OfPapers:
    """A generator that draws papers alone, two at a time."""

    name, needs = "of_papers", (Need.PAPER,)

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        for prompt in list(prompts):
            yield GeneratedImage(prompt.id, PNG, Provenance("of_papers", "", seed))


def test_items_that_a_generator_cannot_be_asked_about_keep_their_place_in_the_stream() -> None:
    paper = {"text": "words", "caption": "c", "layout": ""}
    of_paper = json.dumps({**json.loads(PROMPT["prompt"]), "paper": paper})
    kinds = [False, True, False, False, True, True, False]
    items = [
        {**PROMPT, "id": str(at), "prompt": of_paper if kind else PROMPT["prompt"]} for at, kind in enumerate(kinds)
    ]
    outcomes = list(paint_all(iter(items), f"{__name__}:OfPapers", {}, "mono", 0))
    assert [not isinstance(outcome, DiagramloopError) for outcome in outcomes] == kinds
    reasons = {outcome.reason for outcome in outcomes if isinstance(outcome, DiagramloopError)}
    assert reasons == {RejectionReason.NOT_ASKED}
