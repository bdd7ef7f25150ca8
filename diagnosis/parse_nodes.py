"""Nodes read from pictures, against the drawings they were made from.

    python -m diagnosis.parse_nodes --flowexplainbench DIR [--split dev|held] [--degrade half|jpeg60] [--diagnose OUT]
    python -m diagnosis.parse_nodes --drawn DIR ...

DIR holds ``images/CHART/original.png`` with ``flowchart.svg`` and ``dataset.json`` (FlowExplainBench), or,
for --drawn, ``NAME.png`` with ``NAME.json`` (a FlowGraph with boxes). Prints node and group F1 at IoU 0.7,
the share of matched nodes with the right shape name, and seconds of one core a picture.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import shapely
from scipy.optimize import linear_sum_assignment

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter
from diagramloop.errors import FormatError
from diagramloop.graph import Box, FlowGraph
from diagramloop.render.mermaid_svg import read_mermaid_svg

MATCH = 0.7


@dataclass
class Tally:
    """Counts over all pictures of a run."""

    matched: int = 0
    missed: int = 0
    invented: int = 0
    named: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong_names: Counter[str] = field(default_factory=Counter)

    @property
    def f1(self) -> float:
        return 2 * self.matched / max(1, 2 * self.matched + self.missed + self.invented)


@dataclass(frozen=True)
class Item:
    """One picture with its truth."""

    name: str
    picture: RGB
    truth: FlowGraph


def flowexplainbench(folder: Path) -> Iterator[Item]:
    from diagramloop.graph.mermaid import read_mermaid

    rows = json.loads((folder / "dataset.json").read_text(encoding="utf-8")).values()
    sources = {row["key"]: row["mermaid"] for row in rows}
    for place in sorted((folder / "images").iterdir()):
        picture = read_picture(place / "original.png")
        svg = (place / "flowchart.svg").read_text(encoding="utf-8")
        unscaled = read_mermaid_svg(svg)
        drawn = read_mermaid_svg(svg, scale=picture.shape[1] / (unscaled.size or (1, 1))[0])
        try:
            written = read_mermaid(sources[place.name]).node_by_id
        except FormatError as error:  # its nodes are counted, their shapes are not
            print(f"{place.name}: {error}")
            written = {}
        nodes = [n.model_copy(update={"shape": written[n.id].shape if n.id in written else ""}) for n in drawn.nodes]
        yield Item(place.name, picture, drawn.replace(nodes=tuple(nodes)))


def drawn_here(folder: Path) -> Iterator[Item]:
    for place in sorted(folder.glob("*.json")):
        truth = json.loads(place.read_text(encoding="utf-8"))
        truth.pop("schema", None)
        yield Item(place.stem, read_picture(place.with_suffix(".png")), FlowGraph.model_validate(truth))


def degraded(item: Item, how: str) -> Item:
    if how == "half":
        small = cv2.resize(item.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return Item(item.name, small, _scaled(item.truth, 0.5))
    if how == "jpeg60":
        _, data = cv2.imencode(".jpg", item.picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 60])
        return Item(item.name, read_picture(data.tobytes()), item.truth)
    return item


def _scaled(graph: FlowGraph, by: float) -> FlowGraph:
    def update(element):  # type: ignore[no-untyped-def]
        return element.model_copy(update={"box": tuple(v * by for v in element.box)})

    return graph.replace(nodes=tuple(map(update, graph.nodes)), groups=tuple(map(update, graph.groups)))


def in_split(name: str, split: str) -> bool:
    dev = hashlib.sha256(name.encode()).digest()[0] % 2 == 0
    return split == "all" or (split == "dev") == dev


def shape_box(shape: Shape) -> Box:
    x, y = zip(*shape.polygon, strict=True)
    return (min(x), min(y), max(x), max(y))


def match(truth: list[Box], found: list[Box]) -> list[tuple[int, int]]:
    """One-to-one pairs with IoU of at least MATCH, maximal in their sum."""
    if not truth or not found:
        return []
    a, b = (shapely.box(*np.array(boxes).T)[:, None] for boxes in (truth, found))
    common = shapely.area(shapely.intersection(a, b.T))
    iou = common / (shapely.area(a) + shapely.area(b.T) - common)
    rows, columns = linear_sum_assignment(-np.where(iou >= MATCH, iou, 0.0))
    return [(int(r), int(c)) for r, c in zip(rows, columns, strict=True) if iou[r, c] >= MATCH]


def measure(items: Iterator[Item], args: argparse.Namespace) -> None:
    nodes, groups = Tally(), Tally()
    gallery = Gallery(args.diagnose) if args.diagnose else None
    for item in items:
        if not in_split(item.name, args.split) or args.only not in item.name:
            continue
        item = degraded(item, args.degrade)
        start = time.process_time()
        environment = EmbeddedEnvironmentCurator().survey(item.picture)
        shapes = EmbeddedShapeHunter().hunt(item.picture, environment)
        nodes.seconds.append(time.process_time() - start)
        for role, tally, truth in (("node", nodes, item.truth.nodes), ("group", groups, item.truth.groups)):
            count(item, truth, [s for s in shapes if s.role == role], tally, gallery, environment)
    report(nodes, groups)
    if gallery:
        gallery.write()


def count(item, truth, found, tally, gallery, environment) -> None:  # type: ignore[no-untyped-def]
    boxes = [shape_box(s) for s in found]
    pairs = match([e.box for e in truth], boxes)
    tally.matched += len(pairs)
    missed = sorted(set(range(len(truth))) - {t for t, _ in pairs})
    invented = sorted(set(range(len(found))) - {f for _, f in pairs})
    tally.missed, tally.invented = tally.missed + len(missed), tally.invented + len(invented)
    for t, f in pairs:
        wanted = getattr(truth[t], "shape", "")
        tally.named += wanted in (found[f].name, "")
        if wanted not in (found[f].name, ""):
            tally.wrong_names[f"{wanted} read as {found[f].name}"] += 1
            if gallery:
                gallery.add(f"name-{wanted}-as-{found[f].name}", item, truth[t].box, boxes)
    if gallery:
        for t in missed:
            gallery.add(cause_of_miss(truth[t].box, boxes, environment), item, truth[t].box, boxes)
        for f in invented:
            gallery.add(f"invented-{found[f].role}-{found[f].name}", item, boxes[f], boxes)


def cause_of_miss(box: Box, boxes: list[Box], environment: Environment) -> str:
    """Fate of the true node, as far as the boxes tell."""
    area = shapely.box(*box)
    others = [shapely.box(*b) for b in boxes]
    if any(shapely.intersection(area, o).area > 0.9 * area.area for o in others):
        return "missed-within-larger"
    parts = sum(o.area > 0.1 * area.area and shapely.intersection(area, o).area > 0.8 * o.area for o in others)
    if parts:
        return "missed-in-parts" if parts > 1 else "missed-too-small"
    return "missed-tiny" if min(box[2] - box[0], box[3] - box[1]) < 1.5 * environment.text_height else "missed-unseen"


class Gallery:
    """Crops sorted by cause: the element in red, what was found in green."""

    SIDE, PER_SHEET = 300, 24

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.crops: dict[str, list[tuple[str, RGB]]] = {}

    def add(self, cause: str, item: Item, box: Box, found: list[Box]) -> None:
        crops = self.crops.setdefault(cause, [])
        x0, y0, x1, y1 = (round(v) for v in box)
        pad = max(20, (x1 - x0) // 4, (y1 - y0) // 4)
        left, top = max(0, x0 - pad), max(0, y0 - pad)
        crop = item.picture[top : y1 + pad, left : x1 + pad].copy()
        for b, colour in [*((b, (0, 170, 0)) for b in found), (box, (220, 0, 0))]:
            p, q = (round(b[0]) - left, round(b[1]) - top), (round(b[2]) - left, round(b[3]) - top)
            cv2.rectangle(crop, p, q, colour, 1)
        crops.append((f"{item.name} {x0} {y0} {x1} {y1}", crop))

    def write(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for cause, crops in sorted(self.crops.items(), key=lambda pair: -len(pair[1])):
            print(f"{len(crops):5d} {cause}  e.g. {crops[0][0]}")
            tiles = [self._tile(crop) for _, crop in crops[: self.PER_SHEET]]
            tiles += [np.full_like(tiles[0], 200)] * (-len(tiles) % 6)
            rows = [np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)]
            cv2.imwrite(str(self.folder / f"{cause}.png"), np.vstack(rows)[:, :, ::-1])

    def _tile(self, crop: RGB) -> RGB:
        scale = min((self.SIDE - 6) / max(crop.shape[:2]), 3.0)
        small = cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.full((self.SIDE, self.SIDE, 3), 200, np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        return tile


def report(nodes: Tally, groups: Tally) -> None:
    for role, tally in (("nodes", nodes), ("groups", groups)):
        counts = f"matched {tally.matched}, missed {tally.missed}, invented {tally.invented}"
        print(f"{role}: F1 {tally.f1:.4f} ({counts})")
    print(f"shape names right: {nodes.named / max(1, nodes.matched):.4f} {dict(nodes.wrong_names.most_common(8))}")
    if nodes.seconds:
        print(f"seconds: median {np.median(nodes.seconds):.3f}, max {max(nodes.seconds):.3f}, n {len(nodes.seconds)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--flowexplainbench", type=Path, metavar="DIR")
    which.add_argument("--drawn", type=Path, metavar="DIR")
    parser.add_argument("--split", choices=("all", "dev", "held"), default="all")
    parser.add_argument("--degrade", choices=("none", "half", "jpeg60"), default="none")
    parser.add_argument("--diagnose", type=Path, metavar="OUT", help="write crops of every miss, sorted by cause")
    parser.add_argument("--only", default="", help="charts whose name contains this")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    items = flowexplainbench(args.flowexplainbench) if args.flowexplainbench else drawn_here(args.drawn)
    measure(items, args)


if __name__ == "__main__":
    main()
