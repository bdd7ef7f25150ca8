"""FlowExplainBench's two published evaluators once more, without any of the library's code: oracles.

Written from a description of what the programs compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Corners = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Prf = tuple[float, float, float]


class Said(NamedTuple):
    """A question put to an agent: what it said, the letters annotated in the picture, and those that are right."""

    text: str
    annotated: Sequence[str]
    gold: Sequence[str]


class Shown(NamedTuple):
    """A question put to a system that shows boxes: the boxes, those annotated in the picture, and the right letters."""

    boxes: Sequence[Corners]
    annotated: Mapping[str, Corners]
    gold: Sequence[str]


def prf(right: int, named: int, gold: int) -> Prf:
    precision, recall = (right / of if of else 0.0 for of in (named, gold))
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


def answered(questions: Iterable[Said]) -> list[tuple[set[str], set[str]]]:
    """Letters said and letters right of each question that is counted: the others are left out of every figure."""
    kept = []
    for text, annotated, gold in questions:
        said = {letter for letter in text.replace(" ", "").split(",") if letter in annotated}
        if said:
            kept.append((said, set(gold)))
    return kept


def agents_micro(questions: Iterable[Said]) -> Prf:
    kept = answered(questions)
    right = sum(letter in gold for said, gold in kept for letter in said)
    return prf(right, sum(len(said) for said, _ in kept), sum(len(gold) for _, gold in kept))


def agents_macro(questions: Iterable[Said]) -> Prf:
    """The mean over letters, one for all charts."""
    kept = answered(questions)
    letters = {letter for sides in kept for side in sides for letter in side}
    of_each = []
    for letter in letters:
        columns = [(letter in said, letter in gold) for said, gold in kept]
        of_each.append(prf(columns.count((True, True)), *(sum(side) for side in zip(*columns, strict=True))))
    precision, recall, f1 = (sum(column) / len(letters) for column in zip(*of_each, strict=True))
    return precision, recall, f1


def boxes_micro(questions: Iterable[Shown]) -> float:
    """Precision, recall and F1 alike: all of them are the share of right letters among those found."""
    found = [letter in gold for boxes, annotated, gold in questions for letter in letters_at(boxes, annotated)]
    return sum(found) / len(found)


def letters_at(boxes: Iterable[Corners], annotated: Mapping[str, Corners]) -> set[str]:
    found = set()
    for box in boxes:
        letter, most = "", 0.5
        for name, other in annotated.items():
            if overlap(box, other) > most:
                letter, most = name, overlap(box, other)
        if letter:
            found.add(letter)
    return found


def overlap(one: Corners, other: Corners) -> float:
    wide = max(0.0, min(one[2], other[2]) - max(one[0], other[0]))
    high = max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
    areas = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (one, other)) - wide * high
    return wide * high / areas if areas else 0.0
