"""A chart goes through each format and comes back as it was; hostile files are refused with their reason."""

from __future__ import annotations

import base64
import io
import os
import zipfile
import zlib
from pathlib import Path
from urllib.parse import quote

import pytest

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import FORMATS, Format, format_named, format_of, losses, read, suffix_of, write
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.graph.visio._parts import PAGES
from docs.pages.format_reference import EVERYTHING, FEATURES, carried

OF_MERMAID = ("texts", "labels", "directions", "shapes", "lines", "groups")
CARRIERS = [name for name in FORMATS if set(OF_MERMAID) <= set(carried(format_named(name)))]
TEXTS = [name for name in CARRIERS if not format_named(name).binary and not name.endswith("_svg")]
FIXTURES_TRIED = 60
BOMB = 30_000_000


def fixtures() -> list[Path]:
    folder = Path(os.environ.get("DIAGRAMLOOP_REAL_DATA", "")) / "mermaid-flowcharts"
    if not os.environ.get("DIAGRAMLOOP_REAL_DATA") or not folder.is_dir():
        pytest.skip("no public Mermaid flowcharts: set DIAGRAMLOOP_REAL_DATA")
    return sorted(folder.glob("*.mmd"))


def test_every_editor_carries_what_mermaid_says() -> None:
    assert {
        "bpmn",
        "d2",
        "dot",
        "dot_json",
        "drawio",
        "drawio_png",
        "excalidraw",
        "graphml",
        "json",
        "powerpoint",
    } <= set(CARRIERS)


