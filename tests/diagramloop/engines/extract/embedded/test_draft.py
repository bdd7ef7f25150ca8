"""Joins and order of a graph under construction."""

from __future__ import annotations

from diagramloop.engines.extract.embedded.draft import Draft, OpenEnd, SplitBranch
from diagramloop.graph import EdgeKind, NodeKind


def forked(kinds: list[NodeKind]) -> tuple[Draft, list[OpenEnd]]:
    """A split in the first branch of a split, and so on; the open ends of all branches."""
    draft = Draft()
    end = OpenEnd(draft.add(NodeKind.START, "", "", 1))
    ends: list[OpenEnd] = []
    for kind in kinds:
        node = draft.add(kind, "", "", 1)
        draft.connect(end, node)
        ends.insert(0, OpenEnd(node, "b", (*end.branches, SplitBranch(node, 1))))
        end = OpenEnd(node, "a", (*end.branches, SplitBranch(node, 0)))
    return draft, [end, *ends]


def test_joins_go_from_the_innermost_split_outwards() -> None:
    draft, ends = forked([NodeKind.AND, NodeKind.XOR])
    last = draft.join(ends, "", 1)
    assert [node.kind for node in draft.nodes] == [
        NodeKind.START,
        NodeKind.AND,
        NodeKind.XOR,
        NodeKind.XOR,
        NodeKind.AND,
    ]
    assert (last.node, last.branches) == (4, ())
    assert [(edge.source, edge.target) for edge in draft.into(4)] == [(3, 4), (1, 4)]


def test_one_open_end_needs_no_join() -> None:
    draft, ends = forked([NodeKind.XOR])
    assert draft.join(ends[:1], "", 1) == ends[0]
    assert len(draft.nodes) == 2


def test_two_branches_of_one_gateway_may_meet_under_different_conditions() -> None:
    draft, ends = forked([NodeKind.XOR])
    join = draft.join(ends, "", 1).node
    assert [edge.condition for edge in draft.into(join)] == ["a", "b"]


def test_the_graph_is_told_breadth_first_and_holds_what_a_start_reaches() -> None:
    draft = Draft()
    lost, step, start = (draft.add(kind, "x", "", 1) for kind in (NodeKind.PROCESS, NodeKind.PROCESS, NodeKind.START))
    data = draft.constraint(NodeKind.DATA_OBJECT, "paper", 1)
    assert draft.constraint(NodeKind.DATA_OBJECT, "paper", 1) == data
    draft.connect(OpenEnd(start), step)
    draft.connect(OpenEnd(lost), lost)
    draft.constrain(data, step)
    graph = draft.graph()
    assert [node.kind for node in graph.nodes] == [NodeKind.START, NodeKind.PROCESS, NodeKind.DATA_OBJECT]
    assert [edge.kind for edge in graph.edges] == [EdgeKind.SEQUENCE, EdgeKind.CONSTRAINT]
    assert draft.trapped(1) == {lost, step, start}
