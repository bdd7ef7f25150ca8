"""Profiles of every metric on items of each size: the table of docs/reference/metrics.md.

    python -m docs.scripts.metric_profiles [FILE]

Writes docs/reference/metric_profiles.json, or FILE; the same bytes whenever it runs. About two minutes on one core.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from diagramloop.scores.planted_faults import TASKS, Profile, profiles

FILE = Path(__file__).parents[2] / "docs" / "reference" / "metric_profiles.json"
DECIMALS = 4


def main(file: Annotated[Path, typer.Argument()] = FILE) -> None:
    """Measure and write, one line for each task, size and metric."""
    lines = [
        json.dumps({"task": name, "size": size, "metric": metric, **told(found)})
        for name, task in TASKS.items()
        for size in task.sizes
        for metric, found in profiles(name, size).items()
    ]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def told(found: Profile) -> dict[str, Any]:
    """Both shares, rounded: more differs between machines; and the kinds of fault and of edit that are below 1."""
    shares = {name: None if share is None else round(share, DECIMALS) for name, share in _shares(found)}
    below = [kind for of in (found.noticed, found.unmoved) for kind, share in of.items() if share < 1]
    return {**shares, "below": below}


def _shares(found: Profile) -> tuple[tuple[str, float | None], ...]:
    return ("sensitivity", found.sensitivity), ("invariance", found.invariance)


if __name__ == "__main__":
    typer.run(main)
