"""A dry run says what a run then does, and asks no endpoint anything."""

from __future__ import annotations

from typing import Any

import pytest

from diagramloop import evaluate
from diagramloop.engines.extract import Extraction
from diagramloop.evaluation.dry_run import Plan, Prices, plan
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import Message, chat_model, model_of
from diagramloop.models.tally import opened
from tests.scripted_endpoint import ScriptedEndpoint


class Twice:
    """Asks twice and says so."""

    name = "twice"
    calls_per_item = (1, 2)

    def __init__(self, chat: Any) -> None:
        self._model = model_of(chat)

    def extract(self, text: str) -> Extraction:
        self._model.reply([Message("user", text)], max_tokens=7)
        self._model.reply([Message("user", "again", (b"png",))], max_tokens=9)
        return Extraction(FlowGraph((), ()))


class Silent(Twice):
    """Asks as often, and does not say so; its model is deep in its options."""

    calls_per_item = None

    def __init__(self, roles: dict[str, Any]) -> None:
        super().__init__(roles["reader"]["chat"])


def stranger(text: str) -> FlowGraph:
    return FlowGraph((), ())


def test_no_request_leaves_and_the_count_is_what_a_run_takes() -> None:
    endpoint = ScriptedEndpoint()
    try:
        model = {"model": "m", "base_url": endpoint.base_url}
        planned = plan("extract", "corpus", "zero_shot", options={"model": model}, limit=2)
        assert endpoint.requests == []
        assert (planned.items, planned.calls) == (2, (1, 1))
        evaluate("extract", "corpus", "zero_shot", options={"model": model}, limit=2, metrics=["strict/flow_f1"])
        assert len(endpoint.requests) == planned.items * planned.calls[1]
        sent = sum(len(message["content"]) for request in endpoint.requests for message in request["messages"])
        assert planned.ledger is not None
        assert planned.ledger.characters == pytest.approx(sent, rel=0.01)
    finally:
        endpoint.close()


def test_a_declaration_goes_before_a_count() -> None:
    planned = plan("extract", "corpus", f"{__name__}:Twice", limit=4)
    assert planned.calls == (1, 2)
    lines = list(planned.lines(Prices(2.0, 1_000_000.0)))
    assert lines[:2] == ["items: 4 (4 on corpus)", "calls: 4 to 8 (1 to 2 an item, as the system declares)"]
    assert "4 pictures" in lines[2]
    assert "answers at most 32 to 64" in lines[2]
    assert "answers at most 64.0000, pictures not counted" in lines[3]


def test_a_model_deep_in_the_options_is_counted() -> None:
    roles = {"reader": {"chat": {"model": "m", "base_url": "http://127.0.0.1:9/v1"}}}
    planned = plan("extract", "corpus", f"{__name__}:Silent", options={"roles": roles}, limit=2)
    assert planned.calls == (2, 2)
    assert "counted on 2" in planned.known_by
    assert list(planned.lines())[-1] == "cost: unknown without --prices"


def test_what_nobody_knows_is_unknown_and_what_is_nothing_is_nothing() -> None:
    lines = list(plan("extract", "corpus", stranger, limit=2).lines(Prices(1, 1)))
    assert [line.partition(":")[2].split()[0].strip(":") for line in lines[1:]] == ["unknown"] * 3
    for system in ("embedded", "gold"):
        assert list(plan("extract", "corpus", system, limit=1).lines())[2:] == ["tokens: none", "cost: none"]


@pytest.mark.parametrize("limits", [(10, None), (None, 10)])
def test_an_answer_without_a_limit_makes_their_sum_unknown(limits: tuple[int | None, int | None]) -> None:
    ledger, model = opened()
    chat = chat_model(model)
    for limit in limits:
        chat.reply([Message("user", "Why?")], max_tokens=limit)
    assert ledger.allowed is None
    told = list(Plan("s", {"corpus": 2}, (1, 1), "counted", ledger, 2).lines(Prices(1, 1)))
    assert "answers as long as the model allows" in told[2]
    assert told[3].endswith("answers unknown")


@pytest.mark.parametrize("name", ["openai_image", "gemini_image"])
def test_a_generator_behind_an_endpoint_declares_its_call(name: str) -> None:
    options = {"model": "painter", "base_url": "http://127.0.0.1:9/v1"}
    assert plan("generate", "corpus", name, options=options, limit=1).calls == (1, 1)
