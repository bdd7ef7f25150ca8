"""The baselines that a chat model plays, against a real local server."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.attribute import AttributionError, AttributionTask
from diagramloop.engines.attribute.baselines._program import read_program
from diagramloop.engines.attribute.baselines._regions import placed_boxes
from diagramloop.engines.attribute.baselines.boxes import Boxes, BoxesForm
from diagramloop.engines.attribute.baselines.set_of_marks import SetOfMarks
from diagramloop.engines.attribute.baselines.visprog import VisProg, found_by
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.answers import UnreadError
from diagramloop.models.pixels import png

PICTURE = png(np.full((400, 200, 3), 255, dtype=np.uint8))
TEXTS = ["Put the dough into the bowl", "Let the dough rest", "Roll the dough out", "Rest and eat"]
DOUGH = FlowGraph(
    nodes=tuple(
        Node(id=f"n{row}", text=text, box=(10.0, 100.0 * row, 110.0, 100.0 * row + 50))
        for row, text in enumerate(TEXTS)
    )
)
TASK = AttributionTask("q", DOUGH, "What follows the rest?", "It is rolled out.", PICTURE)
BLANK = AttributionTask("q", DOUGH.without_geometry(), "?", "!")


def boxes_in(answer: str, size: tuple[int, int]) -> tuple[tuple[float, float, float, float], ...]:
    try:
        corners = BoxesForm().read(answer).value
    except UnreadError:
        corners = ()
    return placed_boxes(np.array(corners, dtype=np.float64).reshape(-1, 2, 2), size)


@pytest.fixture
def chat(scripted_endpoint):
    return {"model": "scripted", "base_url": scripted_endpoint.base_url, "attempts": 1}


def test_boxes(chat, scripted_endpoint):
    scripted_endpoint.script = ['{"boxes": [[0.05, 0.25, 0.55, 0.375], [0.05, 0.5, 0.55, 0.625]]}']
    found = Boxes(chat).attribute(TASK)
    assert found.nodes == ()
    assert np.array(found.regions) == pytest.approx(np.array([(10, 100, 110, 150), (10, 200, 110, 250)]))
    assert [step.tool for step in found.trace] == ["boxes"]
    assert found.usage.calls == 1
    content = scripted_endpoint.requests[0]["messages"][1]["content"]
    assert json.loads(content[0]["text"]) == {"question": TASK.question, "answer": TASK.answer}
    assert content[1]["image_url"]["url"].startswith("data:image/png")


@pytest.mark.parametrize(
    ("answer", "boxes"),
    [
        ("[[10, 20, 30, 40]]", [(10, 20, 30, 40)]),
        ("left box: (30, 40, 10, 20).", [(10, 20, 30, 40)]),
        ('{"bbox_2d": [10, 20.5, 30, 40], "label": "x"}', [(10, 20.5, 30, 40)]),
        ("[0, 0, 1, 1]", [(0, 0, 200, 400)]),
        ("[0.5, 0, 1, 0.5] [10, 20, 30, 40]", [(0.5, 0, 1, 0.5), (10, 20, 30, 40)]),
        ("[-50, -50, 5000, 5000]", [(0, 0, 200, 400)]),
        ("[10, 20, 10, 40] [300, 0, 310, 9]", []),
        ("[10, 20, 30, 40] [10, 20, 30, 40]", [(10, 20, 30, 40)]),
        ("[10, 20, 30] [1, 2, 3, 4, 5] none", []),
        ("", []),
    ],
)
def test_boxes_in_many_forms(answer, boxes):
    assert list(boxes_in(answer, (200, 400))) == boxes


@given(st.text(alphabet="[]()0123456789.,- \n", max_size=200))
def test_boxes_lie_in_the_picture(answer):
    assert all(0 <= x0 < x1 <= 200 and 0 <= y0 < y1 <= 400 for x0, y0, x1, y1 in boxes_in(answer, (200, 400)))


def test_set_of_marks(chat, scripted_endpoint):
    scripted_endpoint.script = ['{"nodes": ["C", "Z", "B", "n1"]}']
    found = SetOfMarks(chat).attribute(TASK)
    assert found.nodes == ("n2", "n1")
    assert found.regions == ((10.0, 200.0, 110.0, 250.0), (10.0, 100.0, 110.0, 150.0))
    assert len(scripted_endpoint.requests[0]["messages"][1]["content"]) == 2


def test_visprog(chat, scripted_endpoint):
    scripted_endpoint.script = [
        "Here is the program:\n```\n"
        "BOX0 = LOC(image=IMAGE, object='let the dough rest')\n"
        "IMAGE0=CROP_BELOW(image=IMAGE, box=BOX0)\n"
        'BOX1 = LOC(image=IMAGE0, object="roll out")\n'
        "FINAL = RESULT(var=[BOX0, BOX1])\n```"
    ]
    found = VisProg(chat).attribute(TASK)
    assert found.nodes[-1] == "n2"
    assert "n1" in found.nodes
    assert len(found.regions) == len(found.nodes)
    assert [step.tool for step in found.trace] == ["visprog", "program"]


@pytest.mark.parametrize(
    ("seen", "crop", "wanted", "ids"),
    [
        ("let the dough rest", "CROP_ABOVE", "dough", ["n0"]),
        ("rest and eat", "CROP", "eat", ["n3"]),
        ("rest and eat", "CROP_RIGHTOF", "dough", []),
        ("xyzzy", "CROP_BELOW", "dough", []),
        ("xyzzy", "CROP", "dough", []),
    ],
)
def test_modules_of_visprog(seen, crop, wanted, ids):
    program = f"""A = LOC(image=IMAGE, object={seen!r})
        B = {crop}(image=IMAGE, box=A)
        C = LOC(image=B, object={wanted!r})"""
    assert [node.id for node in found_by(read_program(program), DOUGH)] == ids


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("I cannot help with that.", RejectionReason.EMPTY),
        ("import os\nos.system('true')", RejectionReason.EMPTY),
        ("A = EVAL(expr='1')", RejectionReason.INVALID),
        ("A = RESULT(var=B)", RejectionReason.INVALID),
        ("A = RESULT(var=IMAGE)", RejectionReason.INVALID),
        ("A = LOC(image=IMAGE)", RejectionReason.INVALID),
        ("A = LOC(image='x', object='y')", RejectionReason.INVALID),
        ("A = LOC(image=IMAGE, object=IMAGE)", RejectionReason.INVALID),
        ("A = LOC(IMAGE, 'y')", RejectionReason.SYNTAX),
        ("A = LOC(**IMAGE)", RejectionReason.SYNTAX),
        ("A = LOC(image=IMAGE.real, object='y')", RejectionReason.SYNTAX),
        ("A = LOC(image=IMAGE, object=open('/etc/passwd').read())", RejectionReason.SYNTAX),
        ("A = LOC(image=IMAGE, object=(lambda: 1)())", RejectionReason.SYNTAX),
        ("A = LOC(image=IMAGE, object='a', object='b')", RejectionReason.SYNTAX),
        ("A = RESULT(var=" + "[" * 400 + "]" * 400 + ")", RejectionReason.SYNTAX),
        ("A = RESULT(var='\0')", RejectionReason.SYNTAX),
        ("A = RESULT(var=[])\n" * 41, RejectionReason.TOO_LARGE),
    ],
)
def test_programs_that_are_none(program, reason):
    with pytest.raises(DiagramloopError) as caught:
        found_by(read_program(program), DOUGH)
    assert caught.value.reason is reason


def test_a_program_that_doubles_its_result():
    lines = ["A = LOC(image=IMAGE, object='dough')", *["A = RESULT(var=[A, A, A, A])"] * 39]
    assert len(found_by(read_program("\n".join(lines)), DOUGH)) <= len(DOUGH.nodes)


@pytest.mark.parametrize("baseline", [Boxes, SetOfMarks, VisProg])
def test_without_a_picture_or_boxes(baseline, chat, scripted_endpoint):
    with pytest.raises(AttributionError) as caught:
        baseline(chat).attribute(BLANK)
    assert caught.value.reason is RejectionReason.NOT_ASKED
    assert not scripted_endpoint.requests


@pytest.mark.parametrize("baseline", [Boxes, SetOfMarks])
def test_a_picture_that_is_none(baseline, chat):
    with pytest.raises(PictureError):
        baseline(chat).attribute(AttributionTask("q", DOUGH, "?", "!", b"no picture"))
