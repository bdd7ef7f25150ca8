"""A generator that is killed in the middle goes on where it was: no picture is painted twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.diagramloop.engines.generate.counted_sdxl import paint_items
from tests.patience import wait_until

for package in ("torch", "diffusers", "transformers"):
    pytest.importorskip(package, reason="diffusion models need diagramloop[models]")
pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[4]


def painted(folder: Path) -> list[str]:
    log = folder / "log"
    return log.read_text().split() if log.exists() else []


@pytest.mark.long
def test_killed_in_the_middle_no_picture_is_painted_twice(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.diagramloop.engines.generate.counted_sdxl", str(tmp_path), "first"]
    victim = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "WAIT_AT": "4"})
    wait_until(lambda: len(painted(tmp_path)) == 4 or victim.poll() is not None)
    victim.kill()
    victim.wait()
    before = painted(tmp_path)
    assert len(before) == 4  # two batches: one is in the store, the other died with the process
    paint_items(tmp_path, "second")
    after = painted(tmp_path)[len(before) :]
    assert len(after) == 4
    assert set(after).isdisjoint(before[:2])
    assert len({*before, *after}) == 6
