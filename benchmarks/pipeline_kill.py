"""Ends a refresh at each of its transitions, by each signal, and asks the same command to finish what is left.

    python -m benchmarks.pipeline_kill
    python -m benchmarks.pipeline_kill --transition "in an item" --signal KILL

Runs the toy project of tests/pipelines, with a download and a training besides: undisturbed first. Then, in a new copy
for each cell of the table, a refresh is held at the transition and gets the signal. Told is whether the same command
then ends well in the same dvc.lock, its time over that of the undisturbed one (by the clock, and of the processor), and
how many of the first one's processes live 2 s after the signal.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread

import psutil
import yaml

REPOSITORY = Path(__file__).resolve().parents[1]
TOY = REPOSITORY / "tests" / "pipelines" / "toy"
HOOKS = REPOSITORY / "tests" / "pipelines" / "places"
REFRESH = (sys.executable, "-m", "pipelines", "refresh")
TRANSITIONS = {
    "composing": "import:hydra",
    "importing Dagster": "import:dagster._core",
    "Dagster makes its tables": "sql:history/runs/index.db:CREATE INDEX",
    "Dagster begins a run": "sql:history/runs:INSERT INTO event_logs",
    "bringing the data": "shutil.copyfile:data/small",
    "in an item of a pool's stage": "open:started.log",
    "storing an item": "sql:items/:INSERT",
    "DVC takes an artifact": "shutil.copyfile:artifacts/changed",
    "DVC writes its lock": "open:dvc.lock",
    "in a download": "open:.part",
    "in a training": "open:curves.jsonl",
    "writing the board": "open:leaderboard.json",
    "MLflow makes its tables": "sql:mlflow.db:INSERT INTO _alembic_tmp_metrics",
    "MLflow writes": "sql:mlflow.db:INSERT INTO metrics",
}
"""By what a refresh is at, the place that tests/pipelines/places/sitecustomize.py holds it at."""
SIGNALS = {number.name.removeprefix("SIG"): number for number in map(signal.Signals, (9, 1, 15, 2))}
OF_THE_TERMINAL = (signal.SIGHUP, signal.SIGINT)  # sent to all processes of its group
LEFT_SECONDS = 2.0
REACH_SECONDS = 240.0
PATIENCE = 10  # times the quiet time, then a refresh hangs
MOST = 2.0  # times the processor time of a quiet refresh
HUNG = 124  # as the command `timeout` ends
MORE = """
from diagramloop.data.sources._download import Wanted, download


@stage(group="ingest", inputs=("words",))
def fetched(run: StageRun) -> StageReport:
    download(Wanted(os.environ["TOY_ADDRESS"], run.out / "file", None, 10**6), quiet=True)
    return StageReport(1, 1)


@stage(group="training", inputs=("words",), curves="curves.jsonl")
def learned(run: StageRun) -> StageReport:
    with (run.out / "curves.jsonl").open("w") as curves:
        for step in range(3):
            curves.write(json.dumps({"step": step, "of": "train", "loss": 1 / (1 + step)}) + "\\n")
    return StageReport(1, 1)
