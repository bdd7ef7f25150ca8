"""Files are opened in the editors' own code: every shape at its place, every line joins what it joined.

The editors are no dependencies: ``benchmarks/editors/opened.py`` says how to have them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.editors.__main__ import IN_BROWSER, overlay
from benchmarks.editors.opened import FOLDER_VARIABLE, NoEditorError, chromium, in_libreoffice, packages
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.account import account_line
from diagramloop.graph.formats import format_named, read, write
from docs.pages.format_reference import EVERYTHING
from tests.diagramloop.graph.test_bpmn_write import SHOP

LEAST_OVERLAY = 0.95
UNTURNED = EVERYTHING.replace(
    edges=tuple(edge.model_copy(update={"head": "arrow", "tail": "none"}) for edge in EVERYTHING.edges)
)
PUSH = FlowGraph(nodes=(Node(id="push"), Node(id="length"), Node(id="a")))


@pytest.fixture(scope="module")
def tab() -> Iterator[Any]:
    try:
        packages()
        with chromium() as page:
            yield page
    except NoEditorError as error:
        pytest.skip(str(error))


@pytest.mark.browser
@pytest.mark.parametrize("name", list(IN_BROWSER))
def test_an_editor_shows_what_was_written(tab: Any, name: str) -> None:
    opened = IN_BROWSER[name](tab, write(UNTURNED, name).text)
    assert overlay(UNTURNED, opened.boxes) >= LEAST_OVERLAY
    assert sorted(opened.lines) == sorted((edge.source, edge.target) for edge in UNTURNED.edges)
    assert opened.complaints == ()


@pytest.mark.browser
def test_ids_that_every_array_of_javascript_has_do_no_harm(tab: Any) -> None:
    opened = IN_BROWSER["drawio"](tab, write(PUSH, "drawio").text)
    assert len(opened.boxes) == len(PUSH.nodes)


def test_libreoffice_shows_what_was_written() -> None:
    try:
        opened = in_libreoffice(write(UNTURNED, "powerpoint").content)
    except NoEditorError as error:
        pytest.skip(str(error))
    assert overlay(UNTURNED, opened.boxes) >= LEAST_OVERLAY
    assert sorted(opened.lines) == sorted((edge.source, edge.target) for edge in UNTURNED.edges)


def test_python_pptx_finds_native_shapes_and_glued_connectors(tmp_path: Path) -> None:
    pptx = pytest.importorskip("pptx", reason="no python-pptx: install diagramloop[editors]")
    path = tmp_path / "chart.pptx"
    path.write_bytes(write(UNTURNED, "powerpoint").content)
    (slide,) = pptx.Presentation(path).slides
    names = {shape.shape_id: shape.name for shape in slide.shapes}
    assert {node.id for node in UNTURNED.nodes} <= set(names.values())
    lines = list(slide.shapes)
    glued = [
        tuple(names[int(one.get("id"))] for one in line._element.xpath(".//a:stCxn | .//a:endCxn"))
        for line in lines
        if line._element.tag.endswith("cxnSp")
    ]
    assert glued == [(edge.source, edge.target) for edge in UNTURNED.edges]


def test_networkx_reads_what_is_written() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.parse_graphml(write(UNTURNED, "graphml").text)
    assert {name for name, data in graph.nodes(data=True) if data.get("element") != "group"} == {"a", "b", "c", "d"}
    assert sorted(graph.edges()) == sorted((edge.source, edge.target) for edge in UNTURNED.edges)
    assert graph.nodes["b"]["text"] == "Ready?"


def test_what_networkx_writes_is_read() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_node("x", label="One", x=1.0, y=2.0)
    graph.add_edge("x", "y", label="go")
    found = read("\n".join(networkx.generate_graphml(graph)), "graphml")
    assert [(node.id, node.text) for node in found.nodes] == [("x", "One"), ("y", "")]
    assert [(edge.source, edge.target, edge.label) for edge in found.edges] == [("x", "y", "go")]


@pytest.mark.parametrize("seed", range(20))
def test_what_others_write_for_yed_is_read(seed: int) -> None:
    pyyed = pytest.importorskip("pyyed", reason="nobody else who writes yEd's files: pip install pyyed")
    chance, graph = random.Random(seed), pyyed.Graph()
    holders, nodes, edges = [graph], {}, []
    for number in range(3):
        holders.append(chance.choice(holders).add_group(f"g{number}", label=f"Room {number}"))
    for number in range(6):
        nodes[f"n{number}"] = chance.choice(["rectangle", "hexagon", "roundrectangle", "diamond"])
        chance.choice(holders).add_node(f"n{number}", label=f"Step {number}", shape=nodes[f"n{number}"])
    for _ in range(7):
        edges.append((chance.choice(list(nodes)), chance.choice(list(nodes)), chance.choice(["", "yes", "no"])))
        graph.add_edge(*edges[-1][:2], label=edges[-1][2])
    read_back = format_named("graphml").read_all(graph.get_graph())
    assert account_line(read_back, read_back.charts) == ""
    texts = {end.id: end.text for end in read_back.graph.ends}
    assert sorted(texts.values()) == [
        *(f"Room {number}" for number in range(3)),
        *(f"Step {number}" for number in range(6)),
    ]
    names = {name: f"Step {name[1:]}" for name in nodes}
    lines = [(texts[edge.source], texts[edge.target], edge.label) for edge in read_back.graph.edges]
    assert sorted(lines) == sorted((names[source], names[target], label) for source, target, label in edges)
    looks = {"rectangle": "rect", "hexagon": "hex", "roundrectangle": "rounded", "diamond": "diam"}
    assert {node.text: node.shape for node in read_back.graph.nodes} == {
        names[name]: looks[nodes[name]] for name in nodes
    }


@pytest.mark.parametrize("seed", range(20))
def test_what_others_write_for_drawio_is_read(seed: int, tmp_path: Path) -> None:
    drawpyo = pytest.importorskip("drawpyo", reason="nobody else who writes draw.io's files: pip install drawpyo")
    chance, file, drawn = random.Random(seed), drawpyo.File(), []
    file.file_name, file.file_path = "chart.drawio", str(tmp_path)
    for number in range(chance.randint(1, 3)):
        page = drawpyo.Page(file=file, name=f"Page {number}")
        shapes = [drawpyo.diagram.Object(page=page, value=f"Step {step}") for step in range(chance.randint(2, 6))]
        lines = [(chance.choice(shapes), chance.choice(shapes)) for _ in range(4)]
        for source, target in lines:
            drawpyo.diagram.Edge(page=page, source=source, target=target)
        drawn.append((page.name, len(shapes), sorted((source.value, target.value) for source, target in lines)))
    file.write()
    read_back = format_named("drawio").read_all((tmp_path / "chart.drawio").read_bytes())
    assert account_line(read_back, read_back.charts) == ""
    pages = []
    for chart in read_back.charts:
        texts = {node.id: node.text for node in chart.graph.nodes}
        ends = sorted((texts[edge.source], texts[edge.target]) for edge in chart.graph.edges)
        pages.append((chart.name, len(texts), ends))
    assert pages == drawn


def test_a_drawing_of_visio_is_read() -> None:
    vsdx = pytest.importorskip("vsdx", reason="no drawing of Visio's own: pip install vsdx")
    found = read((Path(vsdx.__file__).parent / "media" / "media.vsdx").read_bytes(), "visio")
    assert [(node.text, node.shape) for node in found.nodes] == [
        *(("RECTANGLE", "rect"), ("CONNECTED_SHAPE", "rect"), ("CIRCLE", "ellipse"))
    ]
    assert [(edge.source, edge.target) for edge in found.edges] == [("1", "2"), ("1", "2")]


def test_process_models_are_valid_by_the_schema_of_the_omg() -> None:
    etree = pytest.importorskip("lxml.etree")
    schema = Path(os.environ.get(FOLDER_VARIABLE, "")) / "SpiffWorkflow" / "bpmn" / "parser" / "schema" / "BPMN20.xsd"
    if not schema.is_file():
        pytest.skip(f"no schema here: pip install --no-deps --target ${FOLDER_VARIABLE} SpiffWorkflow brings the OMG's")
    valid = etree.XMLSchema(etree.parse(str(schema)))
    frames = read(
        "flowchart LR; a([Go]) --> b{Now?}; subgraph s; b -- no --> c[(D)]; end; c --- d@{shape: docs}", "mermaid"
    )
    for graph in (EVERYTHING, frames, read(SHOP, "mermaid"), FlowGraph()):
        valid.assertValid(etree.fromstring(write(graph, "bpmn").content))
