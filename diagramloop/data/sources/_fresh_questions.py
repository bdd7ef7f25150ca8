"""Questions on fresh charts, of FlowExplainBench's four types, with the nodes that ground their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from diagramloop.data.sources._model import Chart, Question, QuestionType
from diagramloop.data.synth.fresh import YES
from diagramloop.graph import Edge, FlowGraph

MOST_ANSWERED = 3  # questions of the chart that a scenario answers
Asked = tuple[QuestionType, str, tuple[str, ...], tuple[str, ...], str]  # type, question, answers, nodes, reason


def questions_on(chart: Chart, chance: Random) -> Iterator[Question]:
    """Those that a chart allows: without a decision there are two."""
    asked = (_branch, _next_step, _scenario, _distance)
    found = [made for ask in asked if (made := ask(chart.graph, chance)) is not None]
    for number, (type, question, answers, nodes, reason) in enumerate(found, start=1):
        yield Question(f"{chart.id}_{number}", chart.id, question, answers, type, nodes, reason)


def _branch(graph: FlowGraph, chance: Random) -> Asked | None:
    edges = [edge for edge in graph.edges if edge.label]
    if not edges:
        return None
    edge = chance.choice(edges)
    text = _text(graph, edge.target)
    question = f'What follows if "{_text(graph, edge.source)}" is answered with {edge.label.lower()}?'
    reason = f"The way out {edge.label} of the decision leads there."
    return QuestionType.FACT_RETRIEVAL, question, (text,), (edge.source, edge.target), reason


def _next_step(graph: FlowGraph, chance: Random) -> Asked | None:
    edge = chance.choice([edge for edge in graph.edges if not edge.label and edge.source != graph.nodes[0].id])
    question = f'Where does the flow go directly after "{_text(graph, edge.source)}"?'
    return (
        QuestionType.FLOW_REFERENTIAL,
        question,
        (_text(graph, edge.target),),
        (edge.source, edge.target),
        "The only edge that leaves the step leads there.",
    )


def _scenario(graph: FlowGraph, chance: Random) -> Asked | None:
    """Follow the chart to where the last told answer leads; told is what is asked on the way, each question once."""
    nodes, told = [graph.nodes[0].id], list[str]()
    while len(told) < MOST_ANSWERED and (ways := _out(graph, nodes[-1])):
        edge = chance.choice(ways)
        if edge.target in nodes:  # back into a loop: the other way goes on
            edge = next(way for way in ways if way.target not in nodes)
        if edge.label:
            told.append(f'"{_text(graph, edge.source)}" is answered with {edge.label.lower()}')
        nodes.append(edge.target)
    if not told:
        return None
    question = f"Suppose that {_listed(told)}. What is reached right after the last of these answers?"
    last = max(at for at, node in enumerate(nodes[:-1]) if len(_out(graph, node)) > 1) + 1
    way = tuple(nodes[: last + 1])
    return QuestionType.APPLIED_SCENARIO, question, (_text(graph, way[-1]),), way, "The answers lead along these nodes."


def _distance(graph: FlowGraph, chance: Random) -> Asked | None:
    import networkx as nx  # which only readers need

    net = nx.DiGraph(list(graph.arcs()))
    start = graph.nodes[0].id
    ways = {node.id: list(nx.all_shortest_paths(net, start, node.id)) for node in graph.nodes[2:]}
    only = [found[0] for found in ways.values() if len(found) == 1]
    way = chance.choice(only or [ways[graph.nodes[2].id][0]])
    question = f'How many edges does the shortest way from the start to "{_text(graph, way[-1])}" have?'
    return QuestionType.TOPOLOGICAL, question, (str(len(way) - 1),), tuple(way), "The edges of this way are counted."


def _out(graph: FlowGraph, node: str) -> list[Edge]:
    return sorted((edge for edge in graph.edges if edge.source == node), key=lambda edge: edge.label != YES)


def _text(graph: FlowGraph, node: str) -> str:
    return graph.node_by_id[node].text


def _listed(parts: Sequence[str]) -> str:
    return ", and that ".join(parts)
