"""Small charts made of words, by random numbers: nodes in a few ranks, frames around some of them, tables of rows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.synth.looks import look

CELL = "\t"  # between the cells of a row; rows are lines


@dataclass(frozen=True)
class Plan:
    """The parts of a chart that a notation needs.

    Attributes:
        frames: around nodes.
        nested: one of them within another.
        tables: nodes have rows and cells.
    """

    frames: bool = False
    nested: bool = False
    tables: bool = False


def small_chart(plan: Plan, rng: np.random.Generator) -> FlowGraph:
    """A connected chart of six to ten nodes, without geometry."""
    names = _names(int(rng.integers(6, 11)), rng)
    texts = [_table(name, rng) for name in names] if plan.tables else names
    owners, groups = _frames(len(names), plan, rng) if plan.frames else ([None] * len(names), ())
    nodes = tuple(Node(id=f"n{i}", text=t, group=o) for i, (t, o) in enumerate(zip(texts, owners, strict=True)))
    direction = "LR" if plan.tables or rng.random() < 0.5 else "TB"
    return FlowGraph(nodes=nodes, edges=_edges(nodes, groups, rng), groups=groups, direction=direction)


def _names(count: int, rng: np.random.Generator) -> list[str]:
    first, second = look("scientific")["first_words"], look("scientific")["second_words"]
    pairs = rng.permutation(len(first) * len(second))[:count]
    return [f"{first[p // len(second)]} {second[p % len(second)]}" for p in pairs]


def _table(name: str, rng: np.random.Generator) -> str:
    words = look("notations")
    columns = rng.choice(words["columns"], size=int(rng.integers(2, 6)), replace=False)
    return "\n".join([name, *(f"{column}{CELL}{rng.choice(words['types'])}" for column in columns)])


def _frames(count: int, plan: Plan, rng: np.random.Generator) -> tuple[list[str | None], tuple[Group, ...]]:
    """The frame of each node, two or three of them side by side, some nodes without; nested, the last in the second."""
    titles = rng.choice(look("notations")["frames"], size=3, replace=False)
    many = 3 if count > 7 else 2
    cuts = np.array_split(np.arange(count - 1), many)  # the last node stands alone
    parent = {2: "g1"} if plan.nested and many == 3 else {}
    groups = tuple(Group(id=f"g{i}", text=str(titles[i]), parent=parent.get(i)) for i in range(many))
    owner = {int(n): f"g{i}" for i, part in enumerate(cuts) for n in part}
    return [owner.get(i) for i in range(count)], groups


def _edges(nodes: tuple[Node, ...], groups: tuple[Group, ...], rng: np.random.Generator) -> tuple[Edge, ...]:
    """A tree of steps onward, a few more, and in charts with frames one from a lone node to a frame."""
    count = len(nodes)
    steps = [(i - 1 if rng.random() < 0.6 else int(rng.integers(max(0, i - 3), i)), i) for i in range(1, count)]
    steps += [(a, b) for a, b in pairwise(range(0, count, 3)) if (a, b) not in steps and rng.random() < 0.5]
    ends = [(nodes[a].id, nodes[b].id) for a, b in steps]
    if groups and rng.random() < 0.5:
        ends.append((nodes[-1].id, groups[0].id))
    labels = look("scientific")["labels"]
    said = [str(rng.choice(labels)) if rng.random() < 0.3 else "" for _ in ends]
    both = rng.random(len(ends)) < 0.1
    return tuple(
        Edge(source=a, target=b, label=label, tail="arrow" if two else "none")
        for (a, b), label, two in zip(ends, said, both, strict=True)
    )
