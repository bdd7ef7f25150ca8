"""FloCA whose model calls the flowchart's functions: what it may call, what it is told, and where that leads."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from scripted_endpoint import ScriptedEndpoint, tool_call

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse import agent
from diagramloop.engines.converse.floca_tools import CYCLES, FloCATools, FloCAToolsSession
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.chat import Message, Reply, Tool, ToolCall, Usage
from tests.diagramloop.engines.converse.kettle import KETTLE
from tests.diagramloop.engines.converse.test_floca_on_edges import random_chart

LAMP = FAQ("1", "Where is the lamp of the kettle?", "Below the handle.")
Call = tuple[str, dict[str, Any]]


@dataclass
class Caller:
    """A chat model that makes the calls of a script, a turn's after the other, and then says \"so\"."""

    script: Sequence[Sequence[Call]]
    said: str = "so"
    name: str = "caller"
    heard: list[Message] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)
    _turn: int = -1

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        self.offered.append(len(tools))
        self.heard = list(messages)
        if messages[-1].role == "user":
            self._turn += 1
            calls = self.script[self._turn] if self._turn < len(self.script) else ()
            if calls:
                made = tuple(ToolCall(f"c{at}", name, json.dumps(args)) for at, (name, args) in enumerate(calls))
                return Reply("", made, Usage(calls=1))
        return Reply(self.said, usage=Usage(calls=1))

    @property
    def told(self) -> list[dict[str, Any]]:
        """Return what came of the last turn's calls."""
        return [json.loads(message.text) for message in self.heard if message.role == "tool"]


def hop(node: str, attribute: str) -> Call:
    return "NextHop", {"NodeID": node, "EdgeAttr": attribute}


def begun(*script: Sequence[Call], faqs: Sequence[FAQ] = (), said: str = "so") -> tuple[FloCAToolsSession, Caller]:
    model = Caller(script, said)
    return FloCATools(model).start(read_mermaid(KETTLE), faqs), model


def test_over_the_wire(scripted_endpoint: ScriptedEndpoint) -> None:
    pytest.importorskip("openai")
    scripted_endpoint.script = [
        tool_call("OutEdgeAttr", {"NodeID": "plug"}),
        "Is it plugged in?",
        tool_call("NextHop", {"NodeID": "plug", "EdgeAttr": "no"}),
        tool_call("TerminalCheck", {"NodeID": "in"}),
        "Plug it in!",
    ]
    model = {"model": "m", "base_url": scripted_endpoint.base_url, "key_env": ""}
    session = agent("floca_tools", model=model).start(read_mermaid(KETTLE))
    turns = [session.say("It is cold"), session.say("it is not")]
    assert [(turn.text, turn.node, turn.action) for turn in turns] == [
        ("Is it plugged in?", "plug", "node"),
        ("Plug it in!", "in", "terminal"),
    ]
    assert session.finished
    assert session.usage.calls == 5
    offered = [tool["function"]["name"] for tool in scripted_endpoint.requests[0]["tools"]]
    assert offered == ["NodeAttr", "OutEdgeAttr", "NextHop", "TerminalCheck", "Retrieve"]
    results = [json.loads(body["messages"][-1]["content"]).get("result") for body in scripted_endpoint.requests]
    assert (results[1], results[3], results[4]) == (["yes", "no"], "in", 1)
    asked = json.loads(scripted_endpoint.requests[2]["messages"][-1]["content"])
    assert asked == {"first_message": False, "NodeID": "plug", "message": "it is not"}


def test_an_opening_takes_the_edges_that_it_decides() -> None:
    session, _ = begun([hop("plug", "yes"), hop("lamp", "no")])
    turn = session.say("it is plugged in and dark")
    assert (turn.node, turn.action, session.finished) == ("fuse", "terminal", True)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (hop("plug", "maybe"), "no edge 'maybe' leaves 'plug'"),
        (hop("lamp", "no"), "stands at 'plug'"),
        (hop("moon", "yes"), "no node 'moon'"),
        (("NodeAttr", {"NodeID": "moon"}), "no node 'moon'"),
        (("NextHop", {"NodeID": "plug"}), "EdgeAttr"),
        (("NodeAttr", {"NodeID": ["plug"]}), "NodeID"),
        (("Jump", {"NodeID": "fuse"}), "NodeAttr, OutEdgeAttr, NextHop"),
    ],
)
def test_a_call_that_is_refused_is_a_step_and_moves_nothing(call: Call, why: str) -> None:
    session, model = begun((), [call])
    session.say("hello")
    turn = session.say("hm")
    assert (turn.node, turn.action) == ("plug", "clarify")
    (told,) = model.told
    assert why in told["error"]
    assert session.state.steps[-1].error == told["error"]
    assert session.state.steps[-1].result is None


def test_a_later_message_takes_one_edge() -> None:
    session, model = begun((), [hop("plug", "yes"), hop("lamp", "no")])
    session.say("hello")
    assert session.say("yes").node == "lamp"
    assert [sorted(told) for told in model.told] == [["calls_left", "result"], ["calls_left", "error"]]


def test_what_is_found_in_the_knowledge_base_is_told_and_the_node_stays() -> None:
    session, model = begun((), [("Retrieve", {"Question": "Where is the lamp?"})], faqs=[LAMP], said="")
    session.say("hello")
    turn = session.say("where is that lamp?")
    assert (turn.node, turn.action) == ("plug", "faq")
    assert turn.text == "Below the handle.\nIs the kettle plugged in?"
    assert model.told[0]["result"] == "Below the handle."


def test_calls_have_an_end() -> None:
    session, model = begun([("NodeAttr", {"NodeID": "plug"})] * 100, said="")
    assert session.say("hello").text == "Is the kettle plugged in?"
    assert len(session.state.steps) == CYCLES
    assert model.offered == [5, 0]
    assert model.told[-1]["calls_left"] == 0


@pytest.mark.parametrize("arguments", ["", "[]", "{", '"plug"', "[" * 500, "\ud800", "null"])
def test_arguments_may_be_anything(arguments: str) -> None:
    said: Callable[[str], Reply] = lambda text: Reply("", (ToolCall("c", "NextHop", text),))  # noqa: E731
    model = Caller(())
    model.reply = lambda *_, tools=(), **__: said(arguments) if tools else Reply("so")  # type: ignore[method-assign]
    session = FloCATools(model, cycles=3).start(read_mermaid(KETTLE))
    assert session.say("hello").node == "plug"
    assert len(session.state.steps) == 3
    assert all(step.error for step in session.state.steps)


def test_no_calls_leave_the_edges() -> None:
    random = np.random.default_rng(7)
    for _ in range(60):
        graph = random_chart(random, int(random.integers(1, 10)))
        session = FloCATools(Caller([_random_calls(random, graph) for _ in range(6)])).start(graph)
        session.say("hello")
        for _ in range(5):
            before = session.state.node
            assert before is not None
            hops = {session.tool.settled(edge.target) for edge in session.tool.out_edges(before)}
            assert session.say("so").node in {before, *hops}


def _random_calls(random: np.random.Generator, graph: FlowGraph) -> list[Call]:
    ids = [node.id for node in graph.nodes]
    labels = [edge.label for edge in graph.edges] + ["yes (1)"]
    return [hop(str(random.choice(ids)), str(random.choice(labels))) for _ in range(12)]


def test_an_earlier_state_undoes() -> None:
    session, _ = begun((), [hop("plug", "yes")])
    session.say("hello")
    before = session.state
    session.say("yes")
    session.state = before
    assert (session.state.node, len(session.turns)) == ("plug", 2)
