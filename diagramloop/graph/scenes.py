"""Scenes that editors keep within their pictures: draw.io's and Excalidraw's, in PNG and SVG files."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from urllib.parse import quote, unquote

from diagramloop.base.text.encoded import decoded_base64, unescaped
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.safe_xml import MAX_BYTES

DRAWIO_WORDS = ("mxfile", "mxGraphModel")
EXCALIDRAW_WORD = "application/vnd.excalidraw+json"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_ROOT = re.compile(r"<svg\b[^<>]*?\scontent=(\"[^\"]*\"|'[^']*')", re.DOTALL)
_PAYLOAD_START = re.compile(r"<!--\s*+payload-start\s*+-->")
_PAYLOAD_END = re.compile(r"<!--\s*+payload-end\s*+-->")


def drawio_of_svg(text: str) -> str:
    """The draw.io file within an SVG picture; the picture itself is not looked into.

    Raises:
        FormatError: there is none (INVALID), or too large (TOO_LARGE).
    """
    scene = _ROOT.search(text[:MAX_BYTES])
    if scene is None:
        raise FormatError("a picture without a draw.io scene", reason=RejectionReason.INVALID)
    return unescaped(scene[1][1:-1])


def drawio_of_png(content: bytes) -> str:
    """The draw.io file within a PNG picture; raises as :func:`drawio_of_svg`, UNREADABLE of what is no PNG."""
    return unquote(_text_of_png(content, DRAWIO_WORDS))


def excalidraw_of_svg(text: str) -> str:
    """The scene within Excalidraw's SVG picture; raises as :func:`drawio_of_svg`."""
    start = _PAYLOAD_START.search(text)
    end = _PAYLOAD_END.search(text, start.end()) if start else None
    if start is None or end is None:
        raise FormatError("a picture without an Excalidraw scene", reason=RejectionReason.INVALID)
    packed = decoded_base64(text[start.end() : end.start()], strict=False)
    return _unpacked(packed.decode("utf-8", "replace"))


def excalidraw_of_png(content: bytes) -> str:
    """The scene within Excalidraw's PNG picture; raises as :func:`drawio_of_png`."""
    return _unpacked(_text_of_png(content, (EXCALIDRAW_WORD,)))


def _unpacked(text: str) -> str:
    """A scene as it is, or as Excalidraw packs it: deflated bytes, each as the sign of its number."""
    body = parse_json(text)
    if not isinstance(body, dict) or "encoded" not in body:
        return text
    try:
        packed = str(body["encoded"]).encode("latin-1")
    except UnicodeEncodeError as error:
        raise FormatError("not a scene that Excalidraw packed", reason=RejectionReason.UNREADABLE) from error
    return _inflated(packed).decode("utf-8", "replace") if body.get("compressed") else packed.decode("utf-8", "replace")


def _text_of_png(content: bytes, words: tuple[str, ...]) -> str:
    """The text that a PNG file keeps under one of the words."""
    if not content.startswith(_SIGNATURE):
        raise FormatError("no PNG file", reason=RejectionReason.UNREADABLE)
    position = len(_SIGNATURE)
    while position + 8 <= len(content):
        size, kind = struct.unpack(">I4s", content[position : position + 8])
        body = content[position + 8 : position + 8 + size]
        word, _, rest = body.partition(b"\0")
        if kind in _TEXTS and word.decode("latin-1") in words:
            return _text_of_chunk(kind, rest)
        position += size + 12
    raise FormatError("a picture without a scene", reason=RejectionReason.INVALID)


def _text_of_chunk(kind: bytes, rest: bytes) -> str:
    if kind == b"tEXt":
        return rest.decode("latin-1")
    if kind == b"zTXt":
        return _inflated(rest[1:]).decode("latin-1")
    packed, text = rest[:1] == b"\1", rest[2:].split(b"\0", 2)[-1]
    return (_inflated(text) if packed else text).decode("utf-8", "replace")


def _inflated(packed: bytes) -> bytes:
    try:
        inflater = zlib.decompressobj()
        plain = inflater.decompress(packed, MAX_BYTES)
    except zlib.error as error:
        raise FormatError(f"not a scene: {error}", reason=RejectionReason.UNREADABLE) from error
    if inflater.unconsumed_tail:
        raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    return plain


def png_with(picture: bytes, word: str, text: str) -> bytes:
    """A PNG file that keeps ``text``, of ASCII signs, under ``word``."""
    body = word.encode("latin-1") + b"\0" + text.encode("latin-1")
    chunk = struct.pack(">I", len(body)) + b"tEXt" + body + struct.pack(">I", zlib.crc32(b"tEXt" + body))
    after_header = len(_SIGNATURE) + 25
    return picture[:after_header] + chunk + picture[after_header:]


def png_with_drawio(picture: bytes, file: str) -> bytes:
    """A PNG file as draw.io exports it with its own file in it."""
    return png_with(picture, DRAWIO_WORDS[0], quote(file, safe=""))


def png_with_excalidraw(picture: bytes, scene: str) -> bytes:
    """A PNG file as Excalidraw exports it with its scene in it."""
    return png_with(picture, EXCALIDRAW_WORD, _packed(scene))


def svg_with_excalidraw(picture: str, scene: str) -> str:
    """An SVG file as Excalidraw exports it with its scene in it."""
    packed = base64.b64encode(_packed(scene).encode()).decode()
    start = f"<!-- payload-type:{EXCALIDRAW_WORD} --><!-- payload-version:2 --><!-- payload-start -->"
    kept = f"{start}{packed}<!-- payload-end -->"
    opening, close, rest = picture.partition(">")
    return f"{opening}{close}<metadata>{kept}</metadata>{rest}"


def _packed(scene: str) -> str:
    encoded = zlib.compress(scene.encode("utf-8", "surrogatepass"), 9).decode("latin-1")
    return json.dumps({"version": "1", "encoding": "bstring", "compressed": True, "encoded": encoded})
