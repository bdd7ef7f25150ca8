"""Converse: what each agent makes of the dialogues along charts, with a simulated user."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._dialogues import conversation_form, dialogue_form, faqs_form
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.asking import askable
from diagramloop.data.sources import Conversation
from diagramloop.engines.converse import Agent, BudgetFrom, UserSimulator, agent, converse, simulator

COSTS = ("prompt_tokens", "completion_tokens", "calls", "seconds")
HELD = pa.schema(
    [(name, pa.string()) for name in ("id", "conversation")]
    + [(f"{who}{cost}", pa.float64() if cost == "seconds" else pa.int64()) for who in ("", "user_") for cost in COSTS]
)
"""Costs are of the agent's and of the simulated user's models, null where they are not known; seconds are those of when
the models were first called."""


@stage(
    group="converse",
    inputs=("dialogues", "tuned"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
    params=(
        *made_of("agents.{agent}"),
        *made_of("converse.simulator"),
        *("converse.budget", "converse.budget_from"),
    ),
    may_reject=ANSWERS_REJECTED,
)
def conversations(run: StageRun) -> StageReport:
    """Every dialogue held anew: one agent, and a simulated user who answers as the reference's did."""
    dialogues = run.with_gold("dialogues", ["id", "graph", "dialogue", "faqs"])
    options = {
        "agent": run.system("agents.{agent}"),
        "simulator": run.system("converse.simulator"),
        "budget": run.param("converse.budget"),
        "budget_from": run.param("converse.budget_from"),
    }
    return StageReport.of(run.items.for_each(hold, dialogues, options, HELD, run.out))


def hold(item: Row, agent: dict[str, Any], simulator: dict[str, Any], budget: float, budget_from: str) -> list[Row]:
    """The conversation of one dialogue; the agent gets the chart, its FAQs and what the user says.

    Raises:
        DiagramloopError: why there is none.
    """
    dialogue = dialogue_form.validate_json(item["dialogue"])
    guide = askable(lambda: _agent(json.dumps(agent)), dialogue)
    held = converse(
        guide,
        _simulator(json.dumps(simulator)),
        dialogue,
        from_cell(item["graph"]),
        faqs_form.validate_json(item["faqs"]),
        budget=budget,
        budget_from=BudgetFrom(budget_from),
    )
    return [{"id": item["id"], "conversation": conversation_form.dump_json(held).decode(), **_costs(held)}]


def _costs(held: Conversation) -> Row:
    used = {"": held.usage, "user_": held.user_usage}
    return {f"{who}{cost}": getattr(usage, cost, None) for who, usage in used.items() for cost in COSTS}


@lru_cache(maxsize=1)
def _agent(node: str) -> Agent:
    """Made once in each process: its weights are loaded once."""
    chosen = json.loads(node)
    return agent(chosen["make"], **chosen["options"])


@lru_cache(maxsize=1)
def _simulator(node: str) -> UserSimulator:
    chosen = json.loads(node)
    return simulator(chosen["make"], **chosen["options"])
