"""Weights of the lexicon, chosen on lines that the reader has not learned from: by hand, and set in print."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from diagramloop.engines.parse.text.ctc_beam import Answer, greedy, likeliest
from diagramloop.engines.parse.text.lexicon import Lexicon, Weights, is_letter, lexicon
from diagramloop.engines.parse.text.word_reader import WordNetwork
from diagramloop.engines.training.checkpoint import latest, read_state
from diagramloop.engines.training.words.hand_lines import HandLine, load_lines
from diagramloop.engines.training.words.lessons import CAPTIONS, LINES, taught
from diagramloop.engines.training.words.set_lines import line_in_print
from diagramloop.engines.training.words.settings import words_settings
from diagramloop.engines.training.words.texts import Texts, words_of
from diagramloop.engines.training.words.words_right import Word, plain, words_in
from diagramloop.errors import DiagramloopError

_TRIED = {
    "lexicon": (0.15, 0.25, 0.35, 0.5),
    "unknown": (3.0, 4.0, 5.0, 6.0, 8.0),
    "letter": (0.3, 0.5, 0.7, 1.0),
    "other": (1.0, 1.5, 2.0, 3.0),
}
_WORDS = 800


class Shares(NamedTuple):
    """Shares of lines read right.

    Attributes:
        right: of all.
        unknown: of those with a word that the lexicon lacks.
    """

    right: float
    unknown: float


@dataclass(frozen=True)
class Trial:
    """Lines, and what the reader answers, under any weights.

    Attributes:
        lines, answers: of the same order.
        characters: by class.
        given: the lexicon.
        same: of a text what is compared.
    """

    lines: Sequence[Word]
    answers: Sequence[Answer]
    characters: Sequence[str]
    given: Lexicon
    same: Callable[[str], str]

    def plainly(self) -> Shares:
        """By greedy reading."""
        return self._shares([greedy(answer, self.characters) for answer in self.answers])

    def under(self, weights: Weights) -> Shares:
        """With the lexicon in the beam."""
        weighted = Lexicon(self.given.costs, weights)
        return self._shares([likeliest(answer, self.characters, weighted)[0].text for answer in self.answers])

    def _shares(self, texts: Sequence[str]) -> Shares:
        right, unknown = [], []
        for text, line in zip(texts, self.lines, strict=True):
            right.append(self.same(text) == self.same(line.text))
            if self._has_unknown(line.text):
                unknown.append(right[-1])
        return Shares(sum(right) / len(right), sum(unknown) / max(1, len(unknown)))

    def _has_unknown(self, text: str) -> bool:
        runs = itertools.groupby(text.lower(), key=is_letter)
        return any(of_letters and "".join(run) not in self.given.costs for of_letters, run in runs)


def chosen_weights(
    folder: Path, network: WordNetwork, words: Path, fonts: Sequence[str], most: int = _WORDS
) -> tuple[Weights, dict[str, float]]:
    """The weights under which most words by hand are right, of those that harm neither unknown words nor print.

    Args:
        folder: of a training: its writers' words, of the exercises that it left out; if it took no step, of all.
        network: that reads them, and has not seen them.
        words: the lexicon's file.
        fonts: of print, in which texts are set.
        most: words that are looked at, and lines in print.

    Returns:
        The weights, and shares of lines right: with them and by greedy reading.

    Raises:
        DiagramloopError: the training left no exercise out (INVALID).
    """
    given = lexicon(words)
    by_hand = words_in(_unseen(folder), most)
    texts = Texts((folder / CAPTIONS).read_text(encoding="utf-8").splitlines(), words_of(given.costs))
    rng = np.random.default_rng(0)
    lines = [Word("print", *line_in_print(texts.text(rng), fonts, rng)) for _ in range(most // 2)]
    trials = [
        Trial(sample, [network.answer(line.grey) for line in sample], network.characters, given, same)
        for sample, same in ((by_hand, plain), (lines, str))
    ]
    return _descended(*trials)


def _unseen(folder: Path) -> list[HandLine]:
    lines = load_lines(folder / LINES.format(split="train"))
    checkpoint = latest(folder)
    if checkpoint is not None:
        settings = words_settings(read_state(checkpoint)["settings"])
        lines = [line for line in lines if not taught(line, settings)]
    if not lines:
        raise DiagramloopError(f"the training in {folder} left no exercise out")
    return lines


def _descended(by_hand: Trial, in_print: Trial) -> tuple[Weights, dict[str, float]]:
    """One weight after the other is set to the best of those tried."""
    plainly = (by_hand.plainly(), in_print.plainly())
    figures: dict[Weights, tuple[Shares, Shares]] = {}

    def worth(weights: Weights) -> tuple[float, float]:
        """First that nothing is lost against greedy reading, then how many words by hand are right."""
        hand, printed = figures[weights]
        lost = max(0.0, plainly[0].unknown - hand.unknown)
        lost += max(0.0, plainly[1].unknown - printed.unknown) + max(0.0, plainly[1].right - printed.right)
        return -lost, hand.right

    best = Weights()
    for name in [*_TRIED, *_TRIED]:
        for value in _TRIED[name]:
            weights = replace(best, **{name: value})
            if weights not in figures:
                figures[weights] = (by_hand.under(weights), in_print.under(weights))
        best = max(figures, key=worth)
    return best, {**_named(figures[best], plainly), **asdict(best)}


def _named(reached: tuple[Shares, Shares], plainly: tuple[Shares, Shares]) -> dict[str, float]:
    shares: dict[str, float] = {}
    for kind, after, before in zip(("hand", "print"), reached, plainly, strict=True):
        shares |= {f"{kind}_right": after.right, f"{kind}_unknown": after.unknown}
        shares |= {f"{kind}_greedy": before.right, f"{kind}_unknown_greedy": before.unknown}
    return shares
