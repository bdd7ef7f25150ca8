"""Processor time of a first run: the share of the stages, and that of what surrounds them.

    python -m benchmarks.pipeline_first_run executor.workers=2 sources.corpus.limit=2

Refreshes a fresh clone of this checkout's last commit with the given overrides, samples every process of the run a
hundred times for each second that it computes (so other work on the machine counts for little), and prints JSON:
seconds and share of each concern. Packages that are neither this project's nor named in ``CONCERNS`` count to their
caller. Afterwards ``dvc repro`` must find nothing to do and ``verify`` no fault.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from multiprocessing import util
from pathlib import Path
from types import FrameType

import typer

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDER = "PIPELINE_FIRST_RUN"  # the variable that names where processes leave what they counted
CONCERNS = {
    "importlib._bootstrap": "imports",
    "/ruamel/": "DVC, parsing and writing YAML",
    "/dvc": "DVC",
    "/mlflow/": "MLflow",
    "/dagster": "Dagster",
}
STAGES, START = "the stages themselves", "interpreter start"


class Sampler:
    """Counts, by concern, the seconds that this process computes."""

    def __init__(self, before: float) -> None:
        self._seconds = defaultdict(float, {START: before})
        self._last = time.process_time()
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
        util.Finalize(self, self._leave, exitpriority=0)

    def _sample(self, _signal: int, frame: FrameType | None) -> None:
        now = time.process_time()
        self._seconds[concern(frame)] += now - self._last
        self._last = now

    def _leave(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        Path(os.environ[FOLDER], f"{os.getpid()}.json").write_text(json.dumps(self._seconds))


def concern(frame: FrameType | None) -> str:
    """The concern of the innermost frame that belongs to one."""
    found = None
    while frame is not None:
        file = frame.f_code.co_filename
        if "importlib._bootstrap" in file:
            return CONCERNS["importlib._bootstrap"]
        found = found or next((name for part, name in CONCERNS.items() if part in file), None)
        frame = frame.f_back
    return found or STAGES


def watch() -> None:
    """Starts counting in this process and in those that it forks, unless it was kept from knowing what for."""
    if FOLDER in os.environ:
        util.register_after_fork(Sampler, lambda made: made(0.0))
        Sampler(time.process_time())


def run(root: Path, environment: dict[str, str], *command: str) -> str:
    """The last line that ``command`` prints, run in ``root``."""
    line = [sys.executable, "-m", *command]
    done = subprocess.run(line, cwd=root, env=environment, check=False, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip().rpartition("\n")[2]


def main(overrides: list[str]) -> None:
    """Prints the times and what the two checks said."""
    with tempfile.TemporaryDirectory() as folder:
        root, counts = Path(folder, "clone"), Path(folder, "counts")
        counts.mkdir()
        subprocess.run(["git", "clone", "-q", str(REPOSITORY), str(root)], check=True)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        plain = {**os.environ, "PATH": path, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"}
        Path(folder, "sitecustomize.py").write_text("import pipeline_first_run\npipeline_first_run.watch()\n")
        modules = os.pathsep.join([folder, str(REPOSITORY / "benchmarks"), str(root)])
        begin = time.monotonic()
        run(root, {**plain, "PYTHONPATH": modules, FOLDER: str(counts)}, "pipelines", "refresh", *overrides)
        wall = time.monotonic() - begin
        seconds: defaultdict[str, float] = defaultdict(float)
        for left in counts.glob("*.json"):
            for name, spent in json.loads(left.read_text()).items():
                seconds[name] += spent
        again = run(root, plain, "dvc", "repro")
        verified = run(root, plain, "pipelines", "verify")
    total = sum(seconds.values())
    shares = {name: [round(spent, 1), round(spent / total, 3)] for name, spent in sorted(seconds.items())}
    print(
        json.dumps(
            {"wall": round(wall), "processor": round(total), **shares, "dvc repro": again, "verify": verified}, indent=1
        )
    )


if __name__ == "__main__":
    typer.run(main)
