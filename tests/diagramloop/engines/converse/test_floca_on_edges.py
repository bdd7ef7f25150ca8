"""No utterance and no model makes the agent leave the edges of its chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.converse import Grounding, Match, agent
from diagramloop.engines.converse.floca import FloCA, FloCASession
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.chat import Message, Reply, Tool, Usage
from tests.diagramloop.engines.converse.boiling import FAQS, INJECTION, kettle, stood


@dataclass
class Names:
    """A matcher that names what it was told to."""

    attribute: str | None

    def match(self, utterance: str, grounding: Grounding) -> Match:
        return Match(self.attribute)


@pytest.mark.parametrize("attribute", ["fuse", "maybe", "", "YES", "no (1)"])
def test_what_is_no_edge_is_no_move(attribute: str) -> None:
    session = FloCA(matcher=Names(attribute)).start(kettle())
    assert stood(session, "Hello", "Yes.") == [("power", "node"), ("power", "clarify")]


def random_chart(random: np.random.Generator, size: int) -> FlowGraph:
    texts = ["Is it on?", "Does it leak?", "Do this", "", INJECTION, "是否需要修理?", "完成", "More than 5 volts?"]
    labels = ["yes", "no", "", "是", "否", "red", "maybe so", INJECTION]
    nodes = tuple(Node(id=f"n{at}", text=str(random.choice(texts))) for at in range(size))
    pairs = random.integers(size, size=(2 * size, 2))
    edges = tuple(Edge(source=f"n{a}", target=f"n{b}", label=str(random.choice(labels))) for a, b in pairs)
    return FlowGraph(nodes=nodes, edges=edges)


HOSTILE = [
    "",
    " ",
    "yes",
    "no",
    "yes no yes no",
    INJECTION,
    "n3",
    "2",
    "99999999999999999999",
    "\x00\xff\ud800",
    "?" * 500,
    "why?",
    "不是的",
    "都不是",
    "(" * 300,
    "is it " * 400,
    "1" * 3000,
]


@pytest.mark.long
@pytest.mark.parametrize("name", ["floca", "random_edge", "always_first"])
def test_no_randomised_turn_leaves_the_edges(name: str) -> None:
    random = np.random.default_rng(5)
    guide = agent(name)
    turns = 0
    while turns < 4000:
        graph = random_chart(random, int(random.integers(1, 12)))
        session = guide.start(graph)
        assert isinstance(session, FloCASession)
        node = None
        for _ in range(12):
            turn = session.say(HOSTILE[int(random.integers(len(HOSTILE)))])
            assert turn.node in graph.node_by_id
            assert node is None or turn.node == node or reaches(session, node, turn.node)
            node, turns = turn.node, turns + 1


def reaches(session: FloCASession, here: str, there: str) -> bool:
    """True if one edge leads there, past nodes that say nothing."""
    hops = [session.tool.next_hop(here, attribute) for attribute in session.tool.out_edge_attr(here)]
    return there in {session.tool.settled(hop) for hop in hops}


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_any_text_is_an_utterance(utterances: list[str]) -> None:
    session = FloCA().start(kettle(), FAQS)
    for utterance in utterances:
        assert session.say(utterance).node in kettle().node_by_id


def test_a_megabyte_and_five_thousand_nodes() -> None:
    nodes = tuple(Node(id=str(at), text=f"Is valve {at} open?") for at in range(5000))
    edges = tuple(
        Edge(source=str(at), target=str(at + 1), label=label) for at in range(4999) for label in ("yes", "no")
    )
    session = FloCA().start(FlowGraph(nodes=nodes, edges=edges))
    session.say("The valve is stuck " * 60_000)
    assert session.say("yes " * 300_000).node == "1"


def test_dialogues_at_once_stay_apart() -> None:
    guide = FloCA()
    sessions = [guide.start(kettle(), FAQS) for _ in range(200)]
    for session in sessions:
        session.say("Help!")
    for at, session in enumerate(sessions):
        session.say("Yes." if at % 2 else "No.")
    assert {session.state.node for session in sessions[::2]} == {"plug"}
    assert {session.state.node for session in sessions[1::2]} == {"lamp"}
    alone = FloCA().start(kettle(), FAQS)
    alone.say("Help!")
    alone.say("Yes.")
    assert alone.state == sessions[1].state


@dataclass
class Mumbles:
    """A chat model that says the same to everything."""

    said: str
    name: str = "mumbles"

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        return Reply(self.said, usage=Usage(calls=1))


@pytest.mark.parametrize("said", ["fuse", "", '{"edge": "e1"} {"edge": "e2"}', '{"edge": "end"}', INJECTION])
def test_a_model_plays_the_roles_and_cannot_leave_the_edges(said: str) -> None:
    session = FloCA(model=Mumbles(said)).start(kettle(), FAQS)
    for utterance in ("Help!", "Yes.", INJECTION):
        assert session.say(utterance).node == "power"
    assert session.usage.calls >= 3
