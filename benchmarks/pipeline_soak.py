"""Refreshes in a loop while everything fails at random; at the end the board is that of an undisturbed run.

    nice -n 10 python -m benchmarks.pipeline_soak --minutes 60 --in /tmp/soak

Two clones of this checkout run the same experiment: documents of the corpus by an extractor on a language model (a
scripted server on this machine), and drawings read by a parser of one's own. One clone is left alone. In the other the
server fails at random (wrong key, errors, silence, dripping, errors with status 200, cut answers, closed ports), the
parser hangs, eats memory or ends its process at random, and processes of the refresh are killed, stopped with Ctrl-C or
killed as a group at random moments. Each round asks a model of another name, so that there is something to do.

A round ends when a refresh has every item. Then leaderboard.json must have the bytes of the undisturbed clone's. The
server counts what it answered in full: a call is paid twice only if it was in the air at a kill, or so lately answered
that it was not kept yet. Two seconds after a refresh has ended, however that came, nothing that it started may live.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "tests"))

from scripted_endpoint import Drip, Hang, Scripted, ScriptedEndpoint, Status  # noqa: E402

ANSWER = "Start -> open\nopen -> XOR1\nXOR1 -> (bill) pay\nXOR1 -> (otherwise) file\npay -> End\nfile -> End"
THINKING_SECONDS = 0.1  # of the scripted model: an answer is in the air for so long
KEEPING_SECONDS = 5.0  # within which an answer is kept, on a machine that does much else
PARTING_SECONDS = 2.0  # within which all that a refresh started ends with it
MOST_CALM_REFRESHES = 6  # of a round: on a busy machine an item may take longer than its limit, and is tried again
FAULTS: list[Scripted] = [
    Status(401, {"error": {"message": "wrong key"}}),
    Status(500, "down"),
    Status(429, "slower", {"retry-after": "1"}),
    Status(200, "<html>log in</html>"),
    Status(200, {"choices": []}),
    Status(200, {"choices": [{"index": 0, "finish_reason": "length", "message": {"content": "Start -> o"}}]}),
    Hang(0.5),
    Drip(0.2),
]
PARSER = """
import os, random, sys, time
from pathlib import Path
from diagramloop.graph import FlowGraph, Node


def parse(picture):
    if Path("TROUBLE").exists():
        fate = random.random()
        if fate < 0.1:
            time.sleep(600)
        if fate < 0.2:
            os._exit(3)
        if fate < 0.3:
            held = [bytearray(2**26) for _ in range(10**6)]
        if fate < 0.4:
            sys.exit("no")
    return FlowGraph(nodes=(Node(id="a", text=f"{len(picture)} bytes"),))
"""
OVERRIDES = [
    *("generator=[]", "attributor=[]", "agent=[]", "parser=[soaked]", "extractor=[gold,zero_shot,empty]"),
    *("source=[corpus]", "sources.corpus.limit=6", "render.styles=[mono]", "score.similarity=lexical"),
    *("executor.workers=2", "executor.limits.seconds=60", "executor.limits.memory_gib=1"),
]


class Endpoint(ScriptedEndpoint):
    """Answers, or fails at random while there is ``trouble``; counts what it answered."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.trouble = 0.0
        self.paid: Counter[str] = Counter()
        self.in_the_air: set[str] = set()
        self.answered: dict[str, float] = {}
        self.excused: set[str] = set()
        self._chance = chance
        self._lock = threading.Lock()

    def answer(self, body: dict[str, Any]) -> Scripted:
        """Return the script's answer to a request."""
        key = json.dumps(body, sort_keys=True)
        with self._lock:
            if self._chance.random() < self.trouble:
                return self._chance.choice(FAULTS)
            self.in_the_air.add(key)
        time.sleep(THINKING_SECONDS)
        with self._lock:
            self.in_the_air.discard(key)
            self.paid[key] += 1
            self.answered[key] = time.monotonic()
        return ANSWER

    @property
    def paid_twice(self) -> int:
        """Count the calls that were answered more than once, and not for a kill's sake."""
        return sum(count > 1 for key, count in self.paid.items() if key not in self.excused)

    def excuse(self) -> None:
        """Calls in the air now, or answered just now, which a kill may make be asked for again."""
        with self._lock:
            lately = time.monotonic() - KEEPING_SECONDS
            self.excused |= self.in_the_air | {key for key, when in self.answered.items() if when > lately}


