"""Folders of tuned weights: the record of what they were made of, their lineage, their model card."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from diagramloop.by_name import standing_at
from diagramloop.engines.training.curves import CURVES
from diagramloop.engines.tuning.examples import TRAIN, VALIDATION
from diagramloop.engines.tuning.model_card import MODEL_CARD, model_card
from diagramloop.engines.tuning.settings import SetSettings, TuningSettings
from diagramloop.evaluation.lineage import read_lineage
from diagramloop.models.checkpoints import LINEAGE, RECORD, record_digest
from diagramloop.whole_files import write_json, write_whole

Trainer = Callable[[TuningSettings, Path, Path, Path], dict[str, Any]]
SET_RECORD = "set.json"


def trainer_named(make: str) -> Trainer:
    """The trainer at ``package.module:function``; raises as :func:`diagramloop.by_name.standing_at`."""
    found: Trainer = standing_at(make, "trainer")
    return found


def release(
    out: Path,
    name: str,
    settings: TuningSettings,
    examples: Path,
    kept: Path,
    figures: Mapping[str, Any],
    code: str = "",
) -> dict[str, Any]:
    """Writes what is to be known of the weights in ``out`` beside them.

    ``record.json`` names the SHA-256 of every file, ``lineage.json`` what was seen, as boards count it.

    Args:
        out: folder of the weights, as the trainer wrote it.
        name: of the weights.
        examples: folder of the set that they were trained on.
        kept: folder of the checkpoints, which holds the curves.
        figures: of the validation split.
        code: identity of the code that trained.

    Returns:
        The record.
    """
    shutil.copyfile(kept / CURVES, out / CURVES)
    write_json(out / LINEAGE, _lineage(name, settings, examples))
    record = {
        "name": name,
        "settings": settings.model_dump(mode="json"),
        "base_record": record_digest(settings.checkpoint),
        "set": json.loads((examples / SET_RECORD).read_text(encoding="utf-8")),
        "examples": {split: _count(examples, split) for split in (TRAIN, VALIDATION)},
        "code": code,
        "figures": dict(figures),
        "sha256": {path.name: _digest(path) for path in sorted(out.iterdir())},
    }
    write_json(out / RECORD, record)
    write_whole(out / MODEL_CARD, model_card(record))
    return record


def write_set_record(folder: Path, settings: SetSettings, licence: str, left_out: int) -> None:
    """Writes what a set of examples was made of beside it.

    Args:
        left_out: subjects that something is evaluated on.
    """
    told = {"settings": settings.model_dump(mode="json"), "licence": licence, "evaluated_and_left_out": left_out}
    write_json(folder / SET_RECORD, told)


def _lineage(name: str, settings: TuningSettings, examples: Path) -> dict[str, Any]:
    """In the form of :mod:`diagramloop.evaluation.lineage`; what a tuned base has seen is seen."""
    made = json.loads((examples / SET_RECORD).read_text(encoding="utf-8"))
    base = Path(settings.checkpoint) / LINEAGE
    before = read_lineage(str(base)).things if base.is_file() else frozenset()
    seen = {thing for things in _column(examples, "things") for thing in things}
    data = f"{made['settings']['make'].rpartition(':')[2]} ({made['licence']})"
    return {"weight": name, "data": data, "use": "trained on", "things": sorted(seen | before)}


def _count(examples: Path, split: str) -> int:
    return sum(value == split for value in _column(examples, "split"))


def _column(folder: Path, name: str) -> list[Any]:
    shards = sorted(folder.glob("part-*.parquet"))
    return [value for shard in shards for value in pq.read_table(shard, columns=[name])[name].to_pylist()]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
