"""Drawings of office programs' own shapes: Word's groups of shapes, and SmartArt in Word and PowerPoint."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.documents import Document, read_content
from diagramloop.graph.powerpoint import read_smart_art
from tests.diagramloop.engines.documents.made import edges_of

DRAWINGML = "http://schemas.openxmlformats.org/drawingml/2006"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
NAMESPACES = (
    f'xmlns:w="w" xmlns:wp="wp" xmlns:wps="wps" xmlns:wpg="wpg" xmlns:mc="mc" xmlns:a="{DRAWINGML}/main" '
    f'xmlns:dgm="{DIAGRAM}" xmlns:r="{RELATIONS}"'
)
STAFF = [("boss", "Ann"), ("first", "Bob"), ("second", "Cy")]


def shape(number: int, y: int, text: str) -> str:
    place = f'<a:xfrm><a:off x="0" y="{y}"/><a:ext cx="900000" cy="300000"/></a:xfrm><a:prstGeom prst="rect"/>'
    words = f"<w:txbxContent><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent>"
    return (
        f'<wps:wsp><wps:cNvPr id="{number}" name="s"/><wps:cNvSpPr/><wps:spPr>{place}</wps:spPr>'
        f"<wps:txbx>{words}</wps:txbx></wps:wsp>"
    )


def line(number: int, y: int, turn: str, glue: str) -> str:
    place = f'<a:xfrm {turn}><a:off x="400000" y="{y}"/><a:ext cx="0" cy="600000"/></a:xfrm>'
    return (
        f'<wps:wsp><wps:cNvPr id="{number}" name="l"/><wps:cNvCnPr>{glue}</wps:cNvCnPr><wps:spPr>{place}'
        '<a:prstGeom prst="line"/><a:ln><a:tailEnd type="arrow"/></a:ln></wps:spPr></wps:wsp>'
    )


def word(drawn: str, **parts: str) -> Document:
    """The reading of a Word file with a drawing, written for new programs and again for old ones."""
    graphic = (
        f"<w:drawing><wp:inline><a:graphic><a:graphicData>{drawn}</a:graphicData></a:graphic></wp:inline></w:drawing>"
    )
    versions = f"<mc:AlternateContent><mc:Choice>{graphic}</mc:Choice><mc:Fallback><w:pict/></mc:Fallback>"
    run = f"<w:p><w:r>{versions}</mc:AlternateContent></w:r></w:p>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {NAMESPACES}><w:body>{run}</w:body></w:document>")
        links = "".join(f'<Relationship Id="{id}" Target="{id}.xml"/>' for id in parts)
        archive.writestr("word/_rels/document.xml.rels", f"<Relationships>{links}</Relationships>")
        for id, content in parts.items():
            archive.writestr(f"word/{id}.xml", content)
    return read_content(out.getvalue(), "drawn.docx")


def group(*parts: str) -> str:
    return f"<wpg:wgp><wpg:grpSpPr/>{''.join(parts)}</wpg:wgp>"


def model(links: list[tuple[str, str, int]], category: str = "hierarchy") -> str:
    """The data of a SmartArt of the staff; ``links`` are holder, held and place."""
    text = "<dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t>"
    points = "".join(f'<dgm:pt modelId="{id}">{text.format(name)}</dgm:pt>' for id, name in STAFF)
    root = f'<dgm:pt modelId="doc" type="doc"><dgm:prSet loCatId="{category}"/></dgm:pt>'
    passage = f'<dgm:pt modelId="t" type="sibTrans">{text.format("then")}</dgm:pt><dgm:pt modelId="p" type="pres"/>'
    held = "".join(
        f'<dgm:cxn modelId="c{number}" srcId="{a}" destId="{b}" srcOrd="{place}" sibTransId="t"/>'
        for number, (a, b, place) in enumerate(links)
    )
    shown = '<dgm:cxn modelId="x" type="presOf" srcId="boss" destId="p"/>'
    body = f"<dgm:ptLst>{root}{points}{passage}</dgm:ptLst><dgm:cxnLst>{held}{shown}</dgm:cxnLst>"
    return f"<dgm:dataModel {NAMESPACES}>{body}</dgm:dataModel>"


TREE = [("doc", "boss", 0), ("boss", "second", 1), ("boss", "first", 0)]
ROW = [("doc", "second", 1), ("doc", "boss", 0), ("doc", "first", 2)]


def test_a_drawing_of_words_shapes_is_read_by_its_glue_and_its_places() -> None:
    glue = '<a:stCxn id="1" idx="2"/><a:endCxn id="2" idx="0"/>'
    boxes = (
        shape(1, 0, "Ring in"),
        shape(2, 900_000, "Open gate"),
        shape(3, 1_800_000, "Go"),
        shape(4, 9_000_000, "Plan"),
    )
    lines = line(5, 300_000, "", glue), line(6, 1_200_000, 'rot="10800000"', "")
    document = word(group(*boxes, *lines))
    (diagram,) = document.diagrams
    assert (diagram.origin, edges_of(diagram)) == ("shapes", [("Go", "Open gate"), ("Ring in", "Open gate")])
    assert "Plan" in document.markdown.split("```")[-1]  # that no line leads to


def test_shapes_without_lines_are_left_out_once() -> None:
    document = word(group(shape(1, 0, "Plan"), shape(2, 900_000, "Yard")))
    assert document.diagrams == ()
    assert len(document.refusals) == 1


def test_metafiles_are_refused_once_with_their_number() -> None:
    pictures = '<wpg:wgp><pic><a:blip r:embed="data"/></pic><pic><a:blip r:embed="data"/></pic></wpg:wgp>'
    document = word(pictures, data="\x01\0\0\0 EMF")
    (refusal,) = [refusal for refusal in document.refusals if "metafile" in refusal.message]
    assert (refusal.message[:8], refusal.reason) == ("2 times ", "unsupported")
    assert document.markdown.count("a metafile of Windows") == 2  # where each stands


def test_smart_art_in_word_is_the_tree_that_its_data_says() -> None:
    document = word('<dgm:relIds r:dm="data" r:lo="layout"/>', data=model(TREE))
    assert [edges_of(diagram) for diagram in document.diagrams] == [[("Ann", "Bob"), ("Ann", "Cy")]]
    assert "- Ann\n- Bob\n- Cy" in word('<dgm:relIds r:dm="data"/>', data=model(ROW, "list")).markdown
    (refusal,) = word('<dgm:relIds r:dm="gone"/>').refusals
    assert refusal.reason == "missing"


def test_smart_art_on_a_slide_is_the_tree_that_its_data_says() -> None:
    pptx = pytest.importorskip("pptx", reason="PowerPoint needs the extra 'documents'")
    from lxml import etree
    from pptx.opc.package import Part
    from pptx.opc.packuri import PackURI

    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    part = Part(PackURI("/ppt/diagrams/data1.xml"), "application/xml", slide.part.package, model(TREE).encode())
    link = slide.part.relate_to(part, f"{RELATIONS}/diagramData")
    frame = (
        f'<p:graphicFrame xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" {NAMESPACES}>'
        '<p:nvGraphicFramePr><p:cNvPr id="9" name="Staff"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>'
        '<p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic>'
        f'<a:graphicData uri="{DIAGRAM}"><dgm:relIds r:dm="{link}"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    slide.shapes._spTree.append(etree.fromstring(frame))
    out = io.BytesIO()
    deck.save(out)
    document = read_content(out.getvalue(), "staff.pptx")
    assert [edges_of(diagram) for diagram in document.diagrams] == [[("Ann", "Bob"), ("Ann", "Cy")]]


@pytest.mark.parametrize(
    ("category", "edges"),
    [
        ("process", [("boss", "second"), ("second", "first")]),
        ("cycle", [("boss", "second"), ("second", "first"), ("first", "boss")]),
        ("list", []),
    ],
)
def test_what_follows_in_a_process_or_a_cycle_is_an_edge(category: str, edges: list[tuple[str, str]]) -> None:
    graph = read_smart_art(model(ROW, category).encode())
    assert [(edge.source, edge.target) for edge in graph.edges] == edges
    assert {edge.label for edge in graph.edges} <= {"then"}


names = st.sampled_from(["doc", "boss", "first", "second", "t", "gone"])


@given(st.lists(st.tuples(names, names, st.integers(-1, 3)), max_size=6), st.sampled_from(["process", "cycle", "list"]))
def test_any_links_make_a_graph_of_all_points(links: list[tuple[str, str, int]], category: str) -> None:
    graph = read_smart_art(model(links, category).encode())
    assert [node.text for node in graph.nodes] == ["Ann", "Bob", "Cy"]
    held = [(a, b) for a, b, _ in links if a in graph.node_by_id and b in graph.node_by_id]
    assert sorted((edge.source, edge.target) for edge in graph.edges[: len(held)]) == sorted(held)
