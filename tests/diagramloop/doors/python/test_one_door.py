"""One-liners: files in, values that show themselves out, and nothing hostile runs where they are shown."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

import diagramloop
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.formats import read
from diagramloop.rich_display import MOST_ROWS, html_table
from tests.diagramloop.doors.services.asked_pictures import MERMAID, picture

TEA = read(MERMAID, "mermaid")
EVIL = (
    "<img src=x onerror=alert(1)>\"'</text><script>alert(1)</script>&#x3c;",
    "\ud800 half",
    "javascript:alert(1)",
    "\u202eleft",
)


class Tags(HTMLParser):
    """The tags and the attributes of a text in HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_a_picture_is_read_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "tea.png"
    file.write_bytes(picture())
    reading = diagramloop.read(file)
    assert [node.text for node in reading.graph.nodes] == ["Start", "Boil water", "Pour"]
    assert 0 < (reading.confidence or 0) <= 1
    assert reading.mermaid == diagramloop.read(str(file)).mermaid == diagramloop.read(picture()).mermaid
    assert len(read(reading.to("drawio"), "drawio").nodes) == 3
    shown = Tags(reading._repr_html_())
    assert {"img", "p"} <= shown.tags
    frame = reading.to_pandas()
    assert list(frame["element"]) == ["node"] * 3 + ["edge"] * 2
    assert repr(reading).startswith("Reading(3 nodes, 2 edges")


@pytest.mark.parametrize("form", ["graph", "text", "path", "name", "reading"])
def test_a_diagram_is_taken_in_any_form(form: str, tmp_path: Path) -> None:
    file = tmp_path / "tea.mmd"
    file.write_text(MERMAID, encoding="utf-8")
    forms: dict[str, Any] = {"graph": TEA, "text": MERMAID, "path": file, "name": str(file)}
    diagram = forms[form] if form in forms else diagramloop.read(picture())
    assert len(read(diagramloop.convert(diagram, "dot"), "dot").edges) == 2
    assert diagramloop.score(TEA.without_geometry(), forms.get(form, TEA))["edge_f1"] == 1.0


def test_a_format_may_be_a_file_to_write(tmp_path: Path) -> None:
    made = diagramloop.convert(MERMAID, str(tmp_path / "tea.pptx"))
    assert isinstance(made, bytes)
    assert (tmp_path / "tea.pptx").read_bytes() == made
    drawn = diagramloop.convert(tmp_path / "tea.pptx", "mermaid")
    assert [node.text for node in read(drawn, "mermaid").nodes] == ["Start", "Boil water", "Pour"]


def test_several_are_scored_by_name_and_what_is_missing_counts_as_nothing() -> None:
    scores = diagramloop.score({"a": MERMAID}, {"a": MERMAID, "b": MERMAID}, metrics=["node_f1"])
    assert scores["node_f1"] == pytest.approx(2 / 3)
    frame = scores.to_pandas()
    assert list(zip(frame["chart"], frame["value"], strict=True)) == [("a", 1.0), ("b", 0.0)]
    assert Tags(scores._repr_html_()).tags >= {"table", "td"}
    assert str(scores) == "node_f1  0.6667"
    assert diagramloop.score([MERMAID], [MERMAID])["edge_f1"] == 1.0
    with pytest.raises(DiagramloopError, match="no reference"):
        diagramloop.score({"c": MERMAID}, {"a": MERMAID})
    with pytest.raises(KeyError):
        scores["edge_f1"]


def test_what_is_not_there_has_a_reason(tmp_path: Path) -> None:
    for call in (
        lambda: diagramloop.read(tmp_path / "none.png"),
        lambda: diagramloop.convert(str(tmp_path / "none.mmd"), "dot"),
        lambda: diagramloop.read_document(tmp_path / "none.pdf"),
    ):
        with pytest.raises(DiagramloopError) as caught:
            call()
        assert caught.value.reason is RejectionReason.MISSING
    with pytest.raises(DiagramloopError) as caught:
        diagramloop.convert(MERMAID, "nothing")
    assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_a_metric_that_two_graphs_cannot_be_scored_in_has_a_reason() -> None:
    metrics = {"nope": RejectionReason.MISSING, "diagrameval/clipscore_text": RejectionReason.UNSUPPORTED}
    for metric, reason in metrics.items():
        with pytest.raises(DiagramloopError, match=metric) as caught:
            diagramloop.score(MERMAID, MERMAID, metrics=[metric])
        assert caught.value.reason is reason


