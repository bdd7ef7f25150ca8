"""Kinds of diagrams by their graphs."""

from __future__ import annotations

import pytest

from diagramloop.engines.documents.kinds import shown_kind, stated_kind
from diagramloop.engines.parse.look import DIAGRAMS, KINDS, Look
from diagramloop.graph import FlowGraph, formats
from tests.diagramloop.engines.documents.made import CHART

TREE = "flowchart TD\n a[Firm] --- b[Sales]\n a --- c[Works]\n c --- d[Line]"
GROUPED = "flowchart LR\n subgraph cloud\n a[Web] --> b[(Store)]\n end\n c[Phone] --> a"


@pytest.mark.parametrize(("text", "kind"), [(TREE, "tree"), (GROUPED, "architecture")])
def test_a_graph_alone_has_a_kind(text: str, kind: str) -> None:
    assert stated_kind(formats.read(text, "mermaid")) == kind


def test_a_chart_that_asks_is_a_flowchart_and_an_empty_one_is_of_some_kind() -> None:
    assert stated_kind(CHART) == "flowchart"
    assert stated_kind(FlowGraph()) in DIAGRAMS


def test_some_other_diagram_that_asks_is_a_flowchart() -> None:
    seen = Look({kind: 0.9 if kind == "figure" else 0.1 / (len(KINDS) - 1) for kind in KINDS})
    assert shown_kind(seen, CHART)[0] == "flowchart"
    assert shown_kind(seen, formats.read(TREE, "mermaid"))[0] == "figure"
