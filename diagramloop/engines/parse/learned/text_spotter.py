"""Text Spotter that reads the lines which a network's map of letters shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape, TextLine
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.learned.written_lines import strips, written_lines
from diagramloop.engines.parse.text.recogniser import LineReader
from diagramloop.engines.parse.text.recognisers import with_lexicon
from diagramloop.engines.parse.text.scripts import read_affordable


@dataclass(frozen=True)
class LearnedTextSpotter:
    """Reads what the network calls letters, line by line.

    The lexicon is in the reader's beam: what a network is shown is by hand, photographed or small, and words settle
    what its letters leave in doubt.
    """

    recogniser: LineReader = field(default_factory=with_lexicon)

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...]:
        """File that says what the reader of words was made of; none for a recogniser of one's own."""
        return () if "recogniser" in options else ("diagramloop.engines.parse.text:weights/words.lineage.json",)

    def reading_by(self, recogniser: LineReader) -> LearnedTextSpotter:
        """A copy with another recogniser."""
        return replace(self, recogniser=recogniser)

    def spot(self, picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> tuple[TextLine, ...]:
        """The lines of text, nodes' first, in the order of ``shapes``.

        Raises:
            ValueError: no network has looked at the picture.
            PictureError: more lines than a diagram has (TOO_LARGE).
        """
        if environment.ink is None:
            raise ValueError("no network has looked at the picture")
        lines = written_lines(environment.ink, shapes, environment.text_height)
        BUDGET.check("lines_found", len(lines))
        letters = environment.ink.at_cells("text")
        shown = strips(picture, lines, letters.shape)
        cell = environment.ink.cell_px(letters)
        read = zip(lines, read_affordable(self.recogniser, shown, BUDGET), strict=True)
        texts = [
            TextLine(line.box(cell), " ".join(reading.text.split()), reading.confidence, reading.probability)
            for line, reading in read
        ]
        return tuple(text for text in texts if text.text)
