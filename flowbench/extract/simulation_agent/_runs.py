"""All runs of a net at once: tokens of many trials in arrays, one row of a node's work for all of them.

A sweep gives every vertex its turn in the net's order; a vertex works at most once a sweep in each run. A run
is over when a sweep moves none of its tokens. Either every choice is drawn (sampling), or a run is split into
one for each option (enumeration): the same code with another :class:`Chooser`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from flowbench.extract.simulation_agent._net import ENTRY, Join, Net, Split, Vertex

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

MAX_SWEEPS = 32
"""Bound on loops: no node works more often than this in one run."""
MAX_SUBSETS = 20
"""Flows of an OR gateway among which subsets are drawn; of those beyond it every one is taken."""

_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass
class Step:
    """A vertex worked in some of the runs.

    Attributes:
        vertex: its number.
        worked: (runs,) in which.
        taken: (runs,) what it chose: the flow's place for ``Split.ONE``, the set of flows as bits for
            ``Split.SUBSET``; None where there was nothing to choose.
        age: how often the runs had been kept or repeated before.
    """

    vertex: int
    worked: Bools
    taken: Ints | None = None
    age: int = 0


@dataclass
class Runs:
    """Runs side by side.

    Attributes:
        tokens: (arcs, runs) waiting on each flow.
        weight: (runs,) how many trials each stands for.
        key: (runs,) equal for equal traces: a hash of the choices, which determine a trace.
        crowded: (vertices, runs) where tokens met that nothing makes wait for each other.
        patient: (runs,) False where OR joins wait no longer, since nothing else can move.
        cut: (runs,) True where the bound on loops ended them: what waits there need not wait in vain.
        steps: what was done, in order; each with the runs that there were at the time, see :meth:`settle`.
        kept: the indices by which runs were kept or repeated, in order.
    """

    tokens: NDArray[np.uint8]
    weight: NDArray[np.float64]
    key: NDArray[np.uint64]
    crowded: Bools
    patient: Bools
    cut: Bools
    steps: list[Step] = field(default_factory=list)
    kept: list[NDArray[np.intp]] = field(default_factory=list)

    def note(self, vertex: int, worked: Bools, taken: Ints | None = None) -> None:
        """Remember a step."""
        self.steps.append(Step(vertex, worked, taken, len(self.kept)))

    def keep(self, index: NDArray[np.intp]) -> None:
        """Restrict, or repeat, the runs: run i becomes what run ``index[i]`` was."""
        self.tokens, self.crowded = self.tokens.take(index, axis=1), self.crowded.take(index, axis=1)
        self.weight, self.key = self.weight.take(index), self.key.take(index)
        self.patient, self.cut = self.patient.take(index), self.cut.take(index)
        self.kept.append(index)

    def take_out(self, leaving: Bools) -> Runs:
        """The runs that are leaving, which are no longer here."""
        part = replace(self, steps=list(self.steps), kept=list(self.kept))
        part.keep(np.flatnonzero(leaving))
        self.keep(np.flatnonzero(~leaving))
        return part

    def settle(self) -> None:
        """Bring the steps, of whatever age, to the runs that there are now: once, instead of at every choice."""
        index = np.arange(len(self))
        settled: list[Step] = []
        age = len(self.kept)
        for step in reversed(self.steps):
            while age > step.age:
                age -= 1
                index = self.kept[age].take(index)
            taken = step.taken.take(index) if step.taken is not None else None
            settled.append(Step(step.vertex, step.worked.take(index), taken))
        self.steps, self.kept = settled[::-1], []

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
        return working, self._random.integers(options, size=len(runs), dtype=np.uint32).astype(np.int64)


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
        taken = np.arange(len(index)) - first[index]
        runs.keep(index)
        runs.weight = runs.weight / copies[index]
        return working[index], taken


def run(net: Net, trials: int, chooser: Chooser) -> list[Runs]:
    """Let ``trials`` runs enter the net and run to their ends.

    Returns:
        the runs in parts, each ended or cut off after ``MAX_SWEEPS`` sweeps.
    """
    runs = Runs(
        tokens=np.zeros((len(net.arcs), trials), dtype=np.uint8),
        weight=np.ones(trials),
        key=np.zeros(trials, dtype=np.uint64),
        crowded=np.zeros((len(net.ids), trials), dtype=bool),
        patient=np.ones(trials, dtype=bool),
        cut=np.zeros(trials, dtype=bool),
    )
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
    for part in (*parts, runs):
        part.settle()
    return [*parts, runs]


def any_of(table: Bools) -> Bools:
    """(runs,) where some row of ``table`` (rows, runs) is true."""
    found: Bools = np.logical_or.reduce(table, axis=0)
    return found


def _over(net: Net, runs: Runs) -> Bools:
    """The runs that can move no further; those in which OR joins hold the last tokens lose their patience."""
    alive = any_of(runs.tokens[net.passing, :] > 0)
    waiting = np.zeros(len(runs), dtype=bool)
    for vertex in net.waiting:
        alive |= _ready(runs, vertex)
        if vertex.join is Join.ACTIVATED:
            waiting |= any_of(_arrived(runs, vertex))
    runs.patient = alive | ~waiting
    return ~alive & ~waiting


def _sweep(net: Net, runs: Runs, chooser: Chooser) -> None:
    for vertex in net.order[1:]:
        working = _ready(runs, vertex)
        if working.any():
            _consume(runs, vertex, working)
            _emit(runs, vertex, working, chooser)


def _arrived(runs: Runs, vertex: Vertex) -> Bools:
    """(incoming flows, runs) where a token waits."""
    return runs.tokens[vertex.into, :] > 0


def _ready(runs: Runs, vertex: Vertex) -> Bools:
    """(runs,) where the vertex can work."""
    if len(vertex.into) == 1:
        return runs.tokens[vertex.into[0]] > 0
    if not vertex.into:
        return np.zeros(len(runs), dtype=bool)
    arrived = _arrived(runs, vertex)
    if vertex.join is Join.ALL:
        return ~any_of(~arrived)
    ready = any_of(arrived)
    if vertex.join is Join.ACTIVATED and ready.any():
        ready &= ~any_of(runs.tokens[vertex.upstream, :] > 0) | ~runs.patient
    return ready


def _consume(runs: Runs, vertex: Vertex, working: Bools) -> None:
    """Take one token from every flow that the join covers: all that hold one, or the first for ``Join.EACH``."""
    if vertex.join is not Join.EACH:
        for arc in vertex.into:
            runs.tokens[arc] -= working & (runs.tokens[arc] > 0)
        return
    left = working
    for arc in vertex.into:
        here = left & (runs.tokens[arc] > 0)
        runs.tokens[arc] -= here
        left = left & ~here
    if len(vertex.into) > 1:
        runs.crowded[vertex.number] |= working & any_of(_arrived(runs, vertex))


def _emit(runs: Runs, vertex: Vertex, working: Bools, chooser: Chooser) -> None:
    """Lay tokens on the flows that the vertex takes, and note the step."""
    flows = len(vertex.out)
    if vertex.split is Split.ALL or flows < 2 or (vertex.split is Split.SUBSET and flows > MAX_SUBSETS):
        for arc in vertex.out:
            runs.tokens[arc] += working
        runs.note(vertex.number, working)
        return
    subset = vertex.split is Split.SUBSET
    working, taken = chooser.choose(runs, working, (1 << flows) - 1 if subset else flows)
    taken = taken + 1 if subset else taken
    for place, arc in enumerate(vertex.out):
        runs.tokens[arc] += working & ((taken >> place & 1 > 0) if subset else (taken == place))
    mixed = (runs.key ^ (taken + (vertex.number << 32)).astype(np.uint64)) * _MIX
    runs.key = np.where(working, mixed ^ (mixed >> np.uint64(29)), runs.key)
    runs.note(vertex.number, working, taken)
