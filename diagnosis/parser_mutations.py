"""Count of moved thresholds of the parser that the tests notice, and a list of those that they do not.

    python -m diagnosis.parser_mutations REAL_DATA [--count 100] [--seed 0] [--workers 2] [--log FILE]

Each of some thresholds, drawn by the seed among all that are no whole numbers, is moved by a factor of .75 or 1.3. The
tests of its agent's room are run in a copy of the project in which the number is another one; where they pass, the
pictures of diagnosis.reading_gate are read until a figure moves. What neither notices is neutral on them. What a log
tells of a threshold already is not tried again.
"""

from __future__ import annotations

import inspect
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from diagnosis._reading_gate import figures, moved, pictures, recorded
from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse.settings import Settings
from diagramloop.errors import DiagramloopError

FACTORS = (0.75, 1.3)
ROOT = Path(__file__).parents[1]
TESTS = Path("tests", "diagramloop", "parse")
NEUTRAL = "neutral"
LEFT_BEHIND = (".*", "artifacts", "__pycache__", "*.dvc")


class Threshold(NamedTuple):
    """A number of an agent's settings, by its role and the names that lead to it; ``kind`` has the last of them."""

    role: str
    path: tuple[str, ...]
    value: float
    kind: type[Settings]

    def __str__(self) -> str:
        return f"{self.role} {'.'.join(self.path)} {self.value}"

    def options(self, value: float) -> dict[str, Any]:
        """Plain configuration of the agents with this threshold at another value."""
        settings: Any = value
        for name in reversed(self.path):
            settings = {name: settings}
        return {self.role: {"options": {"settings": settings}}}


def thresholds() -> Iterator[Threshold]:
    """All of all agents that are no whole numbers."""
    agents = HMAS()
    for role in HMAS.__dataclass_fields__:
        yield from _numbers(role, (), getattr(getattr(agents, role), "settings", None))


def _numbers(role: str, path: tuple[str, ...], settings: Settings | None) -> Iterator[Threshold]:
    for name in type(settings).model_fields if settings is not None else ():
        value = getattr(settings, name)
        if isinstance(value, Settings):
            yield from _numbers(role, (*path, name), value)
        elif isinstance(value, float):
            yield Threshold(role, (*path, name), value, type(settings))


def noticed(real_data: Path, mutation: tuple[Threshold, float]) -> str:
    """By which test or picture a threshold that is moved by a factor is noticed first; empty by none."""
    threshold, factor = mutation
    agents = threshold.options(threshold.value * factor)
    try:
        HMAS.of(agents)
    except DiagramloopError as error:
        return f"refused: {error}"
    return _noticed_by_tests(threshold, factor) or _noticed_in_readings(real_data, agents)


def _noticed_by_tests(threshold: Threshold, factor: float) -> str:
    """The first test of the agent's room that fails in a copy of the project with this threshold at another value."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "project")
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        _rewrite(root, threshold, factor)
        line = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", str(root / _room_tests(threshold.role))]
        environment = {**os.environ, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"}
        done = subprocess.run(line, cwd=root, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{threshold}: the tests cannot be run: {done.stdout[-500:]}{done.stderr[-500:]}")
    failed = re.search(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else ""


def _room_tests(role: str) -> Path:
    """The tests of the room that the agent of this role lives in."""
    room = type(getattr(HMAS(), role)).__module__.split(".")[2]
    folder = TESTS / room
    return folder if (ROOT / folder).is_dir() else TESTS / f"test_{room}.py"


def _rewrite(root: Path, threshold: Threshold, factor: float) -> None:
    """Gives the threshold another value in the source of its settings."""
    lines, first = inspect.getsourcelines(threshold.kind)
    (number,) = (n for n, line in enumerate(lines) if re.match(rf"\s+{threshold.path[-1]}: ", line))
    source = Path(inspect.getfile(threshold.kind))
    copy = root / source.relative_to(ROOT)
    text = copy.read_text("utf-8").splitlines(keepends=True)
    at = first - 1 + number
    said = re.sub(r"= *[\d._e-]+", f"= {threshold.value * factor!r}", text[at], count=1)
    if said == text[at]:
        raise RuntimeError(f"{threshold}: {source.name} says it otherwise: {text[at].strip()}")
    copy.write_text("".join([*text[:at], said, *text[at + 1 :]]), "utf-8")


def _noticed_in_readings(real_data: Path, agents: dict[str, Any]) -> str:
    known = recorded()
    for one in pictures(real_data):
        if lines := moved(known[one.name], figures(one, agents)):
            return f"{one.name} {lines[0]}"
    return ""


def main(
    real_data: Path,
    count: Annotated[int, typer.Option(help="Thresholds that are moved.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the choice.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes.")] = 2,
    log: Annotated[Path | None, typer.Option(help="Gone on from, and added to.")] = None,
) -> None:
    """Print every mutation and what noticed it, and the share that is noticed."""
    chance = random.Random(seed)
    chosen = chance.sample(list(thresholds()), count)
    mutations = [(one, chance.choice(FACTORS)) for one in chosen]
    told = _told(log)
    missing = [mutation for mutation in mutations if _name(*mutation) not in told]
    with ProcessPoolExecutor(workers) as pool:
        for mutation, by in zip(missing, pool.map(partial(noticed, real_data), missing), strict=True):
            told[_name(*mutation)] = by
            typer.echo(line := f"{_name(*mutation)}: {by or NEUTRAL}")
            if log:
                with log.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
    typer.echo(f"{sum(bool(told[_name(*mutation)]) for mutation in mutations)} of {count} noticed")


def _name(threshold: Threshold, factor: float) -> str:
    return f"{threshold} x {factor}"


def _told(log: Path | None) -> dict[str, str]:
    """By which test or picture each threshold of a log was noticed."""
    lines = log.read_text("utf-8").splitlines() if log and log.exists() else []
    pairs = (line.partition(": ")[::2] for line in lines)
    return {name: "" if by == NEUTRAL else by for name, by in pairs}


if __name__ == "__main__":
    typer.run(main)
