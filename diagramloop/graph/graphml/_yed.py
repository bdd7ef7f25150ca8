"""yEd's drawing of nodes, groups and edges (``yfiles.type``): shapes, labels, places, heads and styles, both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import dist
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Edge, Group, Head, Line, Node, Point
from diagramloop.graph._plain_text import plain_text
from diagramloop.graph._written import SAME_PLACE_PX
from diagramloop.graph.placement import DECIMALS
from diagramloop.graph.safe_xml import children, number_of, tag_of, tagged, xml_text

NODE_GRAPHICS, EDGE_GRAPHICS = "nodegraphics", "edgegraphics"
INK = "#000000"
"""Colour that yEd draws with unless told otherwise."""
_CONFIGURED = "com.yworks."
_FLOWCHART = "flowchart."
_LOOKS = {
    "rect": "rectangle", "rounded": "roundrectangle", "stadium": "flowchart.terminator", "diam": "diamond",
    "ellipse": "ellipse", "circle": "ellipse", "dbl-circ": "ellipse", "hex": "hexagon", "tri": "triangle",
    "lean-r": "parallelogram", "lean-l": "parallelogram", "trap-b": "trapezoid", "trap-t": "trapezoid2",
    "fr-rect": "flowchart.predefinedProcess", "cyl": "flowchart.dataBase", "datastore": "flowchart.dataBase",
    "doc": "flowchart.document", "docs": "flowchart.document", "cloud": "flowchart.cloud",
    "notch-rect": "flowchart.card", "delay": "flowchart.delay", "curv-trap": "flowchart.display",
    "h-cyl": "flowchart.directData", "win-pane": "flowchart.internalStorage",
    "notch-pent": "flowchart.loopLimit", "sl-rect": "flowchart.manualInput",
    "bow-rect": "flowchart.storedData", "flag": "flowchart.paperType", "brace": "flowchart.annotation",
    "odd": "flowchart.offPageReference",
}  # fmt: skip
"""Our shapes to yEd's, those of its palette of flowcharts with that name in front; all others are rectangles."""
_FOREIGN = {
    "parallelogram2": "lean-l", "circle": "circle", "rectangle3d": "rect", "flowchart.process": "rect",
    "flowchart.decision": "diam", "flowchart.start1": "ellipse", "flowchart.start2": "circle",
    "flowchart.data": "lean-r", "flowchart.sequentialdata": "circle", "flowchart.manualoperation": "trap-t",
    "flowchart.preparation": "hex", "flowchart.onpagereference": "circle", "flowchart.looplimitend": "notch-pent",
    "bpmn.activity": "rounded", "bpmn.gateway": "diam", "bpmn.event": "circle", "bpmn.conversation": "hex",
    "entityrelationship.big_entity": "rect", "entityrelationship.small_entity": "rect",
    "entityrelationship.relationship": "diam", "entityrelationship.attribute": "ellipse",
}  # fmt: skip
_SHAPE_OF = _FOREIGN | {look.lower(): shape for shape, look in reversed(_LOOKS.items())}
_REALIZERS = {"ImageNode": "icon", "SVGNode": "icon", "UMLClassNode": "rect", "UMLNoteNode": "note"}
"""Of yEd's kinds of nodes those whose shape is not said but given."""
_LABELS = ("NodeLabel", "EdgeLabel", "AttributeLabel", "MethodLabel")
_HEADS: dict[str, str] = {"arrow": "standard", "none": "none", "circle": "circle", "cross": "skewed_dash"}
_HEAD_OF: dict[str, Head] = {"none": "none", "skewed_dash": "cross", "circle": "circle", "transparent_circle": "circle"}
_LINES: dict[str, dict[str, str]] = {
    "solid": {"type": "line", "width": "1.0"},
    "dotted": {"type": "dashed", "width": "1.0"},
    "thick": {"type": "line", "width": "3.0"},
    "invisible": {"type": "line", "width": "1.0", "hasColor": "false"},
}
_THICK_PX = 3.0


def draw_node(data: Element, node: Node, box: Box) -> None:
    """Add yEd's drawing of a node to its data."""
    look = look_of(node.shape)
    if look.startswith(_FLOWCHART):
        _draw(SubElement(data, "y:GenericNode", configuration=_CONFIGURED + look), node, box)
        return
    realizer = SubElement(data, "y:ShapeNode")
    _draw(realizer, node, box, INK if node.shape != "text" else None)
    SubElement(realizer, "y:Shape", type=look)


def draw_group(data: Element, group: Group, box: Box) -> None:
    """Add yEd's drawing of an open group to its data."""
    proxy = SubElement(data, "y:ProxyAutoBoundsNode")
    realizer = SubElement(SubElement(proxy, "y:Realizers", active="0"), "y:GroupNode")
    _draw(realizer, group, box, modelName="internal", modelPosition="t")
    SubElement(realizer, "y:Shape", type="rectangle")
    SubElement(realizer, "y:State", closed="false")


