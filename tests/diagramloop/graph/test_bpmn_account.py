"""All that a BPMN document has is in its charts or left out with a reason, drawn or not; events keep their hosts."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.account import LINES, PAGES, SHAPES, UNEXPLAINED, Read, explained_in
from diagramloop.graph.bpmn import bpmn_census, bpmn_charts, read_bpmn, write_bpmn
from diagramloop.graph.drawio import read_drawio, write_drawio
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.test_bpmn import NAMESPACES, document, edge, shape

WILD = Path(os.environ.get("DIAGRAMLOOP_REAL_DATA", "")) / "wild" / "files"
CALL = """<collaboration id="c"><participant id="desk" name="Desk" processRef="p"/><participant id="guest"/>
<messageFlow id="m" sourceRef="guest" targetRef="s"/></collaboration>
<process id="p"><laneSet><lane id="day" name="Day"><flowNodeRef>s</flowNodeRef><flowNodeRef>sub</flowNodeRef></lane>
</laneSet><startEvent id="s" name="Call"/><subProcess id="sub" name="Help"><userTask id="t" name="Write ticket"/>
</subProcess><endEvent id="e"/><sequenceFlow sourceRef="s" targetRef="sub"/><sequenceFlow id="f" sourceRef="sub"
targetRef="e"/><extensionElements><userTask/></extensionElements></process><process id="q"><task id="z"/></process>"""
WAITING = """<process id="p"><task id="t" name="Wait"/><boundaryEvent id="b" name="3 days" attachedToRef="t"/>
<task id="r" name="Remind"/><task id="d" name="Done"/><sequenceFlow id="f" sourceRef="b" targetRef="r"/>
<sequenceFlow id="g" sourceRef="t" targetRef="d"/></process>"""


def check_account(read: Read, text: str | bytes) -> None:
    census = bpmn_census(text)
    assert len(read.charts) + explained_in(read.left_out)[PAGES] == len(census)
    for chart in read.against(census).charts:
        explained, counted = explained_in(chart.left_out), census[chart.number - 1]
        assert chart.elements[SHAPES] + explained[SHAPES] == counted.shapes
        assert chart.elements[LINES] + explained[LINES] == counted.lines


def test_what_is_not_drawn_is_read_by_its_model() -> None:
    read = bpmn_charts(f"<definitions {NAMESPACES}>{CALL}</definitions>")
    graph = read.graph
    assert [(node.text, node.group, node.box) for node in graph.nodes] == [
        ("Call", "day", None),
        ("Write ticket", "sub", None),
        ("", "desk", None),
    ]
    assert {group.id: group.parent for group in graph.groups} == {
        "desk": None, "guest": None, "day": "desk", "sub": "day",
    }  # fmt: skip
    assert [(line.source, line.target) for line in graph.edges] == [("guest", "s"), ("s", "sub"), ("sub", "e")]
    assert [[node.id for node in chart.graph.nodes] for chart in read.charts[1:]] == [["z"]]
    check_account(read, f"<definitions {NAMESPACES}>{CALL}</definitions>")


def test_an_event_keeps_the_activity_that_it_interrupts_and_is_reached_from_it() -> None:
    text = f"<definitions {NAMESPACES}>{WAITING}</definitions>"
    graph = read_bpmn(text)
    assert {node.id: node.attached for node in graph.nodes if node.attached} == {"b": "t"}
    assert [(line.source, line.target) for line in graph.edges] == [("b", "r"), ("t", "d")]
    tool = FlowchartTool(graph)
    assert tool.out_edge_attr("t") == ("otherwise", "3 days")
    assert tool.next_hop(tool.next_hop("t", "3 days"), "") == "r"
    written = write_bpmn(graph)
    assert 'attachedToRef="t"' in written.text
    assert "nodes.attached" not in written.dropped
    assert read_bpmn(written.text).node_by_id["b"].attached == "t"


@pytest.mark.parametrize("kind", [NodeKind.EVENT, NodeKind.PROCESS])
@pytest.mark.parametrize("host", ["a", "g", "b"])
def test_what_is_attached_to_what_bpmn_has_no_word_for_is_noted(kind: NodeKind, host: str) -> None:
    nodes = (Node(id="a", kind=NodeKind.XOR), Node(id="b", kind=kind, attached=host), Node(id="c", group="g"))
    graph = FlowGraph(nodes=nodes, groups=(Group(id="g"),), edges=(Edge(source="a", target="b"),))
    assert read_bpmn(write_bpmn(graph).text).node_by_id["b"].attached == host
    assert read_drawio(write_drawio(graph).text).node_by_id["b"].attached == host


def test_who_is_gone_is_attached_to_by_nothing() -> None:
    graph = FlowGraph(nodes=(Node(id="b", text="3 days", attached="gone"),))
    assert list(graph.interruptions()) == []
    assert graph.with_interruptions() is graph


def test_the_plane_of_the_process_is_meant_and_those_of_its_insides_are_charts() -> None:
    model = (
        '<process id="p"><task id="a" name="Check"/><subProcess id="s" name="Test"><task id="b"/><task id="c"/>'
        '</subProcess><task id="out"/><sequenceFlow id="f" sourceRef="a" targetRef="s"/></process>'
    )
    drawn = (shape("b", 0, 0), shape("c", 200, 0), shape("a", 400, 0))
    inner = f'<di:BPMNDiagram><di:BPMNPlane bpmnElement="s">{"".join(drawn)}</di:BPMNPlane></di:BPMNDiagram>'
    outer = document(model, shape("a", 0, 0), shape("s", 200, 0)).replace("<definitions", "<definitions", 1)
    read = bpmn_charts(outer.replace("</process>", f"</process>{inner}", 1))
    assert [(chart.name, len(chart.graph.nodes)) for chart in read.charts] == [("Test", 3), ("", 2)]
    assert [node.id for node in read.graph.nodes] == ["a", "s"]
    assert explained_in(read.left_out) == {SHAPES: 1, LINES: 1}  # of the model, drawn nowhere


def test_a_diagram_that_is_broken_costs_no_other() -> None:
    note = '<task id="a" xmlns:o="https://diagramloop.invalid/note" o:note="[]"/><task id="b"/>'
    planes = (f"<di:BPMNPlane>{shape(name, 0, 0)}</di:BPMNPlane>" for name in "ab")
    text = f'<definitions {NAMESPACES}><process id="p">{note}</process>{"".join(planes)}</definitions>'
    read = bpmn_charts(text)
    assert [node.id for node in read.graph.nodes] == ["b"]
    assert explained_in(read.left_out)[PAGES] == 1
    check_account(read, text)


def test_lanes_within_what_is_in_them_are_refused() -> None:
    circle = '<subProcess id="s"><laneSet><lane id="l"><flowNodeRef>s</flowNodeRef></lane></laneSet></subProcess>'
    with pytest.raises(FormatError) as caught:
        read_bpmn(f'<definitions {NAMESPACES}><process id="p">{circle}</process></definitions>')
    assert caught.value.reason is RejectionReason.INVALID


ELEMENTS = (
    "task", "userTask", "callChoreography", "startEvent", "boundaryEvent", "eventBasedGateway", "subConversation",
    "dataObject", "dataObjectReference", "textAnnotation", "group", "lane", "participant", "documentation", "mystery",
)  # fmt: skip
LINES_OF = ("sequenceFlow", "messageFlow", "association", "dataInputAssociation", "conversationLink")


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Models of elements that editors know and of others, drawn, partly drawn, drawn twice, or not drawn at all."""
    tags = draw(st.lists(st.sampled_from(ELEMENTS), max_size=6))
    names = [f"e{number}" for number in range(len(tags))]
    parts = [f'<{tag} id="{name}"/>' for tag, name in zip(tags, names, strict=True)]
    ends = st.sampled_from([*names, "gone", ""])
    flows = draw(st.lists(st.tuples(st.sampled_from(LINES_OF), ends, ends), max_size=5))
    for number, (tag, source, target) in enumerate(flows):
        parts.append(f'<{tag} id="f{number}" sourceRef="{source}" targetRef="{target}"/>')
    cut = draw(st.integers(0, len(parts)))
    inner = f'<subProcess id="sub"><extensionElements><task/></extensionElements>{"".join(parts[cut:])}</subProcess>'
    where = draw(st.sampled_from(["process", "choreography", "collaboration"]))
    model = f'<{where} id="p">{"".join(parts[:cut])}{inner}</{where}>'
    drawn = draw(st.lists(st.sampled_from([*names, "gone", "sub"]), max_size=6))
    lines = draw(st.lists(st.sampled_from([f"f{number}" for number in range(len(flows))]), max_size=5)) if flows else []
    width = draw(st.sampled_from([0, 100]))
    return document(model, *(shape(name, 9.0 * at, 0, width) for at, name in enumerate(drawn)), *map(edge, lines))


