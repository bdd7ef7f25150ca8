"""Plans as flowcharts."""

from __future__ import annotations

from diagramloop.data.synth.fresh._plans import Block, Branch, Condition, Loop, Plan
from diagramloop.graph import Edge, FlowGraph, Node

YES, NO = "Yes", "No"
_End = tuple[str, str]  # a node, and the label of the edge that is to leave it


def chart_of(plan: Plan, direction: str = "TB") -> FlowGraph:
    """The chart of a plan without forks; its texts begin with capitals."""
    drawn = _Drawn()
    drawn.node("Start", "stadium", [])
    ends = drawn.plan(plan, [("n0", "")])
    drawn.node("End", "stadium", ends)
    return FlowGraph(nodes=tuple(drawn.nodes), edges=tuple(drawn.edges), direction=direction)


class _Drawn:
    """Nodes and edges so far. Each part of a plan is told where it is come from, and gives the ends that are left."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []

    def node(self, text: str, shape: str, ends: list[_End]) -> str:
        id = f"n{len(self.nodes)}"
        self.nodes.append(Node(id=id, text=text, shape=shape))
        self.edges += [Edge(source=end, target=id, label=label) for end, label in ends]
        return id

    def plan(self, plan: Plan, ends: list[_End]) -> list[_End]:
        for block in plan:
            ends = self._block(block, ends)
        return ends

    def _block(self, block: Block, ends: list[_End]) -> list[_End]:
        if isinstance(block, Branch):
            asked = self._asked(block.condition, ends)
            return [*self.plan(block.then, [(asked, YES)]), *self.plan(block.otherwise, [(asked, NO)])]
        if isinstance(block, Loop):
            first = f"n{len(self.nodes)}"
            asked = self._asked(block.until, self.plan(block.body, ends))
            self.edges.append(Edge(source=asked, target=first, label=NO))
            return [(asked, YES)]
        assert isinstance(block, str), "a chart has no forks"
        return [(self.node(block.capitalize(), "rect", ends), "")]

    def _asked(self, condition: Condition, ends: list[_End]) -> str:
        return self.node(condition.question, "diam", ends)