def _draw(realizer: Element, part: Node | Group, box: Box, ink: str | None = INK, **label: str) -> None:
    (x0, x1), (y0, y1) = sorted(box[::2]), sorted(box[1::2])
    SubElement(realizer, "y:Geometry", _numbers(x=x0, y=y0, width=x1 - x0, height=y1 - y0))
    SubElement(realizer, "y:Fill", _colour(part.fill) | {"transparent": "false"})
    SubElement(realizer, "y:BorderStyle", _colour(part.stroke or ink) | _LINES["solid"])
    if part.text:
        SubElement(realizer, "y:NodeLabel", label).text = xml_text(part.text)


def draw_edge(data: Element, edge: Edge, source: Box, target: Box) -> None:
    """Add yEd's drawing of an edge between two boxes to its data."""
    realizer = SubElement(data, "y:PolyLineEdge")
    starts, ends = middle(source), middle(target)
    points = edge.path if edge.path and len(edge.path) > 1 else (starts, ends)
    leaves, arrives = _between(starts, points[0]), _between(ends, points[-1])
    path = SubElement(realizer, "y:Path", _numbers(sx=leaves[0], sy=leaves[1], tx=arrives[0], ty=arrives[1]))
    for x, y in points[1:-1]:
        SubElement(path, "y:Point", _numbers(x=x, y=y))
    SubElement(realizer, "y:LineStyle", {"color": edge.stroke or INK} | _LINES[edge.line])
    SubElement(realizer, "y:Arrows", source=_HEADS[edge.tail], target=_HEADS[edge.head])
    if edge.label:
        SubElement(realizer, "y:EdgeLabel").text = xml_text(edge.label)


def _colour(colour: str | None) -> dict[str, str]:
    return {"color": colour} if colour else {"hasColor": "false"}


def _numbers(**values: float) -> dict[str, str]:
    return {name: f"{round(value, DECIMALS):.15g}" for name, value in values.items()}


def look_of(shape: str) -> str:
    """yEd's word for one of our shapes."""
    return _LOOKS.get(shape, "rectangle")


def seen_part(graphics: Element) -> dict[str, Any]:
    """Fields of a node or group that yEd shows: of a folded one its label then, and its place when it is unfolded."""
    realizers = _realizers(graphics)
    if not realizers:
        return {}
    shown = realizers[0]
    unfolded = next((realizer for realizer in realizers if not _folded(realizer)), shown)
    box, stroke = _box(unfolded), _seen_colour(shown, "BorderStyle")
    row = {"box": box, "shape": _seen_shape(shown, box), "fill": _seen_colour(shown, "Fill")}
    row["stroke"] = None if stroke == INK else stroke
    labels = list(_labels(shown))
    return row | {"text": "\n".join(filter(None, labels))} if labels else row


def _realizers(graphics: Element) -> list[Element]:
    """Ways in which a node is drawn, first the one that is shown."""
    ways = next(tagged(graphics, "Realizers"), graphics)
    realizers = list(ways)
    active = ways.get("active", "0")
    shown = int(active) if active.isdecimal() and len(active) < 4 else 0
    return realizers[shown : shown + 1] + realizers[:shown] + realizers[shown + 1 :]


def _folded(realizer: Element) -> bool:
    return any(state.get("closed") == "true" for state in children(realizer, "State"))


def _box(realizer: Element) -> Box | None:
    for geometry in children(realizer, "Geometry"):
        x, y, width, height = (number_of(geometry, name) for name in ("x", "y", "width", "height"))
        return (x, y, round(x + width, DECIMALS), round(y + height, DECIMALS))
    return None


def _seen_colour(realizer: Element, tag: str) -> str | None:
    for style in children(realizer, tag):
        if style.get("hasColor") != "false" and style.get("transparent") != "true":
            return colour_of(style.get("color", "")[:7])
    return None


def _seen_shape(realizer: Element, box: Box | None) -> str:
    given = _REALIZERS.get(tag_of(realizer))
    if given is not None:
        return given
    look = realizer.get("configuration", "").removeprefix(_CONFIGURED).removesuffix(".withShadow")
    for shape in children(realizer, "Shape"):
        look = shape.get("type", "")
    drawn = _SHAPE_OF.get(look.lower(), "" if look else "rect")
    if drawn == "ellipse" and box is not None and abs(box[2] - box[0] - box[3] + box[1]) < SAME_PLACE_PX:
        return "circle"
    bare = _seen_colour(realizer, "Fill") is None and any(
        border.get("hasColor") == "false" for border in children(realizer, "BorderStyle")
    )
    return "text" if bare and drawn == "rect" else drawn


