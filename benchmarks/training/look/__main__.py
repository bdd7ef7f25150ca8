"""Make material for the look at pictures, fit its trees, and say how often they are right on families left out.

    npm install --ignore-scripts world-atlas us-atlas @mdi/svg simple-icons katex vega vega-lite @fontsource/...
    python -m benchmarks.training.look MATERIAL --packages NODE_MODULES [--count 52] [--hdbpmn FOLDER] [--write]

``KIND__FAMILY__NUMBER.png`` are made in the folder MATERIAL by number; those that are there are not made again. A
family is a tool, a page or a photograph, and in each of six rounds a sixth of the families is only measured. With
--write weights, record and lineage go to ``diagramloop/engines/parse/look/weights``. Needs Chromium, Node, ``d2``, and
``plantuml`` on the path, and scikit-image's pictures.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.look import _diagrams, _pages, _pictures
from benchmarks.training.look._browser import Browser
from benchmarks.training.look._pages import Made
from benchmarks.training.look._wear import worn
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.look import DIAGRAMS, KINDS, PictureKind
from diagramloop.engines.parse.look import kinds as look_kinds
from diagramloop.engines.parse.look.kinds import LookWeights
from diagramloop.engines.parse.look.signs import signs
from diagramloop.engines.training.grown_trees import TreeSettings, grown
from diagramloop.engines.training.language.learned import Learned, release
from diagramloop.evaluation.lineage import fingerprint

WEIGHTS = Path(look_kinds.__file__).parent / "weights"
SIZES = TreeSettings(
    bags=1,
    max_iter=80,
    learning_rate=0.1,
    max_leaf_nodes=8,
    min_samples_leaf=8,
    l2_regularization=3.0,
    max_features=0.3,
)
ROUNDS = 6
MORE: dict[PictureKind, range] = {  # of kinds whose families are many, beyond the count
    "figure": range(100, 170), "bpmn": range(100, 135), "architecture": range(100, 135), "tree": range(135, 170),
}  # fmt: skip
MAKERS: dict[PictureKind, Callable[[Browser, random.Random], Made]] = {
    "flowchart": _diagrams.flowchart, "bpmn": _diagrams.bpmn, "architecture": _diagrams.architecture,
    "sequence": _diagrams.sequence, "class": _diagrams.classes, "tree": _diagrams.tree, "figure": _diagrams.other,
    "window": _pages.window, "table": _pages.table, "code": _pages.code, "text": _pages.text, "logo": _pages.logo,
    "photograph": _pictures.photograph, "map": _pictures.world, "chart": _pictures.chart,
    "drawing": _pictures.callouts, "formula": _pages.formula,
}  # fmt: skip

Rows = NDArray[np.float64]


def make(folder: Path, packages: Path, count: int) -> None:
    """Make the pictures of all kinds up to a number; what a tool refuses is told and left out."""
    folder.mkdir(parents=True, exist_ok=True)
    there = {(path.stem.split("__")[0], path.stem.split("__")[2]) for path in folder.glob("*.png")}
    with Browser(packages) as browser:
        for number in range(max(count, *(numbers.stop for numbers in MORE.values()))):
            for kind, maker in MAKERS.items():
                wanted = number < count or number in MORE.get(kind, ())
                if not wanted or (kind, f"{number:04}") in there:
                    continue
                try:
                    family, picture = maker(browser, random.Random(f"{kind}-{number}"))
                except Exception as error:  # of some twenty programs
                    print(f"left out: {kind} {number}: {error!r:.100}")
                    continue
                (folder / f"{kind}__{family}__{number:04}.png").write_bytes(picture)


def add_hand(folder: Path, hdbpmn: Path, count: int) -> None:
    """Add photographs of hdBPMN's train writers, smaller."""
    import cv2

    from diagramloop.data.sources import Chart
    from diagramloop.data.sources.hdbpmn import HdBpmn

    charts = (chart for chart in HdBpmn(hdbpmn, split="train").charts() if isinstance(chart, Chart))
    for number, chart in zip(range(count), charts, strict=False):
        pixels = cv2.imdecode(np.frombuffer(chart.picture or b"", np.uint8), cv2.IMREAD_COLOR)
        scale = min(1.0, 1200 / max(pixels.shape))
        smaller = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"bpmn__bpmn-hand__{number:04}.png"), smaller)


