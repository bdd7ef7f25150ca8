"""Sources that pictures carry: the file of an editor, or the text of a program, that a picture was drawn from.

A picture's texts (chunks of PNG, comments of JPEG, what an SVG file holds beside its drawing) are looked through: what
begins as a source does is one, whatever its name. The picture itself is not looked into.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote

from diagramloop.base.text.encoded import decoded_base64, unescaped
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.safe_xml import MAX_BYTES

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_JPEG_SIGNATURE, _JPEG_COMMENT = b"\xff\xd8", 0xFE
_PNG_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_DRAWIO, _EXCALIDRAW, _PLANTUML = "drawio", "excalidraw", "plantuml"
_BEGINNINGS = (
    (_DRAWIO, re.compile(r"\s*+<mx(?:file|GraphModel)\b")),
    (_EXCALIDRAW, re.compile(r'\s*+\{\s*+"(?:type"\s*+:\s*+"excalidraw|version"\s*+:\s*+"1"\s*+,\s*+"encoding)')),
    (_PLANTUML, re.compile(r"(?:MD5=\[\w{1,64}\])?\s*+@startuml\b")),
    ("mermaid", re.compile(r"\s*+(?:flowchart|graph)\s++(?:TB|TD|BT|LR|RL)\b")),
)
_ROOT = re.compile(r"<svg\b[^<>]*?\scontent=(\"[^\"]*\"|'[^']*')", re.DOTALL)
_PAYLOAD = re.compile(r"<!--\s*+payload-start\s*+-->([^<]*)<!--\s*+payload-end\s*+-->")
_PACKED = re.compile(r"\s*+SRC=\[([\w-]*)\]\s*+")
_OF_PLANTUML = str.maketrans(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
)


Packed = Callable[[], str]
"""Gives a text that a picture carries, unpacked; raises FormatError where that cannot be done."""


class Source(NamedTuple):
    """A document that a picture carries.

    Attributes:
        format: name of its format.
    """

    format: str
    document: str


def sources_within(content: bytes) -> tuple[Source, ...]:
    """The sources that the bytes of a PNG, JPEG or SVG file carry, in their order; of other files none.

    Raises:
        FormatError: there is none, and a text that may be one cannot be unpacked (UNREADABLE, TOO_LARGE).

    Example:
        >>> from diagramloop.graph.sources_within import sources_within
        >>> sources_within(b'<svg xmlns="http://www.w3.org/2000/svg"><desc>flowchart LR; a --&gt; b</desc></svg>')
        (Source(format='mermaid', document='flowchart LR; a --> b'),)
    """
    sources: list[Source] = []
    failures: list[FormatError] = []
    for packed in _texts(content):
        try:
            sources += source_of(packed())
        except FormatError as error:
            failures.append(error)
    if failures and not sources:
        raise failures[0]
    return tuple(sources)


def source_within(content: str | bytes, format: str) -> str:
    """The source in a format that a picture carries.

    Raises:
        FormatError: as :func:`sources_within`; no picture (UNREADABLE), or one without such a source (INVALID).
    """
    picture = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    for source in sources_within(picture):
        if source.format == format:
            return source.document
    if not (picture.startswith((PNG_SIGNATURE, _JPEG_SIGNATURE)) or _is_drawing(picture)):
        raise FormatError("neither a PNG, a JPEG nor an SVG file", reason=RejectionReason.UNREADABLE)
    raise FormatError(f"a picture without a source in the format {format!r}", reason=RejectionReason.INVALID)


def _texts(content: bytes) -> Iterator[Packed]:
    if content.startswith(PNG_SIGNATURE):
        return _texts_of_png(content)
    if content.startswith(_JPEG_SIGNATURE):
        return _comments_of_jpeg(content)
    return _texts_of_svg(content[:MAX_BYTES].decode("utf-8", "replace")) if _is_drawing(content) else iter(())


def _is_drawing(content: bytes) -> bool:
    return b"<svg" in content[:MAX_BYTES]


def source_of(text: str) -> Iterator[Source]:
    """The source that a text is, if it begins like one; raises FormatError where it cannot be unpacked."""
    plain = unquote(text) if text.startswith("%") else text
    for format, beginning in _BEGINNINGS:
        match = beginning.match(plain)
        if match is None:
            continue
        if format == _EXCALIDRAW:
            plain = _unpacked(plain)
        if format == _PLANTUML:
            plain = _of_plantuml(plain)
        yield Source(format, plain.strip())
        return


def _of_plantuml(text: str) -> str:
    """The lines of PlantUML; a remark of XML holds no two hyphens, so they were taken apart."""
    written = text[text.index("@startuml") :]
    end = written.rfind("@enduml")
    lines = written if end < 0 else written[: end + len("@enduml")]
    return lines if "--" in lines else lines.replace("- -", "--")


def _unpacked(text: str) -> str:
    """A scene as it is, or as Excalidraw packs it: deflated bytes, each as the sign of its number."""
    body = parse_json(text)
    if not isinstance(body, dict) or "encoded" not in body:
        return text
    try:
        packed = str(body["encoded"]).encode("latin-1")
    except UnicodeEncodeError as error:
        raise FormatError("not a scene that Excalidraw packed", reason=RejectionReason.UNREADABLE) from error
    return (inflated(packed) if body.get("compressed") else packed).decode("utf-8", "replace")


def _texts_of_png(content: bytes) -> Iterator[Packed]:
    position = len(PNG_SIGNATURE)
    while position + 8 <= len(content):
        size, kind = struct.unpack(">I4s", content[position : position + 8])
        if kind in _PNG_TEXTS:
            _, _, rest = content[position + 8 : position + 8 + size].partition(b"\0")
            yield partial(_text_of_chunk, kind, rest)
        position += size + 12


def _text_of_chunk(kind: bytes, rest: bytes) -> str:
    if kind == b"tEXt":
        return rest.decode("latin-1")
    if kind == b"zTXt":
        return _in_utf8_or_latin(inflated(rest[1:]))
    packed, text = rest[:1] == b"\1", rest[2:].split(b"\0", 2)[-1]
    return (inflated(text) if packed else text).decode("utf-8", "replace")


def _in_utf8_or_latin(text: bytes) -> str:
    """PNG says Latin 1; PlantUML writes UTF-8."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def _comments_of_jpeg(content: bytes) -> Iterator[Packed]:
    position = len(_JPEG_SIGNATURE)
    while position + 4 <= len(content) and content[position] == 0xFF:
        kind, size = struct.unpack(">BH", content[position + 1 : position + 4])
        if kind == _JPEG_COMMENT:
            yield partial(_in_utf8_or_latin, content[position + 4 : position + 2 + size])
        position += max(size, 2) + 2


