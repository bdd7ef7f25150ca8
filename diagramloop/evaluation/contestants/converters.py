"""Converters: the protocol, converters by name, and the one place that calls a converter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from diagramloop.by_name import returned
from diagramloop.function_system import FunctionSystem
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.account import Read, explained_in
from diagramloop.plugins import Kind


@dataclass(frozen=True)
class AskedFile:
    """A file as it is put to a converter.

    Attributes:
        id: of the item.
        format: name of its format in the table of formats.
        content: of the file.
    """

    id: str
    format: str
    content: bytes


@dataclass(frozen=True)
class Conversion:
    """The charts that a converter made of a file.

    Attributes:
        charts: in the order of the file's pages.
        elements, left_out: of the file, those that it read and those that it says it left out; None where it has no
            account.
    """

    charts: tuple[FlowGraph, ...]
    elements: int | None = None
    left_out: int | None = None

    @property
    def graph(self) -> FlowGraph:
        """All charts as one graph, their ids led by the number of the page where there are several."""
        return self.charts[0] if len(self.charts) == 1 else joined(self.charts)


@runtime_checkable
class Converter(Protocol):
    """A system under test: a file of a diagram format in, its graphs out.

    What reads some formats alone has their names as ``formats``; it is asked about no others.
    """

    def convert(self, file: AskedFile, /) -> Any:
        """A :class:`~diagramloop.graph.account.Read` of the file, a :class:`Conversion`, or one graph.

        Raises:
            DiagramloopError: there is none to be had; its reason says why.
        """
        ...


@dataclass
class FunctionConverter(FunctionSystem):
    """A function from an :class:`AskedFile` to what a converter returns."""

    def convert(self, file: AskedFile) -> Any:
        """See :class:`Converter`."""
        return self.asked(file)


CONVERTERS: Kind[Converter] = Kind("diagramloop.converter", Converter, FunctionConverter)


def lacks_format(converter: object, file: AskedFile) -> str:
    """Why a converter is not asked about a file, in words; empty where it is."""
    read = getattr(converter, "formats", (file.format,))
    return "" if file.format in read else f"it reads no {file.format}"


def converted(converter: Converter, file: AskedFile, by: str) -> Conversion:
    """The conversion of a file by the converter called ``by``: the one place that calls it.

    Raises:
        DiagramloopError: as the converter.
        TypeError: it returned neither reading, conversion nor graph.
    """
    answer = converter.convert(file)
    if isinstance(answer, Read):
        left_out = explained_in(answer.left_out_of(answer.charts))
        elements = sum(sum(chart.elements.values()) for chart in answer.charts)
        return Conversion(tuple(chart.graph for chart in answer.charts), elements, left_out.total())
    return answer if isinstance(answer, Conversion) else Conversion((returned(answer, FlowGraph, by),))


def joined(charts: tuple[FlowGraph, ...]) -> FlowGraph:
    """Several charts as one graph: ids are led by the number of the chart, from 1, so that none occurs twice."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    groups: list[Group] = []
    for number, chart in enumerate(charts, start=1):
        for node in chart.nodes:
            group = node.group and f"{number}/{node.group}"
            attached = node.attached and f"{number}/{node.attached}"
            nodes.append(node.model_copy(update={"id": f"{number}/{node.id}", "group": group, "attached": attached}))
        for edge in chart.edges:
            ends = {"source": f"{number}/{edge.source}", "target": f"{number}/{edge.target}"}
            edges.append(edge.model_copy(update=ends))
        for frame in chart.groups:
            parent = frame.parent and f"{number}/{frame.parent}"
            groups.append(frame.model_copy(update={"id": f"{number}/{frame.id}", "parent": parent}))
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups)).without_geometry()
