"""A tree of statements to the graph that PlantUML draws of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from diagramloop.errors import FormatError
from diagramloop.graph._elements import Edge, EdgeKind, Group, Node, NodeKind
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.account import SHAPES, Chart, LeftOut
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND
from diagramloop.graph.plantuml import program as p

_ACTIONS = {
    ";": (NodeKind.PROCESS, "rect"),
    "|": (NodeKind.SUBROUTINE, "fr-rect"),
    "<": (NodeKind.IO, "lean-l"),
    ">": (NodeKind.IO, "lean-r"),
    "/": (NodeKind.IO, "lean-r"),
    "\\": (NodeKind.IO, "lean-l"),
    "]": (NodeKind.PROCESS, "rect"),
    "}": (NodeKind.PROCESS, "rect"),
}
_PLAIN = p.Arrow()
_CIRCLES = {"stop": "fr-circ", "end": "dbl-circ"}


@dataclass(frozen=True)
class _Open:
    """The beginning of an edge that has not met its target yet."""

    source: str
    label: str = ""
    arrow: p.Arrow = _PLAIN

    def to(self, target: str) -> Edge:
        """The edge; what the arrow says stands below the decision's answer."""
        label = "\n".join(filter(None, (self.label, self.arrow.label)))
        return Edge(source=self.source, target=target, label=label, line=self.arrow.line)


_Opens = tuple[_Open, ...]
_Run = tuple[str | None, _Opens]  # the first node of a part, if it has one, and the edges that leave it


def graph_of(program: p.Program) -> FlowGraph:
    """The graph of a program; see :func:`chart_of`."""
    return chart_of(program).graph


def chart_of(program: p.Program, name: str = "", number: int = 1) -> Chart:
    """The chart of a program: nodes ``n1``, ``n2``, ... in the order in which they are written, notes behind them.

    Merges are not nodes; forks and joins are. An arm of a decision that is detached, or still open at the end of the
    text, leads to an END of its own. Tests of loops, ways back and bars that nothing leads to are left out.

    Raises:
        FormatError: TOO_LARGE; SYNTAX, a jump to a label that is nowhere.
    """
    flow = _Flow()
    _, ends = flow.run(program.body, ())
    flow.close(ends)
    flow.land()
    graph = FlowGraph(
        nodes=(*flow.nodes, *flow.remarks),
        edges=(*flow.edges, *flow.pointers),
        groups=tuple(flow.groups),
        title=program.title,
    )
    left_out = (LeftOut(SHAPES, flow.unreached, "nothing leads to them"),) if flow.unreached else ()
    return Chart(graph, name, number, left_out)


