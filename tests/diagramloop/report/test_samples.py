"""The page's view of attributions, conversations and extractions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.data.sources import Conversation, Dialogue, DialogueTurn, Turn, TurnKind
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.report import Drawing, Extracted, Grounding, Round, Sample, Talk

HOSTILE = "<img src=x onerror=alert(1)>"
CHART = FlowGraph(
    nodes=tuple(Node(id=name, text=f"{name} {HOSTILE}", box=(x, 0, x + 20, 20)) for x, name in enumerate("ABCD")),
    edges=(Edge(source="A", target="B"), Edge(source="B", target="C"), Edge(source="B", target="D")),
    size=(100, 50),
)


def verdicts(sample: Sample) -> list[tuple[str, str]]:
    return [(mark.status, mark.title[:9]) for mark in sample.verdicts]


def grounding(**fields: object) -> Grounding:
    base = {"data": "d", "system": "s", "name": "q1", "score": 0.5, "chart": Drawing(CHART, None), "question": HOSTILE}
    asked = {"answer": "a", "type": "flow_referential", "gold": ("A", "B")}
    return Grounding(**(base | asked | fields))  # type: ignore[arg-type]


def test_nodes_named_are_held_against_the_gold_path() -> None:
    sample = grounding(nodes=("B", "C")).sample()
    assert verdicts(sample) == [("missing", "gold 1: A"), ("matched", "gold 2: B"), ("invented", "named 2: ")]


def test_regions_stand_for_the_nodes_they_lie_on() -> None:
    far = FlowGraph(nodes=(Node(id="A", box=(0, 0, 20, 20)), Node(id="B", box=(60, 0, 80, 20))), size=(100, 50))
    sample = grounding(chart=Drawing(far, None), regions=((60, 0, 80, 20), (30, 30, 40, 40))).sample()
    assert [status for status, _ in verdicts(sample)] == ["missing", "matched", "invented"]


def test_a_trace_is_a_table_and_long_results_are_cut() -> None:
    trace = ({"tool": "bfs", "arguments": {"node": "A"}, "result": ["x" * 5000]},)
    (table,) = grounding(trace=trace).sample().tables
    assert table.rows[0][:3] == ("1", "bfs", "node=A")
    assert len(table.rows[0][3]) < 700


def reference(path: tuple[str, ...], background: tuple[str, ...] = ()) -> Dialogue:
    turn = DialogueTurn("user", "hello", path[0], None, TurnKind.OPENING)
    return Dialogue(
        "d1", "s", "chart", "CC0", (turn,), path, ("",) * (len(path) - 1), background, ("",) * len(background)
    )


def test_a_step_of_a_trace_shows_the_nodes_it_gave_or_was_made_on() -> None:
    trace = (
        {"tool": "bfs", "arguments": {"node": "A"}, "result": ["B", "D", "nobody"]},
        {"tool": "bfs", "arguments": {"node": "A", "levels": 2}, "result": []},
        {"tool": "answer", "arguments": {}, "result": {"odd": None}},
    )
    (table,) = grounding(trace=trace).sample().tables
    assert table.spots == ("1,0 21,0 21,20 1,20;3,0 23,0 23,20 3,20", "0,0 20,0 20,20 0,20", "")


def test_a_conversation_shows_what_was_visited_besides_the_true_path() -> None:
    held = Conversation(
        "d1", (Turn("user", HOSTILE, None, "opening"), Turn("agent", "hi", "D", "node")), ("A", "D"), "budget"
    )
    sample = Talk("d", "s", 0.0, Drawing(CHART, None), reference(("B", "C"), ("A",)), held).sample()
    assert verdicts(sample) == [("missing", "node B <i"), ("missing", "node C <i"), ("invented", "node D <i")]
    (transcript,) = sample.tables
    assert transcript.rows[0][:2] == ("user", HOSTILE)


def test_turns_know_where_they_stand_on_the_picture() -> None:
    held = Conversation("d1", (Turn("agent", "hi", "D", "node"), Turn("user", "so", None, "opening")), ("D",), "budget")
    (transcript,) = Talk("d", "s", 0.0, Drawing(CHART, None), reference(("B",)), held).sample().tables
    assert transcript.spots == ("3,0 23,0 23,20 3,20", "")


def test_a_dialogue_that_was_not_held_says_why() -> None:
    sample = Talk("d", "s", 0.0, Drawing(CHART, None), reference(("B",)), None, "refused: no").sample()
    assert sample.faulty
    assert sample.reason == "refused: no"


@pytest.fixture
def extracted() -> Extracted:
    nodes = (Node(id="s", kind=NodeKind.START), Node(id="a", text="pay"), Node(id="e", kind=NodeKind.END))
    gold = FlowGraph(nodes=nodes, edges=(Edge(source="s", target="a"), Edge(source="a", target="e")))
    less = gold.replace(edges=gold.edges[:1])
    rounds = (Round(gold, ("join",)), Round(less, ()))
    return Extracted("d", "s", "doc", HOSTILE, "strict/flow_f1", 0.5, gold, less, rounds)


def test_a_round_in_which_the_model_failed_says_so(extracted: Extracted) -> None:
    failed = replace(extracted, rounds=(Round(extracted.gold, ("join",), failure="HTTP 500"),))
    assert failed.sample().tables[0].rows[0][1] == "join\nfailed: HTTP 500"


def test_an_extraction_shows_both_graphs_and_its_rounds(extracted: Extracted) -> None:
    sample = extracted.sample()
    assert [mark.status for mark in sample.faults] == ["missing"]
    assert "Start -> pay" in {p.heading: p.text for p in sample.passages}["Gold"]
    assert sample.tables[0].rows == (
        ("1", "join", "pay -> End", "none", "–", "–"),
        ("2", "none", "none", "none", "–", "–"),
    )


def test_a_models_own_lines_and_the_cost_of_its_rounds_are_shown(extracted: Extracted) -> None:
    told = replace(
        extracted, rounds=(Round(extracted.gold, ("join",), tokens=1200, seconds=3.25),), lines="Start -> (x pay"
    )
    assert told.sample().passages[-1].text == "Start -> (x pay"
    assert told.sample().tables[0].rows[0][-2:] == ("1200", "3.2")
    assert "Start -> (x pay" not in {passage.text for passage in extracted.sample().passages}


def test_graphs_that_were_drawn_are_shown_beside_each_other_with_their_faults(extracted: Extracted) -> None:
    placed = extracted.gold.replace(
        nodes=tuple(node.model_copy(update={"box": (0, 0, 9, 9)}) for node in extracted.gold.nodes), size=(9, 9)
    )
    worded = placed.replace(
        nodes=(placed.nodes[0], placed.nodes[1].model_copy(update={"text": "Pay."}), placed.nodes[2])
    )
    told = replace(extracted, gold=placed, graph=worded, gold_picture=b"gold", picture=b"made").sample()
    assert [panel.caption for panel in told.panels] == ["gold", "extracted by s"]
    assert {mark.status for panel in told.panels for mark in panel.marks} == {
        "matched"
    }  # the same words in other letters
    refused = replace(extracted, gold=placed, graph=None, gold_picture=b"gold", reason="timeout").sample()
    assert [panel.absent for panel in refused.panels] == ["", "timeout"]
    assert not extracted.sample().panels
