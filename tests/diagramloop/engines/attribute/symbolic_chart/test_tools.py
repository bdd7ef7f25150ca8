"""The 13 tools: against networkx on random charts, and what they refuse."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.attribute.symbolic_chart import SymbolicChart, ToolError, ToolTrace
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node

TABLE_6 = [
    *("get_statement", "get_ancestors", "get_descendants", "get_neighbours", "in_degree", "out_degree"),
    *("max_in_degree", "max_out_degree", "bfs", "dfs", "path_between", "shortest_path", "final_answer"),
]


@st.composite
def charts(draw: st.DrawFn) -> FlowGraph:
    """Charts with loops, self-loops, parallel edges, islands and labels."""
    ids = [f"n{at}" for at in range(draw(st.integers(1, 9)))]
    ends = st.sampled_from(ids)
    labels = st.sampled_from(["", "Yes", "No"])
    edges = draw(st.lists(st.tuples(ends, ends, labels), max_size=20))
    return FlowGraph(
        nodes=tuple(Node(id=id, text=f"text of {id}") for id in ids),
        edges=tuple(Edge(source=source, target=target, label=label) for source, target, label in edges),
    )


def oracle(chart: FlowGraph) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(node.id for node in chart.nodes)
    graph.add_edges_from((edge.source, edge.target) for edge in chart.edges)
    return graph


@pytest.fixture
def decision() -> SymbolicChart:
    """A -> B?, B -yes-> C -> E, B -no-> D -> B, D -> D, and an island F."""
    nodes = tuple(Node(id=id, text=f"text of {id}") for id in "ABCDEF")
    arcs = [("A", "B", ""), ("B", "C", "Yes"), ("B", "D", "No"), ("C", "E", ""), ("D", "B", ""), ("D", "D", "")]
    return SymbolicChart(FlowGraph(nodes=nodes, edges=tuple(Edge(source=s, target=t, label=w) for s, t, w in arcs)))


@given(charts())
def test_ancestors_and_descendants_are_those_of_networkx(chart: FlowGraph) -> None:
    symbolic, graph = SymbolicChart(chart), oracle(chart)
    for node in chart.node_by_id:
        assert set(symbolic.get_ancestors(node)) == nx.ancestors(graph, node)
        assert set(symbolic.get_descendants(node)) == nx.descendants(graph, node)


@given(charts(), st.integers(0, 4))
def test_levels_bound_the_distance(chart: FlowGraph, levels: int) -> None:
    symbolic, graph = SymbolicChart(chart), oracle(chart)
    for node in chart.node_by_id:
        near = nx.single_source_shortest_path_length(graph, node, cutoff=levels)
        assert set(symbolic.get_descendants(node, levels)) == near.keys() - {node}
        behind = nx.single_source_shortest_path_length(graph.reverse(), node, cutoff=levels)
        assert set(symbolic.get_ancestors(node, levels)) == behind.keys() - {node}


@given(charts())
def test_walks_are_in_the_order_of_networkx(chart: FlowGraph) -> None:
    symbolic, graph = SymbolicChart(chart), nx.DiGraph(oracle(chart))
    for node in chart.node_by_id:
        assert symbolic.bfs(node) == [node, *(target for _, target in nx.bfs_edges(graph, node))]
        assert symbolic.dfs(node) == list(nx.dfs_preorder_nodes(graph, node))


@given(charts())
def test_paths_exist_where_networkx_finds_one(chart: FlowGraph) -> None:
    symbolic, graph = SymbolicChart(chart), nx.DiGraph(oracle(chart))
    for start in chart.node_by_id:
        lengths = nx.single_source_shortest_path_length(graph, start)
        for end in chart.node_by_id:
            shortest, found = symbolic.shortest_path(start, end), symbolic.path_between(start, end)
            assert len(shortest) == lengths.get(end, -1) + 1
            assert bool(found) == (end in lengths)
            assert not found or (nx.is_simple_path(graph, found) and (found[0], found[-1]) == (start, end))


@given(charts())
def test_degrees_count_parallel_edges(chart: FlowGraph) -> None:
    symbolic, graph = SymbolicChart(chart), oracle(chart)
    into, out = dict(graph.in_degree()), dict(graph.out_degree())
    assert {id: symbolic.in_degree(id) for id in into} == into
    assert {id: symbolic.out_degree(id) for id in out} == out
    for found, degrees in ((symbolic.max_in_degree(), into), (symbolic.max_out_degree(), out)):
        most = max(degrees.values())
        assert found == {"node_ids": [id for id, degree in degrees.items() if degree == most], "degree": most}


@given(charts())
def test_neighbours_are_distinct_successors(chart: FlowGraph) -> None:
    symbolic, graph = SymbolicChart(chart), nx.DiGraph(oracle(chart))
    for node in chart.node_by_id:
        assert symbolic.get_neighbours(node) == list(graph.successors(node))


@given(charts(), st.sampled_from(["Yes", "no "]))
def test_a_condition_leaves_only_its_edges_at_that_node(chart: FlowGraph, condition: str) -> None:
    symbolic = SymbolicChart(chart)
    for node in chart.node_by_id:
        graph = nx.DiGraph(oracle(chart))
        kept = [
            e.target for e in chart.edges if e.source == node and e.label.casefold() == condition.strip().casefold()
        ]
        graph.remove_edges_from([(node, target) for target in set(graph[node]) - set(kept)])
        if not kept:
            with pytest.raises(ToolError, match="no edge"):
                symbolic.bfs(node, {node: condition})
            continue
        assert set(symbolic.bfs(node, {node: condition})) == {node} | nx.descendants(graph, node)
        assert set(symbolic.dfs(node, {node: condition})) == {node} | nx.descendants(graph, node)


def test_conditions_choose_the_branch(decision: SymbolicChart) -> None:
    assert decision.shortest_path("A", "E", {"B": "yes"}) == ["A", "B", "C", "E"]
    assert decision.path_between("A", "E", {"B": "no"}) == []
    assert decision.dfs("A", {"B": "NO"}) == ["A", "B", "D"]


def test_statements_and_conditions_go_with_the_nodes(decision: SymbolicChart) -> None:
    assert decision.get_neighbours("B", include_statements=True) == [
        {"node_id": "C", "statement": "text of C", "conditions": ["Yes"]},
        {"node_id": "D", "statement": "text of D", "conditions": ["No"]},
    ]
    path = decision.shortest_path("A", "C", include_statements=True)
    assert [record.get("conditions") for record in path] == [None, None, ["Yes"]]
    assert decision.get_ancestors("E", 1, include_statements=True) == [{"node_id": "C", "statement": "text of C"}]


def test_a_loop_is_walked_once_and_a_node_is_not_its_own_ancestor(decision: SymbolicChart) -> None:
    assert decision.get_ancestors("B") == ["A", "D"]
    assert decision.get_descendants("D") == ["B", "C", "E"]
    assert decision.get_neighbours("D") == ["B", "D"]
    assert decision.shortest_path("D", "D") == decision.path_between("D", "D") == ["D"]


def test_without_a_start_a_walk_begins_at_every_root(decision: SymbolicChart) -> None:
    assert decision.bfs() == ["A", "F", "B", "C", "D", "E"]
    assert decision.dfs() == ["A", "B", "C", "E", "D", "F"]


def test_an_edge_of_a_group_is_walked_by_way_of_the_group() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a"), Node(id="b", group="g")),
        groups=(Group(id="g", text="a group"),),
        edges=(Edge(source="a", target="g"), Edge(source="g", target="b")),
    )
    assert SymbolicChart(graph).shortest_path("a", "b") == ["a", "g", "b"]
    assert SymbolicChart(graph).get_statement("g") == "a group"


def test_a_chart_without_nodes_answers() -> None:
    chart = SymbolicChart(FlowGraph())
    assert chart.bfs() == chart.dfs() == []
    assert chart.max_in_degree() == {"node_ids": [], "degree": 0}


def test_the_tools_are_those_of_the_paper_in_its_order() -> None:
    assert [tool.name for tool in SymbolicChart.tools()] == TABLE_6
    arguments = {tool.name: list(tool.parameters["properties"]) for tool in SymbolicChart.tools()}
    assert arguments["get_ancestors"] == arguments["get_descendants"] == ["node_id", "levels", "include_statements"]
    assert arguments["path_between"] == arguments["shortest_path"]
    assert arguments["path_between"] == ["start_id", "end_id", "conditions", "include_statements"]
    assert arguments["max_in_degree"] == []


def test_every_tool_has_a_schema_that_says_what_its_arguments_are() -> None:
    for tool in SymbolicChart.tools():
        assert tool.description
        assert tool.parameters["type"] == "object"
        assert tool.parameters["additionalProperties"] is False
        assert all(one["description"] for one in tool.parameters["properties"].values())
        assert json.loads(json.dumps(tool.parameters)) == tool.parameters


@pytest.mark.parametrize(
    ("name", "arguments", "reason", "says"),
    [
        ("get_sentence", {}, RejectionReason.UNSUPPORTED, "get_statement"),
        ("get_statement", {}, RejectionReason.INVALID, "node_id"),
        ("get_statement", {"node_id": 7}, RejectionReason.INVALID, "node_id"),
        ("get_statement", {"node_id": "Z"}, RejectionReason.INVALID, "A, B, C, D, E, F"),
        ("get_statement", {"node_id": "A", "levels": 1}, RejectionReason.INVALID, "levels"),
        ("get_ancestors", {"node_id": "A", "levels": -1}, RejectionReason.INVALID, "levels"),
        ("bfs", {"conditions": {"B": "Perhaps"}}, RejectionReason.INVALID, "'Yes', 'No'"),
        ("bfs", {"conditions": {"A": "Yes"}}, RejectionReason.INVALID, "no edge 'Yes'"),
        ("dfs", {"conditions": {"Z": "Yes"}}, RejectionReason.INVALID, "'Z'"),
        ("dfs", {"conditions": "Yes"}, RejectionReason.INVALID, "conditions"),
        ("shortest_path", {"start_id": "A", "end_id": "Z"}, RejectionReason.INVALID, "'Z'"),
        ("final_answer", {}, RejectionReason.INVALID, "answer"),
    ],
)
def test_a_wrong_call_is_refused_in_words(
    decision: SymbolicChart, name: str, arguments: dict[str, object], reason: RejectionReason, says: str
) -> None:
    with pytest.raises(ToolError, match=says) as caught:
        decision.run(name, arguments)
    assert caught.value.reason is reason


@given(st.text(min_size=1, max_size=3000))
def test_an_error_does_not_repeat_long_input(text: str) -> None:
    for name, arguments in ((text, {}), ("get_statement", {"node_id": text}), ("in_degree", {text: 1})):
        with pytest.raises(ToolError) as caught:
            SymbolicChart(FlowGraph(nodes=(Node(id="only" * 50),))).run(name, arguments)
        assert len(str(caught.value)) < 1200


def test_an_error_on_a_large_chart_names_some_nodes_only() -> None:
    chart = SymbolicChart(FlowGraph(nodes=tuple(Node(id=f"n{at}") for at in range(5000))))
    with pytest.raises(ToolError, match="and 4940 more"):
        chart.get_statement("x")


def test_a_trace_keeps_what_was_run_and_what_was_refused(decision: SymbolicChart) -> None:
    trace = ToolTrace(decision)
    assert trace.run("in_degree", {"node_id": "D"}) == 2
    with pytest.raises(ToolError):
        trace.run("in_degree", {"node_id": "Z"})
    assert trace.run("final_answer", {"answer": ["A"]}) == ["A"]
    assert [(step.tool, step.arguments) for step in trace.steps] == [
        ("in_degree", {"node_id": "D"}),
        ("in_degree", {"node_id": "Z"}),
        ("final_answer", {"answer": ["A"]}),
    ]
    assert trace.steps[0].result == 2
    assert "no node 'Z'" in trace.steps[1].result
    assert all(step.milliseconds >= 0 for step in trace.steps)