class Clone:
    """A clone of the checkout with the parser of one's own."""

    def __init__(self, root: Path, endpoint: Endpoint) -> None:
        subprocess.run(["git", "clone", "--quiet", str(REPOSITORY), str(root)], check=True)
        (root / "soaked.py").write_text(PARSER)
        (root / "conf/parser/soaked.yaml").write_text("# @package parsers.soaked\nmake: soaked:parse\n")
        self.root, self._endpoint = root, endpoint
        self._environment = {**os.environ, "PYTHONPATH": str(root), "OPENAI_API_KEY": "soak"}

    def refresh(self, round_number: int) -> subprocess.Popen[str]:
        """Starts a refresh in a session of its own."""
        of_round = [f"models.chat.base_url={self._endpoint.base_url}", f"models.chat.model=soak-{round_number}"]
        with (self.root / "output.log").open("a") as output:
            command = [sys.executable, "-m", "pipelines", "refresh", *OVERRIDES, *of_round]
            return subprocess.Popen(
                command,
                cwd=self.root,
                env=self._environment,
                text=True,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def board(self) -> bytes:
        """The bytes of the leaderboard."""
        return (self.root / "artifacts/leaderboard/leaderboard.json").read_bytes()

    @property
    def unfinished(self) -> bool:
        """True if items of some stage are still to be tried again."""
        return any((self.root / ".diagramloop/unfinished").glob("*.json"))


def main() -> int:
    """Prints the outcome as JSON; exit code 1 if a board differed or a call was paid twice."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--in", dest="folder", type=Path, help="for the clones, which stay; else a passing one")
    chosen = arguments.parse_args()
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as passing:
        outcome = soak(chosen.folder or Path(passing), chosen.minutes * 60, chance)
    print(json.dumps(outcome, indent=1))
    faults = ("boards_that_differ", "paid_twice", "outlived_their_refresh")
    return 1 if any(outcome[fault] for fault in faults) or not outcome["rounds"] else 0


def soak(folder: Path, seconds: float, chance: random.Random) -> dict[str, Any]:
    """Rounds until the time is up."""
    endpoint = Endpoint(chance)
    calm, disturbed = Clone(folder / "calm", endpoint), Clone(folder / "disturbed", endpoint)
    assert calm.refresh(0).wait() == 0, (calm.root / "output.log").read_text()
    endpoint.paid.clear()
    end, rounds, differ = time.monotonic() + seconds, 0, 0
    done: Counter[str] = Counter()
    while time.monotonic() < end:
        disturb(disturbed, endpoint, rounds + 1, chance, done)
        rounds += 1
        same = disturbed.board == calm.board
        differ += not same
        said = f"{'the same board' if same else 'ANOTHER BOARD'}; {endpoint.paid_twice} paid twice; {dict(done)}"
        print(f"round {rounds}, {(time.monotonic() - end + seconds) / 60:.0f} min: {said}", file=sys.stderr, flush=True)
    return {
        "rounds": rounds,
        "minutes": round((time.monotonic() - end + seconds) / 60),
        **done,
        "calls_paid": sum(endpoint.paid.values()),
        "paid_twice": endpoint.paid_twice,
        "in_the_air_at_a_kill": len(endpoint.excused),
        "boards_that_differ": differ,
        "outlived_their_refresh": done["outlived_their_refresh"],
    }


def disturb(clone: Clone, endpoint: Endpoint, number: int, chance: random.Random, done: Counter[str]) -> None:
    """One round: three refreshes in trouble, then as many as it takes without."""
    trouble = clone.root / "TROUBLE"
    for _ in range(3):
        endpoint.trouble = chance.choice([0.2, 0.6, 1.0])
        trouble.touch()
        process = clone.refresh(number)
        done[f"ended_by_{strike(process, endpoint, chance, done)}"] += 1
        done["refreshes"] += 1
    endpoint.trouble = 0.0
    trouble.unlink()
    for _ in range(MOST_CALM_REFRESHES):
        done["refreshes"] += 1
        if clone.refresh(number).wait() == 0 and not clone.unfinished:
            return
    raise AssertionError((clone.root / "output.log").read_text()[-5000:])


def strike(process: subprocess.Popen[str], endpoint: Endpoint, chance: random.Random, done: Counter[str]) -> str:
    """Lets a refresh go on for a while, killing workers under way; then ends it in one of four ways, or not at all."""
    way = chance.choice(["itself", "kill", "kill_of_the_group", "ctrl_c"])
    deadline = time.monotonic() + chance.uniform(5, 120)
    while process.poll() is None and (way == "itself" or time.monotonic() < deadline):
        time.sleep(1)
        if chance.random() < 0.05 and (victims := [one for one in started_by(process) if not watches(one)]):
            endpoint.excuse()
            chance.choice(victims).kill()
            done["processes_killed"] += 1
    started = started_by(process)
    if process.poll() is not None:
        return "itself"
    endpoint.excuse()
    if way == "ctrl_c":
        process.send_signal(signal.SIGINT)
    elif way == "kill":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _, alive = psutil.wait_procs(started, PARTING_SECONDS)
    done["outlived_their_refresh"] += sum(one.status() != psutil.STATUS_ZOMBIE for one in alive if one.is_running())
    return way


def started_by(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """All that a refresh has started and that lives."""
    try:
        return psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def watches(process: psutil.Process) -> bool:
    """True if it is what ends a stage with its refresh: that is not what is tried here, and writes to nowhere."""
    try:
        return Path(f"/proc/{process.pid}/fd/1").readlink() == Path(os.devnull)
    except OSError:
        return True  # it has ended


if __name__ == "__main__":
    sys.exit(main())
