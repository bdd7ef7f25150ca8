"""Whatever is done to a document of any format, it is read, or refused with a typed error."""

from __future__ import annotations

import base64
import contextlib
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.base.text.encoded import decoded_base64, unescaped
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.dot import read_dot
from diagramloop.graph.drawio import read_drawio
from diagramloop.graph.formats import FORMATS, format_named, read, write
from diagramloop.graph.sources_within import source_within
from diagramloop.graph.triples import read_triples
from diagramloop.render.sanitised_svg import sanitised

OWN_PROCESS = {"pdf"}
CHART = FlowGraph(
    nodes=(
        Node(id="a", text="Brew tea", kind=NodeKind.START),
        Node(id="b", text="Ready?", shape="diamond", kind=NodeKind.XOR, group="g"),
        Node(id="c", text="Drink"),
    ),
    edges=(Edge(source="a", target="b"), Edge(source="b", target="c", label="yes"), Edge(source="b", target="a")),
    groups=(Group(id="g", text="kitchen"),),
)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" style="font: 12px sans"><style>rect {fill: #aaa}'
    '</style><rect x="5" y="5" width="30" height="20"/><text x="8" y="18">tea</text><path d="M35 15H60"/></svg>'
)
DIGITS = "9" * 5_000
HOSTILE = (
    *(
        DIGITS,
        f"-{DIGITS}",
        f"1e{DIGITS}",
        "1e999",
        "-1e999",
        "NaN",
        "Infinity",
        "inf",
        "1_0",
        "٣",
        "²",
        "0x1",
        "1.5",
        "-1",
    ),
    *(
        f"&#{DIGITS};",
        "&#xD800;",
        "&#x110000;",
        "&#0;",
        "&",
        "&amp",
        "%zz",
        "%D8%00",
        "é",
        "\ud800",
        "\0",
        "\x1b",
        "\u2028",
    ),
    *(
        "",
        " ",
        '""',
        "''",
        "[]",
        "{}",
        "null",
        "true",
        "[[",
        "{{",
        "<",
        "</",
        "<!--",
        "<![CDATA[",
        "]]>",
        "\\",
        "\\u",
        '"',
        "'",
    ),
)
PARTS = st.sampled_from(HOSTILE)


@st.composite
def changes(draw: st.DrawFn) -> tuple[float, int, str, bool]:
    """Place, as a share of the document; how many characters go; what comes; whether a whole number is taken."""
    return draw(st.floats(0, 1)), draw(st.integers(0, 12)), draw(PARTS), draw(st.booleans())


def changed(text: str, change: tuple[float, int, str, bool]) -> str:
    share, length, part, whole = change
    begin = int(share * len(text))
    end = begin + length
    if whole:  # from one quote, blank or bracket to the next
        marks = [place for place, character in enumerate(text) if character in "\"'<>=(),:;[]{} \n"]
        begin = max((place + 1 for place in marks if place < begin), default=0)
        end = min((place for place in marks if place >= begin), default=len(text))
    return text[:begin] + part + text[end:]


def document(name: str) -> str | bytes:
    if format_named(name).write is None:
        return DRAWING
    return write(CHART, name).document


def changed_bytes(content: bytes, member: int, change: tuple[float, int, str, bool]) -> bytes:
    """A change within a member of an archive, or within any other bytes."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return changed(content.decode("latin-1"), change).encode("latin-1", "replace")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = sorted(members)[member % len(members)]
    members[name] = changed(members[name].decode("utf-8", "replace"), change).encode("utf-8", "replace")
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return written.getvalue()


@pytest.mark.parametrize("format", sorted(set(FORMATS) - OWN_PROCESS))
@given(given=st.lists(changes(), min_size=1, max_size=3), member=st.integers(0, 40))
def test_a_changed_document_is_read_or_refused_with_a_typed_error(
    format: str, given: list[tuple[float, int, str, bool]], member: int
) -> None:
    found = document(format)
    for change in given:
        found = changed(found, change) if isinstance(found, str) else changed_bytes(found, member, change)
    with contextlib.suppress(DiagramloopError):
        read(found, format)


@pytest.mark.parametrize("text", ["aé==", "a", "=", "a?b=", "\ud800"])
def test_broken_base64_is_refused_wherever_it_stands(text: str) -> None:
    drawing = f"<svg><!-- payload-start -->{text}<!-- payload-end --></svg>"
    for call in (lambda: decoded_base64(text), lambda: source_within(drawing, "excalidraw")):
        with pytest.raises(FormatError) as refused:
            call()
        assert refused.value.reason in (RejectionReason.UNREADABLE, RejectionReason.INVALID)


def test_a_compressed_page_that_is_no_base64_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        read_drawio("<mxfile><diagram>jVNé</diagram></mxfile>")
    assert refused.value.reason is RejectionReason.UNREADABLE


@given(st.binary(max_size=40))
def test_base64_is_decoded(content: bytes) -> None:
    assert decoded_base64(base64.b64encode(content).decode()) == content


@given(st.integers(0, 0x10FFFF), st.integers(0, 6_000))
def test_a_reference_is_its_character_whatever_zeros_lead(code: int, zeros: int) -> None:
    assert unescaped(f"a&#{'0' * zeros}{code};b") == unescaped(f"a&#x{code:x};b")


def test_references_beyond_unicode_are_one_replacement_character() -> None:
    assert unescaped(f"a&#{DIGITS};b") == unescaped("a&#x110000;b") == "a\ufffdb"
    assert read_triples(f"Start -> a&#{DIGITS};b").nodes[1].text == "a\ufffdb"
    assert source_within(f'<svg content="&lt;mxfile&gt;&#{DIGITS};"></svg>', "drawio") == "<mxfile>\ufffd"
    assert read_dot(f'digraph {{ a [label="&#{DIGITS};"] }}').nodes[0].text == "\ufffd"


def test_an_empty_name_in_dot_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        read_dot('digraph { "" -> b }')
    assert refused.value.reason is RejectionReason.INVALID


def test_a_number_without_end_in_a_style_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        sanitised(DRAWING.replace("12px", f"{DIGITS}px"))
    assert refused.value.reason is RejectionReason.INVALID
