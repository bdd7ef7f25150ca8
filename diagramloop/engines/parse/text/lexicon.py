"""Words of procedures and of English with their frequencies, and how likely a text is by them, known words or not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from diagramloop.errors import ModelError, RejectionReason

SHIPPED = Path(__file__).parent / "weights" / "lexicon.txt"
COST_UNIT = 0.1  # of a natural logarithm, in which the file has the costs of words


@dataclass(frozen=True)
class Weights:
    """Costs beside the reader's own, as natural logarithms.

    ``python -m diagramloop.engines.training.words weigh`` chose them, on exercises that the reader had not seen.

    Attributes:
        lexicon: share of a known word's own cost that counts.
        unknown: of a word that is in no list.
        letter: of each of its letters.
        other: of each figure and sign.
    """

    lexicon: float = 0.25
    unknown: float = 4.0
    letter: float = 0.5
    other: float = 1.5


@dataclass
class Lexicon:
    """Costs of texts.

    Attributes:
        costs: of words in lower case: the logarithm of one by their probability.
        weights: of the parts of a cost.
    """

    costs: Mapping[str, float]
    weights: Weights = Weights()
    _least: dict[str, float] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for word, cost in self.costs.items():
            for prefix in itertools.accumulate(word):
                if cost < self._least.get(prefix, math.inf):
                    self._least[prefix] = cost

    def word(self, letters: str, whole: bool) -> float:
        """The cost of a word, or of the least costly one that begins so if it is not ``whole``."""
        known = (self.costs if whole else self._least).get(letters.lower())
        unknown = self.weights.unknown + self.weights.letter * len(letters)
        return unknown if known is None else min(self.weights.lexicon * known, unknown)

    def text(self, text: str) -> float:
        """The cost of a whole text: of its words, figures and signs."""
        cost = 0.0
        for of_letters, run in itertools.groupby(text, key=is_letter):
            characters = "".join(run)
            if of_letters:
                cost += self.word(characters, whole=True)
            else:
                cost += self.weights.other * sum(character != " " for character in characters)
        return cost


def is_letter(character: str) -> bool:
    """True if a character is one that words are made of; an apostrophe is."""
    return character.isalpha() or character == "'"


@lru_cache(maxsize=2)
def lexicon(path: Path) -> Lexicon:
    """The lexicon of a file: a word and its cost in tenths on each line.

    Raises:
        ModelError: no such file (MISSING), or a line of another form (UNREADABLE).
    """
    try:
        rows = [line.rsplit(" ", 1) for line in path.read_text(encoding="utf-8").splitlines()]
        return Lexicon({word: int(cost) * COST_UNIT for word, cost in rows})
    except OSError as error:
        raise ModelError(str(error), reason=RejectionReason.MISSING) from error
    except ValueError as error:
        raise ModelError(f"{path}: {error}", reason=RejectionReason.UNREADABLE) from error