@given(documents())
def test_charts_and_what_is_left_out_are_what_is_counted(text: str) -> None:
    check_account(bpmn_charts(text), text)


@given(graphs())
def test_of_what_is_written_nothing_is_left_out(graph: FlowGraph) -> None:
    text = write_bpmn(graph).text
    read = bpmn_charts(text)
    check_account(read, text)
    assert read.charts[0].left_out == read.left_out == ()


@given(graphs())
def test_without_its_drawing_a_model_says_the_same(graph: FlowGraph) -> None:
    text = write_bpmn(graph).text
    root = ElementTree.fromstring(text)
    for diagram in [child for child in root if child.tag.endswith("BPMNDiagram")]:
        root.remove(diagram)
    drawn, said = read_bpmn(text), read_bpmn(ElementTree.tostring(root))
    assert {(node.id, node.text, node.kind, node.attached) for node in drawn.nodes} == {
        (node.id, node.text, node.kind, node.attached) for node in said.nodes
    }
    assert sorted((line.source, line.target, line.label, line.id) for line in drawn.edges) == sorted(
        (line.source, line.target, line.label, line.id) for line in said.edges
    )
    assert all(node.box is None for node in said.nodes)


def test_public_files_are_accounted_for() -> None:
    if not WILD.is_dir():
        pytest.skip("no public files: $DIAGRAMLOOP_REAL_DATA/wild/files")
    for path in sorted(WILD.glob("*.bpmn")):
        content = path.read_bytes()
        read = bpmn_charts(content)
        check_account(read, content)
        left_out = [part for chart in read.against(bpmn_census(content)).charts for part in chart.left_out]
        assert UNEXPLAINED not in {part.reason for part in left_out}, path.name
        assert any(chart.graph.nodes or chart.graph.groups for chart in read.charts), path.name
