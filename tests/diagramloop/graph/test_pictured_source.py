"""The source that a picture carries is read instead of it, and told of where it may be of another picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.formats import format_named, write
from diagramloop.graph.pictured_source import pictured_source

WIDE = FlowGraph(
    nodes=[Node(id="a", text="Boil", box=(0, 0, 100, 50)), Node(id="b", text="Pour", box=(300, 0, 400, 50))],
    edges=[Edge(source="a", target="b", path=((100, 25), (300, 25)))],
)
TALL = FlowGraph(
    nodes=[Node(id="c", text="Ask", box=(0, 0, 100, 50)), Node(id="d", text="Refund", box=(0, 350, 100, 400))],
    edges=[Edge(source="c", target="d", path=((50, 50), (50, 350)))],
)


def png(width: int, height: int, **texts: str) -> bytes:
    info = PngInfo()
    for word, text in texts.items():
        info.add_text(word, text, zip=True)
    file = io.BytesIO()
    Image.new("L", (width, height), 255).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def two_pages() -> str:
    wide, tall = (write(graph, "drawio").text for graph in (WIDE, TALL))
    page = tall.partition("<diagram")[2]
    return wide.replace("</mxfile>", f"<diagram{page}")


@pytest.mark.parametrize("name", ["drawio_svg", "drawio_png", "excalidraw_svg", "excalidraw_png"])
def test_what_editors_keep_in_pictures_is_read(name: str) -> None:
    written = format_named(name).write
    assert written is not None
    source = pictured_source(written(WIDE).content)
    assert source.read is not None
    assert [(edge.source, edge.target) for edge in source.read.graph.edges] == [("a", "b")]
    assert source.note.startswith("read from the source in ")
    assert "differ" not in source.note


@pytest.mark.parametrize(("sides", "text"), [((430, 70), "Boil"), ((130, 420), "Ask")])
def test_of_several_pages_the_one_with_the_pictures_sides_is_meant(sides: tuple[int, int], text: str) -> None:
    source = pictured_source(png(*sides, mxfile=two_pages()))
    assert source.read is not None
    assert len(source.read.charts) == 2
    assert source.read.graph.nodes[0].text == text
    assert "differ" not in source.note


def test_a_source_with_other_sides_is_told() -> None:
    source = pictured_source(png(300, 300, mxfile=write(WIDE, "drawio").text))
    assert source.read is not None
    assert source.note.endswith("it is 400 x 50, the picture 300 x 300: they may differ")


def test_a_source_that_cannot_be_read_is_told_and_the_next_one_is_read() -> None:
    broken = "<mxfile><diagram>no page</diagram></mxfile>"
    alone = pictured_source(png(9, 9, mxfile=broken))
    assert alone.read is None
    assert alone.note.startswith("the picture carries a source in draw.io that cannot be read: ")
    assert pictured_source(png(9, 9, mxfile=broken, other="flowchart LR; a --> b")).read is not None
    assert pictured_source(png(9, 9)) == (None, "")


def test_a_picture_whose_source_is_no_flowchart_is_refused_by_name() -> None:
    sequence = "@startuml\nAlice -> Bob : order\nBob --> Alice : dish\n@enduml"
    with pytest.raises(FormatError, match=r"source says what it shows: .*sequence diagram") as refused:
        pictured_source(png(9, 9, plantuml=sequence))
    assert refused.value.reason is RejectionReason.UNSUPPORTED
