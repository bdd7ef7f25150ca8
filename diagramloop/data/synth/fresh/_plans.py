"""Plans of procedures by a grammar: what a fresh chart, its dialogues and its document all tell.

plan  -> block+                       as many blocks as the plan still has steps for
block -> step                         1 - BRANCHES - LOOPS - FORKS
       | if CONDITION: plan else: plan?   BRANCHES; the second way is left out in SHORT_CUTS of them
       | repeat plan until CONDITION  LOOPS
       | plan and plan at once        FORKS, in documents alone
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, TypeAlias

import yaml

BRANCHES, LOOPS, FORKS = 0.25, 0.1, 0.1  # shares of blocks
SHORT_CUTS = 0.4  # share of branches whose second way has no step
INNER = (1, 4)  # steps of a way or a loop: from, and to


@dataclass(frozen=True)
class Condition:
    """A state of a thing, and its opposite."""

    thing: str
    state: str
    opposite: str

    @property
    def holds(self) -> str:
        """The words that it holds."""
        return f"the {self.thing} is {self.state}"

    @property
    def fails(self) -> str:
        """The words that it does not."""
        return f"the {self.thing} is {self.opposite}"

    @property
    def question(self) -> str:
        """The question whether it holds."""
        return f"Is the {self.thing} {self.state}?"


@dataclass(frozen=True)
class Branch:
    """Two ways, the second perhaps empty."""

    condition: Condition
    then: Plan
    otherwise: Plan


@dataclass(frozen=True)
class Loop:
    """A plan that is repeated until a condition holds."""

    body: Plan
    until: Condition


@dataclass(frozen=True)
class Fork:
    """Two plans at the same time."""

    first: Plan
    second: Plan


Block: TypeAlias = "str | Branch | Loop | Fork"
Plan: TypeAlias = "tuple[Block, ...]"


@cache
def words() -> Any:
    """The lists of words.yaml."""
    return yaml.safe_load(files(__package__).joinpath("words.yaml").read_text("utf-8"))


@dataclass
class Grammar:
    """Plans of one seed, none of whose steps and conditions is like another.

    Attributes:
        chance: decides everything.
        forks: whether things may happen at the same time.
    """

    chance: Random
    forks: bool = False
    _said: set[str] = field(default_factory=set)

    def plan(self, steps: int, deep: int = 2) -> Plan:
        """A plan of about so many steps, whose blocks hold others down to a depth."""
        blocks: list[Block] = []
        while steps > 0:
            block = self._block(steps, deep)
            blocks.append(block)
            steps -= _size(block)
        return tuple(blocks)

    def _block(self, steps: int, deep: int) -> Block:
        drawn = self.chance.random()
        if deep == 0 or steps < INNER[0] + 2:
            return self._step()
        if drawn < BRANCHES:
            empty = self.chance.random() < SHORT_CUTS
            return Branch(self._condition(), self._inner(deep), () if empty else self._inner(deep))
        if drawn < BRANCHES + LOOPS:
            return Loop(self._inner(deep), self._condition())
        if self.forks and drawn < BRANCHES + LOOPS + FORKS:
            return Fork((self._step(),), (self._step(),))
        return self._step()

    def _inner(self, deep: int) -> Plan:
        return self.plan(self.chance.randint(*INNER), deep - 1)

    def _step(self) -> str:
        return self._new(lambda: f"{self.chance.choice(words()['verbs'])} the {self._thing()}")

    def _condition(self) -> Condition:
        thing = self._new(self._thing)
        states = self.chance.sample(self.chance.choice(words()["states"]), 2)
        return Condition(thing, *states)

    def _thing(self) -> str:
        return f"{self.chance.choice(words()['materials'])} {self.chance.choice(words()['things'])}"

    def _new(self, draw: Any) -> str:
        while (said := draw()) in self._said:
            pass
        self._said.add(said)
        return str(said)


def _size(block: Block) -> int:
    if isinstance(block, str):
        return 1
    return 1 + sum(_size(inner) for part in _parts(block) for inner in part)


def _parts(block: Branch | Loop | Fork) -> Iterator[Plan]:
    if isinstance(block, Branch):
        yield from (block.then, block.otherwise)
    elif isinstance(block, Loop):
        yield block.body
    else:
        yield from (block.first, block.second)
