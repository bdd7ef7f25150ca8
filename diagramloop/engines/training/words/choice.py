"""Weights of the lexicon, chosen on exercises that the reader has not learned from, by writers whom it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
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
    "unknown": (1.0, 2.0, 3.0, 4.5, 6.0),
    "letter": (0.1, 0.3, 0.6, 1.0),
    "other": (0.3, 1.0, 2.0, 3.0),
}
_ROUNDS = 2
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
    return _descended(sample, read(network, sample, "cpu"), lexicon(words))


def _descended(words: Sequence[Word], answers: Sequence[Answer], given: Lexicon) -> tuple[Weights, dict[str, float]]:
    """One weight after the other is set to the best of those tried."""
    unknown = [word.text.lower() not in given.costs for word in words]
    plainly = _shares([greedy(answer, CHARACTERS) for answer in answers], words, unknown)

    def shares(weights: Weights) -> tuple[float, float]:
        weighted = Lexicon(given.costs, weights)
        texts = [likeliest(answer, CHARACTERS, weighted)[0].text for answer in answers]
        return _shares(texts, words, unknown)

    best = Weights()
    reached = shares(best)
    for _ in range(_ROUNDS):
        for name, values in _TRIED.items():
            for value in values:
                weights = replace(best, **{name: value})
                if weights == best:
                    continue
                tried = shares(weights)
                if (tried[1] >= plainly[1], tried[0]) > (reached[1] >= plainly[1], reached[0]):
                    best, reached = weights, tried
    figures = {"right": reached[0], "unknown_right": reached[1], "greedy": plainly[0], "unknown_greedy": plainly[1]}
    return best, {**figures, **asdict(best)}


def _shares(texts: Sequence[str], words: Sequence[Word], unknown: Sequence[bool]) -> tuple[float, float]:
    """Shares of words right, of all and of unknown ones."""
    right = [plain(text) == plain(word.text) for text, word in zip(texts, words, strict=True)]
    of_unknown = [good for good, outside in zip(right, unknown, strict=True) if outside]
    return sum(right) / len(right), sum(of_unknown) / max(1, len(of_unknown))
