"""Word by its XML: the same words as python-docx gives, in little memory, and every part only where it is needed."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks._hostile_documents import word_file
from diagramloop.engines.documents import Limits, read_content
from diagramloop.engines.documents.markdown_table import markdown_table
from diagramloop.errors import DiagramloopError, RejectionReason
from tests.diagramloop.engines.documents.made import photograph

docx = pytest.importorskip("docx", reason="documents are made by python-docx, of the extra 'documents'")

TEXTS = st.text("ab |\t\né", max_size=12)
STYLES = st.sampled_from(["Normal", "Title", "Heading 1", "Heading 7", "List Bullet", "List Number 2", "Caption"])
PARAGRAPHS = st.tuples(STYLES, st.lists(TEXTS, max_size=3))
MERGES = st.lists(st.tuples(*[st.integers(0, 2)] * 4), max_size=2)
TABLES = st.tuples(st.lists(TEXTS, min_size=9, max_size=9), MERGES)


def written(parts: list[Any]) -> bytes:
    """A document of paragraphs, and of tables of three by three cells, some of which are merged."""
    document, out = docx.Document(), io.BytesIO()
    for first, second in parts:
        if isinstance(first, str):
            paragraph = document.add_paragraph(style=first)
            for text in second:
                paragraph.add_run(text)
            continue
        table = document.add_table(3, 3)
        for at, text in enumerate(first):
            table.cell(at // 3, at % 3).text = text
        for top, left, bottom, right in second:
            with contextlib.suppress(docx.exceptions.InvalidSpanError):  # no rectangle, as others are merged already
                table.cell(top, left).merge(table.cell(bottom, right))
    document.save(out)
    return out.getvalue()


def words_by_library(content: bytes) -> list[str]:
    """The blocks of text, by python-docx."""
    blocks = []
    for part in docx.Document(io.BytesIO(content)).iter_inner_content():
        if hasattr(part, "rows"):
            blocks.append(markdown_table([[cell.text for cell in row.cells] for row in part.rows]))
        elif part.text.strip():
            name = part.style.name
            level = int(name[8:]) if name.startswith("Heading ") else 1
            begin = "#" * min(level, 6) + " " if name == "Title" or name.startswith("Heading ") else ""
            blocks.append(("- " if name.startswith("List") else begin) + part.text.strip())
    return blocks


@given(st.lists(PARAGRAPHS | TABLES, max_size=4))
def test_the_words_are_those_that_python_docx_gives(parts: list[Any]) -> None:
    content = written(parts)
    told = [block.strip("\n") for block in words_by_library(content)]
    assert read_content(content, "tea.docx").markdown == ("\n\n".join(told) + "\n" if told else "")


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_a_cell_spans_its_grid_and_no_more() -> None:
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="100000000"/></w:tcPr>{paragraph("wide")}</w:tc>'
    grid = '<w:tblGrid><w:gridCol w:w="1"/><w:gridCol w:w="1"/></w:tblGrid>'
    document = read_content(word_file(f"<w:tbl>{grid}<w:tr>{cell}</w:tr></w:tbl>"), "tea.docx")
    assert document.markdown == "| wide | wide |\n| --- | --- |\n"


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(characters=12), RejectionReason.TOO_LARGE),
        (Limits(cells=3), RejectionReason.TOO_LARGE),
        (Limits(seconds=-1.0), RejectionReason.TIMEOUT),
    ],
)
def test_what_was_read_before_a_limit_stays_and_the_limit_is_told(limits: Limits, reason: RejectionReason) -> None:
    row = f"<w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr>"
    table = f"<w:tbl>{row * 4}</w:tbl>"
    document = read_content(word_file(paragraph("First.") + table + paragraph("Last.")), "tea.docx", limits=limits)
    assert [one.reason for one in document.refusals] == [reason]
    assert ("First." in document.markdown) is (reason is RejectionReason.TOO_LARGE)
    assert "Last." not in document.markdown


def test_one_paragraph_that_is_too_large_is_left_out_and_the_others_stay() -> None:
    huge = f"<w:p>{'<w:r/>' * 300_001}</w:p>"
    document = read_content(word_file(paragraph("First.") + huge + paragraph("Last.")), "tea.docx")
    assert [one.reason for one in document.refusals] == [RejectionReason.TOO_LARGE]
    assert document.markdown.startswith("First.\n")
    assert document.markdown.endswith("Last.\n")


def test_parts_that_nothing_needs_are_not_read() -> None:
    document = read_content(word_file(paragraph("Seen."), {"word/media/1.xml": b"<not xml"}), "tea.docx")
    assert (document.markdown, document.refusals) == ("Seen.\n", ())


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<w:p>" * 200 + "</w:p>" * 200, RejectionReason.TOO_LARGE),
        ("<w:p>", RejectionReason.SYNTAX),
        ("&unknown;", RejectionReason.SYNTAX),
    ],
)
def test_broken_or_deep_xml_is_an_error_with_its_reason(body: str, reason: RejectionReason) -> None:
    with pytest.raises(DiagramloopError) as caught:
        read_content(word_file(body), "tea.docx")
    assert caught.value.reason is reason


def test_pictures_that_are_not_there_are_named_where_they_stand() -> None:
    drawing = (
        '<w:p><w:r><w:drawing xmlns:a="a" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<wp:inline xmlns:wp="wp"><wp:docPr descr="A cup"/><a:blip r:{}="r7"/></wp:inline></w:drawing></w:r></w:p>'
    )
    document = read_content(word_file(drawing.format("embed") + drawing.format("link")), "tea.docx")
    told = [(one.reason, one.title) for one in document.refusals]
    assert told == [(RejectionReason.MISSING, "A cup"), (RejectionReason.UNSAFE, "A cup")]


def test_a_caption_below_a_picture_is_its_title_and_stays_in_the_text() -> None:
    document, out = docx.Document(), io.BytesIO()
    for caption in ("Figure 1: a cup", ""):
        document.add_picture(io.BytesIO(photograph()))
        document.add_paragraph(caption or "No caption.", style="Caption" if caption else "Normal")
    document.save(out)
    read = read_content(out.getvalue(), "cups.docx")
    assert [refusal.title for refusal in read.refusals] == ["Figure 1: a cup", ""]
    assert read.markdown.index("Left out") < read.markdown.index("Figure 1: a cup") < read.markdown.index("No caption.")