@pytest.mark.parametrize("form", [str, Path])
def test_the_name_of_a_picture_is_no_text_of_a_diagram(form: type, tmp_path: Path) -> None:
    with pytest.raises(DiagramloopError, match=r"diagramloop\.read reads it") as caught:
        diagramloop.convert(form(tmp_path / "Tea.PNG"), "dot")
    assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_a_document_and_an_evaluation_show_themselves(tmp_path: Path) -> None:
    page = tmp_path / "tea.md"
    page.write_text(f"# {EVIL[0]}\n\n```mermaid\nflowchart TD\n a[<script>] --> b\n```\n", encoding="utf-8")
    document = diagramloop.read_document(page)
    assert Tags(document._repr_html_()).tags <= {"table", "caption", "thead", "tbody", "tr", "th", "td", "bdi"}
    assert list(document.to_pandas()["kind"]) == ["flowchart"]
    assert Tags(diagramloop.Table((), (), ())._repr_html_()).tags >= {"table", "th"}


@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("evil", EVIL, ids=range(len(EVIL)))
def test_a_graph_shows_itself_and_what_it_says_is_text(evil: str, placed: bool) -> None:
    boxes: list[Any] = [(0, 0, 90, 40), (0, 90, 90, 130)] if placed else [None, None]
    nodes = [Node(id=id, text=evil, box=box) for id, box in zip("ab", boxes, strict=True)]
    shown = FlowGraph(nodes=tuple(nodes), edges=(Edge(source="a", target="b", label=evil),), title=evil)._repr_svg_()
    root = fromstring(shown.encode("utf-8", "strict"))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "rect", "text", "tspan", "path", "polygon", "polyline", "line", "g", "ellipse", "circle"}
    for element in root.iter():
        assert not [name for name in element.attrib if name.startswith("on") or name.endswith("href")]


def test_a_graph_without_places_is_laid_out() -> None:
    assert len(set(_heights(TEA))) == 3  # top down, not in a row


def _heights(graph: FlowGraph) -> list[str]:
    root = fromstring(graph._repr_svg_())
    return [element.get("y", "") for element in root.iter() if (element.text or "").strip()]


def test_tables_are_bounded_and_escape() -> None:
    shown = html_table(["<a>"], [[text] for text in EVIL], caption=EVIL[0])
    assert Tags(shown).tags == {"table", "caption", "thead", "tbody", "tr", "th", "td", "bdi"}
    shown.encode()
    assert html_table(["n"], [[at] for at in range(MOST_ROWS + 3)]).endswith("and 3 more</p>")


def test_the_import_loads_nothing_and_names_everything() -> None:
    code = "import sys, diagramloop; print(sum(m.startswith('diagramloop.') for m in sys.modules), *dir(diagramloop))"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    loaded, *names = told.split()
    assert loaded == "0"
    for name in ("read", "convert", "score", "extract", "ask", "evaluate", "read_document"):
        assert name in names
        assert callable(getattr(diagramloop, name))


def test_what_a_file_states_is_read_as_it_stands_and_a_reading_goes_wherever_a_diagram_does(tmp_path: Path) -> None:
    file = tmp_path / "tea.mmd"
    file.write_text(MERMAID, encoding="utf-8")
    reading = diagramloop.read(file)
    assert (reading.origin, reading.graph, reading.confidence) == ("stated", TEA, None)
    assert "Boil water" in reading._repr_html_()
    assert diagramloop.convert(reading, "json") == diagramloop.convert(file, "json")
    with pytest.raises(DiagramloopError, match="no page '2'"):
        diagramloop.read(file, page=2)


def test_a_text_becomes_a_graph_that_is_converted_and_asked(tmp_path: Path) -> None:
    text = "Fill the kettle. Boil the water."
    file = tmp_path / "tea.txt"
    file.write_text(text, encoding="utf-8")
    extraction = diagramloop.extract(text)
    assert diagramloop.extract(file).graph == extraction.graph
    assert "Boil water" in str(diagramloop.convert(extraction, "mermaid"))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(DiagramloopError, match="not UTF-8"):
        diagramloop.extract(file)


def test_an_answer_comes_with_the_nodes_behind_it() -> None:
    answered = diagramloop.ask(MERMAID, "How many nodes are there in the flowchart?")
    assert answered.text == "3"
    with pytest.raises(DiagramloopError) as caught:
        diagramloop.ask(MERMAID, " ")
    assert caught.value.reason is RejectionReason.EMPTY


@pytest.mark.parametrize(("former", "now"), [("parse_diagram", "read"), ("convert_diagram", "convert")])
def test_a_former_name_warns_and_does_the_same(former: str, now: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"is called diagramloop.{now}"):
        assert getattr(diagramloop, former) is getattr(diagramloop, now)
