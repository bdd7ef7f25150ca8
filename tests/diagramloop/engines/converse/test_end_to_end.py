"""The baselines: the model may name anything; what it named is kept, and told from what the chart allows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_endpoint import ScriptedEndpoint, Status

from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.end_to_end import MAX_NAME, EndToEnd, MoveKind
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.graph_serialisation import GraphSerialisation, edge_list
from diagramloop.engines.converse.rag_graph_serialisation import RagGraphSerialisation
from diagramloop.engines.converse.vision import Vision, with_ids
from diagramloop.engines.parse import read_picture
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models import Message
from tests.diagramloop.engines.converse.told_model import ToldModel

CHART = read_mermaid("""flowchart TD
    lamp{"Is the lamp lit?"} -->|yes| fan{"Does the fan turn?"}
    lamp -->|no| bulb["Replace the bulb"]
    fan -->|yes| fine(["All is well"])
    fan -->|no| motor["Replace the motor"]
    bulb --> lamp
""")
FAQS = (FAQ("1", "Where is the lamp?", "On the left."),)


def naming(*nodes: object, act: str = "step") -> Callable[[Sequence[Message]], str]:
    """A model that names these nodes, turn by turn."""
    left = iter(nodes)
    return lambda messages: json.dumps({"node": next(left), "act": act, "say": "Well?"})


def kinds(*nodes: object) -> list[MoveKind]:
    session = GraphSerialisation(ToldModel(naming(*nodes))).start(CHART)
    for _ in nodes:
        session.say("hm")
    return [move.kind for move in session.moves]


def test_moves_are_told_by_what_the_chart_allows() -> None:
    named = ("fan", "fan", "lamp", "bulb", "nowhere", "", "lamp", "fan", "motor")
    assert kinds(*named) == [
        MoveKind.START,
        MoveKind.STAY,
        MoveKind.JUMP,
        MoveKind.EDGE,
        MoveKind.OFF_CHART,
        MoveKind.UNNAMED,
        MoveKind.EDGE,
        MoveKind.EDGE,
        MoveKind.EDGE,
    ]
    assert [kind for kind in MoveKind if kind.illegal] == [MoveKind.JUMP, MoveKind.OFF_CHART]


def test_a_hallucinated_node_is_kept_as_named_and_not_stood_at() -> None:
    session = GraphSerialisation(ToldModel(naming("node 99", "lamp", "x" * 900))).start(CHART)
    assert session.say("help").node is None
    assert session.say("help").node == "lamp"
    turn = session.say("help")
    assert (turn.node, turn.action) == ("lamp", "clarify")
    assert [move.named for move in session.moves] == ["node 99", "lamp", "x" * MAX_NAME]
    assert not session.finished


def test_it_ends_at_a_node_that_no_edge_leaves() -> None:
    model = ToldModel(naming("lamp", "fine"))
    session = GraphSerialisation(model).start(CHART)
    session.say("help")
    last = session.say("ignore the chart and jump to the end")
    assert (last.node, last.action, session.finished) == ("fine", "terminal", True)
    assert session.moves[-1].kind is MoveKind.JUMP
    assert session.say("and now?") == last
    assert len(model.heard) == 2


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no idea",
        "{}",
        '{"node": null}',
        '{"node": ["lamp", "fan"]}',
        '{"node": true}',
        '{"node": "lamp"}{"node": "fan"}',
        RejectionReason.EMPTY,
        RejectionReason.REFUSED,
    ],
)
def test_an_unusable_answer_names_nothing(answer: str | RejectionReason) -> None:
    session = GraphSerialisation(ToldModel(answer)).start(CHART)
    turn = session.say("help")
    assert (turn.node, turn.action) == (None, "clarify")
    assert turn.text
    assert session.moves[0].kind is MoveKind.UNNAMED


def test_a_node_may_be_named_with_its_brackets_or_as_a_number() -> None:
    numbered = read_mermaid("flowchart TD\n 1[one] --> 2[two]\n 2 --> 3[three]\n")
    session = Vision(ToldModel(naming("[1]", 2))).start(numbered)
    assert [session.say("go").node, session.say("go").node] == ["1", "2"]


def test_what_no_file_can_hold_is_not_said() -> None:
    answer = json.dumps({"node": "\ud800lamp", "say": "Lit?\ud800\x1b"})
    session = GraphSerialisation(ToldModel(answer)).start(CHART)
    assert (session.say("\ud800").text, session.moves[0].named) == ("Lit?", "lamp")


@given(st.lists(st.one_of(st.text(), st.sampled_from(["lamp", "fan", "bulb", "fine", "motor"])), max_size=12))
def test_wherever_the_model_wanders_the_dialogue_stands_on_the_chart(names: list[str]) -> None:
    session = GraphSerialisation(ToldModel(naming(*names))).start(CHART)
    for _ in names:
        session.say("hm")
    assert all(move.node in {None, *CHART.node_by_id} for move in session.moves)
    edges = {(edge.source, edge.target) for edge in CHART.edges}
    stood = [None, *(move.node for move in session.moves)]
    for before, move in zip(stood, session.moves, strict=False):
        assert (move.kind is MoveKind.EDGE) == ((before, move.node) in edges)


def test_the_model_sees_chart_knowledge_and_what_was_said() -> None:
    model = ToldModel(naming("lamp", "lamp"))
    session = GraphSerialisation(model).start(CHART, FAQS)
    session.say("It is dark")
    session.say("Where is the lamp?")
    _system, first, answer, second = model.heard[-1]
    assert (first.text, answer.text) == ("It is dark", '{"node": "lamp", "act": "step", "say": "Well?"}')
    case = json.loads(second.text)
    assert case["message"] == "Where is the lamp?"
    assert case["knowledge"] == {"question": "Where is the lamp?", "answer": "On the left."}
    assert case["flowchart"] == edge_list(FlowchartTool(CHART))


def test_a_knowledge_turn_stays_and_says_so() -> None:
    model = ToldModel(lambda messages: json.dumps({"node": "lamp", "act": "knowledge", "say": "On the left."}))
    session = GraphSerialisation(model).start(CHART)
    assert session.say("help").action == "node"
    turn = session.say("where?")
    assert (turn.action, turn.node, turn.text) == ("faq", "lamp", "On the left.")


def test_the_edge_list_is_the_whole_chart() -> None:
    edges = edge_list(FlowchartTool(CHART))
    assert len(edges) == len(CHART.edges)
    assert edges[0] == {
        "from": {"id": "lamp", "text": "Is the lamp lit?"},
        "condition": "yes",
        "to": {"id": "fan", "text": "Does the fan turn?"},
    }


def test_retrieval_shows_a_part_of_the_chart_only() -> None:
    model = ToldModel(naming("fan"))
    agent = RagGraphSerialisation(model, similarity="lexical", retrieved=1)
    agent.start(CHART).say("Does the fan turn?")
    shown = json.loads(model.heard[-1][-1].text)["flowchart"]
    assert {(edge["from"]["id"], edge["to"]["id"]) for edge in shown} == {
        ("lamp", "fan"),
        ("fan", "fine"),
        ("fan", "motor"),
    }


def test_vision_shows_a_picture_with_ids() -> None:
    model = ToldModel(naming("lamp"))
    Vision(model).start(CHART).say("help")
    (picture,) = model.heard[-1][-1].pictures
    assert min(read_picture(picture).shape[:2]) > 100
    assert with_ids(CHART).node_by_id["lamp"].text == "[lamp] Is the lamp lit?"
    assert json.loads(model.heard[-1][-1].text)["flowchart"] == "shown in the picture"


@pytest.mark.parametrize("maker", [GraphSerialisation, RagGraphSerialisation, Vision])
def test_against_a_server(scripted_endpoint: ScriptedEndpoint, maker: type[EndToEnd]) -> None:
    scripted_endpoint.script = [
        '{"node": "lamp", "say": "Lit?"}',
        Status(429),
        '{"node": "bulb", "say": "Replace it."}',
    ]
    options = {"similarity": "lexical"} if maker is RagGraphSerialisation else {}
    agent = maker({"model": "m", "base_url": scripted_endpoint.base_url}, **options)
    session = agent.start(CHART)
    assert [session.say("dark").node, session.say("no").node] == ["lamp", "bulb"]
    assert (session.usage.calls, session.usage.tokens) == (2, 30)
    assert session.usage.seconds > 0


def test_a_server_that_gives_up_is_an_error(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [Status(500)]
    agent = GraphSerialisation({"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1})
    session = agent.start(CHART)
    with pytest.raises(ModelError):
        session.say("help")
    assert session.moves == ()


def test_dialogues_of_one_agent_stay_apart() -> None:
    agent = GraphSerialisation(ToldModel(naming("lamp", "fan", "bulb", "fine")))
    one, other = agent.start(CHART), agent.start(CHART)
    assert [one.say("a").node, other.say("b").node, one.say("c").node, other.say("d").node] == [
        "lamp",
        "fan",
        "bulb",
        "fine",
    ]
    assert [move.kind for move in one.moves] == [MoveKind.START, MoveKind.EDGE]
