"""CIS against a server that answers its questions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.extract import Extraction, extractor
from diagramloop.engines.extract.baselines.cis import MOST_ACTIVITIES, assembled
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.errors import RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.models import ModelError
from tests.diagramloop.engines.extract.letters import TEXT

NEXT = {"open the letter": "2: it is a bill\n3: otherwise", "pay it": "4", "file it": "- 4. none", "note it": "none"}


class Told:
    """A model that knows a process, and answers as it is asked."""

    def __init__(self, following: dict[str, str], actor: str = "The clerk.") -> None:
        self.following, self.actor = following, actor

    def __call__(self, body: dict[str, Any]) -> str:
        question = str(body["messages"][-1]["content"])
        if "Which activities are there? In" in question:
            return "\n".join(f"{at}. {name}" for at, name in enumerate(self.following, start=1))
        (name,) = re.findall(r'"(.*?)"', question.rpartition("Question:")[2])
        return self.actor if "Who performs" in question else self.following[name]


def made(endpoint: ScriptedEndpoint) -> Extraction:
    return extractor("cis", model={"model": "m", "base_url": endpoint.base_url}).extract(TEXT)


def flows(graph: FlowGraph) -> set[tuple[str, str, str]]:
    named = {node.id: node.text or node.kind.value for node in graph.nodes}
    return {(named[edge.source], edge.label, named[edge.target]) for edge in graph.edges}


def test_answers_are_put_together(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Told(NEXT)
    done = made(scripted_endpoint)
    assert flows(done.graph) == {
        ("start", "", "open the letter"),
        ("open the letter", "", "xor"),
        ("xor", "it is a bill", "pay it"),
        ("xor", "otherwise", "file it"),
        ("pay it", "", "xor"),
        ("file it", "", "xor"),
        ("xor", "", "note it"),
        ("note it", "", "end"),
    }
    assert {node.actor for node in done.graph.nodes if node.kind is NodeKind.PROCESS} == {"The clerk"}
    assert {edge.kind for edge in done.graph.edges} == {EdgeKind.SEQUENCE, EdgeKind.CONDITION}
    assert simulate(done.graph).sound
    assert done.usage.calls == len(scripted_endpoint.requests) == 1 + 2 * 4
    assert done.text == ""


def test_it_is_one_conversation_that_begins_with_an_example_and_the_document(
    scripted_endpoint: ScriptedEndpoint,
) -> None:
    scripted_endpoint.script = Told(NEXT)
    made(scripted_endpoint)
    first, *others = (body["messages"] for body in scripted_endpoint.requests)
    assert "An example" in first[0]["content"]
    assert TEXT in first[1]["content"]
    assert all(messages[: len(before)] == before for before, messages in zip([first, *others], others, strict=False))
    assert sum(TEXT in message["content"] for message in others[-1]) == 1


@pytest.mark.parametrize("answer", ["none", "None.", "99: nowhere", "1", "I do not know.", "0"])
def test_answers_that_name_nothing_else_end_the_flow(answer: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Told({"open": answer}, actor="none")
    graph = made(scripted_endpoint).graph
    assert flows(graph) == {("start", "", "open"), ("open", "", "end")}
    assert {node.actor for node in graph.nodes} == {""}


def test_a_list_without_an_activity_is_a_rejection(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = ["There are none.", "none"]
    with pytest.raises(ModelError) as refused:
        made(scripted_endpoint)
    assert refused.value.reason is RejectionReason.UNREADABLE


def test_a_model_that_does_not_stop_is_asked_about_the_first_activities(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Told({f"step {n}": "none" for n in range(1, 90)})
    assert made(scripted_endpoint).usage.calls == 1 + 2 * MOST_ACTIVITIES


def test_a_ring_still_has_a_start() -> None:
    graph = assembled(["a", "b"], ["", ""], {1: {2: ""}, 2: {1: ""}})
    assert ("start", "", "a") in flows(graph)