def _labels(realizer: Element) -> Iterator[str]:
    for label in realizer.iter():
        if tag_of(label) in _LABELS and label.get("visible") != "false":
            yield words_of(label.text or "")


def words_of(label: str) -> str:
    """The words that a label shows; yEd takes HTML for such when it says so."""
    text = label.strip()
    return plain_text(text) if text[:6].lower() == "<html>" else text


def lanes_in(body: Element) -> int:
    """Number of lanes: rows and columns of yEd's tables, of which a table without lanes has one each."""
    lanes = 0
    for holder in body.iter():
        if tag_of(holder) in ("Rows", "Columns") and len(holder) > 1:
            lanes += len(holder)
    return lanes


def seen_edge(graphics: Element, ends: Sequence[Box]) -> dict[str, Any]:
    """Fields of an edge that yEd shows; its path from port to port, where the two boxes at its ends are known."""
    row: dict[str, Any] = {}
    for realizer in list(graphics)[:1]:
        row["label"] = "\n".join(filter(None, _labels(realizer)))
        for arrows in children(realizer, "Arrows"):
            row["head"] = _HEAD_OF.get(arrows.get("target", "none"), "arrow")
            row["tail"] = _HEAD_OF.get(arrows.get("source", "none"), "arrow")
        for style in children(realizer, "LineStyle"):
            stroke = colour_of(style.get("color", "")[:7])
            row |= {"line": _seen_line(style), "stroke": None if stroke == INK else stroke}
        if len(ends) == 2:
            row["path"] = _seen_points(realizer, *ends)
    return row


def _seen_line(style: Element) -> Line:
    if style.get("hasColor") == "false":
        return "invisible"
    if style.get("type", "line") != "line":
        return "dotted"
    return "thick" if number_of(style, "width") >= _THICK_PX else "solid"


def _seen_points(realizer: Element, source: Box, target: Box) -> list[Point]:
    (x0, y0), (x1, y1) = middle(source), middle(target)
    for path in children(realizer, "Path"):
        start = (x0 + number_of(path, "sx"), y0 + number_of(path, "sy"))
        end = (x1 + number_of(path, "tx"), y1 + number_of(path, "ty"))
        return [start, *((number_of(bend, "x"), number_of(bend, "y")) for bend in children(path, "Point")), end]
    return []


def visible_path(points: Sequence[Point], source: Box, target: Box) -> tuple[Point, ...] | None:
    """The part of a line that is outside of the boxes at its ends; None of the one that is straight between middles."""
    if len(points) < 2:
        return None
    if len(points) == 2 and _same_points(points, (middle(source), middle(target))):
        return None
    path = (_leaving(source, points[0], points[1]), *points[1:-1], _leaving(target, points[-1], points[-2]))
    return tuple((round(x, DECIMALS), round(y, DECIMALS)) for x, y in path)


def _leaving(box: Box, start: Point, towards: Point) -> Point:
    """Point at which a line that starts in a box leaves it; its start where it does not, or starts elsewhere."""
    share = 1.0
    for axis in (0, 1):
        low, high = sorted((box[axis], box[axis + 2]))
        step = towards[axis] - start[axis]
        if not low + SAME_PLACE_PX < start[axis] < high - SAME_PLACE_PX:
            return start
        if step:
            share = min(share, ((high if step > 0 else low) - start[axis]) / step)
    if share == 1.0:
        return start
    return (start[0] + share * (towards[0] - start[0]), start[1] + share * (towards[1] - start[1]))


def middle(box: Box) -> Point:
    """Point in which yEd's lines end unless told otherwise."""
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def _between(start: Point, end: Point) -> Point:
    return (end[0] - start[0], end[1] - start[1])


def drawn_alike(name: str, meant: Any, seen: Any) -> bool:
    """True where yEd shows what it would of a field's meant value: that then holds, else somebody changed it there."""
    if name == "box":
        upright = None if meant is None else (*map(min, meant[:2], meant[2:]), *map(max, meant[:2], meant[2:]))
        return upright is None or (seen is not None and _same_points((upright,), (seen,)))
    if name == "path":
        return meant is not None and _same_points(meant, seen)
    if name == "stroke" and meant == INK:
        return seen is None
    drawing = _DRAWINGS.get(name)
    return bool(meant == seen if drawing is None else drawing(meant) == drawing(seen))


_DRAWINGS: Mapping[str, Callable[[str], Any]] = {
    "text": words_of, "label": words_of, "shape": look_of, "head": _HEADS.get, "tail": _HEADS.get, "line": _LINES.get,
}  # fmt: skip


def _same_points(points: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> bool:
    return len(points) == len(others) and all(dist(a, b) < SAME_PLACE_PX for a, b in zip(points, others, strict=True))
