"""Pages of a document: its diagrams, or without any what its model has together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.account import LINES, SHAPES, LeftOut
from diagramloop.graph.bpmn._model import BpmnModel
from diagramloop.graph.bpmn._notation import EDGES, FRAMES, SHAPED
from diagramloop.graph.safe_xml import children, tag_of, tagged

NOT_DRAWN = "not drawn"
_MISSED = dict.fromkeys(SHAPED - {*FRAMES}, SHAPES) | {"sequenceFlow": LINES, "messageFlow": LINES}
"""Elements by which a reader would miss something: frames that are not drawn hold what they hold."""
_NO_DRAWING = Element("BPMNShape")


@dataclass(frozen=True)
class Depiction:
    """An element of the model, or None where there is none of the name, and its drawing, empty where there is none."""

    element: Element | None
    drawing: Element = _NO_DRAWING

    @property
    def drawn(self) -> bool:
        """True where a diagram has it."""
        return self.drawing is not _NO_DRAWING


@dataclass(frozen=True)
class Page:
    """One diagram, or of a model without any what belongs together.

    Attributes:
        of: the element whose inside it shows.
        root: True where it is of a collaboration or a process, not of a sub-process.
    """

    of: Element | None
    root: bool
    shapes: list[Depiction]
    lines: list[Depiction]

    @property
    def name(self) -> str:
        """Name of what is shown."""
        return "" if self.of is None else self.of.get("name", "")


def pages_of(model: BpmnModel) -> list[Page]:
    """All pages, in their order.

    Raises:
        FormatError: there is neither a drawing nor a process (UNSUPPORTED).
    """
    planes = [plane for plane in tagged(model.root, "BPMNPlane") if len(plane)]
    if planes:
        return [_drawn(model, plane) for plane in planes]
    pages = []
    for whole in model.wholes:
        shapes, lines = (list(map(Depiction, model.inside(whole, tags))) for tags in (SHAPED, EDGES))
        pages.append(Page(whole[0], True, shapes, lines))
    if not pages:
        raise FormatError("neither a process nor a diagram", reason=RejectionReason.UNSUPPORTED)
    return [page for page in pages if page.shapes] or pages[:1]


def _drawn(model: BpmnModel, plane: Element) -> Page:
    of = model.named(plane.get("bpmnElement"))
    shapes, lines = (
        [Depiction(model.named(drawing.get("bpmnElement")), drawing) for drawing in children(plane, tag)]
        for tag in ("BPMNShape", "BPMNEdge")
    )
    return Page(of, model.is_root(of), shapes, lines)


def main_page(pages: list[Page]) -> int:
    """Index of the page that is meant where none is asked for: the largest of those of a process as a whole."""
    sizes = [(page.root, len(page.shapes) + len(page.lines)) for page in pages]
    return sizes.index(max(sizes))


def not_drawn(model: BpmnModel, pages: list[Page]) -> Iterator[LeftOut]:
    """Elements of the model that no page has, though others of their kind are drawn."""
    shown = {part.element for page in pages for part in (*page.shapes, *page.lines)}
    missing = Counter(map(_MISSED.get, [tag_of(e) for e in model.inside([model.root], _MISSED) if e not in shown]))
    return (LeftOut(kind, number, NOT_DRAWN) for kind, number in missing.items() if kind)
