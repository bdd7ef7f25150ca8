"""Signs of the rows that confidences are fitted to, the weight of each row, and the file of what is fitted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.training._checked_readings import CheckedReading
from diagramloop.engines.parse.checking import confidence
from diagramloop.engines.parse.checking.confidence import in_chart
from diagramloop.engines.training.language.learned import Learned, release
from diagramloop.models.weight_file import TrainedNumbers

WEIGHTS = Path(confidence.__file__).parent / "weights"
NAMES = {"nodes": confidence.NODE_NAMES, "edges": confidence.EDGE_NAMES, "labels": confidence.LABEL_NAMES}

Numbers = NDArray[np.float64]


def weights_of(families: NDArray[np.str_]) -> Numbers:
    """Weights of rows with which each family counts as the root of the number of its rows does."""
    _, number, counts = np.unique(families, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / np.sqrt(counts[number]))


def signs_of(kind: str, reading: CheckedReading) -> Numbers:
    """The signs that the trees of a kind ask for, of each of its rows."""
    if kind == "labels":
        return reading.values["labels"].reshape(-1, len(NAMES["labels"]) + 1)[:, :-1]
    return in_chart(reading.values[kind], reading.values["chart"][0], NAMES[kind])


def edge_of(reading: CheckedReading) -> NDArray[np.intp]:
    """The number of each label's edge."""
    return reading.values["labels"].reshape(-1, len(NAMES["labels"]) + 1)[:, -1].astype(np.intp)


def write_weights(
    name: str, numbers: TrainedNumbers, readings: Sequence[CheckedReading], rows: Mapping[str, Mapping[str, float]]
) -> None:
    """Weights, record and lineage.

    Args:
        readings: that were fitted to.
        rows: figures by name, of each group of readings that weights were measured on.
    """
    things: dict[str, list[str]] = defaultdict(list)
    for reading in readings:
        things[reading.family].append(reading.fingerprint)
    measured = {f"{group}: {figure}": value for group, row in rows.items() for figure, value in row.items()}
    release(Learned(numbers, things, measured), WEIGHTS, name, {"readings": len(readings)})
