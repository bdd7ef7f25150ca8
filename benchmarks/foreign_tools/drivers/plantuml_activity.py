"""PlantUML's activity diagrams: programs of steps, questions, loops and forks, and the graphs that they draw.

The language is structured, so it cannot say any chart; programs are made here with the words of the chart. Small marks
without words (start, stop, the diamond where ways meet again, bars) are nodes of the picture and of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from command_line import Drawn
from drivers.plantuml import from_source

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.mermaid import kind_of

Open = list[tuple[str, str]]  # ways not yet led on: where from, with which label


@dataclass
class Program:
    """Source lines, with nodes and edges as they come."""

    words: Iterator[str]
    rng: np.random.Generator
    lines: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def node(self, ways: Open, text: str = "", shape: str = "rounded") -> str:
        id = f"n{len(self.nodes)}"
        self.nodes.append(Node(id=id, text=text, shape=shape, kind=kind_of(shape, text)))
        self.edges += [Edge(source=source, target=id, label=label) for source, label in ways]
        return id

    def block(self, ways: Open, depth: int) -> Open:
        for _ in range(int(self.rng.integers(1, 4))):
            make = [self.step, self.step, self.question, self.loop, self.fork][
                int(self.rng.integers(0, 5 if depth else 2))
            ]
            ways = make(ways, depth - 1)
        return ways

    def step(self, ways: Open, depth: int = 0) -> Open:
        del depth
        text = next(self.words)
        self.lines.append(f":{text};")
        return [(self.node(ways, text), "")]

    def question(self, ways: Open, depth: int) -> Open:
        text = next(self.words) + "?"
        asked = self.node(ways, text, "hex")
        self.lines.append(f"if ({text}) then (yes)")
        first = self.block([(asked, "yes")], depth)
        self.lines.append("else (no)")
        second = self.block([(asked, "no")], depth)
        self.lines.append("endif")
        return [(self.node([*first, *second], shape="diam"), "")]

    def loop(self, ways: Open, depth: int) -> Open:
        text = next(self.words) + "?"
        asked = self.node(ways, text, "hex")
        self.lines.append(f"while ({text}) is (again)")
        for source, label in self.block([(asked, "again")], depth):
            self.edges.append(Edge(source=source, target=asked, label=label))
        self.lines.append("endwhile (done)")
        return [(asked, "done")]

    def fork(self, ways: Open, depth: int) -> Open:
        parted = self.node(ways, shape="fork")
        self.lines.append("fork")
        first = self.step([(parted, "")], depth)
        self.lines.append("fork again")
        second = self.step([(parted, "")], depth)
        self.lines.append("end fork")
        return [(self.node([*first, *second], shape="fork"), "")]


def program(words: list[str], seed: int) -> tuple[str, FlowGraph]:
    """A program's source, and the graph that its picture shows."""
    made = Program(iter(words), np.random.default_rng(seed))
    made.lines += ["@startuml", "start"]
    ways = made.block([(made.node([], shape="sm-circ"), "")], 2)
    ways = made.step(ways, 0)
    made.lines += ["stop", "@enduml"]
    made.node(ways, shape="fr-circ")
    return "\n".join(made.lines), FlowGraph(nodes=tuple(made.nodes), edges=tuple(made.edges))


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    del options
    return from_source(chart["source"])
