"""The prompts of text2flow's appendix, with answers in the forms that it prints: the paper's flow, call by call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import Scripted, ScriptedEndpoint

from diagramloop.graph.triples import read_triples
from diagramloop.models.answers import accounted
from tests.diagramloop.engines.extract.letters import SOUND, TEXT, asked, made, role

PROMPTS = {
    "build": "Few Shot Graph Generation Prompt. Here are some examples:\n$examples\nProcedural document: *$document*",
    "structure_check": "Structure Check Prompt.\n$document\n$graph\n$issues\nIf issues are present, use the following "
    "format for each:\nIssue N\n- Problem: <copy>\n- Status: Confirmed / Not a real issue\n- Suggestion (if confirmed)",
    "logic_check": "Logic Check Prompt. **Only** output the result block if the status is wrong, otherwise, respond "
    'with "APPROVED".\n$pairs',
    "refine": "Graph Refine Prompt. Previously Generated Procedural Graph: *$graph*\nDetected Issues and Solution "
    "Suggestions: *$suggestions*\nProcedural Document: *$document*",
}
"""Heads, slots and forms of Appendix D; the rest is its own."""
PLANTED = SOUND.replace("XOR1", "OR1").removesuffix("\nfile -> End")  # the wrong gateway, and a flow is missing
STRUCTURE = """Issue 1

- Problem: The flow stops at 'file', which no flow leaves and which is no End.
- Status: Confirmed
- Suggestion (if confirmed): Connect 'file' with End.
"""
HARMLESS = STRUCTURE.replace("Confirmed", "Not a real issue").replace(
    "- Suggestion (if confirmed): Connect 'file' with End.", "- Explanation (if not a real issue): the clerk waits."
)
LOGIC = """ OR1: If it is a bill, the clerk pays it; otherwise the clerk files it.
 - Status: wrong.
 - Revision suggestion: Change OR1 to XOR1.
 - Explanation: The phrase uses a classic XOR pattern — "if..., otherwise...".
"""


class Paper:
    """Answers as the appendix prints it: the planted faults are seen, and the rebuilt graph is approved."""

    def __init__(self, structure: str = STRUCTURE, logic: str = LOGIC) -> None:
        self.roles: list[str] = []
        self.said = {
            "build": f"For the clerk:\n{PLANTED}",
            "refine": f"For the clerk:\n{SOUND}",
            "structure": structure,
        }
        self.logic = [logic, "APPROVED"]

    def __call__(self, body: dict[str, Any]) -> Scripted:
        heads = {"Few Shot": "build", "Structure C": "structure", "Logic C": "logic", "Graph R": "refine"}
        told = asked(body)
        name = next((name for head, name in heads.items() if told.startswith(head)), "") or role(body)
        self.roles.append(name)
        if name == "logic":
            return self.logic.pop(0)
        if name == "spans":
            return f"1: {TEXT}\n2: none"
        return self.said.get(name, "1: Exactly one of the two.")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    for name, text in PROMPTS.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    return str(tmp_path)


def test_planted_faults_are_heard_and_the_graph_is_rebuilt(folder: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Paper()
    with accounted() as account:
        done = made("text2flow", scripted_endpoint, prompts=folder)
    examined = ["spans", "verbalise", "logic"]
    assert model.roles == ["build", "structure", *examined, "refine", *examined]
    assert done.graph == read_triples(f"For the clerk:\n{SOUND}")
    assert [len(each.suggestions) for each in done.rounds] == [2, 0]
    (refined,) = [asked(body) for body in scripted_endpoint.requests if asked(body).startswith("Graph R")]
    assert "Connect 'file' with End." in refined
    assert "'OR1': Change OR1 to XOR1." in refined
    assert {role: counts.unread for role, counts in account.roles.items() if counts.unread} == {}


def test_what_is_not_a_real_issue_is_not_told(folder: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Paper(HARMLESS, "APPROVED")
    done = made("text2flow", scripted_endpoint, prompts=folder)
    assert model.roles == ["build", "structure", "spans", "verbalise", "logic"]
    assert done.graph == read_triples(f"For the clerk:\n{PLANTED}")
    assert done.rounds[0].failure == ""


def test_the_document_is_put_in_as_it_is(folder: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Paper()
    made("text2flow", scripted_endpoint, prompts=folder)
    assert [message["role"] for message in scripted_endpoint.requests[0]["messages"]] == ["user"]
    assert asked(scripted_endpoint.requests[0]).endswith(f"Procedural document: *{TEXT}*")
