"""The lexicon that is shipped: words of PAGED's captions and of a general list, each with its cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from diagramloop.engines.parse.text.lexicon import COST_UNIT, is_letter
from diagramloop.engines.training.words.texts import (
    GENERAL_WORDS,
    captions_of_paged,
    read_counts,
    things_of_paged,
    words_of,
)
from diagramloop.whole_files import write_json, write_whole

_OF_PROCEDURES = 0.5  # share of the captions' words in the mixture of both lists
_LETTERS = 24  # a longer word is in no list


def write_lexicon(paged: Path, words: Path, out: Path) -> None:
    """Writes the lexicon, and its lineage beside it.

    Args:
        paged: folder of PAGED.
        words: file of general words, as :func:`read_counts` reads it.

    Raises:
        SourceError: no PAGED there, or no such file.
    """
    lines = lexicon_lines(captions_of_paged(paged), read_counts(words, GENERAL_WORDS))
    write_whole(out, "\n".join(lines) + "\n")
    lineage = {
        "weight": out.name,
        "data": "words of PAGED's documents that learners train on (Apache-2.0), and SymSpell's English words (MIT)",
        "use": "made of",
        "things": things_of_paged(paged),
    }
    write_json(out.with_suffix(".lineage.json"), lineage)


def lexicon_lines(captions: Iterable[str], general: Counter[str]) -> list[str]:
    """Lines of a word in lower case and its cost in tenths of a natural logarithm, the commonest first."""
    of_captions: Counter[str] = Counter()
    for word, count in words_of(captions).items():
        of_captions[word.lower()] += count
    shares: dict[str, float] = {}
    for share, counts in ((_OF_PROCEDURES, of_captions), (1 - _OF_PROCEDURES, general)):
        for word, count in counts.items():
            if len(word) <= _LETTERS and all(map(is_letter, word)):
                shares[word] = shares.get(word, 0.0) + share * count / counts.total()
    commonest = sorted(shares, key=lambda word: (-shares[word], word))
    return [f"{word} {round(-math.log(shares[word]) / COST_UNIT)}" for word in commonest]
