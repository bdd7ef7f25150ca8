"""Documents that ask for what they must not have: other folders, other machines, endless archives, entities."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.documents import read_content, read_document
from diagramloop.errors import DiagramloopError, RejectionReason
from tests.diagramloop.engines.documents.made import drawn_png, slides, word

FAST = "hmas_embedded"


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://example.org/tea.png", RejectionReason.UNSAFE),
        ("//example.org/tea.png", RejectionReason.UNSAFE),
        ("file:///etc/passwd", RejectionReason.UNSAFE),
        ("../tea.png", RejectionReason.UNSAFE),
        ("%2e%2e/tea.png", RejectionReason.UNSAFE),
        ("/etc/passwd", RejectionReason.UNSAFE),
        ("away/tea.png", RejectionReason.UNSAFE),  # a link of the file system that leads out
        ("nothing.png", RejectionReason.MISSING),
        ("inside", RejectionReason.INVALID),
        ("data:image/png;base64,@@@", RejectionReason.UNREADABLE),
        ("data:image/png", RejectionReason.SYNTAX),
    ],
)
def test_links_lead_nowhere_else(tmp_path: Path, link: str, reason: RejectionReason) -> None:
    inside = tmp_path / "documents"
    (inside / "inside").mkdir(parents=True)
    (tmp_path / "tea.png").write_bytes(drawn_png())
    (inside / "away").symlink_to(tmp_path)
    (inside / "tea.md").write_text(f"Before.\n\n![tea]({link})\n\nAfter.\n", encoding="utf-8")
    document = read_document(inside / "tea.md", parser=FAST)
    assert (document.diagrams, [one.reason for one in document.refusals]) == ((), [reason])
    assert "After." in document.markdown


def test_bytes_without_a_folder_have_no_links() -> None:
    document = read_content(b"![](tea.png)", "tea.md")
    assert [one.reason for one in document.refusals] == [RejectionReason.UNSAFE]


def changed(content: bytes, name: str, member: bytes) -> bytes:
    """The archive with one member replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            new.writestr(one, member if one == name else old.read(one))
    return out.getvalue()


def test_entities_and_bombs_are_refused_before_a_library_opens_them(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="Word needs the extra 'documents'")
    content = word(tmp_path).read_bytes()
    entity = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    for member, reason in ((entity, RejectionReason.UNSAFE), (b"\0" * 30_000_000, RejectionReason.TOO_LARGE)):
        with pytest.raises(DiagramloopError) as caught:
            read_content(changed(content, "word/document.xml", member), "tea.docx")
        assert caught.value.reason is reason


def test_a_broken_picture_is_a_refusal_and_the_document_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="Word needs the extra 'documents'")
    broken = changed(word(tmp_path).read_bytes(), "word/media/image1.png", b"\x89PNG\r\n\x1a\n broken")
    document = read_content(broken, "tea.docx", parser=FAST)
    assert [one.reason for one in document.refusals] == [RejectionReason.UNREADABLE, RejectionReason.NO_DIAGRAM]
    assert "Between them." in document.markdown


def test_a_linked_picture_of_word_is_not_fetched(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="Word needs the extra 'documents'")
    content = word(tmp_path).read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        relations = archive.read("word/_rels/document.xml.rels")
    away = relations.replace(b'Target="media/image1.png"', b'Target="http://example.org/a.png" TargetMode="External"')
    assert away != relations
    document = read_content(changed(content, "word/_rels/document.xml.rels", away), "tea.docx", parser=FAST)
    assert [one.reason for one in document.refusals] == [RejectionReason.UNSAFE, RejectionReason.NO_DIAGRAM]


def test_a_slide_without_its_picture_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("pptx", reason="PowerPoint needs the extra 'documents'")
    broken = changed(slides(tmp_path).read_bytes(), "ppt/media/image1.png", b"")
    document = read_content(broken, "tea.pptx", parser=FAST)
    assert len(document.diagrams) == 1
    assert len(document.refusals) == 2


@given(st.text(alphabet="<>/a svg pre=\"mermaid'img src&;!-- \n", max_size=80))
def test_any_html_is_read_or_refused(text: str) -> None:
    read_content(text.encode(), "tea.html")


@given(st.text(alphabet="#![]()`\n mermaid<img>|-*", max_size=80))
def test_any_markdown_keeps_its_words(text: str) -> None:
    document = read_content(text.encode(), "tea.md")
    assert [word for word in text.split() if word not in document.markdown] == []
