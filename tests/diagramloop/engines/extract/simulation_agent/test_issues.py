"""Each kind of issue: where it is reported, how often, and where it is not."""

from __future__ import annotations

import pytest

from diagramloop.engines.extract.issues import GatewayChoice, Issue, IssueKind
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.triples import read_triples


def issues(triples: str) -> dict[IssueKind, Issue]:
    return {issue.kind: issue for issue in simulate(read_triples(triples)).issues}


def texts(triples: str, issue: Issue) -> list[str]:
    nodes = read_triples(triples).node_by_id
    return [nodes[id].text or nodes[id].kind.value for id in issue.nodes]


CHOICE = "Start -> XOR1\nXOR1 -> {a} one\nXOR1 -> {b} two\none -> End\ntwo -> End"
FORK = "Start -> {by}\n{by} -> one\n{by} -> two\none -> End\ntwo -> End"
LOOP = "Start -> XOR1\nXOR1 -> (a) turn\nturn -> back\nback -> turn\nXOR1 -> (b) End"
GATEWAYS = "Start -> {split}1\n{split}1 -> (a) one\n{split}1 -> (b) two\none -> {join}2\ntwo -> {join}2\n{join}2 -> End"


@pytest.mark.parametrize(
    ("triples", "kind", "nodes", "share"),
    [
        ("open -> XOR1\nXOR1 -> (a) close\nXOR1 -> (b) shut\nclose -> End\nshut -> End", IssueKind.NO_START, [], 1),
        ("Start -> open\nopen -> close", IssueKind.NO_END, [], 1),
        ("Start -> End\nopen -> close\nclose -> End", IssueKind.UNREACHABLE_NODE, ["open", "close"], 1),
        ("Start -> XOR1\nXOR1 -> (a) stop\nXOR1 -> (b) End", IssueKind.NO_PATH_TO_END, ["stop"], 0.5),
        (LOOP, IssueKind.ENDLESS_LOOP, ["turn", "back"], 0.5),
        (GATEWAYS.format(split="XOR", join="AND"), IssueKind.JOIN_NEVER_FIRES, ["and", "one", "two"], 1),
        (GATEWAYS.format(split="XOR", join="AND"), IssueKind.DEAD_NODE, ["end"], 1),
        (GATEWAYS.format(split="OR", join="AND"), IssueKind.DEADLOCK, ["and", "one", "two"], 2 / 3),
        (GATEWAYS.format(split="AND", join="XOR"), IssueKind.LACK_OF_SYNCHRONISATION, ["xor", "one", "two"], 1),
        (GATEWAYS.format(split="OR", join="XOR"), IssueKind.LACK_OF_SYNCHRONISATION, ["xor", "one", "two"], 1 / 3),
        (FORK.format(by="AND1"), IssueKind.IMPROPER_COMPLETION, ["end"], 1),
        (FORK.format(by="open"), IssueKind.IMPLICIT_SPLIT, ["open", "one", "two"], 1),
        ("Start -> XOR1\nXOR1 -> (a) open\nopen -> End", IssueKind.GATEWAY_WITH_ONE_BRANCH, ["xor"], 1),
        (CHOICE.format(a="", b="(b)"), IssueKind.MISSING_CONDITION, ["xor", "one"], 0.5),
        (CHOICE.format(a="(a)", b="(A)"), IssueKind.SAME_CONDITION, ["xor", "one", "two"], 1),
        ("Start -> open\nopen -> Start\nopen -> End", IssueKind.START_WITH_INCOMING, ["start"], 1),
        ("Start -> open\nopen -> End\nEnd -> close", IssueKind.END_WITH_OUTGOING, ["end", "close"], 1),
    ],
)  # fmt: skip
def test_kinds(triples: str, kind: IssueKind, nodes: list[str], share: float) -> None:
    found = issues(triples)
    assert kind in found, found
    assert texts(triples, found[kind]) == nodes
    assert found[kind].share == pytest.approx(share)
    assert sum(issue.frequency for issue in found.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", ["XOR", "OR", "AND"])
def test_a_split_closed_by_its_own_kind_is_sound(kind: str) -> None:
    assert not issues(GATEWAYS.format(split=kind, join=kind))


def test_an_inclusive_join_of_exclusive_or_parallel_branches_is_sound() -> None:
    assert not issues(GATEWAYS.format(split="XOR", join="OR"))
    assert not issues(GATEWAYS.format(split="AND", join="OR"))


def test_two_flows_between_the_same_nodes() -> None:
    graph = read_triples("Start -> XOR1\nXOR1 -> (a) one\none -> End\nXOR1 -> (b) End")
    graph = graph.replace(edges=(*graph.edges, graph.edges[1]))
    found = [issue for issue in simulate(graph).issues if issue.kind is IssueKind.DUPLICATE_BRANCHES]
    assert [issue.share for issue in found] == [pytest.approx(2 / 3)]


def test_a_constraint_must_belong_to_an_action() -> None:
    graph = read_triples("Start -> pay\npay -> DataObject(bill)\npay -> End")
    assert simulate(graph).sound
    loose = graph.replace(edges=tuple(edge for edge in graph.edges if edge.kind is not EdgeKind.CONSTRAINT))
    assert [issue.kind for issue in simulate(loose).issues] == [IssueKind.UNATTACHED_CONSTRAINT]


def test_an_issue_comes_with_the_most_frequent_trace_that_meets_it() -> None:
    triples = "Start -> XOR1\nXOR1 -> (a) End\nXOR1 -> (b) XOR2\nXOR2 -> (c) stop\nXOR2 -> (d) End"
    issue = issues(triples)[IssueKind.NO_PATH_TO_END]
    names = {id: node.text or node.kind.value for id, node in read_triples(triples).node_by_id.items()}
    assert [names[id] for id in issue.trace] == ["start", "xor", "xor", "stop"]
    assert [tuple(names[id] for id in choice.branches) for choice in issue.choices] == [("xor",), ("stop",)]
    assert isinstance(issue.choices[0], GatewayChoice)
    assert (issue.share, issue.frequency) == (0.25, 1.0)


def test_frequency_is_the_share_among_all_issues() -> None:
    found = issues("Start -> XOR1\nXOR1 -> stop\nXOR1 -> (b) End")
    assert found[IssueKind.NO_PATH_TO_END].frequency == pytest.approx(0.5)
    assert found[IssueKind.MISSING_CONDITION].frequency == pytest.approx(0.5)


def test_several_starts_are_alternatives() -> None:
    simulation = simulate(read_triples("For a:\nStart -> one\none -> End\nFor b:\nStart -> two\ntwo -> End"))
    assert simulation.sound
    assert [trace.share for trace in simulation.traces] == [0.5, 0.5]


def test_an_ordinary_flowchart_needs_no_start_and_end() -> None:
    chart = read_mermaid("flowchart TD\n a[Open] --> b{Ready?}\n b -->|yes| c[Go]\n b -->|no| a\n")
    simulation = simulate(chart)
    assert simulation.sound, simulation.issues
    assert simulation.visits["c"] == pytest.approx(1.0)


def test_constraint_flows_and_invisible_lines_are_not_walked() -> None:
    graph = FlowGraph(
        nodes=(
            Node(id="s", kind=NodeKind.START),
            Node(id="d", kind=NodeKind.DATA_OBJECT, text="list"),
            Node(id="e", kind=NodeKind.END),
        ),
        edges=(
            Edge(source="s", target="e"),
            Edge(source="s", target="d", kind=EdgeKind.CONSTRAINT),
            Edge(source="e", target="s", line="invisible"),
        ),
    )
    assert simulate(graph).sound


def test_an_endless_loop_costs_no_more_than_another() -> None:
    steps = [f"a{at}" for at in range(300)]
    lines = ["Start -> a0", *(f"{a} -> {b}" for a, b in zip(steps, [*steps[1:], "a0"], strict=True))]
    (issue,) = [i for i in simulate(read_triples("\n".join(lines))).issues if i.kind is IssueKind.ENDLESS_LOOP]
    assert len(issue.nodes) == 300
    assert issue.share == 1.0


@pytest.mark.parametrize("kinds", [(NodeKind.DATA_OBJECT,), (NodeKind.PROCESS, NodeKind.PROCESS), (NodeKind.END,)])
def test_graphs_without_flows(kinds: tuple[NodeKind, ...]) -> None:
    graph = FlowGraph(nodes=tuple(Node(id=str(at), kind=kind) for at, kind in enumerate(kinds)))
    assert simulate(graph).trials