class _Flow:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.remarks: list[Node] = []
        self.edges: list[Edge] = []
        self.pointers: list[Edge] = []
        self.groups: list[Group] = []
        self.unreached = 0
        self._lane = ""
        self._frame: str | None = None
        self._breaks: list[list[_Open]] = []
        self._decisions: set[str] = set()
        self._marked = 0
        self._unplaced: list[str] = []
        self._labels: dict[str, str | None] = {}
        self._connectors: dict[str, str] = {}
        self._jumps: list[tuple[str, _Opens]] = []

    def run(self, body: p.Body, opens: _Opens) -> _Run:
        """Writes ``body`` behind the edges ``opens``."""
        first: str | None = None
        for statement in body:
            begun, opens = _HANDLERS[type(statement)](self, statement, opens)
            first = first or begun
        return first, opens

    def close(self, opens: _Opens) -> None:
        """Leads nowhere; but a decision's answer must lead somewhere, to an END."""
        arms = tuple(loose for loose in opens if loose.source in self._decisions)
        if arms:
            self._node(NodeKind.END, _CIRCLES["stop"], "", arms)

    def start(self, _: p.Start, opens: _Opens) -> _Run:
        return self._step(NodeKind.START, "sm-circ", "", opens)

    def stop(self, stop: p.Stop, opens: _Opens) -> _Run:
        return self._node(NodeKind.END, _CIRCLES[stop.word], "", opens), ()

    def detach(self, _: p.Detach, opens: _Opens) -> _Run:
        self.close(opens)
        return None, ()

    def leave(self, _: p.Break, opens: _Opens) -> _Run:
        if not self._breaks:
            return None, opens  # outside of loops there is nothing to leave
        self._breaks[-1].extend(opens)
        return None, ()

    def label(self, label: p.Label, opens: _Opens) -> _Run:
        self._unplaced.append(label.name)
        self._labels.setdefault(label.name, None)
        return None, opens

    def goto(self, goto: p.Goto, opens: _Opens) -> _Run:
        self._jumps.append((goto.name, opens))
        return None, ()

    def land(self) -> None:
        """Makes the edges of all jumps; a label with no step behind it stands for the end.

        Raises:
            FormatError: SYNTAX, a jump to a label that is nowhere.
        """
        for name, opens in self._jumps:
            if name not in self._labels:
                raise FormatError(f"goto {name[:40]!r}: there is no such label")
            target = self._labels[name]
            if target is None:
                self.close(opens)
            else:
                self._connect(opens, target)

    def action(self, action: p.Action, opens: _Opens) -> _Run:
        return self._step(*_ACTIONS[action.terminator], action.text, opens)

    def connector(self, connector: p.Connector, opens: _Opens) -> _Run:
        """All of the same letter are one node."""
        id = self._connectors.get(connector.name)
        if id is None:
            id = self._node(NodeKind.CONNECTOR, "circle", connector.name, opens)
            self._connectors[connector.name] = id
        else:
            self._connect(opens, id)
        return id, (_Open(id),)

    def arrow(self, arrow: p.Arrow, opens: _Opens) -> _Run:
        self._marked += len(opens)
        check_count("labelled edges", self._marked, MAX_EDGES)
        return None, tuple(replace(end, arrow=arrow) for end in opens)

    def lane(self, lane: p.Lane, opens: _Opens) -> _Run:
        self._lane = lane.name
        return None, opens

    def remark(self, remark: p.Remark, opens: _Opens) -> _Run:
        id = f"note{len(self.remarks) + 1}"
        self.remarks.append(
            Node(id=id, text=remark.text, kind=NodeKind.NOTE, shape=SHAPE_FOR_KIND[NodeKind.NOTE], group=self._frame)
        )
        if self.nodes:
            pointer = Edge(source=id, target=self.nodes[-1].id, kind=EdgeKind.CONSTRAINT, line="dotted")
            self.pointers.append(pointer)
        return None, opens

    def choice(self, choice: p.Choice, opens: _Opens) -> _Run:
        test = self._test(choice.test, opens)
        ends: list[_Open] = []
        for branch in choice.branches:
            ends += self.run(branch.body, (_Open(test, branch.label),))[1]
        return test, tuple(ends)

    def while_loop(self, loop: p.While, opens: _Opens) -> _Run:
        test = self._test(loop.test, opens)
        _, ends, breaks = self._loop_body(loop.body, (_Open(test, loop.label),))
        self._connect(self._backward(loop.backward, ends), test)
        return test, (_Open(test, loop.exit_label), *breaks)

    def repeat_loop(self, loop: p.Repeat, opens: _Opens) -> _Run:
        """Without a test the loop is left by its breaks; without either it goes on below, as it is drawn."""
        first, ends, breaks = self._loop_body(loop.body, opens)
        if not loop.test:
            back = self._backward(loop.backward, () if first is None else ends)
            if first is not None:
                self._connect(back, first)
            return first, breaks or ends
        if not ends and (first or breaks) and not self._unplaced:
            self.unreached += 1
            self._backward(loop.backward, ())
            return first, breaks
        test = self._test(loop.test, ends)
        self._connect(self._backward(loop.backward, (_Open(test, loop.label),)), first or test)
        return first or test, (_Open(test, loop.exit_label), *breaks)

    def parallel(self, parallel: p.Parallel, opens: _Opens) -> _Run:
        """A fork stands between two bars; a split's ways begin and end at the steps around it."""
        bars = parallel.word == "fork"
        bar = self._node(NodeKind.AND, "fork", "", opens) if bars else None
        runs = [self.run(body, (_Open(bar),) if bar else opens) for body in parallel.bodies]
        first = bar or next((first for first, _ in runs if first), None)
        ends = tuple(end for _, ends in runs for end in ends)
        if not bars:
            return first, tuple(dict.fromkeys(ends))  # ways without a step are one line
        if not ends and not self._unplaced:
            self.unreached += 1
            return first, ()
        return first, self._step(NodeKind.AND, "fork", "", ends)[1]

    def frame(self, frame: p.Frame, opens: _Opens) -> _Run:
        outer, id = self._frame, f"g{len(self.groups) + 1}"
        self.groups.append(Group(id=id, text=frame.title, parent=outer))
        self._frame = id
        first, ends = self.run(frame.body, opens)
        self._frame = outer
        return first, ends

    def _loop_body(self, body: p.Body, opens: _Opens) -> tuple[str | None, _Opens, _Opens]:
        self._breaks.append([])
        first, ends = self.run(body, opens)
        return first, ends, tuple(self._breaks.pop())

    def _backward(self, text: str, opens: _Opens) -> _Opens:
        """The way back of a loop, with the step on it if there is one."""
        if text and not opens:
            self.unreached += 1
        return self._step(NodeKind.PROCESS, "rect", text, opens)[1] if text and opens else opens

    def _test(self, text: str, opens: _Opens) -> str:
        id = self._node(NodeKind.DECISION, "diam", text, opens)
        self._decisions.add(id)
        return id

    def _step(self, kind: NodeKind, shape: str, text: str, opens: _Opens) -> _Run:
        id = self._node(kind, shape, text, opens)
        return id, (_Open(id),)

    def _node(self, kind: NodeKind, shape: str, text: str, opens: _Opens) -> str:
        check_count("nodes", len(self.nodes) + 1, MAX_NODES)
        id = f"n{len(self.nodes) + 1}"
        self.nodes.append(Node(id=id, text=text, kind=kind, shape=shape, actor=self._lane, group=self._frame))
        self._labels |= {name: id for name in self._unplaced if self._labels[name] is None}
        self._unplaced.clear()
        self._connect(opens, id)
        return id

    def _connect(self, opens: _Opens, target: str) -> None:
        check_count("edges", len(self.edges) + len(opens), MAX_EDGES)
        self.edges += (end.to(target) for end in opens)


_HANDLERS: dict[type[p.Statement], Callable[[_Flow, Any, _Opens], _Run]] = {
    p.Start: _Flow.start,
    p.Stop: _Flow.stop,
    p.Detach: _Flow.detach,
    p.Break: _Flow.leave,
    p.Label: _Flow.label,
    p.Goto: _Flow.goto,
    p.Action: _Flow.action,
    p.Connector: _Flow.connector,
    p.Arrow: _Flow.arrow,
    p.Lane: _Flow.lane,
    p.Remark: _Flow.remark,
    p.Choice: _Flow.choice,
    p.While: _Flow.while_loop,
    p.Repeat: _Flow.repeat_loop,
    p.Parallel: _Flow.parallel,
    p.Frame: _Flow.frame,
}
