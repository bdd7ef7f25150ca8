"""The pages of a draw.io file, plain or compressed, wherever they are kept."""

from __future__ import annotations

import zlib
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from diagramloop.base.text.encoded import decoded_base64
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.safe_xml import MAX_BYTES, read_xml, tag_of, tagged


def largest_page(document: str) -> tuple[str, Element]:
    """Name and model (``mxGraphModel``) of the page with most cells.

    Raises:
        FormatError: no draw.io file (INVALID), or as :func:`diagramloop.graph.safe_xml.read_xml`.
    """
    root = read_xml(document)
    if tag_of(root) == "mxGraphModel":
        return "", root
    if tag_of(root) not in ("mxfile", "diagram"):
        raise FormatError(f"<{tag_of(root)[:40]}> is no draw.io file", reason=RejectionReason.INVALID)
    pages = [(page.get("name", ""), _model(page)) for page in tagged(root, "diagram")]
    if not pages:
        raise FormatError("a draw.io file without a page", reason=RejectionReason.EMPTY)
    return max(pages, key=lambda page: sum(1 for _ in page[1].iter()))


def _model(page: Element) -> Element:
    plain = next(tagged(page, "mxGraphModel"), None)
    if plain is not None:
        return plain
    root = read_xml(inflated((page.text or "").strip()))
    if tag_of(root) != "mxGraphModel":
        raise FormatError(f"a page of <{tag_of(root)[:40]}>", reason=RejectionReason.INVALID)
    return root


def inflated(text: str) -> str:
    """The XML that draw.io compressed: base64 of raw deflate of percent-encoded text.

    Raises:
        FormatError: it is not (UNREADABLE), or of more than 20 MB (TOO_LARGE).
    """
    packed = decoded_base64(text)
    try:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = inflater.decompress(packed, MAX_BYTES)
        if inflater.unconsumed_tail:
            raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        return unquote(plain.decode(), errors="strict")
    except (zlib.error, UnicodeDecodeError) as error:
        raise FormatError(f"not a page of draw.io: {error}", reason=RejectionReason.UNREADABLE) from error
