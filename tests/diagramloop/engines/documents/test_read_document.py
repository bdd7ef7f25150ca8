"""Documents of every format: diagrams with their places, refusals with their reasons, Markdown in its order."""

from __future__ import annotations

import base64
import io
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from diagramloop.engines.documents import Document, Limits, read_content, read_document
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats
from tests.diagramloop.data.sources.papers.test_figure_vectors import pdf
from tests.diagramloop.engines.documents.made import EDGES, drawn_png, drawn_svg, edges_of, photograph, slides, word

FAST = "hmas_embedded"


def in_order(document: Document, *parts: str) -> bool:
    places = [document.markdown.index(part) for part in parts]
    return places == sorted(places)


def test_markdown_keeps_its_lines_and_gets_a_pictures_diagram_after_it(tmp_path: Path) -> None:
    (tmp_path / "tea.png").write_bytes(drawn_png())
    (tmp_path / "cup.jpg").write_bytes(photograph())
    page = tmp_path / "tea.md"
    page.write_text("# Tea\n\n![the way](tea.png)\n\nAfter it.\n\n![a cup](cup.jpg)\n", encoding="utf-8")
    document = read_document(page, parser=FAST)
    (diagram,), (refusal,) = document.diagrams, document.refusals
    assert edges_of(diagram) == EDGES
    assert (diagram.kind, diagram.origin, diagram.title, diagram.place.page) == ("flowchart", "pixels", "the way", None)
    assert (refusal.reason, refusal.shows, refusal.title) == (RejectionReason.NO_DIAGRAM, "a photograph", "a cup")
    assert in_order(document, "# Tea", "![the way](tea.png)", "```mermaid", "After it.", "![a cup](cup.jpg)")


def test_the_source_that_a_picture_carries_goes_before_its_pixels_and_vectors(tmp_path: Path) -> None:
    tea = formats.read("flowchart LR\n a[Boil] --> b{Ready?}\n b -- yes --> c[Pour]", "mermaid")
    for name in ("drawio.png", "excalidraw.svg"):
        (tmp_path / name).write_bytes(formats.write(tea, name).content)
    (tmp_path / "sequence.svg").write_text("<svg><!--@startuml\nAlice -> Bob : order\n@enduml--></svg>")
    page = tmp_path / "tea.md"
    page.write_text("![a](drawio.png)\n\n![b](excalidraw.svg)\n\n![c](sequence.svg)\n", encoding="utf-8")
    document = read_document(page, parser=FAST)
    assert [edges_of(one) for one in document.diagrams] == [[("Boil", "Ready?"), ("Ready?", "Pour")]] * 2
    assert [(one.origin, one.confidence) for one in document.diagrams] == [("stated", None)] * 2
    (refusal,) = document.refusals
    assert "a sequence diagram" in refusal.message


def test_mermaid_of_a_document_is_its_graph_and_stays_as_it_is() -> None:
    text = 'Tea\n\n```mermaid\nflowchart LR\n a[Boil] --> b[Pour]\n```\n\n```mermaid\npie\n "a": 3\n```\n'
    document = read_content(text.encode(), "tea.md")
    assert [edges_of(one) for one in document.diagrams] == [[("Boil", "Pour")]]
    assert (document.diagrams[0].kind, document.diagrams[0].confidence) == ("flowchart", None)
    assert [one.reason for one in document.refusals] == [RejectionReason.UNSUPPORTED]
    assert document.markdown.split() == text.split()


BOXES = "+---+      +---+\n| a | ---> | b |\n+---+      +---+"
LINES = "┌───┐\n│ a │\n└─┬─┘\n  ▼\n┌───┐\n│ b │\n└───┘"
TABLE = "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+"
FOLDERS = "src\n├── a.py\n└── b.py"
CODE = "def f() -> int:\n    return 1 + --x"


