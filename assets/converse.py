"""Converse: what each agent makes of the dialogues along charts, with a simulated user."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

from assets._answering import COST_COLUMNS, Answering, made_once
from assets._dialogues import conversation_form, dialogue_form, faqs_form
from assets._graphs import from_cell
from assets.machinery import Items, Row, StageRun, made_of
from diagramloop.asking import askable
from diagramloop.engines.converse import AGENTS, SIMULATORS, BudgetFrom, converse

HELD = pa.schema(
    [(name, pa.string()) for name in ("id", "conversation")]
    + [(f"{who}{cost}", of_type) for who in ("", "user_") for cost, of_type in COST_COLUMNS]
)
"""Costs are of the agent's and of the simulated user's models, null where they are not known."""


def hold(
    item: Row,
    make: str,
    options: dict[str, Any],
    simulator: dict[str, Any],
    budget: float,
    budget_from: str,
) -> list[Row]:
    """The conversation of one dialogue; the agent ``make`` gets the chart, its FAQs and what the user says.

    Raises:
        DiagramloopError: why there is none.
    """
    dialogue = dialogue_form.validate_json(item["dialogue"])
    guide = askable(lambda: made_once(AGENTS, make, json.dumps(options)), dialogue)
    user = made_once(SIMULATORS, simulator["make"], json.dumps(simulator["options"]))
    held = converse(
        guide,
        user,
        dialogue,
        from_cell(item["graph"]),
        faqs_form.validate_json(item["faqs"]),
        budget=budget,
        budget_from=BudgetFrom(budget_from),
    )
    row = {"id": item["id"], "conversation": conversation_form.dump_json(held).decode()}
    for who, usage in (("", held.usage), ("user_", held.user_usage)):
        row |= {f"{who}{cost}": getattr(usage, cost, None) for cost, _ in COST_COLUMNS}
    return [row]


def _dialogues(run: StageRun) -> Items:
    return run.with_gold("dialogues", ["id", "graph", "dialogue", "faqs"])


def _settings(run: StageRun) -> dict[str, Any]:
    budget = {name: run.param(f"converse.{name}") for name in ("budget", "budget_from")}
    return {"simulator": run.system("converse.simulator"), **budget}


conversations = Answering("agents.{agent}", _dialogues, hold, HELD, _settings).stage(
    "conversations",
    "Every dialogue held anew: one agent, and a simulated user who answers as the reference's did.",
    params=(*made_of("converse.simulator"), "converse.budget", "converse.budget_from"),
    group="converse",
    inputs=("dialogues", "tuned"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
)
