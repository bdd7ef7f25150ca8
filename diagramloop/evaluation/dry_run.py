"""Plans of runs: what one would ask and cost, before anything is spent: items, calls of models, tokens, money.

Calls come from the system's own declaration (``calls_per_item``: the least and the most), or from a count: the system
is run on the first items with a model that says nothing and counts (:mod:`diagramloop.models.tally`). Where neither is
to be had they are unknown, and so is all that follows from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from diagramloop.evaluation._evaluate import ask
from diagramloop.evaluation.asked_models import model_option, replaced, with_model
from diagramloop.evaluation.data_sets import Data, data_set
from diagramloop.evaluation.tasks import Posing, System, Task, task_named
from diagramloop.models.tally import CHARACTERS_PER_TOKEN, Ledger, opened
from diagramloop.plugins import offers

COUNTED_ITEMS = 3  # that a count runs the system on
DECLARED = "calls_per_item"  # attribute of a system: (least, most)
TOKENS_PRICED = 1_000_000  # that a price is of


@dataclass(frozen=True)
class Prices:
    """Money for a million tokens of prompts, and of answers; a provider's own, which change."""

    prompt: float
    answer: float


@dataclass(frozen=True)
class Plan:
    """Plan of a run.

    Attributes:
        system: of the row.
        boards: by board, its items.
        calls: of models for an item, the least and the most; None where that is unknown.
        known_by: how the calls are known, or why not.
        ledger: what the count asked of ``counted`` items; None without a count.
    """

    system: str
    boards: Mapping[str, int]
    calls: tuple[float, float] | None
    known_by: str
    ledger: Ledger | None = None
    counted: int = 0

    @property
    def items(self) -> int:
        """Of all boards."""
        return sum(self.boards.values())

    def lines(self, prices: Prices | None = None) -> Iterator[str]:
        """The plan for a reader: a line each for items, calls, tokens and cost."""
        told = ", ".join(f"{count} on {board}" for board, count in self.boards.items())
        yield f"items: {self.items}{f' ({told})' if told else ''}"
        if self.calls is None:
            yield f"calls: unknown: {self.known_by}"
            yield from ("tokens: unknown", "cost: unknown")
            return
        yield f"calls: {_between(*(self.items * calls for calls in self.calls))} ({self.known_by})"
        yield f"tokens: {self._tokens()}"
        yield f"cost: {self._cost(prices)}"

    def _tokens(self) -> str:
        if self.calls == (0, 0):
            return "none"
        per_call = self._per_call()
        if per_call is None:
            return "unknown"
        prompt, answer, pictures = per_call
        sent = f", and {self._in_all(pictures)} pictures" if pictures else ""
        allowed = "as long as the model allows" if answer is None else f"at most {self._in_all(answer)}"
        by = f"{self.counted} items, {CHARACTERS_PER_TOKEN:g} characters a token"
        return f"prompts about {self._in_all(prompt)}{sent}; answers {allowed} (from {by})"

    def _in_all(self, per_call: float) -> str:
        return _between(*(self.items * calls * per_call for calls in self._some))

    def _cost(self, prices: Prices | None) -> str:
        if self.calls == (0, 0):
            return "none"
        per_call = self._per_call()
        if per_call is None or prices is None:
            return "unknown" if per_call is None else "unknown without --prices"
        prompt, answer, pictures = per_call
        most = self.items * self._some[1] / TOKENS_PRICED
        beside = ", pictures not counted" if pictures else ""
        allowed = "unknown" if answer is None else f"at most {most * answer * prices.answer:.4f}"
        return f"prompts about {most * prompt * prices.prompt:.4f}, answers {allowed}{beside}"

    @property
    def _some(self) -> tuple[float, float]:
        return self.calls or (0, 0)

    def _per_call(self) -> tuple[float, float | None, float] | None:
        """Tokens of a prompt, tokens that its answer may have (None without a limit), pictures; None of no call."""
        ledger = self.ledger
        if ledger is None or not ledger.calls:
            return None
        allowed = None if ledger.allowed is None else ledger.allowed / ledger.calls
        return ledger.prompt_tokens / ledger.calls, allowed, ledger.pictures / ledger.calls


def plan(
    task: str,
    data: Data,
    system: Any,
    *,
    options: Mapping[str, Any] | None = None,
    limit: int | None = None,
    conditions: Mapping[str, Any] | None = None,
) -> Plan:
    """Return what :func:`diagramloop.evaluate` with the same arguments would ask; no endpoint is asked anything.

    Raises:
        DiagramloopError: there is no such task, data set or system; or the system cannot be made.
    """
    chosen = task_named(task, {**(conditions or {}), "limit": limit})
    posing = chosen.pose(data_set(data))
    ledger, model = opened()
    counting, placed = replaced(options or {}, model)
    if not placed and _takes_model(chosen, system):
        counting, placed = with_model(chosen.kind, system, counting, model), 1
    made = chosen.system(system, counting)
    boards = Counter(posed.item.place.data for posed in posing.items)
    return _known(chosen, system, made, posing, Plan(made.name, boards, None, ""), ledger if placed else None)


def _takes_model(task: Task, system: Any) -> bool:
    known = not isinstance(system, str) or system in task.kind or ":" in system
    return known and model_option(task.kind, system) is not None


def _known(task: Task, system: Any, made: System, posing: Posing, planned: Plan, ledger: Ledger | None) -> Plan:
    if made.control:
        return replace(planned, calls=(0, 0), known_by="a control asks no model")
    counted = 0
    if ledger is not None:
        for posed in posing.items[:COUNTED_ITEMS]:
            ask(made, posed)
            counted += 1
    if made.calls is not None:
        said = f"{_between(*made.calls)} an item, as the system declares"
        return replace(planned, calls=made.calls, known_by=said, ledger=ledger, counted=counted)
    if ledger is not None and counted:
        each = ledger.calls / counted
        said = (
            f"{each:g} an item, counted on {counted} with a model that says nothing: answers may lead to more or fewer"
        )
        return replace(planned, calls=(each, each), known_by=said, ledger=ledger, counted=counted)
    if any(offer.own and offer.name == system for offer in offers(task.kind.group)) and ledger is None:
        return replace(planned, calls=(0, 0), known_by="it asks no model")
    return replace(planned, known_by="the system declares no calls_per_item, and none could be counted")


def _between(least: float, most: float) -> str:
    if round(least) == round(most):
        return f"{most:,.0f}"
    return f"{least:,.0f} to {most:,.0f}"
