"""Second looks at a text that was read doubtfully: without what is fainter than the letters, or without lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from diagramloop.engines.parse.evidence import evidence
from diagramloop.engines.parse.same_places import holds_middle
from diagramloop.engines.parse.text.recogniser import Reading
from diagramloop.engines.parse.text.scripts import TOO_MANY, unread_reason
from diagramloop.engines.parse.text.stuck_glyphs import without_lines
from diagramloop.engines.parse.text.text_lines import NEIGHBOURHOOD, Grey, LineCrop, Mask, Patch, ink_of

Text = list[tuple[LineCrop, Reading]]  # lines of one patch with what they say


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Texts that are read doubtfully, and again with less taken for ink.
_SURE_SHARE = 0.9  # confidence of a text's least sure line from which there is no second look


def is_doubtful(text: Text) -> bool:
    """Nothing was read, or one of its lines not surely; not where there are too many lines to read all once."""
    if any(unread_reason(reading.text) == TOO_MANY for _, reading in text):
        return False
    return not text or any(reading.confidence < _SURE_SHARE for _, reading in text)


def better_read(text: Text, again: Text, gain: float) -> Text:
    """The text of a second look, of which goes what is likelier not there, if more speaks for it, by ``gain``, than for
    the text as it was; each line of it as it was where more spoke for that."""
    likely = [line for line in again if _evidence([line]) > 0]
    if not likely or _evidence(likely) <= max(_evidence(text), 0.0) + gain:
        return text
    return [max([line, *_in_place_of(line, text)], key=lambda one: _evidence([one])) for line in likely]


def _in_place_of(line: tuple[LineCrop, Reading], text: Text) -> Text:
    """Lines of a text that hold a line's middle, or whose middle it holds."""
    own = line[0].box
    return [one for one in text if holds_middle(one[0].box, own) or holds_middle(own, one[0].box)]


def _evidence(text: Text) -> float:
    return evidence(reading for _, reading in text)


def second_looks(patch: Patch, stroke: float) -> Iterator[Patch]:
    """The patch where less of it is taken for ink, in up to three ways: none where that is as before.

    Args:
        stroke: width of lines in pixels.
    """
    seen = ink_of(patch)
    if not seen.any():
        return
    bold = _bold(patch.contrast, seen)
    inks = seen.view(np.uint8), bold
    unlined = [without_lines(ink, stroke, patch.text_height) for ink in inks]
    for ink in (bold, *unlined):
        if ink.any() and not ink[seen].all():
            yield replace(patch, contrast=patch.contrast * cv2.dilate(ink, NEIGHBOURHOOD))


def _bold(contrast: Grey, seen: Mask) -> Grey:
    """The darker one of two kinds of ink (Otsu, "A threshold selection method from gray-level histograms", 1979)."""
    level, _ = cv2.threshold(contrast[seen][:, None], 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return (contrast > level).view(np.uint8)
