"""A first look at each experiment that needs no key: two items a source, through every stage to the page."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from whole_plan import run_plan

from assets.leaderboard import NOTES
from diagramloop.evaluation.scores import GOLD
from diagramloop.report import read_rows
from pipelines.compose import compose
from pipelines.project import Project

ROOT = Path(__file__).parents[2]
ITEMS = 2
ELSEWHERE = {
    "build_benchmark": "charts and questions of one's own: test_benchmarks.py",
    "language": "trains for minutes, whatever the sources: test_learning.py",
    "training": "trains for minutes, whatever the sources: test_training.py",
    "nothing": "is what others begin with",
}
"""Experiments whose first look is another test's; those that tune (train_...) need weights of their own."""
SHORTER = {"corpus": ["render.styles=[multi]"], "diagrameval": ["render.styles=[multi]"]}


def looked_at() -> list[str]:
    names = sorted(path.stem for path in (ROOT / "conf" / "experiment").glob("*.yaml"))
    return [name for name in names if name not in ELSEWHERE and not name.startswith("train_")]


def sources_of(name: str) -> dict[str, Any]:
    sources: dict[str, Any] = compose(Project(ROOT), [f"experiment={name}"])["sources"]
    return sources


def data_for(name: str) -> list[str]:
    """Overrides that put two items of each source into a plan; skips where its data are not on the machine."""
    real = os.environ.get("DIAGRAMLOOP_REAL_DATA")
    overrides = []
    for source, node in sources_of(name).items():
        overrides.append(f"sources.{source}.limit={ITEMS}")
        folder = node["folder"] or source
        if (ROOT / "diagramloop" / folder).exists():
            continue
        if real is None or not (Path(real) / folder).exists():
            pytest.skip(f"{folder} is not on this machine")
        overrides.append(f"sources.{source}.folder={Path(real) / folder}")
    return overrides


@pytest.mark.long
@pytest.mark.parametrize("name", looked_at())
def test_a_first_look_runs_whole(name: str, tmp_path: Path) -> None:
    overrides = [f"experiment={name}", *data_for(name), *SHORTER.get(name, ())]
    made = run_plan(overrides, tmp_path)
    folder, summed = made["leaderboard"]
    rows = read_rows((folder / "leaderboard.json").read_text(encoding="utf-8"))
    faulty = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    assert faulty == []
    assert summed.figures[GOLD] == 1.0
    assert {row.data.partition("/")[0] for row in rows} >= set(sources_of(name))
    assert (made["report"][0] / "index.html").is_file()
