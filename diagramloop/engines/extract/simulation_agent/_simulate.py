"""Executing a procedural graph and saying what goes wrong, and how often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagramloop.engines.extract.issues import GatewayChoice, Issue
from diagramloop.engines.extract.simulation_agent._execution import execution_issues
from diagramloop.engines.extract.simulation_agent._found import Finding
from diagramloop.engines.extract.simulation_agent._net import Net, compile_net
from diagramloop.engines.extract.simulation_agent._outcome import RunOutcome
from diagramloop.engines.extract.simulation_agent._runs import Enumerator, Runs, Sampler, TooManyRunsError, any_of, run
from diagramloop.engines.extract.simulation_agent._structure import structure_issues
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph

TRIALS = 10_000
"""As the paper has it (text2flow, Appendix C)."""
MAX_TRIALS = 1_000_000
MOST_ENUMERATED = 1_000
"""Different runs up to which all of them are looked at."""
MAX_NODES, MAX_EDGES = 2_000, 5_000
"""Larger graphs are refused: trials times flows is memory."""
MAX_CELLS = 100_000_000
SHOWN = 20
"""Traces that a simulation tells, the most frequent first."""


@dataclass(frozen=True)
class Trace:
    """A way through the graph: node ids in the order of execution, the gateways' choices, its share of the trials."""

    nodes: tuple[str, ...]
    choices: tuple[GatewayChoice, ...]
    share: float


@dataclass(frozen=True)
class Simulation:
    """The result of executing a graph.

    Attributes:
        trials: how many runs were drawn.
        exact: True where every possible run was looked at instead, so that all shares are probabilities.
        different: how many different traces there were.
        traces: the most frequent of them, ``SHOWN`` at most.
        issues: by falling frequency, then as found.
        visits: by node id, the share of the trials that executed it.
        completed: share of the trials that left nothing waiting and that no bound on loops cut off.
    """

    trials: int
    exact: bool
    different: int
    traces: tuple[Trace, ...]
    issues: tuple[Issue, ...]
    visits: dict[str, float]
    completed: float

    @property
    def sound(self) -> bool:
        """True where nothing was found."""
        return not self.issues


def simulate(graph: FlowGraph, *, trials: int = TRIALS, seed: int = 0, exact: bool | None = None) -> Simulation:
    """Execute ``graph`` from Start to End: XOR takes one branch, OR a non-empty subset, AND all of them.

    A join waits for all (AND), for those that are still on their way (OR), or for none. Loops are cut off after
    32 rounds. Where there are no more different runs than ``trials`` (and 1,000), all are looked at with their
    probabilities; else ``trials`` runs are drawn, every branch (every subset, for OR) equally likely.

    Args:
        exact: False to draw in any case, True to draw in none.

    Raises:
        DiagramloopError: EMPTY, no node; TOO_LARGE, more than 2,000 nodes, 5,000 flows, or memory for the trials;
            or, with ``exact``, more different runs than that.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.engines.extract.simulation_agent import simulate
        >>> type(simulate(tea)).__name__
        'Simulation'
    """
    _check_size(graph, trials)
    net = compile_net(graph)
    parts = _enumerated(net, trials) if exact is not False else None
    if parts is None and exact:
        raise DiagramloopError(
            f"more than {min(trials, MOST_ENUMERATED)} different runs", reason=RejectionReason.TOO_LARGE
        )
    outcome = RunOutcome(net, parts or run(net, trials, Sampler(seed)))
    findings = [*structure_issues(outcome), *execution_issues(outcome)]
    shares, _ = outcome.traces
    visits = {net.ids[n]: outcome.share(outcome.worked[n]) for n in range(1, len(net.ids))}
    return Simulation(
        trials=trials,
        exact=parts is not None,
        different=len(shares),
        traces=_traces(outcome),
        issues=_issues(outcome, findings),
        visits=visits,
        completed=outcome.share(~any_of(outcome.left)),
    )


def _enumerated(net: Net, trials: int) -> list[Runs] | None:
    try:
        return run(net, 1, Enumerator(min(trials, MOST_ENUMERATED)))
    except TooManyRunsError:
        return None


def _check_size(graph: FlowGraph, trials: int) -> None:
    if not graph.nodes:
        raise DiagramloopError("the graph has no node", reason=RejectionReason.EMPTY)
    if not 1 <= trials <= MAX_TRIALS:
        raise DiagramloopError(f"{trials} trials, where 1 to {MAX_TRIALS} are possible")
    nodes, edges = len(graph.nodes) + len(graph.groups), len(graph.edges)
    if nodes > MAX_NODES or edges > MAX_EDGES or (nodes + edges) * trials > MAX_CELLS:
        message = f"{nodes} nodes and {edges} flows in {trials} trials are too many to simulate"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)


def _traces(outcome: RunOutcome) -> tuple[Trace, ...]:
    shares, which = outcome.traces
    _, first = np.unique(which, return_index=True)
    ranked = np.lexsort((first, -shares))[:SHOWN].tolist()
    return tuple(Trace(*outcome.trace(int(first[trace])), float(shares[trace])) for trace in ranked)


def _issues(outcome: RunOutcome, findings: list[Finding]) -> tuple[Issue, ...]:
    """Each with its share, its frequency u(f) (Equation 6) and the trace that meets it most often."""
    met = [(finding, 1.0 if finding.where is None else outcome.share(finding.where)) for finding in findings]
    total = sum(share for _, share in met) or 1.0
    issues = []
    for finding, share in met:
        trace, choices = outcome.witness(finding.where) if finding.where is not None else ((), ())
        issues.append(Issue(finding.kind, finding.nodes, finding.message, trace, choices, share, share / total))
    return tuple(sorted(issues, key=lambda issue: -issue.frequency))
