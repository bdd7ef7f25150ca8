"""Pictures that carry an editor's scene, as draw.io and Excalidraw write them; :mod:`.sources_within` reads them."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from urllib.parse import quote

from diagramloop.graph.sources_within import PNG_SIGNATURE

_DRAWIO_WORD, _EXCALIDRAW_WORD = "mxfile", "application/vnd.excalidraw+json"


def png_with(picture: bytes, word: str, text: str) -> bytes:
    """A PNG file that keeps ``text``, of ASCII signs, under ``word``."""
    body = word.encode("latin-1") + b"\0" + text.encode("latin-1")
    chunk = struct.pack(">I", len(body)) + b"tEXt" + body + struct.pack(">I", zlib.crc32(b"tEXt" + body))
    after_header = len(PNG_SIGNATURE) + 25
    return picture[:after_header] + chunk + picture[after_header:]


def png_with_drawio(picture: bytes, file: str) -> bytes:
    """A PNG file as draw.io exports it with its own file in it."""
    return png_with(picture, _DRAWIO_WORD, quote(file, safe=""))


def png_with_excalidraw(picture: bytes, scene: str) -> bytes:
    """A PNG file as Excalidraw exports it with its scene in it."""
    return png_with(picture, _EXCALIDRAW_WORD, _packed(scene))


def svg_with_excalidraw(picture: str, scene: str) -> str:
    """An SVG file as Excalidraw exports it with its scene in it."""
    packed = base64.b64encode(_packed(scene).encode()).decode()
    start = f"<!-- payload-type:{_EXCALIDRAW_WORD} --><!-- payload-version:2 --><!-- payload-start -->"
    kept = f"{start}{packed}<!-- payload-end -->"
    opening, close, rest = picture.partition(">")
    return f"{opening}{close}<metadata>{kept}</metadata>{rest}"


def _packed(scene: str) -> str:
    encoded = zlib.compress(scene.encode("utf-8", "surrogatepass"), 9).decode("latin-1")
    return json.dumps({"version": "1", "encoding": "bstring", "compressed": True, "encoded": encoded})
