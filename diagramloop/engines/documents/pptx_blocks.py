"""PowerPoint: native shapes with connectors by the reader of its format, pictures as pixels, texts as Markdown."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Refused, Source, Stated, Text
from diagramloop.engines.documents.limits import Budget
from diagramloop.engines.documents.linked import drawn_block
from diagramloop.engines.documents.markdown_table import markdown_table
from diagramloop.engines.documents.office_archive import Part, office_archive
from diagramloop.engines.documents.office_xml import attribute, elements_in, pieces
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason, SourceError
from diagramloop.extras import needed
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.powerpoint import SlideReading, read_slide, read_smart_art

EMU_PER_POINT = 12_700
POINTS_PER_PX = 0.75
_DATA = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"  # of SmartArt
MAX_DEPTH = 20  # of groups within each other
MOST_ELEMENTS = 500_000
"""In all parts that python-pptx makes trees of."""
MOST_ELEMENTS_OF_A_PART = 200_000
"""In one of them, such as a slide; one of 100 shapes has about 5,000."""
_MAIN, _TYPES = "ppt/presentation.xml", "[Content_Types].xml"


def open_document(source: Source) -> Opened:
    """Open a PowerPoint file.

    Raises:
        FormatError: as :func:`~diagramloop.engines.documents.office_archive.office_archive`; more XML than is read
            (TOO_LARGE), or with a document type (UNSAFE).
        SourceError: python-pptx is not installed (MISSING).
    """
    try:
        import pptx
    except ImportError as error:
        raise needed("PowerPoint", "pptx", error=SourceError) from error
    archive = office_archive(source.content, _MAIN)
    _check_parts(archive, source.budget)
    try:
        slides = list(pptx.Presentation(BytesIO(source.content)).slides)
    except Exception as error:  # it leaks key, value and attribute errors on broken files
        message = f"not readable: {type(error).__name__}: {error}"
        raise FormatError(message[:300], reason=RejectionReason.UNREADABLE) from error
    return Opened(_blocks(source, archive, slides), len(slides))


def _check_parts(archive: BoundedZip, budget: Budget) -> None:
    """Look at all parts of which python-pptx makes a tree, whatever they are called."""
    trees = _names_of_trees(archive, budget)
    elements = 0
    for name in archive.names:
        if not trees & {name.lower(), posixpath.splitext(name)[1].lower()}:
            continue
        here = elements_in(archive.read(name), budget.check_time)
        elements += here
        if elements > MOST_ELEMENTS or here > MOST_ELEMENTS_OF_A_PART:
            raise FormatError(f"{name[:80]}: too many elements", reason=RejectionReason.TOO_LARGE)


def _names_of_trees(archive: BoundedZip, budget: Budget) -> set[str]:
    """Names and suffixes, in lower case, of the parts whose types python-pptx knows as XML."""
    from pptx.opc.package import PartFactory, XmlPart

    known = {kind for kind, part in PartFactory.part_type_for.items() if issubclass(part, XmlPart)}
    names = {_TYPES.lower(), ".rels"}
    for element in pieces(archive.read(_TYPES), 1, budget.check_time):
        if element is None or attribute(element, "ContentType") not in known:
            continue
        name, suffix = attribute(element, "PartName"), attribute(element, "Extension")
        names.add(f".{suffix}".lower() if name is None else name.lstrip("/").lower())
    return names


def _blocks(source: Source, archive: BoundedZip, slides: list[Any]) -> Iterator[Block]:
    for number, slide in enumerate(slides, start=1):
        if source.wants(number):
            yield from _slide(source.budget, archive, slide, number)
    if not source.pages and len(slides) > source.limits.pages:
        message = f"not read: the first {source.limits.pages} of {len(slides)} slides are"
        yield Refused(Place(source.limits.pages + 1), DiagramloopError(message, reason=RejectionReason.TOO_LARGE))


def _slide(budget: Budget, archive: BoundedZip, slide: Any, number: int) -> Iterator[Block]:
    place = Place(number)
    title = _title(slide)
    yield Text(f"## {title}" if title else "")
    named, part = slide.shapes.title, Part(archive, str(slide.part.partname).lstrip("/"))
    try:
        reading = read_slide(part.content())
    except DiagramloopError as error:
        yield Refused(place, error, title)
        reading = SlideReading(FlowGraph(), {})
    graph = connected(reading.graph)
    drawn = {end.id for end in graph.ends} | {""}
    for shape in _shapes(slide.shapes):
        budget.spend("shapes")
        is_title = named is not None and shape.shape_id == named.shape_id
        if not is_title and reading.ids.get(str(shape.shape_id)) not in drawn:
            yield from _shape(budget, part, shape, place)
    if graph.edges:
        yield Stated(Place(number, _box(graph)), graph, "shapes", title)


def _title(slide: Any) -> str:
    shape = slide.shapes.title
    return " ".join(shape.text_frame.text.split()) if shape is not None else ""


def connected(graph: FlowGraph) -> FlowGraph:
    """The part of a graph that lines lead to, with the frames around it: a slide has other texts as well."""
    ends = {end for edge in graph.edges for end in (edge.source, edge.target)}
    parent = {group.id: group.parent for group in graph.groups}
    kept = {end for end in ends if end in parent}
    kept |= {node.group for node in graph.nodes if node.id in ends and node.group is not None}
    for id in list(kept):
        while (id := parent.get(id) or "") and id not in kept:
            kept.add(id)
    nodes = tuple(node for node in graph.nodes if node.id in ends or node.group in kept)
    return graph.replace(nodes=nodes, groups=tuple(group for group in graph.groups if group.id in kept))


def _box(graph: FlowGraph) -> Box | None:
    places = [*(node.box for node in graph.nodes), *(group.box for group in graph.groups)]
    boxes = [box for box in places if box is not None]
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    x0, y0, x1, y1 = (POINTS_PER_PX * value for value in (min(left), min(top), max(right), max(bottom)))
    return x0, y0, x1, y1


def _shapes(shapes: Any, depth: int = 0) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes") and depth < MAX_DEPTH:
            yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _shape(budget: Budget, part: Part, shape: Any, place: Place) -> Iterator[Block]:
    """A picture, a chart of data, a table, SmartArt, or a text."""
    from pptx.shapes.picture import Picture

    spot = Place(place.page, _spot(shape))
    if getattr(shape, "has_chart", False):
        yield Refused(spot, DiagramloopError("a chart of data", reason=RejectionReason.NO_DIAGRAM), shape.name)
    elif getattr(shape, "has_table", False):
        yield Text(markdown_table([list(_cells(budget, row)) for row in shape.table.rows]))
    elif models := shape._element.xpath("./a:graphic/a:graphicData/*[local-name()='relIds']"):
        yield smart_art(part, models[0].get(_DATA), spot, "")
    elif isinstance(shape, Picture):
        yield _picture(shape, spot)
    elif shape.has_text_frame and (text := shape.text_frame.text.strip()):
        yield Text("\n\n".join(line.strip() for line in text.splitlines() if line.strip()))


def smart_art(part: Part, model: str | None, place: Place, title: str) -> Block:
    """The tree of a SmartArt whose data a relation of the part leads to; its texts where nothing joins them."""
    try:
        graph = read_smart_art(part.picture(model))
    except DiagramloopError as error:
        return Refused(place, error, title)
    if graph.edges:
        return Stated(place, graph, "shapes", title)
    return Text("\n".join(f"- {' '.join(node.text.split())}" for node in graph.nodes if node.text.strip()))


def _cells(budget: Budget, row: Any) -> Iterator[str]:
    for cell in row.cells:
        budget.spend("cells")
        yield cell.text


def _picture(shape: Any, spot: Place) -> Block:
    title = str(shape._element._nvXxPr.cNvPr.get("descr") or "")
    try:
        return drawn_block(shape.image.blob, spot, title, shown=False)
    except Exception as error:  # python-pptx has key and value errors for what is linked or broken
        linked = "link" if shape._element.xpath(".//a:blip/@r:link") else ""
        said = "a picture outside of the document" if linked else f"a picture that is not there: {type(error).__name__}"
        reason = RejectionReason.UNSAFE if linked else RejectionReason.MISSING
        return Refused(spot, DiagramloopError(said, reason=reason), title)


def _spot(shape: Any) -> Box | None:
    sides = (shape.left, shape.top, shape.width, shape.height)
    if any(side is None for side in sides):
        return None
    x, y, width, height = (float(side) / EMU_PER_POINT for side in sides)
    return x, y, x + width, y + height