"""
Environment = Mapping[str, str]


@dataclass(frozen=True)
class Finished:
    """The end of a refresh: exit code or ``HUNG``, seconds by the clock and of the processor, and what it printed."""

    code: int
    seconds: float
    processor_seconds: float
    output: str

    @property
    def is_well(self) -> bool:
        """True if all was made, and MLflow too has all of it."""
        return self.code == 0 and "warning:" not in self.output


def make_project(root: Path, more: str = "", address: str = "") -> Environment:
    """A clone of the toy project with ``more`` stages; returns the environment to refresh it in."""
    shutil.copytree(TOY, root, ignore=shutil.ignore_patterns("__pycache__"))
    with (root / "toy_stages.py").open("a") as stages:
        stages.write(more)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    modules = os.pathsep.join([str(root), str(REPOSITORY)])
    log = root.with_name(f"{root.name}.logs") / "started.log"
    log.parent.mkdir(exist_ok=True)  # a room writes into no other folder beside the project
    return {**os.environ, "PYTHONPATH": modules, "TOY_LOG": str(log), "TOY_ADDRESS": address}


def end_at(
    root: Path, environment: Environment, place: str, number: signal.Signals, seconds: float = LEFT_SECONDS
) -> list[psutil.Process]:
    """Refreshes ``root``, and sends the signal when the place is reached. Returns what lives ``seconds`` later.

    Raises:
        RuntimeError: the place is not reached.
    """
    reached = Path(environment["TOY_LOG"]).with_name("reached")
    reached.unlink(missing_ok=True)
    modules = os.pathsep.join([str(HOOKS), environment["PYTHONPATH"]])
    held = {**environment, "PYTHONPATH": modules, "PLACE": place, "PLACE_REACHED": str(reached)}
    with (root.parent / "output").open("a") as output:
        process = subprocess.Popen(REFRESH, cwd=root, env=held, start_new_session=True, stdout=output, stderr=output)
    give_up = time.monotonic() + REACH_SECONDS
    while not reached.exists():
        if process.poll() is not None or time.monotonic() > give_up:
            kill(processes_of(reached))
            raise RuntimeError(f"{place} is not reached")
        time.sleep(0.02)
    send = os.killpg if number in OF_THE_TERMINAL else os.kill
    send(process.pid, number)
    give_up = time.monotonic() + seconds
    while (process.poll() is None or processes_of(reached)) and time.monotonic() < give_up:
        time.sleep(0.02)
    left = processes_of(reached)
    kill(left)
    process.wait()
    return left


def processes_of(reached: Path) -> list[psutil.Process]:
    """The living processes of the refresh that was to make the file ``reached``, whoever their parents are."""
    mark, living = str(reached), []
    for process in psutil.process_iter():
        try:
            if process.environ().get("PLACE_REACHED") == mark and process.status() != psutil.STATUS_ZOMBIE:
                living.append(process)
        except psutil.Error:
            continue
    return living


def kill(processes: list[psutil.Process]) -> None:
    """Kills what is left, so that the next trial has the machine."""
    for process in processes:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue


def finish(root: Path, environment: Environment, most_seconds: float | None = None) -> Finished:
    """Refreshes ``root`` to the end; not longer than ``most_seconds``."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = partial(subprocess.run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    try:
        ended = run(REFRESH, cwd=root, env=environment, timeout=most_seconds)
        code, output = ended.returncode, ended.stdout
    except subprocess.TimeoutExpired:
        code, output = HUNG, ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Finished(code, time.monotonic() - begin, processor, output)


def lock_of(root: Path) -> object:
    """All that dvc.lock says was made."""
    return yaml.safe_load((root / "dvc.lock").read_text())


@contextmanager
def served() -> Iterator[str]:
    """The address of a file of 100 kB on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(bytes(10**5))

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/file"
        server.shutdown()


@dataclass(frozen=True)
class Cell:
    """One cell of the table: what a refresh was ended at and by, and how the same command then finished."""

    transition: str
    signal: str
    finished: bool
    same_bytes: bool
    time: float
    processor_time: float
    left: int

    @property
    def is_well(self) -> bool:
        """True if nothing lived on, and all was made in due time."""
        return self.finished and self.same_bytes and not self.left and self.processor_time <= MOST

    @property
    def row(self) -> str:
        """The cell as a row of a Markdown table."""
        finished, same = ("yes" if answer else "no" for answer in (self.finished, self.same_bytes))
        figures = f"{self.time:.2f} | {self.processor_time:.2f} | {self.left}"
        return f"| {self.transition} | {self.signal} | {finished} | {same} | {figures} |"


def disturb(calm: Path, quiet: Finished, address: str, transition: str, name: str) -> Cell:
    """Ends a refresh of a new project beside ``calm``, whose refresh was ``quiet``, and finishes it."""
    root = calm.with_name("disturbed")
    environment = make_project(root, MORE, address)
    left = end_at(root, environment, TRANSITIONS[transition], SIGNALS[name])
    end = finish(root, environment, PATIENCE * quiet.seconds)
    same = end.is_well and lock_of(root) == lock_of(calm)
    shutil.rmtree(root)
    time_ratio = end.seconds / quiet.seconds
    processor_ratio = end.processor_seconds / quiet.processor_seconds
    return Cell(transition, name, end.is_well, same, time_ratio, processor_ratio, len(left))


def main() -> int:
    """Prints the table; exit code 1 if a cell is not as it should be."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--transition", action="append", choices=TRANSITIONS)
    arguments.add_argument("--signal", action="append", choices=SIGNALS)
    chosen = arguments.parse_args()
    print("| transition | signal | finished | same bytes | time | processor time | left after 2 s |")
    print("|---|---|---|---|---|---|---|")
    cells = []
    with tempfile.TemporaryDirectory() as folder, served() as address:
        calm = Path(folder) / "calm"
        quiet = finish(calm, make_project(calm, MORE, address))
        assert quiet.is_well, quiet.output
        for transition, name in product(chosen.transition or TRANSITIONS, chosen.signal or SIGNALS):
            cells.append(disturb(calm, quiet, address, transition, name))
            print(cells[-1].row, flush=True)
    return 0 if all(cell.is_well for cell in cells) else 1


if __name__ == "__main__":
    sys.exit(main())
