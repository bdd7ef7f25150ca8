"""Fit what tells diagrams from charts of data, tables and photographs, and say how often it is right on others.

    python -m benchmarks.training.kinds_of_figures [--count 24] [--held-count 24] [--write]

Trees are grown on drawings of manners, chart types and photographs that the held ones have none of; the held ones are
only measured. Each figure is read as pixels,
as drawn and as scanned, and where it has a drawing, also by its geometry. With --write weights,
record and lineage go to diagramloop/documents/weights.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.training._boosting import Boosting
from benchmarks.training._figures_of_kinds import KnownFigure, figures_of
from benchmarks.training._scans import scanned
from diagramloop.documents import kinds
from diagramloop.documents.kind_features import SIGNS, signs, without_pixels
from diagramloop.documents.kinds import DIAGRAMS, KINDS, KindWeights
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.lineage import fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.parse import parse, read_picture, read_svg
from diagramloop.render.sanitised_svg import rasterised
from diagramloop.synth.drawing import random_numbers
from diagramloop.training.language.learned import Learned, release

WEIGHTS = Path(kinds.__file__).parent / "weights"

Rows = NDArray[np.float64]


def rows_of(figures: Sequence[KnownFigure]) -> tuple[Rows, list[str]]:
    """Signs and kinds of the figures: of each by its pixels, as drawn and as scanned, and by geometry where its drawing
    connects anything.
    """
    rows, told = [], []
    for figure in figures:
        for picture in (figure.picture, scanned(figure.picture, random_numbers(f"scan-{figure.id}"))):
            rows.append(signs(read_picture(picture), _by_pixels(picture)))
            told.append(figure.kind)
        if figure.svg and (row := _by_geometry(figure.svg)) is not None:
            rows.append(row)
            told.append(figure.kind)
    return np.array(rows), told


def _by_pixels(picture: bytes) -> FlowGraph | None:
    try:
        return parse(picture).graph
    except DiagramloopError:
        return None


def _by_geometry(svg: str) -> Rows | None:
    try:
        read = read_svg(svg)
    except DiagramloopError:
        return None
    if not read.graph.edges or read.graph.size is None:
        return None
    return signs(read_picture(rasterised(read.drawing, *read.graph.size)), read.graph)


def fitted(rows: Rows, told: Sequence[str]) -> KindWeights:
    """Trees for each kind, all of which count the same; of diagrams, also by their graphs alone."""
    diagrams = [at for at, kind in enumerate(told) if kind in DIAGRAMS]
    rows = np.concatenate([rows, without_pixels(rows[diagrams])])
    told = [*told, *(told[at] for at in diagrams)]
    growing, counts = Boosting(SIGNS, {}, trees=40, least_leaf=6), Counter(told)
    weights = np.array([1 / counts[kind] for kind in told])
    return KindWeights(
        {kind: growing.fit(rows, np.array([float(one == kind) for one in told]), weights) for kind in KINDS}
    )


def measured(weights: KindWeights, rows: Rows, told: Sequence[str]) -> tuple[dict[str, float], str]:
    """The shares that are right, of diagram or not and of the kind; and what was taken for what."""
    said = weights.probabilities(rows)
    diagram = said[:, : len(DIAGRAMS)].sum(axis=1) >= 0.5
    truth = np.array([one in DIAGRAMS for one in told])
    best = [KINDS[at] for at in said.argmax(axis=1)]
    pairs = Counter(zip(told, best, strict=True))
    figures = {
        "diagram or not": float((diagram == truth).mean()),
        "diagrams kept": float(diagram[truth].mean()),
        "others refused": float((~diagram[~truth]).mean()),
        "kind": float(np.mean([a == b for a, b in zip(told, best, strict=True)])),
    }
    wrong = ", ".join(f"{a} as {b}: {n}" for (a, b), n in sorted(pairs.items()) if a != b)
    return {name: round(value, 3) for name, value in figures.items()}, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=24, help="of each kind, to fit on")
    parser.add_argument("--held-count", type=int, default=24, help="of each kind, to measure")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    dev = list(figures_of("dev", given.count))
    weights = fitted(*rows_of(dev))
    rows, told = rows_of(list(figures_of("held", given.held_count)))
    figures, wrong = measured(weights, rows, told)
    print(f"held, {len(told)} readings: {figures}\nmistaken: {wrong or 'none'}")
    if given.write:
        things = [fingerprint(hashlib.sha256(figure.picture).hexdigest()) for figure in dev]
        release(Learned(weights.numbers(), {"synthetic": things}, figures), WEIGHTS, "kinds", {"count": given.count})


if __name__ == "__main__":
    main()
