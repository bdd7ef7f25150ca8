"""Issues that show when a graph is executed (soundness: option to complete, proper completion, no dead node)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from diagramloop.engines.extract.issues import IssueKind
from diagramloop.engines.extract.naming import named, named_all
from diagramloop.engines.extract.simulation_agent._found import Finding
from diagramloop.engines.extract.simulation_agent._net import ENTRY, Join, Net
from diagramloop.engines.extract.simulation_agent._outcome import RunOutcome
from diagramloop.engines.extract.simulation_agent._runs import any_of
from diagramloop.graph import NodeKind


def execution_issues(outcome: RunOutcome) -> Iterator[Finding]:
    """The issues that runs meet, kind by kind, nodes in the order of execution."""
    yield from _stops(outcome)
    yield from _endless_loops(outcome)
    yield from _waiting_joins(outcome)
    yield from _lacks_of_synchronisation(outcome)
    yield from _improper_completions(outcome)
    yield from _dead_nodes(outcome)


def _stops(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    if not net.procedural:
        return
    for vertex in net.order[1:]:
        if not vertex.out and net.kinds[vertex.number] is not NodeKind.END:
            id = net.ids[vertex.number]
            message = f"The flow stops at {named(net.graph, id)}, which no flow leaves and which is no End."
            yield Finding(IssueKind.NO_PATH_TO_END, (id,), message, outcome.worked[vertex.number])


def _endless_loops(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for trap in dict.fromkeys(net.trap.values()):
        nodes = net.loop(trap)
        caught = any_of(outcome.left[[arc for arc, number in net.trap.items() if number == trap], :])
        message = f"Nothing leads out of the loop through {named_all(net.graph, nodes)}, so End is never reached."
        yield Finding(IssueKind.ENDLESS_LOOP, nodes, message, caught)


def _waiting_joins(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for vertex in net.order[1:]:
        if vertex.join is not Join.ALL:
            continue
        left = outcome.left[vertex.into, :]
        stuck = any_of(left) & any_of(~left) & ~outcome.cut
        if not stuck.any():
            continue
        missing = [net.arcs[arc][0] for arc, row in zip(vertex.into, left, strict=True) if (stuck & ~row).any()]
        waits_for = tuple(net.ids[source] for source in dict.fromkeys(missing))
        never = not outcome.worked[vertex.number].any()
        kind = IssueKind.JOIN_NEVER_FIRES if never else IssueKind.DEADLOCK
        name = named(net.graph, net.ids[vertex.number])
        when = "never fires: it waits in vain" if never else "waits in vain in some runs"
        message = f"The join {name} {when} for {named_all(net.graph, waits_for)}, which is not always executed."
        yield Finding(kind, (net.ids[vertex.number], *waits_for), message, stuck)


def _lacks_of_synchronisation(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    for vertex in net.order[1:]:
        crowded = outcome.crowded[vertex.number]
        if net.kinds[vertex.number] is NodeKind.END or not crowded.any():
            continue
        sources = tuple(dict.fromkeys(net.ids[net.arcs[arc][0]] for arc in vertex.into))
        name = named(net.graph, net.ids[vertex.number])
        message = (
            f"{name} merges {named_all(net.graph, sources)}, which run in parallel, without waiting for all of them."
        )
        yield Finding(IssueKind.LACK_OF_SYNCHRONISATION, (net.ids[vertex.number], *sources), message, crowded)


def _improper_completions(outcome: RunOutcome) -> Iterator[Finding]:
    """Several Ends may each be reached in one run, as in BPMN 2.0 (13.5.6); the same one twice is not proper."""
    net = outcome.net
    for vertex in net.order[1:]:
        again = outcome.times[vertex.number] > 1
        if net.kinds[vertex.number] is NodeKind.END and again.any():
            message = "A run reaches this End more than once: its parallel branches are not joined before."
            yield Finding(IssueKind.IMPROPER_COMPLETION, (net.ids[vertex.number],), message, again)


def _dead_nodes(outcome: RunOutcome) -> Iterator[Finding]:
    net = outcome.net
    alive = any_of(outcome.worked.T)
    dead = [vertex.number for vertex in net.order if vertex.number != ENTRY and not alive[vertex.number]]
    stuck = {v.number for v in net.order if v.join is Join.ALL and outcome.left[v.into, :].any()}
    for region in regions(net, [number for number in dead if number not in stuck]):
        nodes = tuple(net.ids[number] for number in region)
        message = f"No run gets to {named_all(net.graph, nodes)}, though a path leads there."
        yield Finding(IssueKind.DEAD_NODE, nodes, message)


def regions(net: Net, vertices: Iterable[int]) -> Iterator[list[int]]:
    """The parts of some vertices that arcs among them hold together, in the order given."""
    left = dict.fromkeys(vertices)
    near: dict[int, set[int]] = {number: set() for number in left}
    for source, target in net.arcs:
        if source in left and target in left:
            near[source].add(target)
            near[target].add(source)
    while left:
        region, open_ = set(), [next(iter(left))]
        while open_:
            vertex = open_.pop()
            if vertex not in region:
                region.add(vertex)
                open_ += near[vertex] - region
        yield [number for number in left if number in region]
        left = {number: None for number in left if number not in region}
