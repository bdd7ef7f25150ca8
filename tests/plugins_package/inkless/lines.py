"""A format: a line for each edge, ``a > b``."""

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.formats import Format, Written


def read_lines(text: str) -> FlowGraph:
    """The graph of which each line is an edge."""
    pairs = [tuple(part.strip() for part in line.split(">")) for line in text.splitlines() if line.strip()]
    texts = list(dict.fromkeys(part for pair in pairs for part in pair))
    nodes = tuple(Node(id=f"n{at}", text=text) for at, text in enumerate(texts))
    ends = {text: f"n{at}" for at, text in enumerate(texts)}
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=ends[a], target=ends[b]) for a, b in pairs))


def write_lines(graph: FlowGraph) -> Written:
    """Its edges."""
    text = {node.id: node.text for node in graph.nodes}
    return Written("".join(f"{text[edge.source]} > {text[edge.target]}\n" for edge in graph.edges), ())


LINES = Format("lines", (".lines",), read_lines, write_lines)
