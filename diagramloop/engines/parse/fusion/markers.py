"""Markers: what is drawn on a node and was read as text: a task's icon, a sub-process's plus, a folded corner."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.engines.parse.blackboard import Shape, TextLine
from diagramloop.engines.parse.fusion.text_blocks import is_ideograph

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Signs that are read on a shape and are no text: markers.
_SIGN_COUNT = 4  # of a marker at most
_HOLDER_TEXT_HEIGHTS = 7.0  # of the longer side of what holds only one
_SURE_WORD_SHARE = 0.9  # confidence of a word of a few letters that is no misread marker
_WORD_TEXT_HEIGHTS = 1.6  # single letters that are taller are drawn, not written


def without_signs(lines: list[TextLine], unit: float) -> list[TextLine]:
    """The lines of a node that says something for sure, less the single signs drawn beside its words.

    Args:
        unit: text height in pixels.
    """
    words = [line for line in lines if is_sure_word(line)]
    return [line for line in lines if not _is_drawn_beside(line, words, unit)] if words else lines


def _is_drawn_beside(line: TextLine, words: Sequence[TextLine], unit: float) -> bool:
    """One character alone that is no sure letter, or of a script that the words are not in."""
    if not is_sign(line.text):
        return False
    if _is_ideographic(line):
        return _is_foreign(line, words)
    return line.confidence < _SURE_WORD_SHARE or not is_word(line, unit)


def is_sign(text: str) -> bool:
    """One character alone."""
    return len("".join(text.split())) <= 1


def _is_foreign(line: TextLine, words: Sequence[TextLine]) -> bool:
    """Of ideographs, of which the words have none."""
    return _is_ideographic(line) and not any(map(_is_ideographic, words))


def _is_ideographic(line: TextLine) -> bool:
    return any(map(is_ideograph, line.text))


def letters(line: TextLine) -> int:
    """Number of letters and digits."""
    return sum(c.isalnum() for c in line.text)


def is_word(line: TextLine, unit: float) -> bool:
    """Letters or digits in the drawing's type."""
    return line.box[3] - line.box[1] <= _WORD_TEXT_HEIGHTS * unit and letters(line) > 0


def is_sure_word(line: TextLine) -> bool:
    """More than one letter, surely read."""
    return line.confidence >= _SURE_WORD_SHARE and letters(line) > 1


def is_drawn(line: TextLine, shape: Shape, words: Sequence[TextLine]) -> bool:
    """A single sign that no one would write there: on a diamond, which asks, where other nodes have ``words``; or of a
    script that these are not in."""
    return is_sign(line.text) and bool(words) and (shape.name == "diam" or _is_foreign(line, words))


def is_marker(shape: Shape, lines: Sequence[TextLine], unit: float) -> bool:
    """Nothing is written on the shape; or what is drawn on it was read as a sign or two, or not surely: anywhere on a
    small one, in a corner or larger than type on others."""
    x0, y0, x1, y1 = shape.box
    words = [line for line in lines if is_word(line, unit)]
    likely = [line for line in words if line.confidence >= _SURE_WORD_SHARE]
    sure = any(letters(line) > 1 for line in likely)
    signs = sum(not c.isspace() for line in lines for c in line.text)
    small = max(x1 - x0, y1 - y0) <= _HOLDER_TEXT_HEIGHTS * unit
    few = signs <= _SIGN_COUNT
    return not sure and few and (small or not any(_is_central(word, shape) for word in words))


def _is_central(line: TextLine, shape: Shape) -> bool:
    """Its middle lies in the middle half of the shape's box on both axes."""
    x0, y0, x1, y1 = shape.box
    off_x, off_y = (abs(line.box[k] + line.box[k + 2] - low - high) for k, low, high in ((0, x0, x1), (1, y0, y1)))
    return off_x <= (x1 - x0) / 2 and off_y <= (y1 - y0) / 2
