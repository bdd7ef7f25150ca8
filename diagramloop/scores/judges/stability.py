"""Stability of a judge: does it give one mark to one thing, however often it is asked and however that is listed?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.scores.counts import Floats
from diagramloop.scores.judges._judge import Judge
from diagramloop.scores.rater_agreement import intraclass_correlation, kappa

REPEATS = 3


@dataclass(frozen=True)
class Stability:
    """The agreement of a judge with itself.

    Attributes:
        icc: ICC(2, 1) of all rounds; None where all marks are the same, or there are fewer than two of anything.
        kappa: mean of the quadratically weighted kappas of the first round with each other.
        identical: share of marks that are those of the first round; None where there is none.
        units: that every round has a mark of.
        unmarked: that some round has none of.
    """

    icc: float | None
    kappa: float | None
    identical: float | None
    units: int
    unmarked: int


def over_repeats(judge: Judge, asked: Sequence[tuple[str, FlowGraph]], repeats: int = REPEATS) -> Stability:
    """Stability over being asked again, of marks of alignment.

    Args:
        judge: asks its model anew each time: one that replays kept answers only agrees with its store.
        asked: prompts, each with the graph that is to be marked by it.
    """
    return _stability([[judge.alignment(prompt, graph).value for prompt, graph in asked] for _ in range(repeats)])


def over_order(judge: Judge, asked: Sequence[tuple[str, FlowGraph]], orders: int = REPEATS, seed: int = 0) -> Stability:
    """Stability over the order in which nodes and edges are listed, the first being the graph's own."""
    rounds = [
        [judge.alignment(prompt, _listed(graph, number, seed)).value for prompt, graph in asked]
        for number in range(orders)
    ]
    return _stability(rounds)


def _listed(graph: FlowGraph, number: int, seed: int) -> FlowGraph:
    if number == 0:
        return graph
    chance = Random(f"{seed} {number}")  # noqa: S311 - reproducible, no secret
    nodes, edges = (tuple(chance.sample(list(of), len(of))) for of in (graph.nodes, graph.edges))
    return graph.replace(nodes=nodes, edges=edges)


def _stability(rounds: Sequence[Sequence[float | None]]) -> Stability:
    units = list(zip(*rounds, strict=True))
    whole = [marks for marks in units if None not in marks]
    marks: Floats = np.array(whole, np.float64).reshape(len(whole), len(rounds))
    pairs = [kappa(marks[:, 0].tolist(), other.tolist(), quadratic=True) for other in marks.T[1:]]
    known = [pair for pair in pairs if pair is not None]
    same = marks[:, 1:] == marks[:, :1]
    return Stability(
        icc=intraclass_correlation(marks),
        kappa=float(np.mean(known)) if known else None,
        identical=float(same.mean()) if same.size else None,
        units=len(whole),
        unmarked=len(units) - len(whole),
    )
