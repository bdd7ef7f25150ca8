"""Weights of the lexicon, chosen on exercises that the reader has not learned from, by writers whom it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from diagramloop.engines.parse.text.ctc_beam import Answer, greedy, likeliest
from diagramloop.engines.parse.text.lexicon import Lexicon, Weights, lexicon
from diagramloop.engines.training.checkpoint import AVERAGED, latest, load_weights, read_state
from diagramloop.engines.training.words.alphabet import CHARACTERS
from diagramloop.engines.training.words.hand_lines import load_lines
from diagramloop.engines.training.words.lessons import LINES, taught
from diagramloop.engines.training.words.loop import read
from diagramloop.engines.training.words.network import WordReader
from diagramloop.engines.training.words.settings import words_settings
from diagramloop.engines.training.words.words_right import Word, plain, words_in
from diagramloop.errors import DiagramloopError, ModelError

_TRIED = {
    "lexicon": (0.2, 0.35, 0.5, 0.7, 1.0),
    "unknown": (2.0, 4.0, 6.0, 8.0, 10.0),
    "letter": (0.2, 0.5, 1.0, 1.5, 2.0),
    "other": (1.0, 2.0, 3.0, 4.0, 6.0),
}
_WORDS = 500


def chosen_weights(folder: Path, words: Path, most: int = _WORDS) -> tuple[Weights, dict[str, float]]:
    """The weights under which most words are read right, of those that read unknown words no worse than without.

    Args:
        folder: of a training with exercises left out.
        words: the lexicon's file.
        most: words that are looked at.

    Returns:
        The weights, and shares of words right: with them and by greedy reading, of all and of unknown words.

    Raises:
        ModelError: there is no checkpoint (MISSING).
        DiagramloopError: no exercise was left out (INVALID).
    """
    checkpoint = latest(folder)
    if checkpoint is None:
        raise ModelError(f"no checkpoint of a training in {folder}")
    settings = words_settings(read_state(checkpoint)["settings"])
    lines = [line for line in load_lines(folder / LINES.format(split="train")) if not taught(line, settings)]
    if not lines:
        raise DiagramloopError(f"the training in {folder} left no exercise out")
    network = WordReader()
    load_weights(network, checkpoint / AVERAGED)
    sample = words_in(lines, most)
    return _descended(_Trial(sample, read(network, sample, "cpu"), lexicon(words)))


@dataclass(frozen=True)
class _Trial:
    """Words, and what the reader answers, under any weights.

    Attributes:
        words, answers: of the same order.
        given: the lexicon.
    """

    words: Sequence[Word]
    answers: Sequence[Answer]
    given: Lexicon

    def plainly(self) -> tuple[float, float]:
        """Shares of all and of unknown words right, by greedy reading."""
        return self._shares([greedy(answer, CHARACTERS) for answer in self.answers])

    def under(self, weights: Weights) -> tuple[float, float]:
        """The same with the lexicon in the beam."""
        weighted = Lexicon(self.given.costs, weights)
        return self._shares([likeliest(answer, CHARACTERS, weighted)[0].text for answer in self.answers])

    def _shares(self, texts: Sequence[str]) -> tuple[float, float]:
        right, unknown = [], []
        for text, word in zip(texts, self.words, strict=True):
            right.append(plain(text) == plain(word.text))
            if word.text.lower() not in self.given.costs:
                unknown.append(right[-1])
        return sum(right) / len(right), sum(unknown) / max(1, len(unknown))


def _descended(trial: _Trial) -> tuple[Weights, dict[str, float]]:
    """One weight after the other is set to the best of those tried."""
    plainly = trial.plainly()
    best = Weights()
    figures = {best: trial.under(best)}

    def worth(weights: Weights) -> tuple[bool, float]:
        """First that unknown words are read no worse than without, then how many are right."""
        right, of_unknown = figures[weights]
        return of_unknown >= plainly[1], right

    for name in [*_TRIED, *_TRIED]:
        for value in _TRIED[name]:
            weights = replace(best, **{name: value})
            if weights not in figures:
                figures[weights] = trial.under(weights)
        best = max(figures, key=worth)
    names = ("right", "unknown_right", "greedy", "unknown_greedy")
    return best, {**dict(zip(names, (*figures[best], *plainly), strict=True)), **asdict(best)}
