"""The lexicon that is shipped: words of PAGED's captions and of a general list, each with its cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from diagramloop.engines.parse.text.lexicon import COST_UNIT, is_letter
from diagramloop.engines.training.checkpoint import latest, read_state
from diagramloop.engines.training.words.lessons import CAPTIONS, GENERAL_WORDS
from diagramloop.engines.training.words.settings import words_settings
from diagramloop.engines.training.words.texts import read_counts, words_of
from diagramloop.errors import ModelError
from diagramloop.whole_files import write_whole

_OF_PROCEDURES = 0.5  # share of the captions' words in the mixture of both lists
_LETTERS = 24  # a longer word is in no list


def write_lexicon(folder: Path, out: Path) -> None:
    """Writes the lexicon of a training's texts.

    Raises:
        ModelError: there is no checkpoint of a training in the folder (MISSING).
    """
    checkpoint = latest(folder)
    if checkpoint is None:
        raise ModelError(f"no checkpoint of a training in {folder}")
    settings = words_settings(read_state(checkpoint)["settings"])
    captions = (folder / CAPTIONS).read_text(encoding="utf-8").splitlines()
    lines = lexicon_lines(captions, read_counts(Path(settings.words), GENERAL_WORDS))
    write_whole(out, "\n".join(lines) + "\n")


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