def _texts_of_svg(text: str) -> Iterator[Packed]:
    root = _ROOT.search(text)
    if root is not None:
        yield partial(unescaped, root[1][1:-1])
    payload = _PAYLOAD.search(text)
    if payload is not None:
        yield lambda: decoded_base64(payload[1], strict=False).decode("utf-8", "replace")
    for comment in _between(text, "<!--", "-->"):
        packed = _PACKED.fullmatch(comment)
        yield partial(str, comment) if packed is None else partial(_plantuml_of, packed[1])
    for instruction in _between(text, "<?plantuml-src ", "?>"):
        yield partial(_plantuml_of, instruction.strip())
    for element in ("desc", "metadata"):
        for description in _between(text, f"<{element}", f"</{element}>"):
            yield partial(unescaped, description.partition(">")[2])


def _between(text: str, begin: str, end: str) -> Iterator[str]:
    """The parts of a text between each beginning and the next end."""
    start = text.find(begin)
    while start >= 0:
        stop = text.find(end, start)
        if stop < 0:
            return
        yield text[start + len(begin) : stop]
        start = text.find(begin, stop)


def _plantuml_of(packed: str) -> str:
    """The text that PlantUML's own form of base64 and raw deflate stands for."""
    standard = packed.translate(_OF_PLANTUML)
    plain = inflated(decoded_base64(standard + "=" * (-len(standard) % 4)), -zlib.MAX_WBITS).decode("utf-8", "replace")
    return plain if plain.lstrip().startswith("@start") else f"@startuml\n{plain}\n@enduml"


def inflated(packed: bytes, bits: int = zlib.MAX_WBITS) -> bytes:
    """The bytes that were deflated; ``bits`` as :func:`zlib.decompressobj` has them.

    Raises:
        FormatError: they were not (UNREADABLE), or there are too many (TOO_LARGE).
    """
    try:
        inflater = zlib.decompressobj(bits)
        plain = inflater.decompress(packed, MAX_BYTES)
    except zlib.error as error:
        raise FormatError(f"not a source: {error}", reason=RejectionReason.UNREADABLE) from error
    if inflater.unconsumed_tail:
        raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    return plain
