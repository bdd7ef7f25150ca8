"""Control rows: conversions made of what is right, which lose one thing and leave the rest; what a metric does not lose
on them it does not measure."""

from __future__ import annotations

import re
from collections.abc import Callable

from diagramloop.evaluation.contestants.converters import Conversion
from diagramloop.graph import FlowGraph
from diagramloop.scores.expected import Expectations, Expected

Charts = tuple[FlowGraph, ...]
_NEGATION = re.compile(r"(?i)\b(?:do not|not|never|no)\b ?+")


def one_page(charts: Charts) -> Conversion:
    """The first page of a file alone; all of a file with one."""
    return Conversion(charts[:1])


def no_labels(charts: Charts) -> Conversion:
    """Every edge without its label; all else is right."""
    return Conversion(tuple(_with_labels(chart, lambda _: "") for chart in charts))


def no_negations(charts: Charts) -> Conversion:
    """Every text and label without the words that deny it; all else is right."""
    denied = []
    for chart in charts:
        nodes = [node.model_copy(update={"text": _NEGATION.sub("", node.text)}) for node in chart.nodes]
        denied.append(_with_labels(chart.replace(nodes=tuple(nodes)), lambda label: _NEGATION.sub("", label)))
    return Conversion(tuple(denied))


def empty(charts: Charts) -> Conversion:
    """Nothing."""
    del charts
    return Conversion((FlowGraph(),))


def _with_labels(chart: FlowGraph, label: Callable[[str], str]) -> FlowGraph:
    edges = (edge.model_copy(update={"label": label(edge.label)}) for edge in chart.edges)
    return chart.replace(edges=tuple(edges))


CONTROLS: dict[str, Callable[[Charts], Conversion]] = {
    control.__name__: control for control in (one_page, no_labels, no_negations, empty)
}
_NODES, _EDGES, _LABELS = "text/node_f1", "text/edge_f1", "text/edge_label"
EXPECTED: dict[str, Expectations] = {
    "one_page": {},
    "no_labels": {_NODES: Expected.ALL, _EDGES: Expected.ALL, _LABELS: Expected.NOTHING},
    "no_negations": {},
    "empty": dict.fromkeys((_NODES, _EDGES, _LABELS), Expected.NOTHING),
}
"""What each control must score, as far as that is known beforehand."""
