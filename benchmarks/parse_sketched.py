"""Hand-drawn, photographed and small charts read from pixels, against the charts they were made from.

    python benchmarks/parse_sketched.py CHARTS [--look print|rough|pen] [--paper plain|lined|squared|dotted|whiteboard]
        [--capture file|half|third|quarter|photo|phone] [--turned 0|90|180|270] [--fonts FOLDER]
        [--split dev|held] [--every N] [--only NAME] [--save OUT] [--diagnose OUT]

CHARTS is a folder of Mermaid (``corpus/charts``), FlowExplainBench's (with ``dataset.json``) or of BPMN models (by the
pen alone). Looks: printed (one of the four styles), Mermaid's hand-drawn one, and a pen on paper
(``sketched_drawings``; by default each chart has a paper of its own); captures: see ``photographs``. Charts, and the
fonts of handwriting in FOLDER, are split by the SHA-256 of their names; the hand and the camera are seeded by the name.
Elements are matched by place and, in brackets, by text. With --save the pictures are kept, with --diagnose a crop of
each wrong edge by its cause.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from drawing_papers import PAPERS
from handwriting import Handwriting
from parse_edge_causes import diagnose
from parse_nodes import in_split
from photographs import CAMERAS, SMALLER, captured, turned
from sketched_drawings import laid_out, modelled, penned, printed, rough

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.parse import parse
from diagramloop.parse.blackboard import RGB
from diagramloop.render.fonts import assets
from diagramloop.score.alignment import align, align_by_text
from diagramloop.score.counts import Counts
from diagramloop.score.exact import edge_label

NOTHING = Counts(0, 0, 0, 0)


def charts(place: Path) -> Iterator[tuple[str, str | bytes]]:
    """Names and Mermaid, or BPMN as bytes, of the charts in a folder."""
    if (place / "dataset.json").is_file():
        rows = json.loads((place / "dataset.json").read_text(encoding="utf-8")).values()
        yield from sorted({row["key"]: row["mermaid"] for row in rows}.items())
    else:
        for path in sorted(place.rglob("*.mmd")):
            yield path.stem, path.read_text(encoding="utf-8")
        for path in sorted(place.rglob("*.bpmn")):
            yield path.stem, path.read_bytes()


def picture(name: str, chart: str | bytes, options: argparse.Namespace) -> tuple[RGB, FlowGraph]:
    """As drawn and captured, with its truth."""
    seed = np.frombuffer(hashlib.sha256(name.encode()).digest(), np.uint32)
    rng = np.random.default_rng(seed)
    kind = options.paper or str(rng.choice(PAPERS))
    if options.look == "pen":
        graph = modelled(chart) if isinstance(chart, bytes) else laid_out(chart)
        drawn = penned(graph, _writing(options, rng), kind, isinstance(chart, bytes), rng), graph
    else:
        drawn = (rough if options.look == "rough" else printed)(str(chart))
    seen, truth = captured(*drawn, options.capture, rng, glare=kind == "whiteboard")
    return turned(seen, truth, options.turned // 90)


def _writing(options: argparse.Namespace, rng: np.random.Generator) -> Handwriting:
    """One of the fonts in the folder, of the split's own."""
    fonts = sorted(path for path in options.fonts.iterdir() if in_split(path.stem, options.split))
    if not fonts:
        raise DiagramloopError(f"no font of the split {options.split!r} in {options.fonts}")
    return Handwriting(fonts[rng.integers(len(fonts))])


class Table:
    """Counts of all charts."""

    def __init__(self) -> None:
        self._counts: dict[str, Counts] = defaultdict(lambda: NOTHING)
        self._seconds: list[float] = []

    def add(self, name: str, found: FlowGraph, truth: FlowGraph, seconds: float) -> None:
        placed, written = align(found, truth), align_by_text(found, truth)
        row = {
            "nodes": placed.nodes.counts,
            "nodes by text": written.nodes.counts,
            "groups": placed.groups.counts,
            "edges": placed.edges.counts,
            "edges by text": written.edges.counts,
            "labels": edge_label(found, truth, placed),
        }
        cells = (f"{part} {c.found:.0f}/{c.gold:.0f} -{c.false_positives:.0f}" for part, c in row.items())
        print(f"{name[:28]:28} {'  '.join(cells)}  {seconds:.1f} s", flush=True)
        for part, counts in row.items():
            self._counts[part] += counts
        self._seconds.append(seconds)

    def report(self) -> None:
        for part, c in self._counts.items():
            print(f"{part:14} F1 {c.f1:.4f}  ({c.found:.0f} of {c.gold:.0f}, {c.false_positives:.0f} invented)")
        print(f"{len(self._seconds)} charts, median {np.median(self._seconds):.2f} s, most {max(self._seconds):.1f} s")


def main() -> None:
    options = _options()
    cv2.setNumThreads(1)
    table = Table()
    chosen = (c for c in charts(options.charts) if in_split(c[0], options.split) and options.only in c[0])
    for name, chart in islice(chosen, 0, None, options.every):
        try:
            seen, truth = picture(name, chart, options)
        except DiagramloopError as error:
            print(f"{name} not drawn: {error}")
            continue
        if options.save:
            _save(options.save, f"{name}-{options.look}-{options.capture}", seen, truth)
        start = time.perf_counter()
        try:
            parsed = parse(seen)
        except DiagramloopError as error:
            print(f"{name}: {error.reason}: {error}")
            table.add(name, FlowGraph(), truth, time.perf_counter() - start)
            continue
        table.add(name, parsed.graph, truth, time.perf_counter() - start)
        if options.diagnose:
            diagnose(name, parsed, truth, options.diagnose)
    table.report()


def _save(folder: Path, name: str, seen: RGB, truth: FlowGraph) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.png"), seen[:, :, ::-1])
    (folder / f"{name}.json").write_text(json.dumps(truth.to_dict()), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("charts", type=Path)
    parser.add_argument("--look", choices=["print", "rough", "pen"], default="pen")
    parser.add_argument("--paper", choices=PAPERS)
    parser.add_argument("--capture", choices=["file", *SMALLER, *CAMERAS], default="file")
    parser.add_argument("--turned", type=int, choices=[0, 90, 180, 270], default=0, help="degrees to the left")
    parser.add_argument("--fonts", type=Path, default=assets() / "fonts", help="that the pen writes")
    parser.add_argument("--split", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--diagnose", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
