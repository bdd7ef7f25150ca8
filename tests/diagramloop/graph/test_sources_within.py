"""The source that a picture carries is found in whatever container, and nothing else is taken for one."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from diagramloop.errors import FormatError
from diagramloop.graph.formats import format_named, read
from diagramloop.graph.sources_within import Source, source_within, sources_within

MERMAID = "flowchart LR\n    a[Boil] -->|done| b[Pour]"
STATES = "@startuml\n[*] --> Boot\nBoot --> Ready : count is zero\n@enduml"
PLANTUML_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)


def packed_by_plantuml(text: str) -> str:
    """PlantUML's own encoder, as its documentation describes it: three bytes become four digits."""
    deflated = zlib.compress(text.encode())[2:-4]
    digits = []
    for start in range(0, len(deflated), 3):
        number = int.from_bytes(deflated[start : start + 3].ljust(3, b"\0"), "big")
        digits += [PLANTUML_DIGITS[number >> shift & 63] for shift in (18, 12, 6, 0)]
    return "".join(digits)


def png_with(word: str, text: str, *, packed: bool) -> bytes:
    info = PngInfo()
    info.add_text(word, text, zip=packed)
    file = io.BytesIO()
    Image.new("L", (2, 2)).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def jpeg_with(comment: bytes) -> bytes:
    file = io.BytesIO()
    Image.new("L", (2, 2)).save(file, "JPEG", comment=comment)
    return file.getvalue()


@pytest.mark.parametrize("name", ["drawio_png", "drawio_svg", "excalidraw_png", "excalidraw_svg"])
def test_what_is_written_into_a_picture_is_within_it(name: str) -> None:
    format = format_named(name)
    assert format.write is not None
    written = format.write(read(MERMAID, "mermaid"))
    (source,) = sources_within(written.content)
    graph = read(source.document, source.format)
    assert [node.text for node in graph.nodes] == ["Boil", "Pour"]
    assert [edge.label for edge in graph.edges] == ["done"]


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize(("document", "format"), [(STATES, "plantuml"), (MERMAID, "mermaid")])
def test_a_text_of_png_is_known_by_how_it_begins(document: str, format: str, packed: bool) -> None:
    assert sources_within(png_with("plantuml", document, packed=packed)) == (Source(format, document),)


def test_a_comment_of_jpeg_is_looked_at() -> None:
    assert sources_within(jpeg_with(STATES.encode())) == (Source("plantuml", STATES),)
    assert sources_within(jpeg_with(b"made by hand")) == ()


@pytest.mark.parametrize(
    "kept",
    [
        f"<!--SRC=[{packed_by_plantuml(STATES)}]-->",
        f"<?plantuml-src {packed_by_plantuml(STATES)}?>",
        f"<!--MD5=[0a1b]\n{STATES.replace('--', '- -')}\n\nPlantUML version 1.2020.02-->",
        f"<metadata>{STATES.replace('>', '&gt;')}</metadata>",
    ],
)
def test_plantuml_keeps_its_text_in_svg(kept: str) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><g><!-- a remark --></g>{kept}</svg>'
    assert sources_within(drawing.encode()) == (Source("plantuml", STATES),)


@given(texts)
def test_plantumls_form_is_unpacked_whatever_the_text(text: str) -> None:
    document = f"@startuml\n:{text};\n@enduml"
    assert source_within(f"<svg><!--SRC=[{packed_by_plantuml(document)}]--></svg>", "plantuml") == document


@given(st.sampled_from(["Comment", "plantuml", "mxfile"]), texts)
def test_any_other_text_is_no_source(word: str, text: str) -> None:
    beginnings = ("<mx", "@start", "{", "flowchart", "graph", "MD5")
    kept = "" if text.lstrip().startswith(beginnings) or text.startswith("%") else text
    assert sources_within(png_with(word, kept, packed=False)) == ()


@given(
    st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xfe", b"<svg ", b"<svg><!--SRC=["]), st.binary(max_size=200)
)
def test_broken_pictures_are_refused_by_type_or_have_none(beginning: bytes, rest: bytes) -> None:
    with contextlib.suppress(FormatError):
        assert isinstance(sources_within(beginning + rest), tuple)


def test_a_text_that_cannot_be_unpacked_hides_no_other() -> None:
    broken = struct.pack(">I4s", 12, b"zTXt") + b"plantuml\0\0xx" + b"\0\0\0\0"
    whole = png_with("plantuml", STATES, packed=True)
    behind_header = 8 + 25
    both = whole[:behind_header] + broken + whole[behind_header:]
    assert sources_within(both) == (Source("plantuml", STATES),)
    with pytest.raises(FormatError, match="not a source"):
        sources_within(whole[:behind_header] + broken)


def test_a_bomb_is_refused() -> None:
    with pytest.raises(FormatError, match="more than"):
        sources_within(png_with("plantuml", "@startuml" + " " * 30_000_000, packed=True))
