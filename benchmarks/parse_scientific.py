"""Drawings in the manner of scientific papers read from pixels, by what each puts in the foreground.

    python benchmarks/parse_scientific.py DIR [--split dev|held|all] [--focus NAME] [--diagnose OUT]

DIR is what scientific_drawings.py wrote; its drawings are split in halves by the SHA-256 of their names. Prints F1 of
nodes, groups (both by place) and directed edges; with --diagnose, every wrong edge is filed by its cause.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

import cv2
from parse_edge_causes import diagnose
from parse_nodes import drawn_here, in_split

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.parse import parse
from diagramloop.score.alignment import align
from diagramloop.score.counts import Counts

PARTS = ("nodes", "groups", "edges")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--split", choices=["dev", "held", "all"], default="all")
    options.add_argument("--focus", default="")
    options.add_argument("--diagnose", type=Path, metavar="OUT")
    asked = options.parse_args()
    cv2.setNumThreads(1)
    rows: dict[str, dict[str, Counts]] = defaultdict(lambda: dict.fromkeys(PARTS, Counts(0, 0, 0, 0)))
    start, count = time.perf_counter(), 0
    for item in drawn_here(asked.folder):
        focus = item.name.rpartition("-")[0]
        if not in_split(item.name, asked.split) or asked.focus not in ("", focus):
            continue
        count += 1
        try:
            parsed = parse(item.picture)
        except DiagramloopError as error:
            print(f"{item.name}: {error.reason}: {error}")
            parsed = None
        alignment = align(parsed.graph if parsed else FlowGraph(), item.truth, threshold=0.5)
        for part in PARTS:
            rows[focus][part] += getattr(alignment, part).counts
            rows["all"][part] += getattr(alignment, part).counts
        if asked.diagnose and parsed:
            diagnose(item.name, parsed, item.truth, asked.diagnose)
    for focus, counts in sorted(rows.items(), key=lambda row: row[0] == "all"):
        print(f"{focus:16}", "  ".join(_cell(part, counts[part]) for part in PARTS))
    print(f"{count} drawings, {(time.perf_counter() - start) / max(1, count):.2f} s each")


def _cell(part: str, counts: Counts) -> str:
    return f"{part} {counts.f1:.3f} ({counts.found:.0f}/{counts.gold:.0f} -{counts.false_positives:.0f})"


if __name__ == "__main__":
    main()
