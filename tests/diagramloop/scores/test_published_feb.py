"""FlowExplainBench's published evaluators on fresh random answers, against oracles written apart from the library."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from string import ascii_uppercase

import pytest

from diagramloop.graph import FlowGraph, Node
from diagramloop.scores import score_comparison, summarise
from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.attribution_official import official_macro
from tests.diagramloop.scores.published_feb import (
    Corners,
    Said,
    Shown,
    agents_macro,
    agents_micro,
    boxes_micro,
    letters_at,
    overlap,
)

SEEDS = range(20)
AGENTS = ("feb_official/precision", "feb_official/recall", "feb_official/f1")
LETTERS = (*ascii_uppercase, "AA", "AB", "AC")
WASTE = ("Z9", "the box", "a", "", "A B", "none")


def chart_of(annotated: dict[str, Corners]) -> FlowGraph:
    return FlowGraph(nodes=tuple(Node(id=name, text=name, box=box) for name, box in annotated.items()))


def annotated(drawn: random.Random) -> dict[str, Corners]:
    """Boxes of a picture: apart, one over the other, one twice, and some without a height, as the data have them."""
    boxes: dict[str, Corners] = {}
    for name in LETTERS[: drawn.randint(2, len(LETTERS))]:
        left, top = drawn.randrange(0, 300, 10), drawn.randrange(0, 300, 10)
        fresh = (left, top, left + drawn.randrange(10, 130, 10), top + drawn.choice((0, 20, 40, 60)))
        boxes[name] = drawn.choice((*[fresh] * 4, *boxes.values()))
    return boxes


def golden(drawn: random.Random, letters: Sequence[str]) -> list[str]:
    """Right letters, some of them twice, and now and then one that has no box, as the data have it."""
    return drawn.choices((*letters, "Q"), k=drawn.randint(1, 6))


def said(drawn: random.Random) -> Said:
    letters = list(annotated(drawn))
    gold = golden(drawn, letters)
    parts = [*(letter for letter in gold if drawn.random() < 0.7), *drawn.choices((*letters, *WASTE), k=3)]
    text = drawn.choice((", ", ",", " ,")).join(drawn.sample(parts, drawn.randint(0, len(parts))))
    return Said(drawn.choice((text, text, text, "", "none")), letters, gold)


def shown(drawn: random.Random) -> Shown:
    boxes = annotated(drawn)
    gold = golden(drawn, list(boxes))
    aimed = [boxes[name] for name in (*gold, *drawn.choices(list(boxes), k=2)) if name in boxes]
    return Shown([moved(drawn, box) for box in aimed if drawn.random() < 0.8], boxes, gold)


def moved(drawn: random.Random, box: Corners) -> Corners:
    """A box as it is, half of it, shifted, elsewhere, or turned inside out."""
    x0, y0, x1, y1 = box
    return drawn.choice(
        (
            box,
            (x0, y0, (x0 + x1) / 2, y1),
            (x0, y0, x1, y0 + (y1 - y0) * drawn.uniform(0.4, 0.8)),
            (x0 + 10, y0 + 5, x1 + 10, y1 + 5),
            (x0 + 1_000, y0, x1 + 1_000, y1),
            (x1, y1, x0, y0),
            (x1, y0, x0, y1),
        )
    )


def by_letters(question: Said) -> AttributionComparison:
    chart = FlowGraph(nodes=tuple(Node(id=name, text=name) for name in question.annotated))
    named = tuple(part.replace(" ", "") for part in question.text.split(","))
    return AttributionComparison(tuple(question.gold), chart, nodes=named)


def by_boxes(question: Shown) -> AttributionComparison:
    return AttributionComparison(tuple(question.gold), chart_of(question.annotated), regions=tuple(question.boxes))


def on_the_board(comparisons: Iterable[AttributionComparison], metrics: Sequence[str]) -> list[float]:
    """The way of a board: rows of questions, summed up."""
    rows = [
        row
        for at, compared in enumerate(comparisons)
        for row in score_comparison(compared, chart=str(at), metrics=metrics)
    ]
    found = {summary.metric: summary.value for summary in summarise(rows, seed=0)}
    return [found[metric] for metric in metrics]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_letters_score_as_the_published_program_scores_agents(seed: int) -> None:
    drawn = random.Random(f"letters {seed}")
    questions = [said(drawn) for _ in range(40)]
    comparisons = [by_letters(question) for question in questions]
    assert on_the_board(comparisons, AGENTS) == pytest.approx(agents_micro(questions), abs=1e-12)
    assert official_macro(one.official for one in comparisons) == pytest.approx(agents_macro(questions), abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boxes_score_as_the_published_program_scores_boxes(seed: int) -> None:
    drawn = random.Random(f"boxes {seed}")
    questions = [shown(drawn) for _ in range(40)]
    (value,) = on_the_board(map(by_boxes, questions), ["feb_official/boxes"])
    assert value == pytest.approx(boxes_micro(questions), abs=1e-12)


def test_the_random_answers_are_not_all_alike() -> None:
    drawn = random.Random("letters 0")
    questions = [said(drawn) for _ in range(40)]
    assert any(not question.text for question in questions)
    assert any(word in question.text for question in questions for word in WASTE if word)
    assert 0.2 < agents_micro(questions)[2] < 0.9
    drawn = random.Random("boxes 0")
    pictures = [shown(drawn) for _ in range(40)]
    overlaps = {overlap(box, other) for one in pictures for box in one.boxes for other in one.annotated.values()}
    assert 0.5 in overlaps
    assert any(0.5 < found < 0.7 for found in overlaps)
    assert any(len(letters_at(one.boxes, one.annotated)) < len(one.boxes) for one in pictures)
    assert 0.2 < boxes_micro(pictures) < 0.99
