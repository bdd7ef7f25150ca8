"""Curves of a training as JSON lines, and a line of progress now and then."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.whole_files import write_whole

CURVES = "curves.jsonl"
_QUIET_SECONDS = 20.0  # after which a line of progress is due


class Curves:
    """Figures by step, in a file that goes on where a training is resumed.

    Args:
        folder: of the training.
        step: lines of later steps, which a killed training left, are dropped.
    """

    def __init__(self, folder: Path, step: int) -> None:
        self._path = folder / CURVES
        kept = [line for line in read_curves(folder) if line["step"] <= step]
        write_whole(self._path, "".join(f"{json.dumps(line)}\n" for line in kept))

    def add(self, step: int, what: str, figures: Mapping[str, float | None]) -> None:
        """Adds a line.

        Args:
            what: train or validation.
        """
        rounded = {name: None if value is None else round(value, 6) for name, value in figures.items()}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps({'step': step, 'of': what, **rounded})}\n")


def read_curves(folder: Path) -> list[dict[str, Any]]:
    """The lines of a training's curves; one that was cut short by a kill is left out."""
    path = folder / CURVES
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def last_validation(folder: Path, step: int) -> dict[str, float | None]:
    """The figures of the last validation up to ``step``; empty where there was none."""
    validations = [line for line in read_curves(folder) if line["of"] == "validation" and line["step"] <= step]
    return {name: value for name, value in validations[-1].items() if name != "of"} if validations else {}


def check_finite(loss: float, step: int) -> None:
    """Raises ModelError if the loss after a step is no number (ENGINE_FAILED)."""
    if not math.isfinite(loss):
        message = f"the loss is no number at step {step}: take a lower learning_rate"
        raise ModelError(message, reason=RejectionReason.ENGINE_FAILED)


class Progress:
    """Lines on the error stream, at the latest after :data:`_QUIET_SECONDS` with a step in them."""

    def __init__(self, step: int, steps: int, batch: int) -> None:
        self._steps, self._batch = steps, batch
        self._first, self._began = step, time.monotonic()
        self._said, self._waited = self._began, 0.0

    def waited(self, seconds: float) -> None:
        """Counts time in which the network waited for pages."""
        self._waited += seconds

    def took(self, step: int, loss: float) -> None:
        """Says how far it is, if nothing was said for long."""
        now = time.monotonic()
        if now - self._said < _QUIET_SECONDS and step < self._steps:
            return
        self._said, spent = now, now - self._began
        done = step - self._first
        say(
            f"step {step} of {self._steps}, loss {loss:.4f}, {done * self._batch / spent:.1f} crops/s, "
            f"{self._waited / spent:.0%} of the time waiting for pages, "
            f"{spent / done * (self._steps - step) / 60:.0f} min to go"
        )


def say(line: str) -> None:
    """Puts a line on the error stream."""
    print(line, file=sys.stderr, flush=True)
