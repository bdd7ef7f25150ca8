"""A run that is killed loses nothing; the full count of kills is the benchmark's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "pipeline_kill.py"


@pytest.mark.long
def test_killed_runs_lose_no_finished_item_and_end_in_the_same_bytes() -> None:
    command = [sys.executable, str(BENCHMARK), "--kills", "2", "--words", "12"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["kills"] == 2
