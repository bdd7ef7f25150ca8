"""Kills a run at random moments and starts it again: no finished item is lost, and the bytes come out the same.

    python -m benchmarks.pipeline_kill --kills 20

Runs the toy project of tests/pipelines in a temporary folder: undisturbed first, then under SIGKILL of the
whole process group. After each kill, the items in the stores of finished items are noted; none of them may be
started again. At the end dvc.lock must be that of the undisturbed run, and ``verify`` must find no fault.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import yaml

REPOSITORY = Path(__file__).resolve().parents[1]
PAUSE = 0.03
RUN = ["-c", "from pipelines.repro import reproduce; from pipelines.project import Project; reproduce(Project.find())"]


def make_project(root: Path, words: int) -> dict[str, str]:
    """A clone of the toy project with more words; returns the environment to run it in."""
    shutil.copytree(REPOSITORY / "tests/pipelines/toy", root)
    for number in range(words):
        (root / "words" / f"{number:03d}.txt").write_text(f"word {number}")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    modules = os.pathsep.join([str(root), str(REPOSITORY)])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": modules, "TOY_LOG": str(root.parent / f"{root.name}.log")}
    compose = ["-m", "pipelines", "compose", f"pause={PAUSE}", "executor.workers=2"]
    subprocess.run([sys.executable, *compose], cwd=root, env=environment, check=True)
    return environment


def stored(root: Path) -> set[str]:
    """``changer id`` of every item in the stores of finished items."""
    found: set[str] = set()
    for store in (root / ".diagramloop" / "items").glob("*.sqlite"):
        changer = store.stem.rpartition("-")[2]
        with sqlite3.connect(store) as items:
            rows = items.execute("SELECT value FROM items WHERE status = 'done'").fetchall()
        for (value,) in rows:
            found |= {f"{changer} {row['id']}" for row in pa.ipc.open_stream(value).read_all().to_pylist()}
    return found


def started(log: Path) -> set[str]:
    """``changer id`` of every item started since the last call."""
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return set(lines)


def attempt(root: Path, environment: dict[str, str], seconds: float | None) -> bool:
    """One run, killed after ``seconds``. Returns whether it came to its end."""
    with (root.parent / "output").open("a") as output:
        command = [sys.executable, *RUN]
        process = subprocess.Popen(
            command, cwd=root, env=environment, start_new_session=True, stdout=output, stderr=output
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False


def main() -> int:
    """Prints the outcome as JSON; exit code 1 if anything was lost."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=20)
    arguments.add_argument("--words", type=int, default=60, help="items of each of the two pooled stages")
    arguments.add_argument("--seed", type=int, default=0)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = measure(Path(folder), chosen.kills, chosen.words, random.Random(chosen.seed))
    print(json.dumps(outcome, indent=1))
    return 0 if outcome["same_bytes"] and not outcome["lost"] and not outcome["faults"] else 1


def measure(folder: Path, kills: int, words: int, chance: random.Random) -> dict[str, object]:
    """Undisturbed, then with kills at moments drawn over the undisturbed run's length."""
    calm, disturbed = folder / "calm", folder / "disturbed"
    environment = make_project(calm, words)
    begin = time.monotonic()
    assert attempt(calm, environment, None), (folder / "output").read_text()
    length = time.monotonic() - begin
    environment = make_project(disturbed, words)
    log, lost, killed = Path(environment["TOY_LOG"]), set[str](), 0
    kept: set[str] = set()
    while killed < kills:
        if attempt(disturbed, environment, chance.uniform(0.1, length)):
            shutil.rmtree(disturbed / "artifacts")  # it was done before it was killed: from the start again
            shutil.rmtree(disturbed / ".diagramloop")
            shutil.rmtree(disturbed / ".dvc" / "cache")
            started(log)
            kept = set()
            continue
        killed += 1
        lost |= started(log) & kept
        kept = stored(disturbed)
    assert attempt(disturbed, environment, None), (folder / "output").read_text()
    lost |= started(log) & kept
    locks = [yaml.safe_load((root / "dvc.lock").read_text()) for root in (calm, disturbed)]
    verify = [sys.executable, "-m", "pipelines", "verify"]
    faults = subprocess.run(verify, cwd=disturbed, env=environment, capture_output=True, text=True)
    return {
        "kills": killed,
        "undisturbed_seconds": round(length, 1),
        "items": 2 * words,
        "lost": sorted(lost),
        "same_bytes": locks[0] == locks[1],
        "faults": faults.stderr.splitlines() if faults.returncode else [],
    }


if __name__ == "__main__":
    sys.exit(main())