@pytest.mark.parametrize(("text", "drawn"), [(BOXES, 1), (LINES, 1), (TABLE, 0), (FOLDERS, 0), (CODE, 0)])
def test_a_chart_of_characters_is_named_as_left_out(text: str, drawn: int) -> None:
    document = read_content(f"# Way\n\n```\n{text}\n```\n".encode(), "way.md")
    assert [refusal.reason for refusal in document.refusals] == [RejectionReason.UNSUPPORTED] * drawn
    assert document.markdown.count(text) == 1


def test_html_has_drawings_pictures_and_mermaid_in_their_order() -> None:
    image = f'<img alt="way" src="data:image/png;base64,{base64.b64encode(drawn_png()).decode()}">'
    mermaid = '<pre class="mermaid">flowchart LR\n a[Boil] --&gt; b[Pour]</pre>'
    page = f"<h1>Tea</h1><script>evil()</script>{drawn_svg()}<p>One &amp; two</p>{image}{mermaid}<ul><li>last</ul>"
    document = read_content(page.encode(), "tea.html", parser=FAST)
    assert [one.origin for one in document.diagrams] == ["vectors", "pixels", "text"]
    assert [edges_of(one) for one in document.diagrams] == [EDGES, EDGES, [("Boil", "Pour")]]
    assert in_order(document, "# Tea", "```mermaid", "One & two", "- last")
    assert "evil" not in document.markdown


def test_word_has_pictures_where_they_stand(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="Word needs the extra 'documents'")
    document = read_document(word(tmp_path), parser=FAST)
    assert [edges_of(one) for one in document.diagrams] == [EDGES]
    assert [one.shows for one in document.refusals] == ["a photograph"]
    assert in_order(document, "# Tea", "Before it.", "```mermaid", "Between them.", "> Left out", "| step | a \\| b |")


def test_slides_of_native_shapes_are_read_without_looking(tmp_path: Path) -> None:
    pytest.importorskip("pptx", reason="PowerPoint needs the extra 'documents'")
    document = read_document(slides(tmp_path), parser=FAST)
    native, picture = document.diagrams
    assert (document.pages, native.place.page, picture.place.page) == (2, 1, 2)
    assert (native.origin, edges_of(native)) == ("shapes", [("Boil", "Pour")])
    assert native.place.box == pytest.approx((56.7, 170.1, 396.9, 226.8), abs=0.2)  # 2 to 14 cm, 6 to 8 cm
    assert (picture.origin, edges_of(picture)) == ("pixels", EDGES)
    assert [one.message for one in document.refusals] == ["a chart of data"]
    assert in_order(document, "## Tea", "A remark at the foot.", "```mermaid")
    assert "Boil" not in document.markdown.split("```mermaid")[0]
    assert [one.number for one in read_document(tmp_path / "tea.pptx", pages=[1], parser=FAST).diagrams] == [1]


@given(st.lists(st.tuples(st.sampled_from(["Bin", "Bay", ""]), st.booleans()), min_size=2, max_size=6), st.booleans())
def test_every_box_of_a_slide_is_drawn_or_said(boxes: list[tuple[str, bool]], titled: bool) -> None:
    pptx = pytest.importorskip("pptx", reason="PowerPoint needs the extra 'documents'")
    deck = pptx.Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[5]).shapes
    shapes.title.text = "Bin" if titled else ""
    joined = []
    for number, (text, is_joined) in enumerate(boxes):
        box = shapes.add_shape(1, 2_000_000 * number, 1_000_000, 1_000_000, 500_000)
        box.text_frame.text = text
        joined += [box] if is_joined else []
    for before, after in pairwise(joined):
        line = shapes.add_connector(1, 0, 0, 0, 0)
        line.begin_connect(before, 3)
        line.end_connect(after, 1)
    out = io.BytesIO()
    deck.save(out)
    document = read_content(out.getvalue(), "bins.pptx")
    drawn = Counter(node.text for diagram in document.diagrams for node in diagram.graph.nodes)
    lines = [line.removeprefix("## ") for line in document.markdown.split("```")[0].splitlines()]
    for text in ("Bin", "Bay"):
        boxes_of_text = [box for box in boxes if box[0] == text]
        assert drawn[text] + lines.count(text) == len(boxes_of_text) + (titled and text == "Bin")


