"""Signs of texts: what letters, words, and texts that nobody has say of how surely a reading is right."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import (
    Blackboard,
    Environment,
    FreeText,
    GroundedGroup,
    GroundedNode,
    TextLine,
)
from diagramloop.engines.parse.checking.explaining import explanation
from diagramloop.engines.parse.checking.explanation import Explanation, TextSigns
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from tests.diagramloop.engines.parse.lettering import rectangle

WORDS = frozenset({"order", "check", "other", "yes", "shop"})
TITLE, LABEL = (5.0, 5.0, 60.0, 15.0), (90.0, 30.0, 110.0, 40.0)


def explained(text: str, *lines: TextLine, label: str = "", title: str = "", free: int = 0) -> Explanation:
    """A reading of two nodes in a frame; the first one says ``text``."""
    nodes = (
        GroundedNode("N1", rectangle((20, 20, 80, 60)), text, "G1", 0.9),
        GroundedNode("N2", rectangle((120, 20, 180, 60)), "", "G1", 0.9),
    )
    frame = GroundedGroup("G1", rectangle((2, 2, 198, 98)), title, TITLE if title else None, None, 0.9)
    labels = [FreeText(LABEL, label, 0.9)] * bool(label)
    labels += [FreeText((20.0, 70.0 + 20 * n, 40.0, 80.0 + 20 * n), "if", 0.9) for n in range(free)]
    edge = Edge(source="N1", target="N2", label=label, label_box=LABEL if label else None, path=((80, 40), (120, 40)))
    graph = FlowGraph(
        nodes=(Node(id="N1", text=text), Node(id="N2")), edges=(edge,), groups=(Group(id="G1", text=title),)
    )
    environment = Environment(background=(255, 255, 255), stroke=1.0, text_height=10.0, flatness=5)
    page = np.full((200, 200, 3), 255, np.uint8)
    board = Blackboard(page, environment=environment, nodes=nodes, groups=(frame,), graph=graph)
    return explanation(replace(board, lines=lines, labels=tuple(labels)), WORDS)


def line(text: str, probability: float, top: float = 30.0) -> TextLine:
    return TextLine((30.0, top, 70.0, top + 10), text, 0.99, probability)


def signs_of(text: str, *lines: TextLine) -> TextSigns:
    return explained(text, *lines).texts[0]


def test_doubts_of_the_lines_of_a_text_add_up() -> None:
    text = signs_of("check order", line("check", 0.5, 25.0), line("order", 0.25, 40.0))
    assert math.exp(-text.doubt) == pytest.approx(0.125)
    assert text.page_doubt == pytest.approx(text.doubt / len("checkorder"))


def test_where_nobody_says_how_surely_letters_are_read_there_is_no_number() -> None:
    assert math.isnan(signs_of("order", TextLine((30.0, 30.0, 70.0, 40.0), "order", 0.9)).doubt)
    assert math.isnan(signs_of("order").doubt)


@pytest.mark.parametrize(
    ("text", "unknown", "near"),
    [
        pytest.param("order", 0.0, 0.0, id="a known word"),
        pytest.param("Order", 0.0, 0.0, id="case counts for nothing"),
        pytest.param("ordxr", 1.0, 1.0, id="one letter from a known word"),
        pytest.param("xqzvw", 1.0, 0.0, id="near no word"),
        pytest.param("order ordxr", 0.5, 0.5, id="a share of the letters"),
        pytest.param("qx", 1.0, 0.0, id="too short to be near anything"),
        pytest.param("12 - 7", 0.0, 0.0, id="no word at all"),
        pytest.param("", 0.0, 0.0, id="no text"),
    ],
)
def test_words_are_known_or_near_known_ones_or_neither(text: str, unknown: float, near: float) -> None:
    sign = signs_of(text, line(text, 0.9)) if text else signs_of(text)
    assert (sign.unknown_letters, sign.near_letters) == (pytest.approx(unknown), pytest.approx(near))


def test_a_word_near_one_that_the_chart_says_twice_is_doubtful() -> None:
    alone = explained("xqzvw", label="other").texts[0]
    beside = explained("xqzvw", label="xqzvk xqzvk").texts[0]
    assert (alone.near_letters, beside.near_letters) == (0.0, 1.0)


def test_a_hostile_text_is_looked_at_in_time_that_grows_with_it() -> None:
    many = " ".join(f"x{'q' * (number % 50)}z{'w' * (number // 50)}" for number in range(2_000))
    assert signs_of(many, line(many, 0.9)).unknown_letters == pytest.approx(1.0)


def test_labels_and_titles_have_signs_of_their_own() -> None:
    reading = explained(
        "order",
        line("order", 0.9),
        TextLine(LABEL, "yes", 0.9, 0.5),
        TextLine(TITLE, "Shop", 0.9, 0.25),
        label="yes",
        title="Shop",
    )
    assert [round(math.exp(-text.doubt), 3) for text in (reading.texts[0], reading.texts[2])] == [0.9, 0.25]
    assert {n: round(math.exp(-text.doubt), 3) for n, text in reading.label_texts.items()} == {0: 0.5}


def test_texts_that_nobody_has_are_counted() -> None:
    assert [explained("order", line("order", 0.9), free=count).free_texts for count in (0, 2)] == [0, 2]
    assert explained("order", line("order", 0.9), free=2).texts[0].free_texts == 2.0


def exits(*labels: str, kind: NodeKind = NodeKind.DECISION) -> tuple[int, ...]:
    from diagramloop.engines.parse.checking.label_signs import bare_exits

    nodes = (Node(id="d", kind=kind), *(Node(id=f"n{number}") for number in range(len(labels))))
    edges = [Edge(source="d", target=f"n{number}", label=label) for number, label in enumerate(labels)]
    return bare_exits(FlowGraph(nodes=nodes, edges=tuple(edges)))


def test_two_exits_of_a_decision_without_a_label_are_missing_one() -> None:
    assert exits("", "yes", "") == (0, 2)
    assert exits("", "yes") == ()
    assert exits("") == ()
    assert exits("", "", kind=NodeKind.PROCESS) == ()
