"""An answer has all that a reader leaves out of a file, and a page is asked for in one way."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import diagramloop
from diagramloop.doors.python.diagrams import shown_of
from diagramloop.doors.python.reading import readings
from diagramloop.doors.services.operations import answered
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.tasks._parse import graph_prediction
from diagramloop.graph.account import ALL, LeftOut
from diagramloop.models.answers.account import accounted
from tests.diagramloop.doors.boards import TWO

pytestmark = pytest.mark.usefixtures("boards")
GLOBS = LeftOut("shapes", 1, "by globs", "Order")
OTHER = LeftOut("pages", 1, "left out, --page all has them")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tea.boards"
    path.write_text(TWO, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("page", "targets", "left_out", "line"),
    [
        (None, "cd", (OTHER,), "read 1 of 2 pages: 1 left out, --page all has them"),
        ("Order", "b", (GLOBS,), "read 2 of 3 shapes: 1 by globs"),
        (1, "b", (GLOBS,), "read 2 of 3 shapes: 1 by globs"),
        ("2", "cd", (), ""),
    ],
)
def test_a_page_is_read_with_what_is_left_out_of_it(
    file: Path, page: Any, targets: str, left_out: tuple[LeftOut, ...], line: str
) -> None:
    reading = diagramloop.read(file, page=page)
    assert "".join(edge.target for edge in reading.graph.edges) == targets
    assert (reading.account.left_out, reading.account.line) == (left_out, line)
    assert reading.account.pages == ("Order", "Return")
    assert diagramloop.convert(file, "json", page=page) == reading.to("json")
    assert diagramloop.convert(TWO, "json", source="boards", page=page) == reading.to("json")
    request = {"from": "boards", "to": "json", "page": page}
    for operation, fields in (("convert", request), ("parse", {"to": "json", "page": page, "name": file.name})):
        answer = answered(operation, fields, TWO.encode()).model_dump()
        assert [LeftOut(**part) for part in answer["left_out"]] == list(left_out)
        assert (answer["account"], answer["pages"]) == (line, ("Order", "Return"))
        assert answer["document"]["text"] == reading.to("json")


def test_all_pages_are_read_but_given_one_at_a_time(file: Path) -> None:
    several = readings(file.read_bytes(), file.name, page=ALL)
    assert [reading.page for reading in several] == ["Order", "Return"]
    assert {reading.account.line for reading in several} == {"read 5 of 6 shapes: 1 by globs"}
    calls = (
        lambda: diagramloop.read(file, page=ALL),
        lambda: diagramloop.convert(file, "json", page=ALL),
        lambda: answered("convert", {"from": "boards", "to": "json", "page": ALL}, TWO.encode()),
    )
    for call in calls:
        with pytest.raises(DiagramloopError, match="name one of the pages 'Order', 'Return'") as error:
            call()
        assert error.value.reason is RejectionReason.INVALID


def test_what_is_broken_or_mended_is_told(tmp_path: Path) -> None:
    account = shown_of("= A\na > b\n= B\n! no end\n= C\nc > d", "boards", ALL).account
    assert account.left_out == (LeftOut("pages", 1, "no end", "B"),)
    assert account.repaired == ("a board without an end",)
    assert account.line == "read 2 of 3 pages: 1 no end; repaired: a board without an end"
    assert shown_of("= A\na > b\n= B\n! no end\n", "boards", "A").account.left_out == ()


@pytest.mark.parametrize("page", ["Nothing", "3", 3])
def test_a_page_that_does_not_exist_is_told(file: Path, page: Any) -> None:
    for call in (lambda: diagramloop.read(file, page=page), lambda: diagramloop.convert(file, "dot", page=page)):
        with pytest.raises(DiagramloopError, match=f"no page '{page}'; there are 1 'Order', 2 'Return'") as error:
            call()
        assert error.value.reason is RejectionReason.MISSING
    for chart in ("flowchart TD\n a --> b", diagramloop.read(file)):
        assert diagramloop.convert(chart, "dot", page=1) == diagramloop.convert(chart, "dot", page=ALL)
        with pytest.raises(DiagramloopError, match="no page"):
            diagramloop.convert(chart, "dot", page=2)


@pytest.mark.parametrize("page", ["0", "-1", "1.5", "Order", "9" * 5_000, "२"])
def test_pages_of_a_pdf_file_and_of_a_picture_have_numbers(page: str) -> None:
    for content in (_pdf(), b"\x89PNG\r\n"):
        with pytest.raises(DiagramloopError, match="no page") as error:
            readings(content, page=page)
        assert error.value.reason is RejectionReason.MISSING


def _pdf() -> bytes:
    pypdfium2 = pytest.importorskip("pypdfium2", reason="PDF needs the extra 'papers'")
    document, out = pypdfium2.PdfDocument.new(), io.BytesIO()
    document.new_page(100, 100)
    document.save(out)
    return out.getvalue()


def test_a_picture_with_a_scene_in_it_states_its_diagram(tmp_path: Path) -> None:
    path = tmp_path / "tea.drawio.svg"
    diagramloop.convert("flowchart TD\n a[Boil] --> b[Pour]", path)
    reading = diagramloop.read(path)
    assert (reading.origin, [node.text for node in reading.graph.nodes]) == ("stated", ["Boil", "Pour"])
    bare = tmp_path / "bare.drawio.svg"
    bare.write_bytes(diagramloop.convert("flowchart TD\n a[Boil] --> b[Pour]", "svg").encode())
    assert diagramloop.read(bare).origin == "vectors"


def test_a_format_is_named_by_its_suffix_at_every_door(file: Path) -> None:
    assert diagramloop.convert(file, "mmd") == diagramloop.convert(file, "mermaid")
    assert isinstance(diagramloop.convert(file, "pptx"), bytes)
    answer = answered("convert", {"from": "boards.txt", "to": ".mmd"}, TWO.encode()).model_dump()
    assert answer["document"]["format"] == "mermaid"
    for to in ("vsdx", "visio"):
        with pytest.raises(DiagramloopError, match="'visio' is only read"):
            answered("convert", {"from": "boards", "to": to}, TWO.encode())


def test_what_a_prediction_leaves_out_is_on_its_item_and_counted(file: Path, tmp_path: Path) -> None:
    scores = diagramloop.score({"tea": file}, {"tea": file}, metrics=("edge_f1",))
    assert scores.left_out == {"tea": "read 1 of 2 pages: 1 left out, --page all has them"}
    assert scores.repairs == {"tea": ("pages left out",)}
    assert "tea: read 1 of 2 pages" in str(scores)
    for content, repaired in ((file, 1), ({"id": "tea", "graph": "flowchart TD\n c --> d\n b --> c"}, 0)):
        with accounted() as account:
            graph = graph_prediction(content)
        assert len(graph.edges) == 2
        counts = account.as_json()["prediction"]
        assert (counts["read"], counts["repaired"]) == (1, repaired)
    asked = {"content": {"text": TWO}, "question": "What follows?", "from": "boards"}
    assert answered("attribute", asked).model_dump()["account"].startswith("read 1 of 2 pages")
    sides = {side: {"text": TWO, "format": "boards"} for side in ("prediction", "reference")}
    answer = answered("score", {**sides, "metrics": ["edge_f1"]}).model_dump()
    assert answer["prediction_account"] == answer["reference_account"] == scores.left_out["tea"]


def test_a_binary_file_is_a_prediction_of_a_data_set(file: Path, tmp_path: Path) -> None:
    diagramloop.convert(file, tmp_path / "tea.pptx")
    assert len(graph_prediction(tmp_path / "tea.pptx").edges) == 2
    (tmp_path / "bad.pptx").write_bytes(b"no slides")
    with pytest.raises(DiagramloopError) as error:
        graph_prediction(tmp_path / "bad.pptx")
    assert error.value.reason is RejectionReason.UNREADABLE
