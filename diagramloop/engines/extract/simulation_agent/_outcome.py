"""Outcome of the runs: the vertices that worked, the tokens left over, and the run that shows it best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.extract.issues import GatewayChoice
from diagramloop.engines.extract.simulation_agent._net import ENTRY, Net, SplitRule
from diagramloop.engines.extract.simulation_agent._runs import Bools, Counts, Runs


@dataclass(frozen=True)
class RunOutcome:
    """The runs of a net, all parts put together; a run's row is its number.

    Attributes:
        net: what was executed.
        parts: as the runs came in.
    """

    net: Net
    parts: list[Runs]

    @cached_property
    def weight(self) -> NDArray[np.float64]:
        """(runs,) how many trials each stands for."""
        return np.concatenate([part.weight for part in self.parts])

    @cached_property
    def total(self) -> float:
        """The number of trials."""
        return float(self.weight.sum())

    @cached_property
    def left(self) -> Bools:
        """(arcs, runs) where a token was left over."""
        return np.concatenate([part.tokens for part in self.parts], axis=1) > 0

    @cached_property
    def cut(self) -> Bools:
        """(runs,) that the bound on loops ended."""
        return np.concatenate([part.cut for part in self.parts])

    @cached_property
    def crowded(self) -> Bools:
        """(vertices, runs) where tokens met that nothing makes wait for each other."""
        return np.concatenate([part.crowded for part in self.parts], axis=1)

    @cached_property
    def times(self) -> Counts:
        """(vertices, runs) how often each worked."""
        return np.concatenate([part.times for part in self.parts], axis=1)

    @cached_property
    def worked(self) -> Bools:
        """(vertices, runs) where each worked."""
        return self.times > 0

    @cached_property
    def traces(self) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """The shares of the different traces, and (runs,) each run's."""
        keys = np.concatenate([part.key for part in self.parts])
        _, which = np.unique(keys, return_inverse=True)
        return np.bincount(which, weights=self.weight) / self.total, which

    def share(self, where: Bools) -> float:
        """Share of the trials in the runs ``where``."""
        return float(self.weight[where].sum()) / self.total

    def took(self, arc: int) -> Bools:
        """(runs,) where a flow was taken, once at least."""
        return np.concatenate([part.used[arc] for part in self.parts])

    def witness(self, where: Bools) -> tuple[tuple[str, ...], tuple[GatewayChoice, ...]]:
        """Trace and choices of the most frequent run among those ``where``; empty where there is none."""
        if not where.any():
            return (), ()
        shares, which = self.traces
        return self.trace(int(np.where(where, shares[which], -1.0).argmax()))

    def trace(self, row: int) -> tuple[tuple[str, ...], tuple[GatewayChoice, ...]]:
        """The node ids that a run executed, in order, and what its gateways chose."""
        for part in self.parts:
            if row < len(part):
                break
            row -= len(part)
        steps = [(vertex, taken) for vertex, taken in part.history(row) if vertex != ENTRY]
        ids = self.net.ids
        choices = (
            GatewayChoice(ids[vertex], self._branches(vertex, taken)) for vertex, taken in steps if taken is not None
        )
        return tuple(ids[vertex] for vertex, _ in steps), tuple(choices)

    def _branches(self, number: int, taken: int) -> tuple[str, ...]:
        vertex = self.net.vertex[number]
        places = [taken] if vertex.split is SplitRule.ONE else [p for p in range(len(vertex.out)) if taken >> p & 1]
        return tuple(self.net.ids[self.net.arcs[vertex.out[place]][1]] for place in places)
