"""All runs of a net at once: tokens of many trials in arrays, one row of a node's work for all of them.

A sweep gives every vertex its turn in the net's order; a vertex works at most once a sweep in each run. A run
is over when a sweep moves none of its tokens. Either every choice is drawn (sampling), or a run is split into
one for each option (enumeration): the same code with another :class:`Chooser`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.extract.simulation_agent._net import ENTRY, Join, Net, SplitRule, Vertex

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Counts = NDArray[np.uint8]

MAX_SWEEPS = 32
"""Bound on loops: no node works more often than this in one run."""
MAX_SUBSETS = 20
"""Flows of an OR gateway among which subsets are drawn; of those beyond it every one is taken."""

_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class RunStep:
    """A vertex worked in some of the runs that there were at the time.

    Attributes:
        vertex: its number.
        worked: (runs,) in which.
        taken: (runs,) what it chose: the flow's place for ``Split.ONE``, the set of flows as bits for
            ``Split.SUBSET``; None where there was nothing to choose.
        age: how often the runs had been kept or repeated before.
    """

    vertex: int
    worked: Bools
    taken: Ints | None
    age: int


@dataclass
class Runs:
    """Runs side by side.

    Attributes:
        tokens: (arcs, runs) waiting on each flow.
        weight: (runs,) how many trials each stands for.
        key: (runs,) equal for equal traces: a hash of the choices, which determine a trace.
        times: (vertices, runs) how often each worked.
        used: (arcs, runs) where a flow was taken.
        crowded: (vertices, runs) where tokens met that nothing makes wait for each other.
        patient: (runs,) False where OR joins wait no longer, since nothing else can move.
        cut: (runs,) True where the bound on loops ended them: what waits there need not wait in vain.
        steps: what was done, in order.
        kept: the indices by which runs were kept or repeated, in order.
    """

    tokens: Counts
    weight: NDArray[np.float64]
    key: NDArray[np.uint64]
    times: Counts
    used: Bools
    crowded: Bools
    patient: Bools
    cut: Bools
    steps: list[RunStep] = field(default_factory=list)
    kept: list[NDArray[np.intp]] = field(default_factory=list)

    @classmethod
    def entering(cls, net: Net, trials: int) -> Runs:
        """Runs in which nothing was done."""
        arcs, vertices = (len(net.arcs), trials), (len(net.ids), trials)
        tokens, times = np.zeros(arcs, dtype=np.uint8), np.zeros(vertices, dtype=np.uint8)
        key, weight, patient = np.zeros(trials, dtype=np.uint64), np.ones(trials), np.ones(trials, dtype=bool)
        used, crowded, cut = _nowhere(*arcs), _nowhere(*vertices), _nowhere(trials)
        return cls(tokens, weight, key, times, used=used, crowded=crowded, patient=patient, cut=cut)

    def note(self, vertex: int, worked: Bools, taken: Ints | None = None) -> None:
        """Remember a step."""
        self.times[vertex] += worked.view(np.uint8)
        self.steps.append(RunStep(vertex, worked, taken, len(self.kept)))

    def lay(self, arc: int, where: Bools) -> None:
        """Lay a token on a flow."""
        self.tokens[arc] += where.view(np.uint8)
        self.used[arc] |= where

    def holds(self, arcs: Sequence[int]) -> Bools:
        """(runs,) where a token waits on some of the flows."""
        waiting: Bools = np.bitwise_or.reduce(self.tokens[arcs, :], axis=0) > 0
        return waiting

    def take(self, arc: int, where: Bools) -> None:
        """Take a token from a flow, in runs that have one there."""
        self.tokens[arc] -= where.view(np.uint8)

    def take_up(self, arc: int, where: Bools) -> Bools:
        """Take a token from a flow, of the runs ``where`` in those that have one there; comes back as these."""
        here = where & (self.tokens[arc] > 0)
        self.take(arc, here)
        return here

    def keep(self, index: NDArray[np.intp]) -> None:
        """Restrict, or repeat, the runs: run i becomes what run ``index[i]`` was."""
        self.tokens, self.used = self.tokens.take(index, axis=1), self.used.take(index, axis=1)
        self.times, self.crowded = self.times.take(index, axis=1), self.crowded.take(index, axis=1)
        self.weight, self.key = self.weight.take(index), self.key.take(index)
        self.patient, self.cut = self.patient.take(index), self.cut.take(index)
        self.kept.append(index)

    def take_out(self, leaving: Bools) -> Runs:
        """The runs that are leaving, which are no longer here."""
        part = replace(self, steps=list(self.steps), kept=list(self.kept))
        part.keep(np.flatnonzero(leaving))
        self.keep(np.flatnonzero(~leaving))
        return part

    def history(self, row: int) -> list[tuple[int, int | None]]:
        """The vertices that worked in one run, in order, each with what it chose."""
        age, steps = len(self.kept), []
        for step in reversed(self.steps):
            while age > step.age:
                age -= 1
                row = int(self.kept[age][row])
            if step.worked[row]:
                steps.append((step.vertex, None if step.taken is None else int(step.taken[row])))
        return steps[::-1]

    def __len__(self) -> int:
        return len(self.weight)


class TooManyRunsError(Exception):
    """There are more different runs than may be enumerated."""


class Chooser(Protocol):
    """Makes the choices of a vertex."""

    def choose(self, runs: Runs, working: Bools, options: int) -> tuple[Bools, Ints]:
        """One of ``options`` for each run where ``working``; runs may be split, so both come back anew."""
        ...


class Sampler:
    """Draws each choice uniformly."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, runs: Runs, working: Bools, options: int) -> tuple[Bools, Ints]:
        """See :class:`Chooser`."""
        return working, self._random.integers(options, size=len(runs), dtype=np.uint32).view(np.int32)


