"""Count of moved thresholds of the parser that the recorded readings notice, and a list of those that they do not.

    python -m diagnosis.parser_mutations REAL_DATA [--count 100] [--seed 0] [--workers 2]

Each of some thresholds, drawn by the seed among all that are no whole numbers, is moved by a factor of .75 or 1.3; the
pictures of diagnosis.reading_gate are read until a figure moves. One that none moves for is neutral on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from diagnosis._reading_gate import figures, moved, pictures, recorded
from diagramloop.errors import DiagramloopError
from diagramloop.parse import HMAS
from diagramloop.parse.settings import Settings

FACTORS = (0.75, 1.3)


class Threshold(NamedTuple):
    """A number of an agent's settings, by its role and the names that lead to it."""

    role: str
    path: tuple[str, ...]
    value: float

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
            yield Threshold(role, (*path, name), value)


def noticed(real_data: Path, mutation: tuple[Threshold, float]) -> str:
    """By which picture a threshold that is moved by a factor is noticed first, and what moves; empty by none."""
    threshold, factor = mutation
    agents = threshold.options(threshold.value * factor)
    try:
        HMAS.of(agents)
    except DiagramloopError as error:
        return f"refused: {error}"
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
) -> None:
    """Print every mutation and what noticed it, and the share that is noticed."""
    chance = random.Random(seed)
    chosen = chance.sample(list(thresholds()), count)
    mutations = [(one, chance.choice(FACTORS)) for one in chosen]
    seen = 0
    with ProcessPoolExecutor(workers) as pool:
        for (one, factor), by in zip(mutations, pool.map(partial(noticed, real_data), mutations), strict=True):
            seen += bool(by)
            typer.echo(f"{one.role} {'.'.join(one.path)} {one.value} x {factor}: {by or 'neutral'}")
    typer.echo(f"{seen} of {count} noticed")


if __name__ == "__main__":
    typer.run(main)
