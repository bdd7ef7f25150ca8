"""Text Spotter (SciFlow-Bench, Section 3.2), embedded: own line finding and a recogniser, no text detector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice

import cv2
import numpy as np
import shapely

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape, TextLine
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.text.crossed_texts import Crossed
from diagramloop.engines.parse.text.free_text import free_patches
from diagramloop.engines.parse.text.glyph_atlas import atlas_of
from diagramloop.engines.parse.text.recogniser import LineReader, Reading
from diagramloop.engines.parse.text.recognisers import embedded
from diagramloop.engines.parse.text.scripts import read_affordable
from diagramloop.engines.parse.text.second_looks import Text, better_read, is_doubtful, second_looks
from diagramloop.engines.parse.text.text_lines import LineCrop, Patch, find_lines, patch_of

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The lines, and the view of each, that the recogniser is shown.
_SAMPLE_COUNT = 8  # first lines of a text, after which the others are left out
_LEGIBLE_SHARE = 0.5  # confidence that none of the first lines reaches where it is no writing, but noise

# Texts that are read doubtfully, and again with less taken for ink.
_MOST_COUNT = 60  # texts of one picture that are looked at again
_LETTER_SHARE = 0.5  # of a letter that is read for sure, by which it is beyond an even chance


@dataclass(frozen=True)
class EmbeddedTextSpotter:
    """Finds lines within nodes and on the free area, and reads all of them."""

    recogniser: LineReader = field(default_factory=embedded)

    def reading_by(self, recogniser: LineReader) -> EmbeddedTextSpotter:
        """A copy with another recogniser."""
        return replace(self, recogniser=recogniser)

    def spot(self, picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> tuple[TextLine, ...]:
        """The lines that hold text, nodes' first, in the order of ``shapes``; see :class:`TextSpotter`.

        Raises:
            PictureError: more lines than a diagram has (TOO_LARGE).
        """
        inside = list(_node_patches(picture, environment, shapes))
        free = free_patches(picture, environment, shapes)
        written = self._looked_at_twice([*inside, *free.patches], environment.stroke)
        texts = written[: len(inside)] + self._whole(written[len(inside) :], free.crossed)
        return tuple(self._completed(list(chain.from_iterable(texts)), environment.text_height))

    def _looked_at_twice(self, patches: list[Patch], stroke: float) -> list[Text]:
        """Text of each patch; a doubtful one as a second look has it, if more speaks for that."""
        texts = self._read(self._found(patches))
        doubtful = [i for i, text in enumerate(texts) if is_doubtful(text)][:_MOST_COUNT]
        again = [(i, look) for i in doubtful for look in second_looks(patches[i], stroke)]
        for (i, _), text in zip(again, self._read(self._found(look for _, look in again)), strict=True):
            texts[i] = better_read(texts[i], text, 0.0)
        return texts

    def _whole(self, texts: list[Text], crossed: list[Crossed]) -> list[Text]:
        """The texts, those that a line crosses with the letters that it touches, if enough speaks for that: a letter
        more where one text is made of several; a letter less will do where it leaves out less of what is drawn."""
        wholes = self._read(self._found(text.patch for text in crossed))
        for text, whole in zip(crossed, wholes, strict=True):
            first, *others = text.parts
            apart = [line for part in text.parts for line in texts[part]]
            texts[first] = better_read(apart, whole, _LETTER_SHARE if others else -_LETTER_SHARE)
            for part in others:
                texts[part] = []
        return texts

    def _found(self, patches: Iterable[Patch]) -> list[list[LineCrop]]:
        """The lines of each patch."""
        found = list[list[LineCrop]]()
        for patch in patches:
            found.append(list(islice(find_lines(patch), BUDGET.lines_found + 1)))
            BUDGET.check("lines_found", sum(map(len, found)))
        return found

    def _read(self, patches: list[list[LineCrop]]) -> list[Text]:
        """Text of each line of each patch; of a long one only the first lines where these show no writing."""
        begun = self._read_all([lines[:_SAMPLE_COUNT] for lines in patches])
        legible = [any(reading.confidence > _LEGIBLE_SHARE for _, reading in lines) for lines in begun]
        left = [lines[_SAMPLE_COUNT:] * fine for lines, fine in zip(patches, legible, strict=True)]
        return [first + rest for first, rest in zip(begun, self._read_all(left), strict=True)]

    def _read_all(self, patches: list[list[LineCrop]]) -> list[Text]:
        greys = [crop.grey for lines in patches for crop in lines]
        readings = iter(read_affordable(self.recogniser, greys, BUDGET))
        return [[(crop, next(readings)) for crop in lines] for lines in patches]

    def _completed(self, lines: list[tuple[LineCrop, Reading]], size: float) -> Iterator[TextLine]:
        crops, readings = [crop for crop, _ in lines], [reading for _, reading in lines]
        whole = [crop.wraps for crop in crops]
        atlas = atlas_of([crop.grey for crop in crops], readings, whole, size)
        for crop, reading in lines:
            text = " ".join(reading.text.split())
            if text:
                whole_text = text if crop.wraps else atlas.completed(crop.grey, text)
                yield TextLine(crop.box, whole_text, reading.confidence, reading.probability)


def _node_patches(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Iterator[Patch]:
    """The inside of each node or block arrow less its border and less the nodes drawn on it."""
    nodes = [shape for shape in shapes if shape.role != "group"]
    outlines = [shapely.make_valid(shapely.Polygon(node.polygon)) for node in nodes]
    tree = shapely.STRtree(outlines)
    for node, outline in zip(nodes, outlines, strict=True):
        inner = [nodes[i] for i in sorted(tree.query(outline, predicate="contains_properly").tolist())]
        patch = _inside(picture, node, inner, environment)
        if patch is not None:
            yield patch


def _inside(picture: RGB, node: Shape, inner: list[Shape], environment: Environment) -> Patch | None:
    points = np.round(np.array(node.polygon)).astype(np.int32)
    left, top, width, height = cv2.boundingRect(points)
    left, top, right, bottom = (
        max(0, left),
        max(0, top),
        min(left + width, picture.shape[1]),
        min(top + height, picture.shape[0]),
    )
    mask = np.zeros((max(0, bottom - top), max(0, right - left)), dtype=np.uint8)
    if mask.size == 0:
        return None
    margin = 2 * round(node.border + 2)
    cv2.fillPoly(mask, [points - (left, top)], 1)
    cv2.polylines(mask, [points - (left, top)], isClosed=True, color=0, thickness=margin)
    for other in inner:
        hole = np.round(np.array(other.polygon)).astype(np.int32) - (left, top)
        cv2.fillPoly(mask, [hole], 0)
        cv2.polylines(mask, [hole], isClosed=True, color=0, thickness=margin)
    inside = picture[top:bottom, left:right]
    return patch_of(inside, mask > 0, left, top, environment.text_height, node.fill)
