"""The diagram interchange of a model: a shape for each group and node, an edge for each flow."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from diagramloop.graph._elements import Box, Edge, Group, Node
from diagramloop.graph.bpmn._elements import EVENTS, Model
from diagramloop.graph.bpmn._names import DRAWING, FILL, LETTERS, LINE, PLACE, STROKE
from diagramloop.graph.colours import BLACK, WHITE
from diagramloop.graph.lettering import (
    height_px,
    is_dark,
    width_px,
    wrapped,
    written_on,
)
from diagramloop.graph.placement import DECIMALS, fresh

LABEL_LETTERS_PX = 11.0
"""Height of letters of what stands beside a shape, in bpmn-js."""
_CROSSED = "exclusiveGateway"
_ROOMY = EVENTS | {_CROSSED, "dataObjectReference"}
"""Elements whose text editors write below them, and that are empty but for a cross that may be left out."""


def drawing(root: Element, plane_of: Element, model: Model) -> None:
    """Adds the drawing of all groups, nodes and edges, in their order, below ``root``.

    Args:
        plane_of: what is drawn as a whole: the collaboration or the process.
    """
    diagram = SubElement(root, DRAWING + "BPMNDiagram", id=fresh("Diagram", model.taken))
    of = plane_of.get("id", "")
    plane = SubElement(diagram, DRAWING + "BPMNPlane", id=fresh("Plane", model.taken), bpmnElement=of)
    for group in model.graph.groups:
        _shape(plane, model, group, {"isHorizontal": "true"} if model.pooled else {})
    for node in model.graph.nodes:
        tag = model.tag(node)
        place = _place_within(node) if tag in _ROOMY else None
        marked = {"isMarkerVisible": "false" if place else "true"} if tag == _CROSSED else {}
        _shape(plane, model, node, marked, place)
    for name, edge in zip(model.edge_ids, model.graph.edges, strict=True):
        _edge(plane, model, name, edge)


def _shape(plane: Element, model: Model, part: Node | Group, own: dict[str, str], place: Box | None = None) -> None:
    name = model.ids[part.id]
    attributes = {"id": fresh(f"{name}_di", model.taken), "bpmnElement": name, **own} | _colours(part)
    shape = SubElement(plane, DRAWING + "BPMNShape", attributes)
    assert part.box is not None
    _bounds(shape, part.box)
    coloured = bool(part.fill or part.stroke)  # editors write in the colour of the outline unless they are told
    if part.text and (place or coloured):
        inside = place is not None or (isinstance(part, Node) and model.tag(part).lower().endswith("task"))
        ink = WHITE if inside and is_dark(part.fill) else BLACK
        label = SubElement(shape, DRAWING + "BPMNLabel", {LETTERS: ink} if coloured else {})
        if place:
            _bounds(label, place)


def _place_within(node: Node) -> Box | None:
    """Place of the text within a node that has room for it, as flowcharts have it; else it stands below."""
    x0, y0, x1, y1 = written_on(node)
    lines = wrapped(node.text, x1 - x0, LABEL_LETTERS_PX)
    height = height_px(lines, LABEL_LETTERS_PX)
    if not node.text or 2 * height > y1 - y0 + 1 or width_px(lines, LABEL_LETTERS_PX) > x1 - x0:
        return None
    middle = (y0 + y1) / 2
    return (x0, middle - height / 2, x1, middle + height / 2)


def _edge(plane: Element, model: Model, name: str, edge: Edge) -> None:
    colours = {STROKE: edge.stroke} if edge.stroke else {}
    drawn = SubElement(
        plane, DRAWING + "BPMNEdge", {"id": fresh(f"{name}_di", model.taken), "bpmnElement": name} | colours
    )
    for x, y in edge.path or ():
        SubElement(drawn, LINE + "waypoint", x=_number(x), y=_number(y))
    if edge.label and edge.label_box:
        _bounds(SubElement(drawn, DRAWING + "BPMNLabel"), edge.label_box)


def _bounds(parent: Element, box: Box) -> None:
    x0, y0, x1, y1 = box
    values = {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}
    SubElement(parent, PLACE + "Bounds", {name: _number(value) for name, value in values.items()})


def _number(value: float) -> str:
    return f"{round(value, DECIMALS):.15g}"


def _colours(part: Node | Group) -> dict[str, str]:
    return {key: colour for key, colour in ((FILL, part.fill), (STROKE, part.stroke)) if colour}
