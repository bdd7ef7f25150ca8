"""Flowcharts of one's own: steps and questions in a row, ways out that part and meet again, ways back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from diagramloop.data.synth.looks import look
from diagramloop.graph import Edge, FlowGraph, Node

QUESTION_SHARE = 0.3  # of steps
BACK_SHARE = 0.35  # of questions one of whose ways leads back
LONG_SHARE = 0.4  # of steps that are told at length
ENDS = "stadium"
STEP_SHAPES = ("rect", "rect", "rect", "rounded", "stadium", "lean-r", "subproc", "circle", "hex", "cyl")
LEFT_TO_RIGHT_SHARE = 0.15  # of charts

Thing = TypeVar("Thing")
Words = dict[str, Any]  # lists by the part of a sentence that they are


def random_flowchart(rng: np.random.Generator, sizes: tuple[int, int] = (5, 21)) -> FlowGraph:
    """A flowchart that makes no sense.

    Args:
        sizes: number of its nodes: from, and up to but not including.
    """
    words = look("flowcharts")
    count = int(rng.integers(*sizes))
    asks = {int(at) for at in np.flatnonzero(rng.random(count) < QUESTION_SHARE) if 0 < at < count - 2}
    first, last = _one(words["ends"], rng)
    texts = [first, *(_step(words, at in asks, rng) for at in range(1, count - 1)), last]
    shapes = [ENDS, *("diam" if at in asks else _one(STEP_SHAPES, rng) for at in range(1, count - 1)), ENDS]
    nodes = [Node(id=f"n{at}", text=texts[at], shape=shapes[at]) for at in range(count)]
    edges = [edge for at in range(count - 1) for edge in _ways_out(at, at in asks, count, words, rng)]
    left_to_right = rng.random() < LEFT_TO_RIGHT_SHARE
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges), direction="LR" if left_to_right else "TB")


def _ways_out(at: int, asks: bool, count: int, words: Words, rng: np.random.Generator) -> list[Edge]:
    if not asks:
        return [Edge(source=f"n{at}", target=f"n{at + 1}")]
    yes, no = _one(words["answers"], rng)
    back = at > 1 and rng.random() < BACK_SHARE
    other = int(rng.integers(1, at)) if back else int(rng.integers(at + 2, min(count, at + 5)))
    return [
        Edge(source=f"n{at}", target=f"n{at + 1}", label=yes),
        Edge(source=f"n{at}", target=f"n{other}", label=no),
    ]


def _step(words: Words, asks: bool, rng: np.random.Generator) -> str:
    told = " ".join(_one(words[part], rng) for part in ("verbs", "adjectives", "nouns"))
    if rng.random() < LONG_SHARE:
        told += f" and {_one(words['verbs'], rng)} the {_one(words['adjectives'], rng)} {_one(words['nouns'], rng)}"
    return f"Is there to {told}?" if asks else told.capitalize()


def _one(things: Sequence[Thing], rng: np.random.Generator) -> Thing:
    return things[int(rng.integers(len(things)))]
