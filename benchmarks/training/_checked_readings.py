"""Readings with their signs and their truth: what the confidences are fitted to, and measured on.

Where a picture is refused, or would be shown too large, there is no reading to check.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks.training._checked_texts import texts_right, whole_f1
from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.parse.checking.explanation import Explanation
from diagramloop.engines.parse.hmas import HMAS
from diagramloop.engines.parse.hypotheses import Hypothesis, explained, read_under
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.calibration import verdict
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.whole_files import write_whole

FAMILIES = Path(__file__).parent / "checked_families.yaml"
CORPUS = Path(__file__).parents[2] / "diagramloop" / "corpus"

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class CheckedReading:
    """One picture as one system read it.

    Attributes:
        family: of pictures.
        system: the hypothesis under which it was read.
        chart: its id in the family.
        fingerprint: of what the chart says.
        signs: by kind, ``chart``, ``nodes``, ``edges``, ``labels`` and ``texts``: rows of numbers.
        right: by kind, whether each row is right; of the chart, its edge F1; of the ``whole``, as :func:`whole_f1`
            counts it. None of a text that is not to be judged.
    """

    family: str
    system: str
    chart: str
    fingerprint: str
    signs: Mapping[str, list[list[float | None]]]
    right: Mapping[str, list[Any]]

    @classmethod
    def of(cls, family: str, system: str, chart: Chart, explained: Explanation, read: FlowGraph) -> CheckedReading:
        """A reading's row; NaN is None."""
        truth = verdict(read, chart.graph)
        labels = sorted(explained.labels)
        signs = {
            "chart": [_plain(explained.chart)],
            "nodes": [_plain(node) for node in explained.nodes],
            "edges": [_plain(edge) for edge in explained.edges],
            "labels": [[*_plain(explained.labels[n]), float(n)] for n in labels],
            "texts": [_plain(text) for text in (*explained.texts, *explained.label_texts.values())],
            "missed": [[float(len(explained.bare_exits)), float(explained.free_texts)]],
        }
        right = {
            "chart": [truth.edge_f1],
            "nodes": [float(r) for r in truth.nodes],
            "edges": [float(r) for r in truth.edges],
            "labels": [float(truth.labels.get(n, False)) for n in labels],
            "texts": texts_right(read, chart.graph),
            "whole": [whole_f1(read, chart.graph)],
        }
        return cls(family, system, chart.id, chart_fingerprint(chart.graph), signs, right)

    @cached_property
    def values(self) -> dict[str, Numbers]:
        """Signs by kind as numbers, shape (rows, signs)."""
        return {kind: np.array(rows, np.float64) for kind, rows in self.signs.items()}


def _plain(signs: Any) -> list[float | None]:
    return [None if math.isnan(value) else float(value) for value in asdict(signs).values()]


def make(data: Path, kept: Path, families: Iterable[str]) -> Iterator[str]:
    """Read what is not yet in the folder ``kept``; the name of each row as it is there.

    Args:
        data: the folder of the data sets.
        families: their names.
    """
    declared = yaml.safe_load(FAMILIES.read_text("utf-8"))
    hypotheses = {name: Hypothesis.model_validate(given) for name, given in declared["systems"].items()}
    systems = {name: (hypothesis, HMAS.of(hypothesis.agents)) for name, hypothesis in hypotheses.items()}
    for family in families:
        for part, asked in enumerate(declared["families"][family]):
            for number, chart in enumerate(_charts(asked, data)):
                for system in (system for system, count in asked["read"].items() if number < count):
                    place = kept / f"{family}.{part}.{chart.id.replace('/', '_')}.{system}.json"
                    if not place.exists():
                        write(place, _read(family, system, *systems[system], chart))
                    yield place.name


def readings_in(kept: Path) -> list[CheckedReading]:
    """The readings in a folder; pictures that were refused are none."""
    rows = (json.loads(path.read_text("utf-8")) for path in sorted(kept.glob("*.json")))
    return [CheckedReading(**row) for row in rows if row is not None]


def write(place: Path, reading: CheckedReading | None) -> None:
    """Keep one reading; None for a picture that was refused."""
    place.parent.mkdir(parents=True, exist_ok=True)
    row = None if reading is None else {field.name: getattr(reading, field.name) for field in fields(reading)}
    write_whole(place, json.dumps(row) + "\n")


def _charts(asked: Mapping[str, Any], data: Path) -> list[Chart]:
    """Charts of a part of a family, spread over it."""
    root = CORPUS if asked["folder"] == "corpus" else data / asked["folder"]
    found = (c for c in open_source(asked["source"], root, **asked.get("options", {})).charts())
    usable = (c for c in found if isinstance(c, Chart) and c.picture)
    return list(islice(usable, 0, asked["every"] * max(asked["read"].values()), asked["every"]))


def _read(family: str, name: str, hypothesis: Hypothesis, agents: HMAS, chart: Chart) -> CheckedReading | None:
    try:
        figure = read_under(hypothesis, agents, read_picture(chart.picture or b""))
    except DiagramloopError:
        return None
    if figure is None:
        return None
    return CheckedReading.of(family, name, chart, explained(figure.board), figure.graph)
