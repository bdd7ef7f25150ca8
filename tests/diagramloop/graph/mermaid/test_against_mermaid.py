"""Held against Mermaid's own parser (see diagnosis/graph_mermaid.py, which runs over all the data)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from diagnosis.graph_mermaid import (
    MermaidOracle,
    charts,
    compare,
    compare_drawn,
    drawings,
    flowcharts,
    said_by_mermaid,
)
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import SHAPES, read_mermaid, write_mermaid
from tests.diagramloop.graph.graphs import graphs


@pytest.fixture(scope="module")
def oracle() -> Iterator[MermaidOracle]:
    oracle = MermaidOracle()
    yield oracle
    oracle.close()


@pytest.mark.parametrize(
    "text",
    [
        'A["x" y] --> B[/Gather "all"/] -- "b" c --> C[/a|b/]',
        "A-->B---oC--xD\nA x--x B\n x --> B",
        "A & B & C --> D&E:::k & F@{ shape: cyl }",
        "subgraph  two blanks\na\nend\nsubgraph s [t]\nsubgraph t\na-->b\nend\nb\nend\nt --> s",
        "subgraph one\na\nend\nsubgraph one\nb\nend\nstyle z fill:#fff",
        'a e1@==> b\ne1@{ animate: true }\nA@{ shape: rect\n label: "multi\n  line" }',
        "A -- a#quot;b -->B\nA -.text.- B\nA == t ===> B\n A x-- t --x B",
        "A --> v\nv --> default\na:b-->c,d\nend1-->x1",
        "A[a -- b] -->\n%% comment\n B; C;;D",
        'a@{ shape: fork, label: " " } --> b@{ label: "" }\nb@{ label: "  x  " }\nb@{ shape: rect, label: "" }',
        "A(-ell-) --> B>odd] --> C(((x))) --> D[|kind:val|t]",
    ],
)
def test_corners_of_the_grammar(oracle: MermaidOracle, text: str) -> None:
    verdict = compare(oracle, "flowchart TD\n" + text)
    assert verdict.outcome == "same", verdict.detail


def test_every_shape_is_one_of_mermaid_s(oracle: MermaidOracle) -> None:
    for shape in SHAPES:
        if not shape.brackets:
            names = [name for name in (shape.name, *shape.aliases) if name != "icon"]
            text = "flowchart TD\n" + "\n".join(f"n{i}@{{ shape: {name} }}" for i, name in enumerate(names))
            assert compare(oracle, text).outcome == "same"


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph=graphs())
def test_mermaid_reads_what_we_write(oracle: MermaidOracle, graph: FlowGraph) -> None:
    written = write_mermaid(graph)
    carried = read_mermaid(written.text)
    assume(graph.nodes)
    parsed = said_by_mermaid(oracle.parse(written.text))
    assert parsed["node ids"] == sorted(node.id for node in carried.nodes)
    assert [edge[:6] for edge in parsed["edges"]] == [
        (e.source, e.target, e.tail, e.head, e.line, e.length) for e in carried.edges
    ]


@pytest.mark.long
def test_real_charts(oracle: MermaidOracle, real_data: Path) -> None:
    texts = charts(real_data)
    for name in sorted(texts)[::40]:
        assert compare(oracle, texts[name]).outcome == "same", name


def test_real_drawings(real_data: Path) -> None:
    for name, (svg, text) in list(drawings(real_data).items())[::10]:
        assert compare_drawn(svg, text).outcome == "same", name


@pytest.mark.long
def test_real_fixtures(oracle: MermaidOracle, real_data: Path) -> None:
    for name, text in list(flowcharts(real_data).items())[::10]:
        assert compare(oracle, text).outcome == "same", name
