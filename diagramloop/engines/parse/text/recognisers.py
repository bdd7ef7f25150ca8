"""The recognisers that the parser can read with, each behind a look at the script; see the plug-ins of this kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from diagramloop.engines.parse.text.recogniser import Grey, Reading, Recogniser
from diagramloop.engines.parse.text.scripts import AlphabetReader, ByScript
from diagramloop.engines.parse.text.word_reader import TRAINED, WordReader, word_network

_ONNX = ".onnx"
_SAMPLE = 16  # lines of a page by which print is told
_LETTERS = 3  # that a line of the sample has at least
_LIKELY = 0.78  # mean of these: by hand at most .74 (28 pages), in print mostly more (12 of 16 public pictures)


@dataclass(frozen=True)
class ByPage:
    """Reads a page in print by one reader and one by hand by another: print is what the first one reads surely.

    Attributes:
        in_print: the reader of print, whose probabilities tell.
        by_hand: the other one.
    """

    in_print: AlphabetReader
    by_hand: AlphabetReader

    @property
    def characters(self) -> Sequence[str]:
        """All that is read on any page."""
        return self.by_hand.characters

    def read(self, strips: Sequence[Grey]) -> list[Reading]:
        """See :class:`~diagramloop.engines.parse.text.recogniser.LineReader`; all strips are of one page."""
        step = max(1, len(strips) // _SAMPLE)
        sample = self.in_print.read(strips[::step])
        likely = [reading.probability or 0.0 for reading in sample if len(reading.text) >= _LETTERS]
        if not likely or fmean(likely) <= _LIKELY:
            return self.by_hand.read(strips)
        others = iter(self.in_print.read([strip for place, strip in enumerate(strips) if place % step]))
        return [next(others) if place % step else sample[place // step] for place in range(len(strips))]


def embedded() -> ByScript:
    """PP-OCRv6 small, the likeliest character at each position."""
    return ByScript(Recogniser())


def with_lexicon() -> ByScript:
    """The trained reader of words by hand, with words of procedures and of English in its beam.

    Pages in print, and lines in scripts that it does not read, are PP-OCRv6 small's.
    """
    published = Recogniser()
    return ByScript(ByPage(published, WordReader(TRAINED)), (published,))


def onnx(weights: str, lexicon: str = "") -> ByScript:
    """A recogniser of one's own: PP-OCR of another size or language, or what RapidOCR takes as ``Rec.model_path``.

    Args:
        weights: path of its file.
        lexicon: path of words and their costs for its beam; none if empty.

    Raises:
        ModelError: as :class:`~diagramloop.engines.parse.text.word_reader.WordNetwork`.
    """
    word_network(Path(weights))
    return ByScript(WordReader(Path(weights), Path(lexicon) if lexicon else None))


def recogniser_named(name: str) -> dict[str, Any]:
    """The plain configuration of a recogniser by its plug-in's name, or by the path of an ONNX file."""
    if name.endswith(_ONNX):
        return {"make": "onnx", "options": {"weights": name}}
    return {"make": name}
