"""BPMN XML: what its diagram draws, and what is refused."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import EdgeKind, NodeKind
from diagramloop.graph.bpmn import read_bpmn

NAMESPACES = (
    'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" '
    'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:w="http://www.omg.org/spec/DD/20100524/DI"'
)


def shape(element: str, x: float, y: float, width: float = 100, height: float = 80) -> str:
    bounds = f'<dc:Bounds x="{x}" y="{y}" width="{width}" height="{height}"/>'
    return f'<di:BPMNShape id="{element}_di" bpmnElement="{element}">{bounds}</di:BPMNShape>'


def edge(element: str) -> str:
    return f'<di:BPMNEdge bpmnElement="{element}"><w:waypoint x="0" y="0"/><w:waypoint x="9" y="9"/></di:BPMNEdge>'


def document(model: str, *drawn: str) -> str:
    plane = f"<di:BPMNDiagram><di:BPMNPlane>{''.join(drawn)}</di:BPMNPlane></di:BPMNDiagram>"
    return f"<definitions {NAMESPACES}>{model}{plane}</definitions>"


ORDER = document(
    """<collaboration id="c"><participant id="shop" name="Shop" processRef="p"/></collaboration>
    <process id="p">
      <startEvent id="s" name="asked"/><task id="t" name="Pack"/><exclusiveGateway id="x"/><endEvent id="e"/>
      <task id="hidden" name="not drawn"/>
      <subProcess id="sub" name="Ship"><task id="inner" name="Load"/></subProcess>
      <dataObjectReference id="d" name="List"><dataState name="new"/></dataObjectReference>
      <userTask id="u" name="Check"><dataInputAssociation id="in"><sourceRef>d</sourceRef><targetRef>gone</targetRef>
      </dataInputAssociation></userTask>
      <sequenceFlow id="f1" sourceRef="s" targetRef="t"/>
      <sequenceFlow id="f2" name="yes" sourceRef="x" targetRef="sub"/>
      <sequenceFlow id="f3" sourceRef="t" targetRef="hidden"/>
    </process>""",
    shape("shop", 0, 0, 900, 400),
    shape("s", 50, 100, 36, 36),
    shape("t", 120, 80),
    shape("x", 300, 100, 50, 50),
    shape("e", 800, 100, 36, 36),
    shape("sub", 400, 40, 300, 200),
    shape("inner", 450, 80),
    shape("d", 120, 250, 36, 50),
    shape("u", 220, 250),
    *map(edge, ("f1", "f2", "f3", "in")),
)


def test_only_what_is_drawn_counts() -> None:
    graph = read_bpmn(ORDER)
    assert [(n.id, n.text, n.kind) for n in graph.nodes] == [
        ("s", "asked", NodeKind.START),
        ("t", "Pack", NodeKind.PROCESS),
        ("x", "", NodeKind.XOR),
        ("e", "", NodeKind.END),
        ("inner", "Load", NodeKind.PROCESS),
        ("d", "List\n[new]", NodeKind.DATA_OBJECT),
        ("u", "Check", NodeKind.PROCESS),
    ]
    assert [(e.source, e.target, e.kind, e.label) for e in graph.edges] == [
        ("s", "t", EdgeKind.SEQUENCE, ""),
        ("x", "sub", EdgeKind.CONDITION, "yes"),
        ("d", "u", EdgeKind.CONSTRAINT, ""),
    ]
    assert {e.path for e in graph.edges} == {((0, 0), (9, 9))}


def test_pools_and_expanded_sub_processes_are_groups() -> None:
    graph = read_bpmn(ORDER)
    assert [(g.id, g.text, g.parent) for g in graph.groups] == [("shop", "Shop", None), ("sub", "Ship", "shop")]
    assert graph.node_by_id["inner"].group == "sub"
    assert graph.node_by_id["s"].box == (50, 100, 86, 136)


def test_an_element_drawn_twice_is_two_nodes() -> None:
    graph = read_bpmn(
        document('<process id="p"><task id="t" name="A"/></process>', shape("t", 0, 0), shape("t", 200, 0))
    )
    assert [n.id for n in graph.nodes] == ["t", "t#1"]


def test_a_reference_without_a_name_says_what_it_refers_to() -> None:
    model = (
        '<process id="p"><dataObject id="o" name="List"/><dataObjectReference id="r" dataObjectRef="o"/>'
        '<categoryValue id="v" value="Night shift"/><group id="g" categoryValueRef="v"/>'
        '<dataObjectReference id="own" dataObjectRef="own"/></process>'
    )
    graph = read_bpmn(document(model, shape("r", 10, 10), shape("g", 0, 0, 300, 300), shape("own", 500, 0)))
    assert [(node.id, node.text) for node in graph.nodes] == [("r", "List"), ("own", "")]
    assert [group.text for group in graph.groups] == ["Night shift"]


def test_shapes_need_no_ids_of_their_own() -> None:
    drawn = [shape(name, 0, 0).replace(f'id="{name}_di" ', "") for name in ("a", "b")]
    graph = read_bpmn(document('<process id="p"><task id="a"/><task id="b"/></process>', *drawn))
    assert [n.id for n in graph.nodes] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("no xml", RejectionReason.SYNTAX),
        ("<svg/>", RejectionReason.INVALID),
        (f"<definitions {NAMESPACES}/>", RejectionReason.UNSUPPORTED),
        ('<!DOCTYPE x [<!ENTITY a "b">]><definitions/>', RejectionReason.UNSAFE),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd"><definitions/>', RejectionReason.UNSAFE),
        ("<a>" * 100_000, RejectionReason.TOO_LARGE),
        (b'<?xml version="1.0" encoding="nowhere"?><definitions/>', RejectionReason.UNREADABLE),
        (b"<" * 20_000_001, RejectionReason.TOO_LARGE),
    ],
)
def test_what_is_no_bpmn_is_refused(text: str | bytes, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_bpmn(text)
    assert caught.value.reason == reason


@given(st.text(alphabet=ORDER[:400] + '<>"/=&', max_size=300), st.integers(0, len(ORDER)))
def test_broken_documents_raise_typed_errors(junk: str, at: int) -> None:
    with contextlib.suppress(DiagramloopError):
        read_bpmn(ORDER[:at] + junk + ORDER[at:])


def test_the_smallest_frame_around_an_element_is_its_group_and_none_on_whose_border_it_sits() -> None:
    model = '<process id="p"><lane id="wide"/><lane id="narrow"/><task id="t"/><boundaryEvent id="b"/></process>'
    drawn = shape("wide", 0, 0, 900, 400), shape("narrow", 0, 0, 400, 300), shape("t", 100, 100)
    graph = read_bpmn(document(model, *drawn, shape("b", 382, 100, 36, 36)))
    assert [(g.id, g.parent) for g in graph.groups] == [("wide", None), ("narrow", "wide")]
    assert {node.id: node.group for node in graph.nodes} == {"t": "narrow", "b": "wide"}


def test_thousands_of_lanes_and_flows_take_seconds() -> None:
    lanes, tasks = [f"l{at}" for at in range(5_000)], [f"t{at}" for at in range(5_000)]
    flows = [f'<sequenceFlow id="f{at}" sourceRef="{task}" targetRef="t0"/>' for at, task in enumerate(tasks)]
    model = [*(f'<lane id="{id}"/>' for id in lanes), *(f'<task id="{id}"/>' for id in tasks), *flows]
    drawn = [shape(id, 0, 0, 900 + at, 900) for at, id in enumerate(lanes)]
    drawn += [shape(id, 50, 50, 30, 30) for id in tasks] + [edge(f"f{at}") for at in range(len(tasks))]
    with within(10):
        graph = read_bpmn(document(f'<process id="p">{"".join(model)}</process>', *drawn))
    assert len(graph.edges) == 5_000
    assert {node.group for node in graph.nodes} == {"l0"}


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "x", ""])
def test_bounds_that_are_no_numbers_draw_nothing(value: str) -> None:
    drawn = shape("t", 0, 0).replace('x="0"', f'x="{value}"')
    assert read_bpmn(document('<process id="p"><task id="t"/></process>', drawn)).nodes == ()
