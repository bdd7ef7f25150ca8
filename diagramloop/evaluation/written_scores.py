"""Scores of items as JSON, for the logs of other people's frameworks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.scores import ItemScore
from diagramloop.scores import ScoreRow


def written(score: ItemScore) -> dict[str, Any]:
    """A score as JSON."""
    return {**asdict(score), "standing": score.standing.value}


def read(values: Mapping[str, Any]) -> ItemScore:
    """The inverse of :func:`written`."""
    standing = Standing(values["standing"])
    return ItemScore(**{**values, "row": ScoreRow(**values["row"]), "standing": standing})
