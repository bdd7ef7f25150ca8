"""Accuracy and speed of the Text Spotter and the Fusion Arbiter on the FlowExplainBench pictures.

    python -m diagnosis.parse_text DATA [--split dev|held] [--shapes gold|found] [--degrade half|jpeg60]

DATA holds flowexplainbench/. ``--diagnose DIR`` writes one strip of crops per cause of a miss. Texts are
compared after removing white space and unifying quotes. Labels count as found when a free text's centre
lies in the gold label's box.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.blackboard import RGB, Blackboard, Environment, Shape
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from diagramloop.graph import Box, FlowGraph, Node
from diagramloop.render.mermaid_svg import read_mermaid_svg

QUOTES = str.maketrans('’‘`"“”´', "'" * 7)


@dataclass(frozen=True)
class Sample:
    """A picture with what is drawn on it; ``scale`` is pixels per unit of the SVG."""

    name: str
    picture: RGB
    gold: FlowGraph
    scale: float


@dataclass(frozen=True)
class Case:
    """One gold text, what was read there, and where it lies."""

    kind: str
    sample: str
    gold: str
    read: str | None
    cause: str
    crop: RGB

    @property
    def exact(self) -> bool:
        return self.read is not None and folded(self.read) == folded(self.gold)


def folded(text: str) -> str:
    return "".join(text.translate(QUOTES).split())


def samples(folder: Path, split: str, degrade: str) -> Iterator[Sample]:
    for path in sorted((folder / "flowexplainbench" / "images").iterdir()):
        if split == "all" or (hashlib.sha256(path.name.encode()).digest()[0] % 2 == 0) == (split == "dev"):
            yield sample(path, degrade)


def sample(path: Path, degrade: str) -> Sample:
    image = Image.open(path / "original.png").convert("RGB")
    if degrade == "half":
        image = image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)
    if degrade == "jpeg60":
        stream = io.BytesIO()
        image.save(stream, "JPEG", quality=60)
        image = Image.open(stream).convert("RGB")
    svg = (path / "flowchart.svg").read_text()
    scale = image.width / float(re.search(r'viewBox="([^"]+)"', svg)[1].split()[2])  # type: ignore[index]
    return Sample(path.name, np.array(image), read_mermaid_svg(svg, scale), scale)


def gold_shapes(item: Sample) -> tuple[Shape, ...]:
    return tuple(
        Shape(node.polygon or (), "rect", "node", _border(item, node), (255, 255, 255), 1.0) for node in item.gold.nodes
    )


def _border(item: Sample, node: Node) -> float:
    """Width of what differs from the node's colour around the left end of its middle row."""
    x0, y0, _, y1 = (round(v) for v in node.box or (0, 0, 0, 0))
    row = item.picture[(y0 + y1) // 2, max(0, x0 - 9) : x0 + 10].astype(int)
    inside = item.picture[(y0 + y1) // 2, min(x0 + 12, item.picture.shape[1] - 1)].astype(int)
    page = item.picture[0, 0].astype(int)
    return float((np.minimum(abs(row - inside).max(1), abs(row - page).max(1)) > 30).sum())


def hunted_shapes(item: Sample, environment: Environment) -> tuple[Shape, ...]:
    from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter

    return EmbeddedShapeHunter().hunt(item.picture, environment)


def cases(item: Sample, board: Blackboard) -> Iterator[Case]:
    for node in item.gold.nodes:
        box = node.box or (0, 0, 0, 0)
        found = next((n for n in board.nodes if _iou(_bounds(n.shape.polygon), box) > 0.5), None)
        read = found.text if found else None
        yield Case("node", item.name, node.text, read, _cause(node.text, read), _cut(item, box))
    for edge in item.gold.edges:
        if edge.label and edge.label_box:
            hits = [t.text for t in board.labels if _inside(t.box, edge.label_box)]
            read = hits[0] if hits else None
            yield Case(
                "label",
                item.name,
                edge.label,
                read,
                _cause(edge.label, read),
                _cut(item, edge.label_box),
            )


def _cause(gold: str, read: str | None) -> str:
    if read is None:
        return "not found"
    gold, read = folded(gold), folded(read)
    if gold == read:
        return "exact"
    if len(read) < len(gold) and gold.startswith(read):
        return "end not visible"  # look at the gallery: the picture cuts these off
    if len(read) <= len(gold) and gold.startswith(read[:-1]):
        return "last glyph cut"
    if read.endswith(gold) or read.startswith(gold):
        return "neighbour ink"
    if not read or Levenshtein.distance(gold, read) > 0.3 * len(gold):
        return "line missed"
    return "quotes" if gold.replace("'", "") == read.replace("'", "") else "glyphs"


def _bounds(polygon: Sequence[tuple[float, float]]) -> Box:
    points = np.array(polygon)
    return (*points.min(axis=0).tolist(), *points.max(axis=0).tolist())


def _iou(a: Box, b: Box) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(0.0, width) * max(0.0, height)
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def _inside(box: Box, frame: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return frame[0] <= x <= frame[2] and frame[1] <= y <= frame[3]


def _cut(item: Sample, box: Box) -> RGB:
    x0, y0, x1, y1 = (max(0, round(v)) for v in box)
    return item.picture[max(0, y0 - 4) : y1 + 4, max(0, x0 - 4) : x1 + 4]


def gallery(misses: Sequence[Case], path: Path) -> None:
    """One row per miss: the crop, what it should be, what was read."""
    sheet = Image.new("RGB", (1300, 70 * min(len(misses), 40)), "white")
    draw = ImageDraw.Draw(sheet)
    for row, case in enumerate(misses[:40]):
        crop = Image.fromarray(case.crop)
        crop.thumbnail((420, 66), Image.Resampling.LANCZOS)
        sheet.paste(crop, (0, 70 * row))
        draw.text((430, 70 * row + 10), f"{case.sample}  gold: {case.gold}", fill="black")
        draw.text((430, 70 * row + 35), f"read: {case.read}", fill="red")
    sheet.save(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=("dev", "held", "all"), default="all")
    parser.add_argument("--shapes", choices=("gold", "found"), default="gold")
    parser.add_argument("--degrade", choices=("none", "half", "jpeg60"), default="none")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--diagnose", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    spotter, lines = EmbeddedTextSpotter(), 0
    everything: list[Case] = []
    seconds: list[tuple[int, float]] = []
    for _, item in zip(range(options.limit), samples(options.data, options.split, options.degrade), strict=False):
        environment = EmbeddedEnvironmentCurator().survey(item.picture)
        shapes = gold_shapes(item) if options.shapes == "gold" else hunted_shapes(item, environment)
        start = time.process_time()
        found = spotter.spot(item.picture, environment, shapes)
        seen = Blackboard(item.picture, environment=environment, shapes=shapes, lines=found)
        board = EmbeddedFusionArbiter().fuse(seen)
        seconds.append((len(item.gold.nodes), time.process_time() - start))
        lines += len(found)
        everything += cases(item, board)
    report(everything, seconds, lines)
    if options.diagnose:
        options.diagnose.mkdir(parents=True, exist_ok=True)
        for kind, cause in sorted({(c.kind, c.cause) for c in everything if not c.exact}):
            gallery(
                [c for c in everything if (c.kind, c.cause) == (kind, cause)], options.diagnose / f"{kind}_{cause}.png"
            )


def report(everything: list[Case], seconds: list[tuple[int, float]], lines: int) -> None:
    for kind in ("node", "label"):
        some = [case for case in everything if case.kind == kind]
        distance = sum(Levenshtein.distance(folded(c.gold), folded(c.read or "")) for c in some)
        print(
            f"{kind:6} n={len(some)} found={np.mean([c.read is not None for c in some]):.4f}"
            f" exact={np.mean([c.exact for c in some]):.4f}"
            f" character error={distance / sum(len(folded(c.gold)) for c in some):.4f}"
            f" causes={dict(Counter(c.cause for c in some).most_common())}"
        )
    spaced = [c for c in everything if c.exact]
    same = [" ".join((c.read or "").split()) == " ".join(c.gold.split()) for c in spaced]
    print(f"white space too, of the exact: {np.mean(same):.4f}")
    total = sum(s for _, s in seconds)
    print(f"{1000 * total / max(1, lines):.1f} ms a line, {lines} lines, {total:.1f} s")
    for low, high in ((0, 12), (13, 24), (25, 45)):
        part = [s for n, s in seconds if low <= n <= high]
        if part:
            print(f"{low}-{high} nodes: {len(part)} charts, mean {np.mean(part):.3f} s, largest {max(part):.3f} s")


if __name__ == "__main__":
    main()
