"""The pages of a draw.io file, plain or compressed, wherever they are kept."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from diagramloop.base.text.encoded import decoded_base64
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import sources_within
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.safe_xml import MAX_BYTES, read_xml, tag_of, tagged


def models_of(document: str) -> list[tuple[str, Element | FormatError]]:
    """Name and model (``mxGraphModel``) of each page, or the error of one that is broken; of a library of each shape.

    Raises:
        FormatError: no draw.io file (INVALID), or as :func:`diagramloop.graph.safe_xml.read_xml`.
    """
    root = read_xml(document)
    if tag_of(root) == "mxGraphModel":
        return [("", root)]
    if tag_of(root) == "mxlibrary":
        return _opened(_shapes(root))
    if tag_of(root) not in ("mxfile", "diagram"):
        raise FormatError(f"<{tag_of(root)[:40]}> is no draw.io file", reason=RejectionReason.INVALID)
    return _opened((page.get("name", ""), page) for page in tagged(root, "diagram"))


def _shapes(library: Element) -> Iterator[tuple[str, str]]:
    """Name and XML of each shape of a library, which is a list in JSON."""
    shapes = parse_json(library.text or "")
    for shape in shapes if isinstance(shapes, list) else ():
        if isinstance(shape, dict) and isinstance(shape.get("xml"), str):
            yield str(shape.get("title", "")), shape["xml"]


def _opened(pages: Iterable[tuple[str, Element | str]]) -> list[tuple[str, Element | FormatError]]:
    opened: list[tuple[str, Element | FormatError]] = []
    room = MAX_BYTES
    for name, page in pages:
        model = None if isinstance(page, str) else next(tagged(page, "mxGraphModel"), None)
        packed = page if isinstance(page, str) else page.text or ""
        try:
            if model is None:
                text = packed if packed.lstrip().startswith("<") else inflated(packed.strip())
                room -= len(text)
                model = _model(text, room)
            opened.append((name, model))
        except FormatError as error:
            opened.append((name, error))
    return opened


def _model(text: str, room: int) -> Element:
    if room < 0:
        raise FormatError(f"pages of more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    root = read_xml(text)
    if tag_of(root) != "mxGraphModel":
        raise FormatError(f"a page of <{tag_of(root)[:40]}>", reason=RejectionReason.INVALID)
    return root


def inflated(text: str) -> str:
    """The XML that draw.io compressed: base64 of raw deflate of percent-encoded text.

    Raises:
        FormatError: it is not (UNREADABLE), or of more than 20 MB (TOO_LARGE).
    """
    plain = sources_within.inflated(decoded_base64(text), -zlib.MAX_WBITS)
    try:
        return unquote(plain.decode(), errors="strict")
    except UnicodeDecodeError as error:
        raise FormatError(f"not a page of draw.io: {error}", reason=RejectionReason.UNREADABLE) from error
