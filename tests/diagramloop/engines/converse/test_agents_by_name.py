"""Agents and simulators by name."""

from __future__ import annotations

import pytest

from diagramloop.engines.converse import AGENTS, SIMULATORS, agent, simulator
from diagramloop.errors import DiagramloopError, RejectionReason


@pytest.mark.parametrize("name", ["floca", "random_edge", "always_first"])
def test_offline_agents(name: str) -> None:
    assert name in AGENTS
    assert agent(name).name == name


def test_one_of_ones_own() -> None:
    assert agent("diagramloop.engines.converse.floca:FloCA", name="mine").name == "mine"
    assert simulator("replay").name == "replay"
    assert "replay" in SIMULATORS


@pytest.mark.parametrize("name", ["nobody", "no.such.module:Thing", "diagramloop.engines.converse.floca:Nothing", ":"])
def test_who_is_not_there(name: str) -> None:
    for make in (agent, simulator):
        with pytest.raises(DiagramloopError) as caught:
            make(name)
        assert caught.value.reason is RejectionReason.MISSING


def test_what_is_no_agent() -> None:
    with pytest.raises(DiagramloopError, match="no agent"):
        agent("builtins:dict")
    with pytest.raises(DiagramloopError, match="cannot be made"):
        agent("random_edge", sede=1)