@pytest.mark.real_data
@pytest.mark.parametrize("name", TEXTS)
def test_public_flowcharts_go_through_a_format_and_come_back_the_same(name: str) -> None:
    """Every seventh of them here; ``python -m benchmarks.graph_round_trips`` takes all."""
    every = fixtures()
    for path in every[:: max(1, len(every) // FIXTURES_TRIED)]:
        check_round_trip(path, name)


def check_round_trip(path: Path, name: str) -> None:
    try:
        graph = read_mermaid(path.read_text("utf-8"))
    except FormatError:
        return
    if name in ("dot", "dot_json") and not graph.nodes:
        return
    first = write_mermaid(graph).text
    through = read(write(graph, name).document, name)
    assert set(losses(read_mermaid(first), read_mermaid(write_mermaid(through).text))) <= {"groups.order"}, path.name


@pytest.mark.parametrize("name", CARRIERS)
def test_what_is_found_to_be_carried_is_what_comes_back(name: str) -> None:
    lost = set(write(EVERYTHING, name).dropped)
    for feature in carried(format_named(name)):
        assert not lost & set(FEATURES[feature])


def test_places_colours_and_routes_stay_in_editors() -> None:
    for name in ("bpmn", "drawio", "drawio_svg", "excalidraw"):
        assert {"places", "routes", "colours"} <= set(carried(format_named(name))), name
        back = read(write(EVERYTHING, name).document, name)
        assert [node.box for node in back.nodes] == [node.box for node in EVERYTHING.nodes]
        assert [edge.path for edge in back.edges] == [edge.path for edge in EVERYTHING.edges]


def test_the_same_graph_gives_the_same_bytes() -> None:
    for name in CARRIERS:
        assert write(EVERYTHING, name).content == write(EVERYTHING, name).content, name


def test_long_suffixes_come_before_short_ones() -> None:
    names = ("a.drawio", "a.drawio.png", "a.drawio.svg", "a.b.excalidraw", "x.flodial.json", "x.json", "X.PPTX")
    found = [format_of(name) for name in names]
    assert found == ["drawio", "drawio_png", "drawio_svg", "excalidraw", "flodial", "json", "powerpoint"]
    assert suffix_of("chart.drawio.png") == ".drawio.png"


def test_who_changes_the_drawing_in_the_editor_has_the_last_word() -> None:
    graph = read_mermaid("flowchart LR; a@{ shape: docs, label: Files } --> b[Next]")
    text = write(graph, "graphml").text
    assert read(text, "graphml").nodes[0].shape == "docs"
    text = write(graph, "excalidraw").text
    assert read(text, "excalidraw").nodes[0].shape == "docs"
    assert read(text.replace('"type": "rectangle"', '"type": "diamond"', 1), "excalidraw").nodes[0].shape == "diam"


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def compressed(page: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = base64.b64encode(packer.compress(page) + packer.flush()).decode()
    return f"<mxfile><diagram>{packed}</diagram></mxfile>"


ENTITY = '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
HOSTILE = [
    ("drawio", compressed(b"a" * BOMB), RejectionReason.TOO_LARGE),
    ("drawio", "<mxfile><diagram>!!</diagram></mxfile>", RejectionReason.UNREADABLE),
    ("drawio", ENTITY, RejectionReason.UNSAFE),
    ("drawio", "<mxGraphModel>" * 200, RejectionReason.TOO_LARGE),
    ("drawio", "<svg/>", RejectionReason.INVALID),
    ("graphml", ENTITY, RejectionReason.UNSAFE),
    ("graphml", "<graphml/>", RejectionReason.INVALID),
    ("excalidraw", "[" * 200, RejectionReason.TOO_LARGE),
    ("excalidraw", '{"elements": [{"id": 3}]}', RejectionReason.INVALID),
    ("powerpoint", b"PK no archive", RejectionReason.UNREADABLE),
    ("powerpoint", zipped(**{"ppt/presentation.xml": b"<p/>"}), RejectionReason.EMPTY),
    ("powerpoint", zipped(**{"a.xml": b"0" * BOMB}), RejectionReason.TOO_LARGE),
    ("visio", zipped(**{PAGES: b"<x/>", "visio/pages/page1.xml": ENTITY.encode()}), RejectionReason.UNSAFE),
    ("visio", zipped(a=b""), RejectionReason.INVALID),
    ("drawio_png", b"GIF89a", RejectionReason.UNREADABLE),
    ("drawio_svg", "<svg></svg>", RejectionReason.INVALID),
    ("excalidraw_svg", "<svg></svg>", RejectionReason.INVALID),
]  # fmt: skip


@pytest.mark.parametrize(("name", "document", "reason"), HOSTILE)
def test_hostile_files_are_refused_with_their_reason(name: str, document: str | bytes, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read(document, name)
    assert caught.value.reason is reason


def test_a_page_that_draw_io_compressed_is_read() -> None:
    page = '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>'
    page += '<mxCell id="x" value="&lt;b&gt;Hi&lt;/b&gt;&lt;br&gt;there" style="rhombus;html=1" vertex="1" parent="1">'
    page += '<mxGeometry x="5" y="6" width="70" height="80" as="geometry"/></mxCell></root></mxGraphModel>'
    (node,) = read(compressed(quote(page).encode()), "drawio").nodes
    assert (node.text, node.shape, node.box) == ("Hi\nthere", "diam", (5, 6, 75, 86))


def test_lines_that_are_glued_to_nothing_are_joined_to_what_they_end_at() -> None:
    cells = "".join(
        f'<mxCell id="{name}" vertex="1" parent="1"><mxGeometry x="{x}" width="40" height="40" as="geometry"/></mxCell>'
        for name, x in (("a", 0), ("b", 200))
    )
    line = '<mxCell id="e" edge="1" parent="1"><mxGeometry as="geometry"><mxPoint x="{}" y="20" as="sourcePoint"/>'
    line += '<mxPoint x="195" y="20" as="targetPoint"/></mxGeometry></mxCell>'
    whole = '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>{}{}</root></mxGraphModel>'
    near, far = (read(whole.format(cells, line.format(x)), "drawio") for x in (45, 100))
    assert [(edge.source, edge.target) for edge in near.edges] == [("a", "b")]
    assert far.edges == ()


def test_a_format_of_text_refuses_bytes_that_are_none() -> None:
    with pytest.raises(FormatError) as caught:
        read(b"flowchart TD\n\xff", "mermaid")
    assert caught.value.reason is RejectionReason.UNREADABLE
    assert isinstance(format_named("drawio"), Format)
    assert read("flowchart TD; a".encode("utf-8-sig"), "mermaid") == read("flowchart TD; a", "mermaid")


def test_nothing_is_written_of_nothing() -> None:
    for name in CARRIERS:
        assert read(write(FlowGraph(), name).document, name).nodes == (), name
