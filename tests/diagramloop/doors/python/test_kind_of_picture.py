"""A doubtful reading of what is no diagram says what it is, and a sequence chart is refused by name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from diagramloop.doors.python.reading import read
from diagramloop.engines.parse import look as looks
from diagramloop.engines.parse.look import KINDS, Look, NoDiagramError
from diagramloop.errors import RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.pixels import png

PICTURE = png(np.full((60, 90, 3), 255, np.uint8))


@dataclass
class Sure:
    """A parser that reads one edge, as sure as it is told."""

    estimate: float | None

    def parse(self, drawing: bytes) -> FlowGraph:
        nodes = (Node(id="a"), Node(id="b"))
        return FlowGraph(nodes=nodes, edges=(Edge(source="a", target="b"),), estimated_edge_f1=self.estimate)


@pytest.fixture
def seen(monkeypatch):
    """Has the look see a kind for sure."""

    def shows(kind):
        shares = {other: float(other == kind) for other in KINDS}
        monkeypatch.setattr(looks, "look", lambda pixels: Look(shares))

    return shows


def test_a_doubtful_reading_of_a_chart_of_data_says_so(seen):
    seen("chart")
    assert "likely no diagram but a chart of data" in read(PICTURE, parser=Sure(0.2)).account.line
    assert "chart of data" not in read(PICTURE, parser=Sure(0.9)).account.line
    assert "chart of data" not in read(PICTURE, parser=Sure(None)).account.line, "nobody said how sure it is"
    seen("flowchart")
    assert "no diagram" not in read(PICTURE, parser=Sure(0.2)).account.line


def test_a_sequence_chart_is_refused_by_name_unless_it_was_read_well(seen):
    seen("sequence")
    with pytest.raises(NoDiagramError, match="a sequence chart, which is not read") as refused:
        read(PICTURE, parser=Sure(0.0))
    assert refused.value.reason is RejectionReason.UNSUPPORTED
    assert read(PICTURE, parser=Sure(0.9)).graph.edges
