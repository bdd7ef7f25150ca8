"""Text Spotter that sees letters alone: the paper's colour is painted over all that the network does not call text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape, TextLine
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.engines.parse.text.recogniser import LineReader
from diagramloop.engines.parse.text.recognisers import with_lexicon
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Ink that stays when texts are read; a cell is two pixels of the picture that the network is shown.
_LEAST_TEXT_SHARE = 0.25  # probability from which on ink is a letter's
_AROUND_CELLS = 3  # side of the square around such a cell that stays
_PAPER_CELLS = 31  # side of the square whose usual colour is the paper's


@dataclass(frozen=True)
class LearnedTextSpotter:
    """Reads as :class:`EmbeddedTextSpotter` does, but for what is no letter and is not there any more.

    The lexicon is in the reader's beam: what a network is shown is by hand, photographed or small, and words settle
    what its letters leave in doubt.
    """

    reading: EmbeddedTextSpotter = field(default_factory=lambda: EmbeddedTextSpotter(with_lexicon()))

    def reading_by(self, recogniser: LineReader) -> LearnedTextSpotter:
        """A copy with another recogniser."""
        return replace(self, reading=self.reading.reading_by(recogniser))

    def spot(self, picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> tuple[TextLine, ...]:
        """The lines of text, nodes' first, in the order of ``shapes``.

        Raises:
            ValueError: no network has looked at the picture.
            PictureError: more lines, or longer ones, than a diagram has (TOO_LARGE).
        """
        if environment.ink is None:
            raise ValueError("no network has looked at the picture")
        return self.reading.spot(letters_alone(picture, environment.ink), environment, shapes)


def letters_alone(picture: RGB, ink: InkMaps) -> RGB:
    """The picture with the paper's colour where no letters are seen."""
    height, width = picture.shape[:2]
    letters = (ink.at_cells("text") > _LEAST_TEXT_SHARE).view(np.uint8)
    gone = 1 - cv2.dilate(letters, np.ones((_AROUND_CELLS,) * 2, np.uint8))
    small = cv2.resize(picture, gone.shape[::-1], interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.medianBlur(small, _PAPER_CELLS), (width, height), interpolation=cv2.INTER_LINEAR)
    mask = cv2.resize(gone, (width, height), interpolation=cv2.INTER_NEAREST) > 0
    return np.where(mask[:, :, None], paper, picture)
