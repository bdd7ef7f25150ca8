"""Word: paragraphs, lists and tables as Markdown, and the pictures that its relationships lead to.

Read by its XML alone, paragraph by paragraph: a library would make a tree of every part before the first is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Refused, Source, Stated, Text
from diagramloop.engines.documents.limits import NOT_READ
from diagramloop.engines.documents.linked import drawn_block
from diagramloop.engines.documents.office_archive import Part, office_archive
from diagramloop.engines.documents.office_xml import MOST_ELEMENTS, pieces, tag_of
from diagramloop.engines.documents.pptx_blocks import connected, smart_art
from diagramloop.engines.documents.word_text import Styles, paragraph_text, table_markdown
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph.powerpoint import read_drawing

_MAIN = "word/document.xml"
_SHAPES = frozenset(("wsp", "wgp", "wpc"))  # of Word's own drawings
_BODY_DEPTH = 2  # of paragraphs and tables below the root


def open_document(source: Source) -> Opened:
    """Open a Word file.

    Raises:
        FormatError: as :func:`~diagramloop.engines.documents.office_archive.office_archive`.
    """
    part = Part(office_archive(source.content, _MAIN), _MAIN)
    return Opened(_blocks(source, part))


def _blocks(source: Source, part: Part) -> Iterator[Block]:
    styles = Styles(part.related("styles"), source.budget)
    drawn: list[Block] = []  # in the paragraph or table before, which a caption may name
    for piece in pieces(part.content(), _BODY_DEPTH, source.budget.check_time):
        paragraph = piece if piece is not None and tag_of(piece) == "p" else None
        text = "" if paragraph is None else paragraph_text(paragraph).strip()
        style = "" if paragraph is None else styles.name_of(paragraph)
        yield from (_captioned(block, text) if style == "caption" else block for block in drawn)
        drawn = []
        if piece is None:
            message = f"{NOT_READ}a paragraph or table of more than {MOST_ELEMENTS} elements"
            yield Refused(Place(), DiagramloopError(message, reason=RejectionReason.TOO_LARGE))
        elif tag_of(piece) == "tbl":
            yield Text(table_markdown(piece, source.budget))
            drawn = list(_drawn(piece, part))
        elif paragraph is not None:
            yield Text(_begin(style) + text if text else "")
            drawn = list(_drawn(paragraph, part))
    yield from drawn


def _captioned(block: Block, caption: str) -> Block:
    """A drawing with the caption below as its title; text stays as it is."""
    return block if isinstance(block, Text) or not caption else replace(block, title=caption)


def _begin(style: str) -> str:
    """The marks that Markdown begins a paragraph of such a style with."""
    if style == "title":
        return "# "
    level = style.removeprefix("heading ")
    if level != style and level.isdecimal():
        return "#" * min(int(level[:2]), 6) + " "
    return "- " if style.startswith("list") else ""


def _drawn(element: Element, part: Part) -> Iterator[Block]:
    """The pictures of a paragraph or table, and Word's own drawings."""
    for child in _seen(element, whole=("inline", "anchor")):
        if tag_of(child) in ("inline", "anchor"):
            yield from _drawing(child, part)
        elif tag_of(child) == "imagedata":
            yield _picture(part, _relation(child, "id"), False, "")


def _seen(element: Element, whole: tuple[str, ...] = ()) -> Iterator[Element]:
    """All within an element, in its order; of those named ``whole`` nothing within.

    A drawing is written twice, for old and new programs: what is under ``Fallback`` is the same again.
    """
    left = list(reversed(element))
    while left:
        child = left.pop()
        if tag_of(child) == "Fallback":
            continue
        yield child
        if tag_of(child) not in whole:
            left.extend(reversed(child))


def _drawing(drawing: Element, part: Part) -> Iterator[Block]:
    inside = list(_seen(drawing))
    about = next((element for element in inside if tag_of(element) == "docPr"), None)
    title = "" if about is None else about.get("descr") or about.get("title") or ""
    if any(tag_of(element) in _SHAPES for element in inside):
        yield from _native(drawing, title)
    for element in inside:
        if tag_of(element) == "relIds":
            yield smart_art(part, _relation(element, "dm"), Place(), title)
        elif tag_of(element) == "blip":
            yield _blip(element, part, title)
        elif tag_of(element) == "imagedata":
            yield _picture(part, _relation(element, "id"), False, "")


def _native(drawing: Element, title: str) -> Iterator[Block]:
    """The graph of a drawing of Word's own shapes, its other texts as Markdown; without lines it is refused."""
    data = next((element for element in _seen(drawing) if tag_of(element) == "graphicData"), drawing)
    try:
        whole = read_drawing(data)
    except DiagramloopError as error:
        yield Refused(Place(), error, title)
        return
    graph = connected(whole)
    if graph.edges:
        yield Stated(Place(), graph, "shapes", title)
        ends = {end.id for end in graph.ends}
        yield from (Text(end.text) for end in whole.ends if end.id not in ends and end.text.strip())
    else:
        message = "drawn with Word's own shapes, no lines between them: save the document as PDF, and read that"
        yield Refused(Place(), DiagramloopError(message, reason=RejectionReason.UNSUPPORTED), title)


def _blip(blip: Element, part: Part, title: str) -> Block:
    """A picture; the drawing that it stands for, where there is one."""
    vectors = next((element for element in _seen(blip) if tag_of(element) == "svgBlip"), blip)
    embedded = _relation(vectors, "embed")
    if embedded is None:
        return _picture(part, _relation(vectors, "link"), True, title)
    return _picture(part, embedded, False, title)


def _relation(element: Element, name: str) -> str | None:
    """The relation that an element names; the same attribute without a namespace is something else."""
    return next((value for key, value in element.attrib.items() if key.endswith(f"/relationships}}{name}")), None)


def _picture(part: Part, relation: str | None, linked: bool, title: str) -> Block:
    try:
        if linked:
            raise DiagramloopError("a picture outside of the document", reason=RejectionReason.UNSAFE)
        return drawn_block(part.picture(relation), Place(), title, shown=False)
    except DiagramloopError as error:
        return Refused(Place(), error, title)
