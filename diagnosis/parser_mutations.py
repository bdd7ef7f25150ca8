"""Count of moved thresholds of the parser that the tests notice, and a list of those that they do not.

    python -m diagnosis.parser_mutations REAL_DATA [--count 100] [--seed 0] [--workers 2] [--log FILE]

Each of some thresholds, drawn by the seed among all that are no whole numbers, is moved by a factor of .75 or 1.3. The
tests of its room are run in a copy of the project in which the number is another one; where they pass or there are
none, which is said and counted, the pictures of diagnosis.reading_gate are read until a figure moves. What neither
notices is neutral on them. What a log tells of a threshold already is not tried again.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple
from unittest import mock

import typer

from diagnosis._reading_gate import figures, moved, pictures, recorded
from diagramloop.engines import parse as parser

FACTORS = (0.75, 1.3)
ROOT = Path(__file__).parents[1]
TESTS = Path("tests", "diagramloop", "engines", "parse")
NEUTRAL = "neutral"
LEFT_BEHIND = (".*", "artifacts", "__pycache__", "*.dvc")


class Threshold(NamedTuple):
    """A constant of the parser, by the module that holds it."""

    module: str
    name: str
    value: float

    def __str__(self) -> str:
        return f"{self.module.removeprefix(parser.__name__ + '.')} {self.name} {self.value}"


def thresholds() -> Iterator[Threshold]:
    """All of all rooms that are no whole numbers."""
    for found in pkgutil.walk_packages(parser.__path__, f"{parser.__name__}."):
        source = Path(inspect.getfile(importlib.import_module(found.name)))
        for statement in ast.parse(source.read_text("utf-8")).body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=float(value))):
                    yield Threshold(found.name, name, value)


def noticed(real_data: Path, mutation: tuple[Threshold, float]) -> str:
    """By which test or picture a threshold that is moved by a factor is noticed first; empty by none."""
    threshold, factor = mutation
    return _noticed_by_tests(threshold, factor) or _noticed_in_readings(real_data, threshold, factor)


def _noticed_by_tests(threshold: Threshold, factor: float) -> str:
    """The first test of the threshold's room that fails in a copy of the project with it at another value."""
    tests = _room_tests(threshold)
    if tests is None:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "project")
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        _rewrite(root, threshold, factor)
        line = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", str(root / tests)]
        environment = {**os.environ, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"}
        done = subprocess.run(line, cwd=root, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{threshold}: the tests cannot be run: {done.stdout[-500:]}{done.stderr[-500:]}")
    failed = re.search(r"^FAILED (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else ""


def _room_tests(threshold: Threshold) -> Path | None:
    """The tests of the room, or of the module beside the rooms, that holds the threshold; None where it has none."""
    room = threshold.module.removeprefix(f"{parser.__name__}.").split(".")[0]
    for tests in (TESTS / room, TESTS / f"test_{room}.py"):
        if (ROOT / tests).exists():
            return tests
    return None


def _rewrite(root: Path, threshold: Threshold, factor: float) -> None:
    """Gives the threshold another value in its source."""
    source = Path(inspect.getfile(importlib.import_module(threshold.module)))
    text = source.read_text("utf-8")
    mutated, count = re.subn(
        rf"(?m)^{threshold.name} = [\d._e-]+", f"{threshold.name} = {threshold.value * factor!r}", text
    )
    if count != 1:
        raise RuntimeError(f"{threshold}: {source.name} says it otherwise")
    (root / source.relative_to(ROOT)).write_text(mutated, "utf-8")


def _noticed_in_readings(real_data: Path, threshold: Threshold, factor: float) -> str:
    """The first picture whose figures move with it; modules that import it get its value as well."""
    holders = [module for name, module in sys.modules.items() if name.startswith(parser.__name__)]
    if threshold.name.startswith("_"):
        holders = [sys.modules[threshold.module]]
    with ExitStack() as stack:
        for holder in holders:
            if hasattr(holder, threshold.name):
                stack.enter_context(mock.patch.object(holder, threshold.name, threshold.value * factor))
        known = recorded()
        for pictured in pictures(real_data):
            if lines := moved(known[pictured.name], figures(pictured)):
                return f"{pictured.name} {lines[0]}"
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
    untested = {str(threshold) for threshold, _ in mutations if _room_tests(threshold) is None}
    for threshold in sorted(untested):
        typer.echo(f"{threshold}: its room has no tests, pictures alone can notice it")
    with ProcessPoolExecutor(workers) as pool:
        for mutation, by in zip(missing, pool.map(partial(noticed, real_data), missing), strict=True):
            told[_name(*mutation)] = by
            typer.echo(line := f"{_name(*mutation)}: {by or NEUTRAL}")
            if log:
                with log.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
    noticed_count = sum(bool(told[_name(*mutation)]) for mutation in mutations)
    typer.echo(f"{noticed_count} of {count} noticed; {len(untested)} in rooms without tests")


def _name(threshold: Threshold, factor: float) -> str:
    return f"{threshold} x {factor}"


def _told(log: Path | None) -> dict[str, str]:
    """By which test or picture each threshold of a log was noticed."""
    lines = log.read_text("utf-8").splitlines() if log and log.exists() else []
    pairs = (line.partition(": ")[::2] for line in lines)
    return {name: "" if by == NEUTRAL else by for name, by in pairs}


if __name__ == "__main__":
    typer.run(main)
