"""A small data set in FlowExplainBench's form, broken in many ways; and the real one where it is there."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diagramloop.data.sources import Chart, FlowExplainBench, Question, Rejected, asked_of
from diagramloop.errors import RejectionReason, SourceError

MERMAID = 'flowchart TD\n    A(["Go"]) --> B{"On?"}\n    B -->|"Yes"| A\n    B --> A\n'
ROW = {
    "key": "code1",
    "mermaid": MERMAID,
    "q": "What?",
    "a1": "This.",
    "a2": "",
    "a3": "This.",
    "type": "fact_retrieval",
    "attribution": ["B", "A"],
    "reason": "r",
    "domain": "code",
}
EDGE = '<path id="L_{0}" class="flowchart-link edge-thickness-normal edge-pattern-solid" d="M{1}"/>'
LABEL = '<g class="edgeLabel"><g class="label" data-id="L_{0}"/></g>'
SVG = (
    '<svg id="my-svg" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100.4 200" aria-roledescription="flowchart-v2">'
    + '<g class="edgePaths">'
    + EDGE.format("A_B_0", "50,30L50,100")
    + EDGE.format("B_A_0", "40,100L40,30")
    + EDGE.format("B_A_1", "60,100L60,30")
    + '</g><g class="edgeLabels">'
    + "".join(LABEL.format(name) for name in ("A_B_0", "B_A_0", "B_A_1"))
    + '</g><g class="nodes"><g class="node default" id="flowchart-A-0" transform="translate(50,20)">'
    + '<rect class="basic label-container" x="-20" y="-10" width="40" height="20"/></g>'
    + '<g class="node default" id="flowchart-B-1" transform="translate(50,120)">'
    + '<polygon class="label-container" points="0,-20 20,0 0,20 -20,0"/></g></g></svg>'
)


def png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("L", (width, height)).save(stream, "PNG")
    return stream.getvalue()


def data_set(root: Path, rows: object, picture: bytes | None = None, svg: str | None = None) -> FlowExplainBench:
    (root / "dataset.json").write_text(rows if isinstance(rows, str) else json.dumps(rows))
    folder = root / "images/code1"
    for name, content in {"original.png": picture, "flowchart.svg": svg.encode() if svg else None}.items():
        if content is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    return FlowExplainBench(root)


def test_one_chart_for_all_its_questions(tmp_path):
    source = data_set(tmp_path, {"code1_1": ROW, "code1_2": ROW | {"attribution": ["A"]}})
    (chart,) = source.charts()
    first, second = source.questions()
    assert isinstance(chart, Chart)
    assert isinstance(first, Question)
    assert isinstance(second, Question)
    assert (chart.id, chart.picture, chart.origin) == ("code1", None, "dataset.json#code1_1")
    assert (first.answers, first.attribution, second.attribution) == (("This.",), ("B", "A"), ("A",))


@pytest.mark.parametrize(("size", "scale"), [((202, 400), 2.0), ((100, 200), 1.0), ((160, 319), 160 / 100.4)])
def test_geometry_is_the_drawing_in_the_pictures_pixels(tmp_path, size, scale):
    (chart,) = data_set(tmp_path, {"q": ROW}, png(*size), SVG).charts()
    assert isinstance(chart, Chart)
    assert chart.graph.size == size
    a, b = chart.graph.nodes
    assert a.box == pytest.approx(np.array([30, 10, 70, 30]) * scale, abs=0.01)
    assert len(b.polygon or ()) == 4
    assert (a.shape, b.shape) == ("stadium", "diam")  # of the text
    starts = [e.path[0] for e in chart.graph.edges if e.path]
    assert starts == [pytest.approx(np.array(p) * scale, abs=0.01) for p in ((50, 30), (40, 100), (60, 100))]


@pytest.mark.parametrize(
    ("picture", "svg", "reason"),
    [
        (png(202, 400), None, RejectionReason.MISSING),
        (None, SVG, RejectionReason.MISSING),
        (b"", SVG, RejectionReason.EMPTY),
        (b"text named .png", SVG, RejectionReason.UNREADABLE),
        (png(202, 400)[:20], SVG, RejectionReason.UNREADABLE),
        (png(1, 1), SVG, RejectionReason.INVALID),
        (png(160, 500), SVG, RejectionReason.INVALID),
        (png(202, 400), "<svg", RejectionReason.SYNTAX),
        (png(202, 400), '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', RejectionReason.UNSAFE),
        (png(202, 400), SVG.replace("flowchart-A-0", "flowchart-C-0"), RejectionReason.INVALID),
        (png(202, 400), SVG.replace('viewBox="0 0 100.4 200"', 'viewBox="0 0 0 0"'), RejectionReason.INVALID),
        (png(202, 400), SVG.replace('viewBox="0 0 100.4 200"', ""), RejectionReason.INVALID),
        (png(202, 400), SVG.replace("L_B_A_1", "L_A_B_1"), RejectionReason.INVALID),
    ],
)
def test_a_picture_that_cannot_be_used_is_rejected_and_the_chart_kept(tmp_path, picture, svg, reason):
    chart, rejected = data_set(tmp_path, {"q": ROW}, picture, svg).charts()
    assert isinstance(chart, Chart)
    assert isinstance(rejected, Rejected)
    assert chart.picture is None
    assert chart.graph.size is None
    assert (rejected.id, rejected.what, rejected.reason) == ("code1", "picture", reason)


def test_a_picture_that_declares_too_many_pixels(tmp_path):
    huge = bytearray(png(1, 1))
    huge[16:24] = (50_000).to_bytes(4, "big") * 2
    _, rejected = data_set(tmp_path, {"q": ROW}, bytes(huge), SVG).charts()
    assert isinstance(rejected, Rejected)
    assert rejected.reason in (RejectionReason.TOO_LARGE, RejectionReason.UNREADABLE)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"key": "../x"}, RejectionReason.UNSAFE),
        ({"key": "/etc"}, RejectionReason.UNSAFE),
        ({"key": "a/b"}, RejectionReason.UNSAFE),
        ({"key": "nul\0"}, RejectionReason.UNSAFE),
        ({"key": ""}, RejectionReason.UNSAFE),
        ({"key": 5}, RejectionReason.INVALID),
        ({"key": None}, RejectionReason.INVALID),
        ({"mermaid": ["flowchart TD"]}, RejectionReason.INVALID),
        ({"mermaid": ""}, RejectionReason.EMPTY),
        ({"mermaid": "flowchart TD\n A[open"}, RejectionReason.SYNTAX),
        ({"domain": ""}, RejectionReason.INVALID),
    ],
)
def test_a_row_without_a_usable_chart(tmp_path, wrong, reason):
    source = data_set(tmp_path, {"q1": ROW | wrong, "q2": ROW | {"key": "code2"}})
    rejected_chart, chart = source.charts()
    rejected_question, question = source.questions()
    assert isinstance(chart, Chart)
    assert isinstance(question, Question)
    assert isinstance(rejected_chart, Rejected)
    assert isinstance(rejected_question, Rejected)
    if reason is not RejectionReason.EMPTY:  # an empty text is bad syntax to some readers
        assert rejected_chart.reason is rejected_question.reason is reason


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "riddle"},
        {"attribution": "A"},
        {"attribution": ["Z"]},
        {"attribution": [1]},
        {"q": ""},
        {"a1": " "},
        {"a1": {}},
        {"mermaid": MERMAID + "    B --> B\n"},
    ],
)
def test_a_broken_question_is_rejected_and_its_chart_kept(tmp_path, wrong):
    source = data_set(tmp_path, {"q1": ROW, "q2": ROW | wrong})
    assert [type(row) for row in source.charts()] == [Chart]
    _, rejected = source.questions()
    assert isinstance(rejected, Rejected)
    assert (rejected.id, rejected.reason) == ("q2", RejectionReason.INVALID)


def test_a_good_row_makes_up_for_a_bad_one_of_the_same_chart(tmp_path):
    source = data_set(tmp_path, {"q1": ROW | {"mermaid": 7}, "q2": ROW})
    assert [type(row) for row in source.charts()] == [Chart]
    assert [type(row) for row in source.questions()] == [Rejected, Question]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("{", RejectionReason.SYNTAX),
        ("[" * 100_000, RejectionReason.SYNTAX),
        ('{"q": 1, "q": 2}', RejectionReason.SYNTAX),
        ("[]", RejectionReason.INVALID),
        ("null", RejectionReason.INVALID),
    ],
)
def test_a_data_set_that_is_none(tmp_path, content, reason):
    with pytest.raises(SourceError) as caught:
        list(data_set(tmp_path, content).charts())
    assert caught.value.reason is reason


def test_rows_that_are_no_objects(tmp_path):
    source = data_set(tmp_path, {"q1": None, "q2": [], "q3": "x", "q4": ROW})
    assert [type(row) for row in source.charts()] == [Rejected, Rejected, Rejected, Chart]
    assert [type(row) for row in source.questions()] == [Rejected, Rejected, Rejected, Question]


@pytest.mark.parametrize("place", ["annotations.json", "images/code1/annotations.json"])
def test_defects_are_counted(tmp_path, place):
    source = data_set(tmp_path, {"q": ROW | {"attribution": ["B", "B", "Z", "A"]}}, png(202, 400), SVG)
    boxes = {"B": [0, 399, 100, 400], "A": "no box"}
    (tmp_path / place).write_text(json.dumps(boxes if "images" in place else {"code1": boxes}))
    assert [(d.item, d.kind, d.count) for d in source.defects()] == [
        ("code1", "missing_box", 1),
        ("code1", "degenerate_box", 1),
        ("q", "repeated_attribution", 1),
        ("q", "unknown_attribution", 1),
        ("q", "unboxed_attribution", 1),
    ]


@pytest.mark.real_data
def test_real_counts(real_data):
    source = FlowExplainBench(real_data / "flowexplainbench")
    questions, charts = list(source.questions()), list(source._charts.values())
    assert [type(row) for row in questions] == [Question] * 619
    assert [type(row) for row in charts] == [Chart] * 472
    assert len({row.id for row in questions}) == 619


@pytest.mark.long
@pytest.mark.real_data
def test_real_geometry(real_data):
    """All nodes lie in the picture and agree with the published boxes where those are sound."""
    source = FlowExplainBench(real_data / "flowexplainbench")
    pictured = [path.name for path in sorted((real_data / "flowexplainbench/images").iterdir())]
    assert len(pictured) == 200
    for name in pictured:
        (chart,) = source._with_picture(source._charts[name])  # type: ignore[arg-type]
        assert isinstance(chart, Chart)
        assert chart.graph.size is not None
        boxes = np.array([node.box for node in chart.graph.nodes])
        assert (boxes[:, 2:] - boxes[:, :2] > 8).all()
        assert (boxes[:, :2] >= 0).all()
        assert (boxes[:, 2:] <= np.array(chart.graph.size)).all()
        assert all(edge.path for edge in chart.graph.edges)
        published = source.published_boxes(name)
        for node in chart.graph.nodes:
            x0, y0, x1, y1 = published[node.id]
            if min(x1 - x0, y1 - y0) >= 2:
                assert node.box == pytest.approx((x0, y0, x1, y1), abs=4.0)


@pytest.mark.parametrize("wanting", [{}, {"attribution": []}])
def test_a_question_that_nobody_has_labelled_can_be_asked_and_not_scored(tmp_path, wanting):
    bare = {name: value for name, value in ROW.items() if name != "attribution"}
    source = data_set(tmp_path, {"q1": bare | wanting})
    (asked,) = asked_of(source)
    (rejected,) = source.questions()
    assert (asked.id, asked.attribution) == ("q1", ())
    assert (rejected.id, rejected.reason) == ("q1", RejectionReason.EMPTY)
