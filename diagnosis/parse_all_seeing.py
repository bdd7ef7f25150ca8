"""Losses around the models: the charts of the corpus read by an HMAS whose every model knows the drawing.

    python -m diagnosis.parse_all_seeing [--limit N] [--jitter SHARE] [--outlines drawn|told] [--style default]

Each model-backed role is answered from the truth, through the same prompts, coordinates and readers of answers as a
real model; ``--jitter`` moves every corner that it names by up to this share of the picture's longer side. Prints node,
edge and group F1 by place, and the shares of right texts, shapes and labels, over all charts: what is below 1 without
jitter is lost by diagramloop itself.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from tqdm import tqdm

from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse.model_backed import (
    ModelEnvironmentCurator,
    ModelFusionArbiter,
    ModelShapeHunter,
    ModelTextSpotter,
    ModelTopologyCoder,
)
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import Box, FlowGraph, Group, Node
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.chat import Message, Reply, Tool
from diagramloop.render import Style, draw
from diagramloop.scores import summarise
from diagramloop.scores.scoring import score_pair

CORPUS = shipped_corpus()
METRICS = ("node_f1", "edge_f1", "group_f1", "node_text", "node_shape", "edge_label")


@dataclass
class AllSeeing:
    """Answers every prompt from the drawing's own graph."""

    truth: FlowGraph
    jitter: float
    name: str = "all-seeing"
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    parts: list[Box] = field(default_factory=list)

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),  # noqa: ARG002
        max_tokens: int | None = None,  # noqa: ARG002
    ) -> Reply:
        prompt, case = messages[0].text, json.loads(messages[1].text)
        answers = {
            "Environment Curator": lambda: {"flows": [{"direction": self.truth.direction}]},
            "first of two passes": lambda: self.regions(case),
            "second of two passes": lambda: self.components(case),
            "Text Spotter": lambda: self.lines(case),
            "Fusion Arbiter": lambda: {"redundant": []},
            "Topology Coder": lambda: self.mermaid(case),
        }
        (answer,) = (answer for words, answer in answers.items() if words in prompt)
        said = answer()
        return Reply(said if isinstance(said, str) else json.dumps(said))

    def regions(self, case: dict[str, Any]) -> dict[str, Any]:
        boxes = [self.seen(group.box) for group in self.truth.groups]
        self.parts = [self.whole, *sorted(boxes, key=lambda b: (b[0] - b[2]) * (b[3] - b[1]))]
        return {"regions": [{"box": framed(box, self.whole, case)} for box in boxes]}

    def components(self, case: dict[str, Any]) -> dict[str, Any]:
        part = self.parts.pop(0)
        nodes = [node for node in self.truth.nodes if inside(node.box, part)]
        return {"components": [{"box": framed(self.seen(n.box), part, case), "shape": n.shape} for n in nodes]}

    def lines(self, case: dict[str, Any]) -> dict[str, Any]:
        texts = [(text, box) for node in self.truth.nodes for text, box in lines_in(node.text, middle(node.box))]
        texts += [(group.text, title(group.box)) for group in self.truth.groups if group.text]
        texts += [(edge.label, edge.label_box) for edge in self.truth.edges if edge.label and edge.label_box]
        return {"lines": [{"text": text, "box": framed(self.seen(box), self.whole, case)} for text, box in texts]}

    def mermaid(self, case: dict[str, Any]) -> str:
        """The truth's edges under the ids that the case gives to the nodes and groups in their places."""
        id_of = named(self.truth.nodes, case["nodes"], self.whole, case)
        id_of |= named(self.truth.groups, case["groups"], self.whole, case)
        ends = [Node(id=name) for name in dict.fromkeys(id_of.values())]
        edges = [
            edge.model_copy(update={"source": id_of[edge.source], "target": id_of[edge.target]})
            for edge in self.truth.edges
            if {edge.source, edge.target} <= id_of.keys()
        ]
        return write_mermaid(FlowGraph(nodes=ends, edges=edges, direction=case["flow"])).text

    @property
    def whole(self) -> Box:
        assert self.truth.size
        return (0.0, 0.0, *map(float, self.truth.size))

    def seen(self, box: Box) -> Box:
        """A box as precisely as the model sees it."""
        reach = self.jitter * max(self.whole)
        return tuple((np.array(box) + self.rng.uniform(-reach, reach, 4)).tolist())


def framed(box: Box, part: Box, case: dict[str, Any]) -> list[float]:
    x0, y0, x1, y1 = part
    shares = (np.array(box).reshape(2, 2) - (x0, y0)) / (x1 - x0, y1 - y0)
    return (shares * (case["width"], case["height"])).ravel().round(1).tolist()


def inside(box: Box, part: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return part[0] <= x <= part[2] and part[1] <= y <= part[3]


def middle(box: Box) -> Box:
    """Middle of a node's text."""
    x0, y0, x1, y1 = np.array(box) @ np.array([[4, 0, 1, 0], [0, 4, 0, 1], [1, 0, 4, 0], [0, 1, 0, 4]]) / 5
    return (x0, y0, x1, y1)


def title(frame: Box) -> Box:
    return (frame[0] + 10, frame[1] + 4, frame[0] + 110, frame[1] + 24)


def lines_in(text: str, box: Box) -> list[tuple[str, Box]]:
    lines = text.split("\n")
    heights = np.linspace(box[1], box[3], len(lines) + 1)
    return [(line, (box[0], heights[i], box[2], heights[i + 1] - 1)) for i, line in enumerate(lines)]


def named(
    truth: Sequence[Node | Group], told: list[dict[str, Any]], whole: Box, case: dict[str, Any]
) -> dict[str, str]:
    if not told or not truth:
        return {}
    theirs = np.array([framed(element.box, whole, case) for element in truth])
    ours = np.array([element["box"] for element in told])
    nearest = np.abs(theirs[:, None] - ours[None]).sum(axis=2).argmin(axis=1)
    return {element.id: told[i]["id"] for element, i in zip(truth, nearest, strict=True)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--limit", type=int, default=None)
    options.add_argument("--jitter", type=float, default=0.0)
    options.add_argument("--outlines", default="drawn", choices=("drawn", "told"))
    options.add_argument("--style", type=Style, default=Style.DEFAULT)
    asked = options.parse_args()
    charts = (c for c in open_source("corpus", CORPUS).charts() if isinstance(c, Chart))
    rows = []
    for chart in tqdm(list(islice(charts, asked.limit)), unit="chart"):
        figure = draw(chart.graph, (asked.style,), engine="mermaidx", key=chart.id)[asked.style]
        graph = parse(figure.png, _team(AllSeeing(figure.graph, asked.jitter), asked.outlines)).graph
        rows += score_pair(graph, figure.graph, chart=chart.id, metrics=METRICS)
    for summary in summarise(rows, seed=0):
        print(f"{summary.metric:12} {summary.value or 0.0:.4f}")


def _team(model: AllSeeing, outlines: str) -> HMAS:
    return HMAS(
        environment_curator=ModelEnvironmentCurator(model),
        shape_hunter=ModelShapeHunter(model, outlines=outlines),
        text_spotter=ModelTextSpotter(model),
        fusion_arbiter=ModelFusionArbiter(model),
        topology_coder=ModelTopologyCoder(model),
    )


if __name__ == "__main__":
    main()
