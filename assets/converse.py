"""Converse: what each agent makes of the dialogues along charts, with a simulated user."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._dialogues import conversation_form, dialogue_form, faqs_form
from assets._graphs import from_cell
from assets.machinery import ANSWERS_REJECTED, Row, StageReport, StageRun, made_of, stage
from diagramloop.converse import Agent, UserSimulator, agent, converse, simulator

HELD = pa.schema([(name, pa.string()) for name in ("id", "conversation")])


@stage(
    group="converse",
    inputs=("dialogues", "tuned"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
    params=(*made_of("agents.{agent}"), *made_of("converse.simulator"), "converse.budget"),
    may_reject=ANSWERS_REJECTED,
)
def conversations(run: StageRun) -> StageReport:
    """Every dialogue held anew: one agent, and a simulated user who answers as the reference's did."""
    dialogues = run.rows("dialogues", ["id", "graph", "dialogue", "faqs"])
    options = {
        "agent": run.system("agents.{agent}"),
        "simulator": run.system("converse.simulator"),
        "budget": run.param("converse.budget"),
    }
    return StageReport.of(run.items.for_each(hold, dialogues, options, HELD, run.out))


def hold(item: Row, agent: dict[str, Any], simulator: dict[str, Any], budget: float) -> list[Row]:
    """The conversation of one dialogue; the agent gets the chart, its FAQs and what the user says.

    Raises:
        DiagramloopError: why there is none.
    """
    held = converse(
        _agent(json.dumps(agent)),
        _simulator(json.dumps(simulator)),
        dialogue_form.validate_json(item["dialogue"]),
        from_cell(item["graph"]),
        faqs_form.validate_json(item["faqs"]),
        budget=budget,
    )
    return [{"id": item["id"], "conversation": conversation_form.dump_json(held).decode()}]


@lru_cache(maxsize=1)
def _agent(node: str) -> Agent:
    """Made once in each process: its weights are loaded once."""
    chosen = json.loads(node)
    return agent(chosen["make"], **chosen["options"])


@lru_cache(maxsize=1)
def _simulator(node: str) -> UserSimulator:
    chosen = json.loads(node)
    return simulator(chosen["make"], **chosen["options"])