def test_a_page_of_a_pdf_has_its_drawing_in_points() -> None:
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
    page = pdf(
        b"1 w 20 30 80 40 re S 200 30 80 40 re S 100 50 m 190 50 l S 190 46 m 200 50 l 190 54 l f "
        b"BT /F 12 Tf 45 46 Td (Read) Tj ET BT /F 12 Tf 223 46 Td (Write) Tj ET BT /F 8 Tf 20 88 Td (Above it.) Tj ET"
    )
    (diagram,) = (document := read_content(page, "tea.pdf")).diagrams
    assert (diagram.origin, edges_of(diagram), diagram.place.page) == ("vectors", [("Read", "Write")], 1)
    assert diagram.place.box == pytest.approx((17, 27, 283, 73), abs=1)
    assert in_order(document, "Above it.", "```mermaid")
    assert "Read Write" not in document.markdown


def test_a_scanned_page_is_read_by_its_pixels() -> None:
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
    page, out = Image.new("RGB", (1000, 1400), "white"), io.BytesIO()
    page.paste(Image.open(io.BytesIO(drawn_png())).convert("RGB"), (200, 300))
    page.save(out, "PDF", resolution=150, quality=90)
    (diagram,) = read_content(out.getvalue(), "tea.pdf", parser=FAST).diagrams
    assert (diagram.origin, edges_of(diagram)) == ("pixels", EDGES)
    assert diagram.place.box is not None
    assert diagram.place.box[1] == pytest.approx(300 * 72 / 150, abs=12)  # not the whole page


def test_json_is_plain_and_has_every_graph() -> None:
    document = read_content(b"```mermaid\nflowchart LR\n a --> b\n```\n", "tea.md")
    said = json.loads(json.dumps(document.to_json()))
    graph = formats.read(json.dumps(said["diagrams"][0]["graph"]), "json")
    assert (edges_of(graph), said["rejections"], said["pages"]) == ([("a", "b")], [], None)


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "tea.png").write_bytes(drawn_png())
    (tmp_path / "tea.md").write_text("![](tea.png)\n")
    once, again = (json.dumps(read_document(tmp_path / "tea.md", parser=FAST).to_json()) for _ in range(2))
    assert once == again


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("tea.txt", b"tea", RejectionReason.UNSUPPORTED),
        ("tea.pdf", b"tea", RejectionReason.UNREADABLE),
        ("tea.docx", b"tea", RejectionReason.UNREADABLE),
        ("tea.pptx", b"tea", RejectionReason.UNREADABLE),
        ("tea.md", b"\xff\xfe\xff", RejectionReason.UNREADABLE),
    ],
)
def test_what_is_no_document_is_an_error(name: str, content: bytes, reason: RejectionReason) -> None:
    with pytest.raises(DiagramloopError) as caught:
        read_content(content, name)
    assert caught.value.reason is reason


def test_pages_that_are_not_there_are_an_error(tmp_path: Path) -> None:
    for name, content in (("tea.md", b"tea"), ("tea.pdf", pdf(b"0 0 m 9 9 l S"))):
        with pytest.raises(DiagramloopError, match="no page 7"):
            read_content(content, name, pages=[7])
    with pytest.raises(DiagramloopError, match="no file"):
        read_document(tmp_path / "nothing.md")