class Enumerator:
    """Splits a run into one for each option, of equal weights.

    Raises:
        TooManyRunsError: more than ``limit`` runs came of it.
    """

    def __init__(self, limit: int) -> None:
        self._more = limit - 1

    def choose(self, runs: Runs, working: Bools, options: int) -> tuple[Bools, Ints]:
        """See :class:`Chooser`."""
        copies = np.where(working, options, 1)
        self._more -= int(copies.sum()) - len(runs)
        if self._more < 0:
            raise TooManyRunsError
        first = np.cumsum(copies) - copies
        index = np.repeat(np.arange(len(runs)), copies)
        taken = (np.arange(len(index)) - first[index]).astype(np.int32)
        runs.keep(index)
        runs.weight = runs.weight / copies[index]
        return working[index], taken


def run(net: Net, trials: int, chooser: Chooser) -> list[Runs]:
    """Let ``trials`` runs enter the net and run to their ends.

    Returns:
        the runs in parts, each ended or cut off after ``MAX_SWEEPS`` sweeps.
    """
    runs = Runs.entering(net, trials)
    if not net.arcs:
        return [runs]
    _emit(runs, net.order[ENTRY], np.ones(trials, dtype=bool), chooser)
    parts: list[Runs] = []
    for _ in range(MAX_SWEEPS):
        _sweep(net, runs, chooser)
        over = _over(net, runs)
        if over.all():
            break
        if 2 * over.sum() > len(runs):  # apart only now and then, since it copies
            parts.append(runs.take_out(over))
    else:
        runs.cut = ~_over(net, runs)
    return [*parts, runs]


def _nowhere(*shape: int) -> Bools:
    return np.zeros(shape, dtype=bool)


def any_of(table: Bools) -> Bools:
    """(runs,) where some row of ``table`` (rows, runs) is true."""
    columns: Bools = np.logical_or.reduce(table, axis=0)
    return columns


def _over(net: Net, runs: Runs) -> Bools:
    """The runs that can move no further; those in which OR joins hold the last tokens lose their patience."""
    alive = runs.holds(net.passing)
    waiting = np.zeros(len(runs), dtype=bool)
    for vertex in net.waiting:
        alive |= _ready(runs, vertex)
        if vertex.join is Join.ACTIVATED:
            waiting |= runs.holds(vertex.into)
    runs.patient = alive | ~waiting
    return ~alive & ~waiting


def _sweep(net: Net, runs: Runs, chooser: Chooser) -> None:
    for vertex in net.order[1:]:
        working = _ready(runs, vertex)
        if working.any():
            _consume(runs, vertex, working)
            _emit(runs, vertex, working, chooser)


def _ready(runs: Runs, vertex: Vertex) -> Bools:
    """(runs,) where the vertex can work."""
    if len(vertex.into) == 1:
        return runs.tokens[vertex.into[0]] > 0
    if not vertex.into:
        return np.zeros(len(runs), dtype=bool)
    if vertex.join is Join.ALL:
        everywhere: Bools = np.minimum.reduce(runs.tokens[vertex.into, :], axis=0) > 0
        return everywhere
    ready = runs.holds(vertex.into)
    if vertex.join is Join.ACTIVATED and ready.any():
        ready &= ~runs.holds(vertex.upstream) | ~runs.patient
    return ready


def _consume(runs: Runs, vertex: Vertex, working: Bools) -> None:
    """Take one token from every flow that the join covers: all that hold one, or the first for ``Join.EACH``."""
    if len(vertex.into) == 1:
        runs.take(vertex.into[0], working)  # it works where a token is
        return
    if vertex.join is not Join.EACH:
        for arc in vertex.into:
            runs.take_up(arc, working)
        return
    left = working
    for arc in vertex.into:
        left = left & ~runs.take_up(arc, left)
    runs.crowded[vertex.number] |= working & runs.holds(vertex.into)


def _emit(runs: Runs, vertex: Vertex, working: Bools, chooser: Chooser) -> None:
    """Lay tokens on the flows that the vertex takes, and note the step."""
    flows = len(vertex.out)
    if vertex.split is SplitRule.ALL or flows < 2 or (vertex.split is SplitRule.SUBSET and flows > MAX_SUBSETS):
        for arc in vertex.out:
            runs.lay(arc, working)
        runs.note(vertex.number, working)
        return
    subset = vertex.split is SplitRule.SUBSET
    working, taken = chooser.choose(runs, working, (1 << flows) - 1 if subset else flows)
    taken = taken + np.int32(1) if subset else taken
    for place, arc in enumerate(vertex.out):
        runs.lay(arc, working & ((taken >> place & 1 > 0) if subset else (taken == place)))
    mixed = taken.astype(np.uint64)
    mixed += np.uint64(vertex.number << 32)
    mixed ^= runs.key
    mixed *= _MIX
    mixed ^= mixed >> np.uint64(29)
    runs.key = np.where(working, mixed, runs.key)
    runs.note(vertex.number, working, taken)
