"""Refreshes in a loop while everything fails at random; at the end the board is that of an undisturbed run.

    python -m benchmarks.pipeline_soak --minutes 60

Two clones of this checkout run the same experiment: documents of the corpus by an extractor on a language model (a
scripted server on this machine), and drawings read by a parser of one's own. One clone is left alone. In the other the
server fails at random (wrong key, errors, silence, dripping, errors with status 200, cut answers, closed ports), the
parser hangs, eats memory or ends its process at random, and processes of the refresh are killed, stopped with Ctrl-C or
killed as a group at random moments. Each round asks a model of another name, so that there is something to do.

A round ends when a refresh has every item. Then leaderboard.json must have the bytes of the undisturbed clone's. The
server counts what it answered in full: a call is paid twice only if it was in the air at a kill.
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
    *("executor.workers=2", "executor.limits.seconds=6", "executor.limits.memory_gib=1"),
]


class Endpoint(ScriptedEndpoint):
    """Answers, or fails at random while there is ``trouble``; counts what it answered."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.trouble = 0.0
        self.paid: Counter[str] = Counter()
        self.in_the_air: set[str] = set()
        self.excused: set[str] = set()
        self._chance = chance
        self._lock = threading.Lock()

    def answer(self, body: dict[str, Any]) -> Scripted:
        """What the script says to a request."""
        key = json.dumps(body, sort_keys=True)
        with self._lock:
            if self._chance.random() < self.trouble:
                return self._chance.choice(FAULTS)
            self.in_the_air.add(key)
        time.sleep(THINKING_SECONDS)
        with self._lock:
            self.in_the_air.discard(key)
            self.paid[key] += 1
        return ANSWER

    def excuse(self) -> None:
        """What is in the air now, or was answered just now, a kill may make be asked for again."""
        with self._lock:
            self.excused |= self.in_the_air


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
        """Whether items of some stage are still to be tried again."""
        return any((self.root / ".diagramloop/unfinished").glob("*.json"))


def main() -> int:
    """Prints the outcome as JSON; exit code 1 if a board differed or a call was paid twice."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=0)
    chosen = arguments.parse_args()
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        outcome = soak(Path(folder), chosen.minutes * 60, chance)
    print(json.dumps(outcome, indent=1))
    return 1 if outcome["boards_that_differ"] or outcome["paid_twice"] or not outcome["rounds"] else 0


def soak(folder: Path, seconds: float, chance: random.Random) -> dict[str, Any]:
    """Rounds until the time is up."""
    endpoint = Endpoint(chance)
    calm, disturbed = Clone(folder / "calm", endpoint), Clone(folder / "disturbed", endpoint)
    assert calm.refresh(0).wait() == 0, (calm.root / "output.log").read_text()
    endpoint.paid.clear()
    end, rounds, differ = time.monotonic() + seconds, 0, 0
    done: Counter[str] = Counter()
    while time.monotonic() < end:
        rounds += 1
        disturb(disturbed, endpoint, rounds, chance, done)
        same = disturbed.board == calm.board
        differ += not same
        print(f"round {rounds}: {'the same board' if same else 'ANOTHER BOARD'}; {dict(done)}", file=sys.stderr)
    twice = sum(count > 1 for key, count in endpoint.paid.items() if key not in endpoint.excused)
    return {
        "rounds": rounds,
        **done,
        "calls_paid": sum(endpoint.paid.values()),
        "paid_twice": twice,
        "in_the_air_at_a_kill": len(endpoint.excused),
        "boards_that_differ": differ,
    }


def disturb(clone: Clone, endpoint: Endpoint, number: int, chance: random.Random, done: Counter[str]) -> None:
    """One round: three refreshes in trouble, then as many as it takes without."""
    trouble = clone.root / "TROUBLE"
    for _ in range(3):
        endpoint.trouble = chance.choice([0.2, 0.6, 1.0])
        trouble.touch()
        process = clone.refresh(number)
        done[f"ended_by_{strike(process, endpoint, chance)}"] += 1
        done["refreshes"] += 1
    endpoint.trouble = 0.0
    trouble.unlink()
    for _ in range(3):
        done["refreshes"] += 1
        if clone.refresh(number).wait() == 0 and not clone.unfinished:
            return
    raise AssertionError((clone.root / "output.log").read_text()[-5000:])


def strike(process: subprocess.Popen[str], endpoint: Endpoint, chance: random.Random) -> str:
    """Lets a refresh go on for a while, killing workers under way; then ends it in one of four ways, or not at all."""
    way = chance.choice(["itself", "kill", "kill_of_the_group", "ctrl_c"])
    deadline = time.monotonic() + chance.uniform(5, 60)
    while process.poll() is None and (way == "itself" or time.monotonic() < deadline):
        time.sleep(1)
        if chance.random() < 0.1 and (victims := psutil.Process(process.pid).children(recursive=True)):
            endpoint.excuse()
            chance.choice(victims).send_signal(signal.SIGKILL)
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
    time.sleep(2)  # by then nothing that it started may live
    return way


if __name__ == "__main__":
    sys.exit(main())
