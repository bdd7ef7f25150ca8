"""Converters: this project's readers of files, and those of other packages."""

from __future__ import annotations

import io
from collections.abc import Iterable

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.converters import AskedFile
from diagramloop.extras import require
from diagramloop.graph import Edge, FlowGraph, Node, formats
from diagramloop.graph.account import Read


class Embedded:
    """This project's own readers, all of them."""

    def convert(self, file: AskedFile) -> Read:
        """See :class:`Converter`."""
        return formats.read_all(file.content, file.format)


class NetworkX:
    """NetworkX's reader of GraphML, with the labels that nodes and edges have as ``label``."""

    formats = ("graphml",)

    def convert(self, file: AskedFile) -> FlowGraph:
        """See :class:`Converter`."""
        require("the converter networkx", "networkx")
        import networkx  # slow to import

        try:
            read = networkx.parse_graphml(file.content.decode())
        except Exception as error:
            raise DiagramloopError(f"networkx: {error}", reason=RejectionReason.UNREADABLE) from error
        return _graph_of(read.nodes(data="label"), read.edges(data="label"))


class Graphviz:
    """Graphviz's own reader of DOT, by pygraphviz: of several graphs in a file the first, and no frames."""

    formats = ("dot",)

    def convert(self, file: AskedFile) -> FlowGraph:
        """See :class:`Converter`."""
        require("the converter graphviz", "pygraphviz")
        import pygraphviz

        try:
            read = pygraphviz.AGraph(string=file.content.decode())
        except Exception as error:
            raise DiagramloopError(f"graphviz: {error}", reason=RejectionReason.UNREADABLE) from error
        nodes = [(str(node), _plain(node.attr["label"], node)) for node in read.nodes()]
        edges = [(str(edge[0]), str(edge[1]), _plain(edge.attr["label"], "")) for edge in read.edges()]
        return _graph_of(nodes, edges, directed=read.is_directed())


class PythonPptx:
    """python-pptx: of all slides the texts of shapes, and the connectors that are glued at both ends."""

    formats = ("powerpoint",)

    def convert(self, file: AskedFile) -> FlowGraph:
        """See :class:`Converter`."""
        require("the converter python_pptx", "pptx")
        from pptx import Presentation

        nodes, edges = [], []
        for number, slide in enumerate(Presentation(io.BytesIO(file.content)).slides):
            for shape in slide.shapes:
                if shape.has_text_frame:
                    nodes.append((f"{number}/{shape.shape_id}", shape.text_frame.text))
                ends = shape.element.xpath(".//a:stCxn/@id | .//a:endCxn/@id")
                if len(ends) == 2:
                    edges.append((f"{number}/{ends[0]}", f"{number}/{ends[1]}", ""))
        known = {id for id, _ in nodes}
        return _graph_of(nodes, [edge for edge in edges if known.issuperset(edge[:2])])


def _plain(label: str | None, otherwise: str) -> str:
    """A label of Graphviz's, in which ``\\N`` stands for the node's name."""
    return (label or otherwise).replace("\\N", otherwise).replace("\\n", "\n")


def _graph_of(
    nodes: Iterable[tuple[str, str | None]], edges: Iterable[tuple[str, str, str | None]], directed: bool = True
) -> FlowGraph:
    """A graph of pairs of id and text, and of triples of two ids and a text; None is no text."""
    head = "arrow" if directed else "none"
    lines = (Edge(source=source, target=target, label=label or "", head=head) for source, target, label in edges)
    return FlowGraph(nodes=tuple(Node(id=id, text=text or "") for id, text in nodes), edges=tuple(lines))
