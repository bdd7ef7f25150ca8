"""Edge F1 and processor time of readers on families of pages: the default against those that look once.

    OMP_NUM_THREADS=1 python -m benchmarks.parse_readers DATA [--pages 8] [--families hand ...] [--readers ...]
        [--pictures FOLDER]

DATA is the folder of the data sets; families whose folder is not there are told and left out. --pictures adds a family
of one's own: NAME.png or NAME.jpg beside NAME.json with `nodes` (id, text) and `edges` (source, target), met by
their texts. Who reads and what is read is in parse_readers.yaml. A line a family and reader: mean edge F1 by place
where the truth has places, seconds of processor time a page, pages refused; for a default, what it costs as a multiple
of the reader of one look that does best there, and how much more it gets right.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import yaml

from benchmarks.training._checked_readings import CORPUS
from diagramloop.data.sources import Chart, open_source
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.calibration import verdict
from diagramloop.evaluation.contestants.parsers import Parser, graph_read, parser
from diagramloop.graph import Edge, FlowGraph, Node

_DECLARED = Path(__file__).with_suffix(".yaml")


@dataclass(frozen=True)
class Readings:
    """Readings of a family's pages by one reader.

    Attributes:
        edge_f1: of each page; 0 of one that was refused.
        seconds: of processor time, all together.
        refused: number of pages.
    """

    edge_f1: tuple[float, ...]
    seconds: float
    refused: int

    @property
    def mean_f1(self) -> float:
        """Mean edge F1 of the pages."""
        return float(np.mean(self.edge_f1))

    def told(self, best: Readings | None = None) -> str:
        """One line; where ``best`` is given, held against it."""
        pages = len(self.edge_f1)
        line = f"F1 {self.mean_f1:.3f}  {self.seconds / pages:6.2f} s/page  {self.refused} of {pages} refused"
        if best is None:
            return line
        return f"{line}  cost x{self.seconds / best.seconds:.2f}  gain {self.mean_f1 - best.mean_f1:+.3f}"


def read_by(reader: Parser, pages: list[tuple[bytes, FlowGraph]]) -> Readings:
    """The readings of pages, each a picture and its truth."""
    scores, refused, start = [], 0, time.process_time()
    for picture, truth in pages:
        try:
            scores.append(verdict(graph_read(reader, picture, "the reader")[0], truth).edge_f1)
        except DiagramloopError:
            scores.append(0.0)
            refused += 1
    return Readings(tuple(scores), time.process_time() - start, refused)


def pages_of(parts: list[Mapping[str, Any]], data: Path, count: int) -> list[tuple[bytes, FlowGraph]]:
    """Pictures of a family with their truth, as many of each part.

    Raises:
        SourceError: the folder of a part is not there.
    """
    pages = []
    for part in parts:
        root = CORPUS if part["folder"] == "corpus" else data / part["folder"]
        charts = open_source(part["source"], root, **part["options"]).charts()
        drawn = (chart for chart in charts if isinstance(chart, Chart) and chart.picture)
        share = -(-count // len(parts))
        pages += [
            (chart.picture or b"", chart.graph) for chart in islice(drawn, 0, part["every"] * share, part["every"])
        ]
    return pages


def own_pages(folder: Path, count: int) -> Iterator[tuple[bytes, FlowGraph]]:
    """Pictures of a folder with the truth beside them."""
    pictures = (path for path in sorted(folder.iterdir()) if path.suffix in (".png", ".jpg"))
    for picture in islice(pictures, count):
        truth = json.loads(picture.with_suffix(".json").read_text("utf-8"))
        nodes = tuple(Node(id=node["id"], text=node["text"]) for node in truth["nodes"])
        edges = tuple(Edge(source=edge["source"], target=edge["target"]) for edge in truth["edges"])
        yield picture.read_bytes(), FlowGraph(nodes=nodes, edges=edges)


def lines(readers: Mapping[str, Parser], defaults: list[str], pages: list[tuple[bytes, FlowGraph]]) -> Iterator[str]:
    """A line for each reader of pages, the defaults held against the best of the others."""
    singles = {name: read_by(reader, pages) for name, reader in readers.items() if name not in defaults}
    best = max(singles.values(), key=lambda readings: readings.mean_f1, default=None)
    for name, readings in singles.items():
        yield f"{name:12} {readings.told()}"
    for name in (name for name in readers if name in defaults):
        yield f"{name:12} {read_by(readers[name], pages).told(best)}"


def families(
    declared: Mapping[str, Any], given: argparse.Namespace
) -> Iterator[tuple[str, list[tuple[bytes, FlowGraph]]]]:
    """The pages of each family that is asked for, by its name."""
    for family in given.families:
        try:
            yield family, pages_of(declared["families"][family], given.data, given.pages)
        except DiagramloopError as error:
            print(f"{family:12} left out: {error}", flush=True)
    if given.pictures:
        yield given.pictures.name, list(own_pages(given.pictures, given.pages))


def main() -> None:
    cv2.setNumThreads(1)
    declared = yaml.safe_load(_DECLARED.read_text("utf-8"))
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("data", type=Path)
    command.add_argument("--pages", type=int, default=8, help="of each family")
    command.add_argument("--families", nargs="*", choices=list(declared["families"]), default=declared["families"])
    command.add_argument("--readers", nargs="+", choices=list(declared["readers"]), default=declared["readers"])
    command.add_argument("--pictures", type=Path)
    given = command.parse_args()
    chosen = {name: declared["readers"][name] for name in given.readers}
    readers = {name: parser(configured["make"], **configured.get("options", {})) for name, configured in chosen.items()}
    for family, pages in families(declared, given):
        for line in lines(readers, declared["defaults"], pages):
            print(f"{family:12} {line}", flush=True)


if __name__ == "__main__":
    main()
