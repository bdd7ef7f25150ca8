"""Issues that show in the graph itself; the runs then say how much they matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from diagramloop.engines.extract.issues import IssueKind
from diagramloop.engines.extract.naming import named, named_all
from diagramloop.engines.extract.simulation_agent._execution import regions
from diagramloop.engines.extract.simulation_agent._found import Finding
from diagramloop.engines.extract.simulation_agent._net import BRANCHING, CHOOSING, REMARKS, Net
from diagramloop.engines.extract.simulation_agent._outcome import RunOutcome
from diagramloop.engines.extract.simulation_agent._runs import any_of
from diagramloop.graph import EdgeKind, NodeKind


def structure_issues(outcome: RunOutcome) -> Iterator[Finding]:
    """The issues that need no run to be seen, kind by kind, in the graph's order."""
    for check in _CHECKS:
        yield from check(outcome)


def _terminals(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    if not net.procedural:
        return
    if NodeKind.START not in net.kinds[1:]:
        yield Finding(IssueKind.NO_START, (), "The graph has no Start.")
    if NodeKind.END not in net.kinds:
        yield Finding(IssueKind.NO_END, (), "The graph has no End.")


def _unreachable_nodes(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    lost = [number for number in range(1, len(net.ids)) if number not in net.reached]
    for region in regions(net, lost):
        nodes = tuple(net.ids[number] for number in region)
        yield Finding(IssueKind.UNREACHABLE_NODE, nodes, f"No path from Start leads to {named_all(net.graph, nodes)}.")


def _terminal_flows(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for number in _walked(net):
        worked = outcome.worked[number]
        if net.kinds[number] is NodeKind.START and any(net.labels[arc] is not None for arc in net.into[number]):
            yield Finding(IssueKind.START_WITH_INCOMING, (net.ids[number],), "A flow leads into Start.", worked)
        if net.kinds[number] is NodeKind.END and net.out[number]:
            targets = tuple(net.ids[net.arcs[arc][1]] for arc in net.out[number])
            message = f"End is followed by {named_all(net.graph, targets)}, which is never executed."
            yield Finding(IssueKind.END_WITH_OUTGOING, (net.ids[number], *targets), message, worked)


def _gateways_with_one_branch(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for number in _walked(net):
        if net.kinds[number] in BRANCHING and len(net.out[number]) <= 1 and len(net.into[number]) <= 1:
            message = f"The gateway {named(net.graph, net.ids[number])} neither branches nor joins."
            where = outcome.worked[number]
            yield Finding(IssueKind.GATEWAY_WITH_ONE_BRANCH, (net.ids[number],), message, where)


def _implicit_splits(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for number in _walked(net):
        plain = net.kinds[number] not in BRANCHING and net.kinds[number] is not NodeKind.END
        if plain and len(net.out[number]) > 1:
            targets = tuple(net.ids[net.arcs[arc][1]] for arc in net.out[number])
            name = named(net.graph, net.ids[number])
            message = f"Several flows leave {name}, to {named_all(net.graph, targets)}, without a gateway."
            where = outcome.worked[number]
            yield Finding(IssueKind.IMPLICIT_SPLIT, (net.ids[number], *targets), message, where)


def _missing_conditions(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for number in _walked(net):
        if net.kinds[number] not in CHOOSING or len(net.out[number]) < 2:
            continue
        for arc in net.out[number]:
            if not net.labels[arc]:
                nodes = (net.ids[number], net.ids[net.arcs[arc][1]])
                message = (
                    f"The branch from {named(net.graph, nodes[0])} to {named(net.graph, nodes[1])} has no condition."
                )
                yield Finding(IssueKind.MISSING_CONDITION, nodes, message, outcome.took(arc))


def _repeated_branches(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for number in _walked(net):
        by_branch: dict[tuple[int, str], list[int]] = defaultdict(list)
        by_condition: dict[str, list[int]] = defaultdict(list)
        for arc in net.out[number]:
            label = (net.labels[arc] or "").casefold()
            by_branch[net.arcs[arc][1], label].append(arc)
            if label and net.kinds[number] in CHOOSING:
                by_condition[label].append(arc)
        yield from (_repeated(outcome, IssueKind.DUPLICATE_BRANCHES, arcs) for arcs in by_branch.values() if arcs[1:])
        yield from (
            _repeated(outcome, IssueKind.SAME_CONDITION, arcs)
            for arcs in by_condition.values()
            if len({net.arcs[arc][1] for arc in arcs}) > 1
        )


def _repeated(outcome: RunOutcome, kind: IssueKind, arcs: list[int]) -> Finding:
    net = outcome.net
    source, targets = net.ids[net.arcs[arcs[0]][0]], tuple(dict.fromkeys(net.ids[net.arcs[a][1]] for a in arcs))
    label = net.labels[arcs[0]]
    under = f" under the condition '{label}'" if label else ""
    times = len(arcs)
    message = f"{times} flows lead from {named(net.graph, source)} to {named_all(net.graph, targets)}{under}."
    return Finding(kind, (source, *targets), message, any_of(np.array([outcome.took(arc) for arc in arcs])))


def _unattached_constraints(outcome: RunOutcome) -> Iterator[Finding]:
    graph = outcome.net.graph
    kinds = {node.id: node.kind for node in graph.nodes}
    attached: set[str] = set()
    for edge in graph.edges:
        ends = [kinds.get(edge.source), kinds.get(edge.target)]
        if edge.kind is not EdgeKind.MESSAGE and any(kind not in REMARKS for kind in ends):
            attached |= {edge.source, edge.target}
    for node in graph.nodes:
        if node.kind in REMARKS and node.id not in attached:
            message = f"{named(graph, node.id)} is attached to no action."
            yield Finding(IssueKind.UNATTACHED_CONSTRAINT, (node.id,), message)


def _walked(net: Net) -> list[int]:
    return [vertex.number for vertex in net.order[1:]]


_CHECKS: tuple[Callable[[RunOutcome], Iterator[Finding]], ...] = (
    _terminals,
    _unreachable_nodes,
    _terminal_flows,
    _gateways_with_one_branch,
    _implicit_splits,
    _missing_conditions,
    _repeated_branches,
    _unattached_constraints,
)
