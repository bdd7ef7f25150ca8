"""The chart and its tools. Names, arguments and meaning are those of Follow the Flow, Table 6."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any

from pydantic import Field

from diagramloop.engines.attribute.symbolic_chart._declaration import ToolError, declarations, in_quotes, tool
from diagramloop.engines.attribute.symbolic_chart._walks import Onward, breadth_first, depth_first, trail
from diagramloop.errors import RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.algorithms import roots
from diagramloop.models.chat import Tool

LISTED_IDS = 60  # how many of the chart's ids an error names

NodeId = Annotated[str, Field(description="Identifier of a node.")]
StartId = Annotated[str, Field(description="Identifier of the node to begin at.")]
EndId = Annotated[str, Field(description="Identifier of the node to arrive at.")]
AnyStart = Annotated[str | None, Field(description="Identifier of the node to begin at; else the chart's first.")]
Levels = Annotated[int | None, Field(ge=0, description="How many edges to follow at most; all if left out.")]
Statements = Annotated[bool, Field(description="Whether to give each node's statement beside its identifier.")]
Conditions = Annotated[
    dict[str, str] | None,
    Field(description="Decisions taken, as node identifier to the label of the only outgoing edges to follow there."),
]
Answer = Annotated[Any, Field(description="The final answer: identifiers of nodes in the order of the path.")]

Listing = list[str] | list[dict[str, Any]]  # identifiers, or records with "node_id" and "statement"


class SymbolicChart:
    """A flowchart that answers questions on its structure.

    Vertices are the graph's nodes and those groups that edges touch. Parallel edges count for degrees and are one
    way to go; bidirectional and undirected edges go both ways. Every list is in the chart's own order, so that
    equal calls give equal results. Results are JSON values.
    """

    def __init__(self, graph: FlowGraph) -> None:
        self.graph = graph
        self._statements = {node.id: node.text for node in graph.nodes}
        touched = {end for edge in graph.edges for end in (edge.source, edge.target)}
        self._statements |= {group.id: group.text for group in graph.groups if group.id in touched}
        self._out: dict[str, dict[str, list[str]]] = {id: {} for id in self._statements}
        self._into: dict[str, dict[str, list[str]]] = {id: {} for id in self._statements}
        for edge in graph.edges:
            for source, target in edge.arcs():
                self._out[source].setdefault(target, []).append(edge.label)
                self._into[target].setdefault(source, []).append(edge.label)

    @staticmethod
    def tools() -> tuple[Tool, ...]:
        """Declarations of the tools, as they are offered to a model."""
        return tuple(declaration.tool for declaration in _TOOLS.values())

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The result of the tool called ``name``.

        Raises:
            ToolError: no such tool (UNSUPPORTED), arguments that are not the tool's, or an identifier that is none
                of the chart's (INVALID).
        """
        if name not in _TOOLS:
            message = f"no tool {in_quotes(name)}; there are {', '.join(_TOOLS)}"
            raise ToolError(message, reason=RejectionReason.UNSUPPORTED)
        return _TOOLS[name].run(self, arguments)

    @tool
    def get_statement(self, node_id: NodeId) -> str:
        """Returns the statement written on a node."""
        return self._statements[self._known(node_id)]

    @tool
    def get_ancestors(self, node_id: NodeId, levels: Levels = None, include_statements: Statements = False) -> Listing:
        """Lists the other nodes from which a path leads to the node, nearest first."""
        parents = breadth_first(self._into.__getitem__, [self._known(node_id)], levels)
        return self._listing(list(parents)[1:], include_statements)

    @tool
    def get_descendants(
        self, node_id: NodeId, levels: Levels = None, include_statements: Statements = False
    ) -> Listing:
        """Lists the other nodes to which a path leads from the node, nearest first."""
        parents = breadth_first(self._out.__getitem__, [self._known(node_id)], levels)
        return self._listing(list(parents)[1:], include_statements)

    @tool
    def get_neighbours(self, node_id: NodeId, include_statements: Statements = False) -> Listing:
        """Lists the nodes that the node's outgoing edges lead to; with statements, also the edges' conditions."""
        targets = self._out[self._known(node_id)]
        if not include_statements:
            return list(targets)
        return [self._record(target, labels) for target, labels in targets.items()]

    @tool
    def in_degree(self, node_id: NodeId) -> int:
        """Counts the edges that enter a node."""
        return _degree(self._into[self._known(node_id)])

    @tool
    def out_degree(self, node_id: NodeId) -> int:
        """Counts the edges that leave a node."""
        return _degree(self._out[self._known(node_id)])

    @tool
    def max_in_degree(self) -> dict[str, Any]:
        """Finds the nodes that most edges enter, and how many these are."""
        degree, nodes = self._most_entered
        return {"node_ids": list(nodes), "degree": degree}

    @tool
    def max_out_degree(self) -> dict[str, Any]:
        """Finds the nodes that most edges leave, and how many these are."""
        degree, nodes = self._most_left
        return {"node_ids": list(nodes), "degree": degree}

    @tool
    def bfs(
        self, start_id: AnyStart = None, conditions: Conditions = None, include_statements: Statements = False
    ) -> Listing:
        """Lists nodes in breadth-first order from a start."""
        return self._listing(breadth_first(self._onward(conditions), self._starts(start_id)), include_statements)

    @tool
    def dfs(
        self, start_id: AnyStart = None, conditions: Conditions = None, include_statements: Statements = False
    ) -> Listing:
        """Lists nodes in depth-first order from a start."""
        return self._listing(depth_first(self._onward(conditions), self._starts(start_id)), include_statements)

    @tool
    def path_between(
        self,
        start_id: StartId,
        end_id: EndId,
        conditions: Conditions = None,
        include_statements: Statements = False,
    ) -> Listing:
        """Finds a path between two nodes, the first one that a depth-first search meets; empty if there is none."""
        parents = depth_first(self._onward(conditions), [self._known(start_id)])
        return self._way(trail(parents, self._known(end_id)), include_statements)

    @tool
    def shortest_path(
        self,
        start_id: StartId,
        end_id: EndId,
        conditions: Conditions = None,
        include_statements: Statements = False,
    ) -> Listing:
        """Finds a path of fewest edges between two nodes; empty if there is none."""
        parents = breadth_first(self._onward(conditions), [self._known(start_id)])
        return self._way(trail(parents, self._known(end_id)), include_statements)

    @tool
    def final_answer(self, answer: Answer) -> Any:
        """Gives the final answer and ends the work."""
        return answer

    @cached_property
    def _most_entered(self) -> tuple[int, tuple[str, ...]]:
        return _highest(self._into)

    @cached_property
    def _most_left(self) -> tuple[int, tuple[str, ...]]:
        return _highest(self._out)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        return roots(self.graph)

    def _starts(self, start: str | None) -> tuple[str, ...]:
        """The node asked for; else where the chart begins, which may be in several places."""
        return self._roots if start is None else (self._known(start),)

    def _known(self, id: str) -> str:
        if id not in self._statements:
            listed = ", ".join(list(self._statements)[:LISTED_IDS])
            rest = len(self._statements) - LISTED_IDS
            more = f" and {rest} more" if rest > 0 else ""
            raise ToolError(f"no node {in_quotes(id)}; there are {listed}{more}", reason=RejectionReason.INVALID)
        return id

    def _onward(self, conditions: Mapping[str, str] | None) -> Onward:
        if not conditions:
            return self._out.__getitem__
        chosen = {id: self._chosen(id, condition) for id, condition in conditions.items()}
        return (self._out | chosen).__getitem__

    def _chosen(self, id: str, condition: str) -> dict[str, list[str]]:
        """The edges that leave node ``id`` under ``condition``."""
        targets = self._out[self._known(id)]
        wanted = _folded(condition)
        matching = {target: labels for target, labels in targets.items() if wanted in map(_folded, labels)}
        if not matching:
            labels = dict.fromkeys(label for several in targets.values() for label in several)
            there = ", ".join(map(in_quotes, labels)) or "none at all"
            raise ToolError(f"no edge {in_quotes(condition)} leaves node {in_quotes(id)}; there are {there}")
        return matching

    def _listing(self, ids: Iterable[str], include_statements: bool) -> Listing:
        return [self._record(id) for id in ids] if include_statements else list(ids)

    def _way(self, ids: list[str], include_statements: bool) -> Listing:
        """A path; each record after the first has the conditions of the edges that lead there."""
        if not include_statements:
            return ids
        onward = (self._record(target, self._out[id][target]) for id, target in pairwise(ids))
        return [*self._listing(ids[:1], True), *onward]

    def _record(self, id: str, labels: Sequence[str] = ()) -> dict[str, Any]:
        record: dict[str, Any] = {"node_id": id, "statement": self._statements[id]}
        if any(labels):
            record["conditions"] = [label for label in dict.fromkeys(labels) if label]
        return record


def _degree(ends: Mapping[str, list[str]]) -> int:
    return sum(map(len, ends.values()))


def _highest(side: Mapping[str, Mapping[str, list[str]]]) -> tuple[int, tuple[str, ...]]:
    degrees = {id: _degree(ends) for id, ends in side.items()}
    most = max(degrees.values(), default=0)
    return most, tuple(id for id, degree in degrees.items() if degree == most)


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


_TOOLS = declarations(SymbolicChart)
