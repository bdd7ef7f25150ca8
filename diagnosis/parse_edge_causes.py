"""Why edges of pictures were missed or invented: a crop of each wrong edge under OUT/CAUSE.

    python -m diagnosis.parse_edge_causes SOURCE ROOT OUT [--options JSON] [--every N] [--gold-nodes]

SOURCE is a data set whose charts have pictures and places: ``flowexplainbench``, or one of conf/source such as
``diagramloop.data.sources.drawn:DrawnCharts`` with ``--options '{"look": "pen", "capture": "phone", "split": "dev"}'``.
``--gold-nodes`` gives the parser the true nodes and label boxes, so that edges alone can be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

import cv2
import typer

from diagnosis._edge_crops import diagnose
from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse.ablation import NoShapeHunter, NoTextSpotter
from diagramloop.engines.parse.blackboard import Blackboard, FreeText, GroundedGroup, GroundedNode, Shape
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, Group, Node

BORDER_PX = 2.0  # of the true nodes' borders


@dataclass(frozen=True)
class GoldArbiter:
    """Grounds the true nodes, groups and label boxes."""

    truth: FlowGraph

    def fuse(self, board: Blackboard) -> Blackboard:
        names = {node.id: f"N{i}" for i, node in enumerate(self.truth.nodes, 1)}
        names |= {group.id: f"G{i}" for i, group in enumerate(self.truth.groups, 1)}
        nodes = (
            GroundedNode(names[n.id], _shape(n, "node"), n.text, names.get(n.group or ""), 1.0)
            for n in self.truth.nodes
        )
        groups = (
            GroundedGroup(names[g.id], _shape(g, "group"), g.text, None, names.get(g.parent or ""), 1.0)
            for g in self.truth.groups
        )
        labels = (FreeText(e.label_box, e.label, 1.0) for e in self.truth.edges if e.label_box and e.label)
        return replace(board, nodes=tuple(nodes), groups=tuple(groups), labels=tuple(labels))


def pictured(source: str, root: Path, options: str, every: int) -> Iterator[Chart]:
    """One in ``every`` charts that have a picture."""
    charts = open_source(source, root, **json.loads(options)).charts()
    yield from islice((c for c in charts if isinstance(c, Chart) and c.picture), 0, None, every)


def main(source: str, root: Path, out: Path, options: str = "{}", every: int = 1, gold_nodes: bool = False) -> None:
    """File a crop of every wrong edge."""
    cv2.setNumThreads(1)
    for chart in pictured(source, root, options, every):
        told = HMAS(shape_hunter=NoShapeHunter(), text_spotter=NoTextSpotter(), fusion_arbiter=GoldArbiter(chart.graph))
        try:
            parsed = parse(chart.picture or b"", told if gold_nodes else None)
        except DiagramloopError as error:
            print(f"{chart.id}: {error.reason}: {error}")
            continue
        diagnose(chart.id, parsed, chart.graph, out)


def _shape(element: Node | Group, role: Literal["node", "group"]) -> Shape:
    x0, y0, x1, y1 = element.box or (0, 0, 0, 0)
    polygon = getattr(element, "polygon", None) or ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Shape(polygon, getattr(element, "shape", "") or "rect", role, BORDER_PX, (255, 255, 255), 1.0)


if __name__ == "__main__":
    typer.run(main)
