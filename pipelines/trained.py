"""Weights that the steps of trainings made, and what their records, lineage and cards say of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from assets.machinery import Stage
from pipelines.plan import folder_of
from pipelines.project import Project
from pipelines.repro import locked_outs

_WEIGHTS = ".safetensors"
_LONGEST_DESCRIPTION = 5_000  # characters: what MLflow's tables declare


@dataclass(frozen=True)
class Trained:
    """Outcome of a step of a training.

    Attributes:
        stage: of the training.
        step: its matrix values, as its folder has them: empty, or ``ink_small``.
        folder: what it made.
        record: the file that says what was made of what.
        version: MD5 of the stage's artifact, as dvc.lock has it.
    """

    stage: Stage
    step: str
    folder: Path
    record: Path
    version: str

    @property
    def name(self) -> str:
        """Of the registered model: ``trained-ink_small``."""
        return "-".join(filter(None, (self.stage.name, *self.step.split("/"))))

    @cached_property
    def recorded(self) -> Mapping[str, Any]:
        """Content of the record."""
        told: dict[str, Any] = json.loads(self.record.read_text(encoding="utf-8"))
        return told

    @property
    def sha256(self) -> str:
        """Of the weights; of several files, the SHA-256 of the list of theirs as ``sha256sum`` prints it."""
        told = self.recorded["sha256"]
        if isinstance(told, str):
            return told
        weights = {name: digest for name, digest in told.items() if name.endswith(_WEIGHTS)} or told
        if len(weights) == 1:
            return str(*weights.values())
        return hashlib.sha256("".join(f"{weights[name]}  {name}\n" for name in sorted(weights)).encode()).hexdigest()

    @property
    def description(self) -> str:
        """The model card, or without one what the stage says of itself."""
        cards = sorted(self.folder.glob("*.md"))
        card = cards[0].read_text(encoding="utf-8") if cards else self.stage.description
        return card if len(card) <= _LONGEST_DESCRIPTION else f"{card[: _LONGEST_DESCRIPTION - 1]}…"

    @property
    def figures(self) -> Mapping[str, float]:
        """Figures of what was left out of the training."""
        told = self.recorded.get("figures") or self.recorded.get("validation") or {}
        return {name: value for name, value in told.items() if isinstance(value, int | float)}

    @property
    def lineage(self) -> Mapping[str, str]:
        """Origin of the weights, as tags: data, use, and count and SHA-256 of the list of real things seen."""
        files = sorted(self.folder.glob("*lineage.json"))
        if not files:
            return {}
        told = json.loads(files[0].read_text(encoding="utf-8"))
        digest = hashlib.sha256("\n".join(told["things"]).encode()).hexdigest()
        return {"data": told["data"], "use": told["use"], "things": str(len(told["things"])), "things_sha256": digest}


def trained_by(project: Project, stage: Stage) -> Iterator[Trained]:
    """Outcomes of the steps of a stage that the lock pins, in the order of their folders."""
    out = project.root / folder_of(stage.name)
    version = locked_outs(project).get(stage.name, {}).get(folder_of(stage.name))
    if version is None:
        return
    for folder in sorted(out.glob("/".join("*" for _ in stage.matrix))) if stage.matrix else [out]:
        step = folder.relative_to(out).parts
        record = folder / stage.model.format(**dict(zip(stage.matrix, step, strict=True)))
        if record.is_file():
            yield Trained(stage, "/".join(step), folder, record, version)