def rows_of(folder: Path) -> tuple[Rows, list[PictureKind], list[str], list[str]]:
    """Signs, kinds, families and fingerprints of all pictures; those of even numbers are worn."""
    rows, kinds, families, things = [], [], [], []
    for path in sorted(folder.glob("*.png")):
        kind, family, number = path.stem.split("__")
        picture = path.read_bytes()
        pixels = read_picture(picture) if int(number) % 2 else worn(picture, random.Random(path.stem))
        rows.append(signs(pixels))
        kinds.append(next(each for each in KINDS if each == kind))
        families.append(family)
        things.append(fingerprint(hashlib.sha256(picture).hexdigest()))
    return np.array(rows), kinds, families, things


def fitted(rows: Rows, kinds: list[PictureKind]) -> LookWeights:
    gold = np.array(kinds)
    return LookWeights({kind: grown(rows, gold == kind, SIZES) for kind in KINDS})


def measured(rows: Rows, kinds: list[PictureKind], families: list[str]) -> dict[str, float]:
    """Shares that are right on families left out, and a line for each family that is often mistaken."""
    names = sorted(set(families))
    order = np.random.default_rng(0).permutation(len(names))
    part = {name: int(place) % ROUNDS for name, place in zip(names, order, strict=True)}
    parts = np.array([part[family] for family in families])
    shares = np.zeros((len(rows), len(KINDS)))
    for left_out in range(ROUNDS):
        kept = parts != left_out
        weights = fitted(rows[kept], [kind for kind, keep in zip(kinds, kept, strict=True) if keep])
        shares[~kept] = weights.probabilities(rows[~kept])
    diagram = shares[:, : len(DIAGRAMS)].sum(axis=1)
    truth = np.array([kind in DIAGRAMS for kind in kinds])
    best = [KINDS[index] for index in shares.argmax(axis=1)]
    wrong = Counter(family for family, right in zip(families, (diagram >= 0.5) == truth, strict=True) if not right)
    for family, count in wrong.most_common(20):
        print(f"{family}: {count} of {families.count(family)}")
    figures = {
        "diagram or not": ((diagram >= 0.5) == truth).mean(),
        "diagrams not surely refused": (diagram > 0.2)[truth].mean(),
        "diagrams kept": (diagram >= 0.5)[truth].mean(),
        "others refused": (diagram < 0.5)[~truth].mean(),
        "others surely refused": (diagram <= 0.2)[~truth].mean(),
        "kind": np.mean([a == b for a, b in zip(best, kinds, strict=True)]),
    }
    return {name: round(float(value), 3) for name, value in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("material", type=Path)
    parser.add_argument("--packages", type=Path, help="node_modules; without it nothing is made")
    parser.add_argument("--count", type=int, default=52, help="pictures of each kind")
    parser.add_argument("--hdbpmn", type=Path, help="the data set, for photographs of charts by hand")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    if given.packages:
        make(given.material, given.packages, given.count)
    if given.hdbpmn:
        add_hand(given.material, given.hdbpmn, given.count)
    rows, kinds, families, things = rows_of(given.material)
    figures = measured(rows, kinds, families)
    print(f"{len(kinds)} pictures of {len(set(families))} families: {figures}")
    if given.write:
        hand = {thing for thing, family in zip(things, families, strict=True) if family == "bpmn-hand"}
        sources = {"synthetic": sorted(set(things) - hand), "hdbpmn": sorted(hand)}
        settings = {"count": given.count, **SIZES.model_dump()}
        release(Learned(fitted(rows, kinds).numbers(), sources, figures), WEIGHTS, "look", settings)


if __name__ == "__main__":
    main()
