"""The replayed user says what the reference's user said, and otherwise no more than is documented."""

from __future__ import annotations

from diagramloop.data.sources import Dialogue, DialogueTurn, Turn, TurnKind
from diagramloop.engines.converse.simulators.replay import Replay
from diagramloop.graph import Edge, FlowGraph, Node

CHART = FlowGraph(
    nodes=tuple(Node(id=id, text=f"Is {id} on?") for id in "abcdz"),
    edges=(
        Edge(source="a", target="b", label="yes"),
        Edge(source="b", target="c", label="no"),
        Edge(source="c", target="d", label="yes"),
    ),
)


def user_said(text: str, node: str, kind: TurnKind = TurnKind.ANSWER) -> DialogueTurn:
    return DialogueTurn("user", text, node, None, kind)


def dialogue(*turns: DialogueTurn) -> Dialogue:
    opening = DialogueTurn("user", "It is broken.", None, None, TurnKind.OPENING)
    return Dialogue("1", "test", "chart", "none", (opening, *turns), ("b", "c", "d"), ("no", "yes"), ("a",), ("yes",))


ASKS_B = DialogueTurn("agent", "Is b on?", "b", None, TurnKind.NODE)
TELLS = DialogueTurn("agent", "Look behind it.", None, "1", TurnKind.FAQ)
REFERENCE = dialogue(ASKS_B, user_said("Where is b?", "b", TurnKind.QUESTION), TELLS, user_said("It stays dark.", "b"))


def asked(node: str | None) -> Turn:
    return Turn("agent", "?", node, "node")


def test_the_references_own_words_in_their_order() -> None:
    user = Replay().start(REFERENCE, CHART)
    assert user.open() == "It is broken."
    assert [user.reply(asked("b")) for _ in range(3)] == ["Where is b?", "It stays dark.", "no"]


def test_labels_for_what_the_reference_took_for_granted() -> None:
    user = Replay().start(REFERENCE, CHART)
    assert user.reply(asked("a")) == "yes"
    assert user.reply(asked("c")) == "yes"


def test_nothing_is_known_beside_the_path() -> None:
    user = Replay().start(REFERENCE, CHART)
    assert user.reply(asked("z")) == user.reply(asked("d")) == user.reply(asked(None)) == "I don't know."


def test_an_answer_to_another_question_is_not_replayed() -> None:
    beside = dialogue(
        TELLS, user_said("I can check that.", "b", TurnKind.QUESTION), TELLS, user_said("It is off.", "b")
    )
    user = Replay().start(beside, CHART)
    assert [user.reply(asked("b")) for _ in range(2)] == ["I don't know how to check that.", "It is off."]


def test_edges_without_a_label_of_their_own_are_told_by_where_they_lead() -> None:
    chart = FlowGraph(
        nodes=tuple(Node(id=id, text=f"Do {id}") for id in "abc"),
        edges=(Edge(source="a", target="b"), Edge(source="a", target="c")),
    )
    opening = DialogueTurn("user", "Hello", None, None, TurnKind.OPENING)
    user = Replay().start(Dialogue("1", "t", "c", "n", (opening,), ("a", "c"), ("",)), chart)
    assert user.reply(asked("a")) == "Do c"


def test_users_share_nothing() -> None:
    replay = Replay()
    first, second = replay.start(REFERENCE, CHART), replay.start(REFERENCE, CHART)
    assert first.reply(asked("b")) == second.reply(asked("b")) == "Where is b?"


def test_a_step_without_a_label_is_done() -> None:
    chart = FlowGraph(
        nodes=(Node(id="a", text="按下"), Node(id="b", text="完成")), edges=(Edge(source="a", target="b"),)
    )
    opening = DialogueTurn("user", "你好", None, None, TurnKind.OPENING)
    user = Replay().start(Dialogue("1", "t", "c", "n", (opening,), ("a", "b"), ("",)), chart)
    assert user.reply(asked("a")) == "完成了。"