def test_bounds_are_refusals_and_the_text_goes_on() -> None:
    image = f'<img src="data:image/png;base64,{base64.b64encode(drawn_png()).decode()}">'
    page = f"{image}<p>between</p>{image}<p>after</p>".encode()
    document = read_content(page, "tea.html", parser=FAST, limits=Limits(figures=1))
    assert len(document.diagrams) == 1
    assert [one.reason for one in document.refusals] == [RejectionReason.TOO_LARGE]
    assert "after" in document.markdown
    late = read_content(page, "tea.html", parser=FAST, limits=Limits(seconds=-1.0))
    assert [one.reason for one in late.refusals] == [RejectionReason.TIMEOUT]
    small = read_content(page, "tea.html", parser=FAST, limits=Limits(picture_pixels=1_000))
    assert [one.reason for one in small.refusals] == [RejectionReason.TOO_LARGE] * 2
    with pytest.raises(DiagramloopError) as caught:
        read_content(page, "tea.html", limits=Limits(size_bytes=10))
    assert caught.value.reason is RejectionReason.TOO_LARGE


def test_only_the_pages_that_are_asked_for_are_read() -> None:
    pypdfium2 = pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
    joined, out = pypdfium2.PdfDocument.new(), io.BytesIO()
    for text in (b"One", b"Two", b"Three"):
        joined.import_pages(pypdfium2.PdfDocument(pdf(b"BT /F 12 Tf 45 46 Td (" + text + b"s page.) Tj ET")))
    joined.save(out)
    document = read_content(out.getvalue(), "tea.pdf", pages=[1, 3])
    assert (document.pages, document.markdown.split("\n\n")) == (3, ["Ones page.", "Threes page.\n"])
    first = read_content(out.getvalue(), "tea.pdf", limits=Limits(pages=1))
    assert [(one.place.page, one.reason) for one in first.refusals] == [(2, RejectionReason.TOO_LARGE)]
    assert "Twos" not in first.markdown
    late = read_content(out.getvalue(), "tea.pdf", limits=Limits(seconds=-1.0))
    assert [one.reason for one in late.refusals] == [RejectionReason.TIMEOUT]


def test_what_is_beyond_the_bounds_is_told_once_a_page() -> None:
    image = f'<img src="data:image/png;base64,{base64.b64encode(photograph()).decode()}">'
    document = read_content((image * 40).encode(), "tea.html", parser=FAST, limits=Limits(figures=1))
    assert [one.reason for one in document.refusals] == [RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE]


def test_a_scan_with_a_layer_of_words_keeps_them_and_has_its_diagram() -> None:
    pypdfium2 = pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
    page, out = Image.new("RGB", (1000, 1400), "white"), io.BytesIO()
    page.paste(Image.open(io.BytesIO(drawn_png())).convert("RGB"), (200, 500))
    page.save(out, "PDF", resolution=150, quality=90)
    document = pypdfium2.PdfDocument(out.getvalue())
    shown = document[0]
    font = pypdfium2.raw.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    text = pypdfium2.raw.FPDFPageObj_CreateTextObj(document.raw, font, 12.0)
    pypdfium2.raw.FPDFText_SetText(text, (pypdfium2.raw.FPDF_WCHAR * 200)(*map(ord, "many words " * 12), 0))
    pypdfium2.raw.FPDFPageObj_Transform(text, 0.5, 0, 0, 0.5, 40, 600)
    pypdfium2.raw.FPDFPage_InsertObject(shown.raw, text)
    shown.gen_content()
    document.save(out := io.BytesIO())
    read = read_content(out.getvalue(), "tea.pdf", parser=FAST)
    assert [edges_of(one) for one in read.diagrams] == [EDGES]
    assert in_order(read, "many words", "```mermaid")


def test_html_may_leave_out_ends_and_have_its_mermaid_drawn_already() -> None:
    page = (
        f"<head><title>Unseen</title><meta charset=utf-8><body><p>Seen<p>Too<div class=mermaid>{drawn_svg()}</div>last"
    )
    document = read_content(page.encode(), "tea.html")
    assert ([one.origin for one in document.diagrams], document.refusals) == (["vectors"], ())
    assert in_order(document, "Seen", "Too", "```mermaid", "last")
    assert "Unseen" not in document.markdown
