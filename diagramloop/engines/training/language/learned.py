"""Outcome of a training on language: trained numbers, fingerprints of what they are made of, and honest figures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diagramloop.models.weight_file import SUFFIX, TrainedNumbers
from diagramloop.whole_files import write_json, write_whole


@dataclass(frozen=True)
class Learned:
    """The outcome of a learner.

    Attributes:
        numbers: the weights.
        things: fingerprints of what was trained on (:mod:`diagramloop.evaluation.lineage`), by data set.
        figures: by name, of things that the weights behind them were not trained on.
    """

    numbers: TrainedNumbers
    things: Mapping[str, Sequence[str]]
    figures: Mapping[str, float]


def release(learned: Learned, out: Path, name: str, settings: Mapping[str, Any], code: str = "") -> dict[str, Any]:
    """Write ``NAME.safetensors``, ``NAME.lineage.json`` and ``NAME.json``, the record; the same bytes on every run.

    Args:
        out: a folder.
        name: of the weights.
        settings: of the training, for the record.
        code: identity of the code that trained, for the record.

    Returns:
        The record.
    """
    content = learned.numbers.content()
    write_whole(out / f"{name}{SUFFIX}", content)
    digest = hashlib.sha256(content).hexdigest()
    lineage = {
        "weight": f"{name}{SUFFIX}",
        "data": ", ".join(sorted(learned.things)),
        "use": "trained on",
        "things": sorted({thing for things in learned.things.values() for thing in things}),
        "sha256": digest,
    }
    write_whole(out / f"{name}.lineage.json", json.dumps(lineage, indent=0) + "\n")
    record = {
        "name": name,
        "settings": dict(settings),
        "code": code,
        "things": {data: _digest(things) for data, things in learned.things.items()},
        "counts": {data: len(set(things)) for data, things in learned.things.items()},
        "figures": dict(learned.figures),
        "sha256": digest,
    }
    write_json(out / f"{name}.json", record)
    return record


def _digest(things: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(sorted(set(things))).encode()).hexdigest()
