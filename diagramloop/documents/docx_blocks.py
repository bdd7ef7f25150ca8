"""Word: paragraphs, lists and tables as Markdown, and the pictures that its relationships lead to."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from diagramloop.documents._model import Place
from diagramloop.documents.blocks import Block, Opened, Refused, Source, Text
from diagramloop.documents.linked import drawn_block
from diagramloop.documents.markdown_table import markdown_table
from diagramloop.documents.office_archive import opened_archive
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError

_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_SHAPES = frozenset(("wsp", "wgp", "wpc"))  # of Word's own drawings


def open_document(source: Source) -> Opened:
    """Open a Word file.

    Raises:
        FormatError: as :func:`~diagramloop.documents.office_archive.opened_archive`.
        SourceError: python-docx is not installed (MISSING).
    """
    _, document = opened_archive(source.content, "word/document.xml", _opened)
    return Opened(_blocks(document))


def _opened(content: BytesIO) -> Any:
    try:
        import docx
    except ImportError as error:
        raise SourceError("Word needs python-docx: pip install 'diagramloop[documents]'") from error
    return docx.Document(content)


def _blocks(document: Any) -> Iterator[Block]:
    from docx.table import Table

    for part in document.iter_inner_content():
        if isinstance(part, Table):
            yield Text(_table(part))
            yield from _drawn(part._element, document.part)
        else:
            yield Text(_begin(part) + part.text.strip() if part.text.strip() else "")
            yield from _drawn(part._element, document.part)


def _begin(paragraph: Any) -> str:
    """The marks that Markdown begins such a paragraph with."""
    style = "" if paragraph.style is None else str(paragraph.style.name)
    if style == "Title":
        return "# "
    if style.startswith("Heading ") and style[8:].isdigit():
        return "#" * min(int(style[8:]), 6) + " "
    return "- " if style.startswith("List") else ""


def _table(table: Any) -> str:
    return markdown_table([[cell.text for cell in row.cells] for row in table.rows])


def _drawn(element: Any, part: Any) -> Iterator[Block]:
    """The pictures of a paragraph or table, and Word's own drawings, which nothing here reads.

    A drawing is written twice, for old and new programs: what is under ``Fallback`` is the same again.
    """
    for child in _seen(element):
        tag = child.tag.rpartition("}")[2]
        if tag in ("inline", "anchor"):
            yield from _drawing(child, part)
        elif tag == "imagedata":
            yield _picture(part, child.get(f"{_RELATIONS}id"), False, "")


def _seen(element: Any) -> Iterator[Any]:
    for child in element:
        if isinstance(child.tag, str) and not child.tag.endswith("}Fallback"):
            yield child
            yield from _seen(child)


def _drawing(drawing: Any, part: Any) -> Iterator[Block]:
    inside = list(_seen(drawing))
    title = next((one.get("descr") or one.get("title") or "" for one in inside if _tag(one) == "docPr"), "")
    if any(_tag(one) in _SHAPES for one in inside):
        message = "drawn with Word's own shapes: save the document as PDF, and read that"
        yield Refused(Place(), DiagramloopError(message, reason=RejectionReason.UNSUPPORTED), title)
    for blip in (one for one in inside if _tag(one) == "blip"):
        vectors = next((one for one in _seen(blip) if _tag(one) == "svgBlip"), None)
        chosen = blip if vectors is None else vectors
        linked = chosen.get(f"{_RELATIONS}embed") is None
        yield _picture(part, chosen.get(f"{_RELATIONS}{'link' if linked else 'embed'}"), linked, title)


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _picture(part: Any, relation: str | None, linked: bool, title: str) -> Block:
    found = part.rels.get(relation)
    if found is None:
        error = DiagramloopError("a picture that is not there", reason=RejectionReason.MISSING)
    elif linked or found.is_external:
        error = DiagramloopError("a picture outside of the document", reason=RejectionReason.UNSAFE)
    else:
        return drawn_block(found.target_part.blob, Place(), title, shown=False)
    return Refused(Place(), error, title)
