"""Small charts of tables, by random numbers: nodes that have a name and rows of two cells."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Node

CELL = "\t"  # between the cells of a row; rows are lines
FIRST_WORDS = [
    "Image",
    "Text",
    "Token",
    "Graph",
    "Motion",
    "Patch",
    "Query",
    "Depth",
    "Audio",
    "Latent",
    "Prompt",
    "Scene",
]
SECOND_WORDS = [
    "Encoder",
    "Decoder",
    "Mixer",
    "Sampler",
    "Gate",
    "Router",
    "Memory",
    "Critic",
    "Head",
    "Tower",
    "Adapter",
]
LABELS = ("features", "logits", "update", "mask", "prior", "query", "reward")
COLUMNS = ("id", "name", "state", "owner", "price", "created", "address", "total", "comment", "parent_id")
TYPES = ("int", "text", "float", "date", "boolean", "uuid")


def chart_of_tables(rng: np.random.Generator) -> FlowGraph:
    """A connected chart of six to ten tables, without geometry."""
    names = _names(int(rng.integers(6, 11)), rng)
    nodes = tuple(Node(id=f"n{i}", text=_table(name, rng)) for i, name in enumerate(names))
    return FlowGraph(nodes=nodes, edges=_edges(nodes, rng), direction="LR")


def _names(count: int, rng: np.random.Generator) -> list[str]:
    pairs = rng.permutation(len(FIRST_WORDS) * len(SECOND_WORDS))[:count]
    return [f"{FIRST_WORDS[p // len(SECOND_WORDS)]} {SECOND_WORDS[p % len(SECOND_WORDS)]}" for p in pairs]


def _table(name: str, rng: np.random.Generator) -> str:
    columns = rng.choice(COLUMNS, size=int(rng.integers(2, 6)), replace=False)
    return "\n".join([name, *(f"{column}{CELL}{rng.choice(TYPES)}" for column in columns)])


def _edges(nodes: tuple[Node, ...], rng: np.random.Generator) -> tuple[Edge, ...]:
    """A tree of steps onward, and a few more."""
    count = len(nodes)
    steps = [(i - 1 if rng.random() < 0.6 else int(rng.integers(max(0, i - 3), i)), i) for i in range(1, count)]
    steps += [(a, b) for a, b in pairwise(range(0, count, 3)) if (a, b) not in steps and rng.random() < 0.5]
    labels = [str(rng.choice(LABELS)) if rng.random() < 0.3 else "" for _ in steps]
    both_ways = rng.random(len(steps)) < 0.1
    return tuple(
        Edge(source=nodes[a].id, target=nodes[b].id, label=label, tail="arrow" if both else "none")
        for (a, b), label, both in zip(steps, labels, both_ways, strict=True)
    )
