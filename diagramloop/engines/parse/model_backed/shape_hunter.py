"""Shape Hunter with a vision model: functional regions first, then the components in each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.model_backed._asking import Asker
from diagramloop.engines.parse.model_backed._items import Component, Items, Region
from diagramloop.engines.parse.model_backed.drawn_outlines import with_drawn_outlines
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter
from diagramloop.errors import DiagramloopError
from diagramloop.graph import Box
from diagramloop.graph.mermaid import SHAPE_OF
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS
from diagramloop.models.chat import ChatModel

MAX_REGIONS = 16  # that are looked at closely, the largest first
MAX_SHAPES = 500  # in all; the largest chart of the data sets has 60
CONFIDENCE = 0.9  # of what a model sees; those that state their own state it badly
_OWN_LENGTH = 0.15  # of the smaller side: the slant, corner or lid that a shape is drawn with
_MIDDLE_HALF = np.array([[3, 0, 1, 0], [0, 3, 0, 1], [1, 0, 3, 0], [0, 1, 0, 3]]) / 4  # of a box, as a matrix
_PLACES = 50  # in each direction
_DRAWN_AS = {"circle": "ellipse"}


class ModelShapeHunter:
    """Coarse-to-fine segmentation (SciFlow-Bench, Section 3.2): one call for the functional regions, one for the
    components of the whole, and one for those of each region, seen by itself.

    Args:
        outlines: ``drawn`` are found by the embedded Shape Hunter where the model points; ``told`` are shapes drawn
            into the model's own boxes.
        chat, how: see :class:`~diagramloop.engines.parse.model_backed._asking.Asker`.

    Raises:
        DiagramloopError: there are no such outlines.
    """

    def __init__(
        self,
        chat: ChatModel | Mapping[str, Any],
        outlines: Literal["drawn", "told"] = "drawn",
        **how: Any,
    ) -> None:
        if outlines not in ("drawn", "told"):
            raise DiagramloopError(f"no outlines {outlines!r}; there are drawn, told")
        self._asker = Asker(chat, **how)
        hunter = EmbeddedShapeHunter()
        self._drawing = hunter if outlines == "drawn" else None

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:
        """Regions, the largest first, then components. A component counts where it was seen in the smallest region
        around it, which is where it was seen best.

        Raises:
            ModelError: no answer, or no list in it (UNREADABLE).
        """
        regions = sorted(self._regions(picture), key=_area, reverse=True)[:MAX_REGIONS]
        shapes = [_shape(picture, region, "rect", "group", environment.stroke) for region in regions]
        for place, part in enumerate([None, *regions]):
            smaller = regions[place:]
            for box, name in self._components(picture, part):
                if not any(_holds(region, box) for region in smaller):
                    shapes.append(_shape(picture, box, name, "node", environment.stroke))
        seen = tuple(shapes[:MAX_SHAPES])
        return with_drawn_outlines(seen, self._drawing.hunt(picture, environment)) if self._drawing else seen

    def _regions(self, picture: RGB) -> list[Box]:
        view = self._asker.view(picture)
        found = self._asker.ask("regions", view, Items("regions", Region))
        return [box for item in found if (box := view.placed(item.box)) is not None]

    def _components(self, picture: RGB, part: Box | None) -> list[tuple[Box, str]]:
        view = self._asker.view(picture, part)
        found = self._asker.ask("components", view, Items("components", Component))
        placed = [(view.placed(item.box), item.shape) for item in found]
        return [(box, name) for box, name in placed if box is not None]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _holds(region: Box, box: Box) -> bool:
    """The middle of ``box`` lies in ``region``, and the region is the larger one."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] < x < region[2] and region[1] < y < region[3] and _area(region) > _area(box)


def _shape(picture: RGB, box: Box, name: str, role: Literal["node", "group"], border: float) -> Shape:
    """The shape called ``name`` drawn into ``box``; what has no drawing of its own is a rectangle."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    known = SHAPE_OF.get(name.lower())
    short = known.name if known else "rect"
    draw = SHAPE_DRAWINGS.get(_DRAWN_AS.get(short, short), SHAPE_DRAWINGS["rect"])
    outline = draw(width, height, _OWN_LENGTH * min(width, height)) + np.array([x0, y0])
    polygon = tuple((round(float(x), 2), round(float(y), 2)) for x, y in outline)
    return Shape(polygon, short, role, border, fill_of(picture, box), CONFIDENCE)


def fill_of(picture: RGB, box: Box) -> tuple[int, int, int]:
    """The usual colour in the middle of a box, looked at in some thousand places however large it is."""
    x0, y0, x1, y1 = np.array(box) @ _MIDDLE_HALF
    rows, columns = (np.linspace(*ends, _PLACES).astype(int) for ends in ((y0, y1), (x0, x1)))
    height, width = picture.shape[:2]
    seen = picture[np.ix_(rows.clip(0, height - 1), columns.clip(0, width - 1))]
    red, green, blue = np.median(seen.reshape(-1, 3), axis=0).astype(int).tolist()
    return red, green, blue
