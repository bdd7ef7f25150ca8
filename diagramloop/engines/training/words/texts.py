"""Texts to be set: captions of procedures, words by their frequency, figures, codes, signs, accents and Greek."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from diagramloop.engines.training.words.alphabet import CHARACTERS, classes_of
from diagramloop.errors import RejectionReason, SourceError

_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
GENERAL_WORDS = 30_000  # of a general list that are taken
_MOST_WORDS = 5  # of a caption that is set
_FLATTER = 0.35  # exponent of frequencies: rare words are read too
_SIGNS = "+-*/=<>()[]{}#%&@!?.,:;'\"_|~^$\\`€§°±×≤≥≠→←…•"
_FORMS = (
    "{0}", "{0}0", "{0}.{1}", "0.{1}", "{a} {0} {b}", "{0},{1}", "{0}%", "({0})", "{0}/{1}", "{0}-{1}", "{0}:{1}",
    "{0}.{1}.{0}", "${0}", "{0} €", "{a}{0}", "{a}-{0}", "{a}.{0}", "{0}{a}", "{a} = {0}", "{a} > {0}", "{a} < {1}",
    "{a}+{b}", "{a} <= {0}", "{a}[{0}]", "{a}({b})", "{a}_{0}", "{0}x{1}", "#{0}", "{0} {a}", "{a}++", "{0}°", "+{0}",
    "{a}/{b}", "-{0}", "{a}?", "{a}!", "{a}: {0}", "{a};", '"{a}"', "'{a}'", "{a}&{b}", "@{a}",
)  # fmt: skip


class Texts:
    """Texts by chance.

    Args:
        captions: of procedures.
        counts: of words.
    """

    def __init__(self, captions: Sequence[str], counts: Counter[str]) -> None:
        self._captions = [caption for caption in captions if caption]
        self._words = [word for word in counts if classes_of(word)]
        if not self._captions or not self._words:
            raise SourceError("no texts to set", reason=RejectionReason.EMPTY)
        shares = np.array([counts[word] for word in self._words], np.float64) ** _FLATTER
        self._reach = np.cumsum(shares / shares.sum())

    def text(self, rng: np.random.Generator) -> str:
        """One line of text, in the reader's characters."""
        kind = rng.random()
        if kind < 0.5:
            text = self._caption(rng)
        elif kind < 0.72:
            text = _cased(self._word(rng), rng)
        elif kind < 0.9:
            text = self._figures(rng)
        else:
            text = _strange(self._word(rng), rng)
        return text if classes_of(text) else self._word(rng)

    def _caption(self, rng: np.random.Generator) -> str:
        words = self._captions[int(rng.integers(len(self._captions)))].split()
        count = int(rng.integers(1, _MOST_WORDS + 1))
        begin = int(rng.integers(max(1, len(words) - count + 1)))
        return _cased(" ".join(words[begin : begin + count]), rng)

    def _word(self, rng: np.random.Generator) -> str:
        return self._words[min(int(np.searchsorted(self._reach, rng.random())), len(self._words) - 1)]

    def _figures(self, rng: np.random.Generator) -> str:
        form = _FORMS[int(rng.integers(len(_FORMS)))]
        numbers = [str(int(10 ** rng.uniform(0, 4.5))) for _ in range(2)]
        names = [_cased(self._word(rng)[: int(rng.integers(1, 9))], rng) for _ in range(2)]
        return form.format(*numbers, a=names[0], b=names[1])


def _cased(text: str, rng: np.random.Generator) -> str:
    kind = rng.random()
    if kind < 0.2:
        return text.upper() if len(text.upper()) == len(text) else text
    return text[:1].upper() + text[1:] if kind < 0.5 else text


def _strange(word: str, rng: np.random.Generator) -> str:
    """A word with characters that are rare: any of the alphabet, or letters at random."""
    kind = rng.random()
    if kind < 0.4:
        letters = list(word)
        letters[int(rng.integers(len(letters)))] = CHARACTERS[int(rng.integers(len(CHARACTERS) - 1))]
        return "".join(letters)
    if kind < 0.6:
        return word + _SIGNS[int(rng.integers(len(_SIGNS)))]
    size = int(rng.integers(1, 9))
    ascii_letters = CHARACTERS[: ord("~") - ord("!") + 1]
    some = CHARACTERS[:-1] if kind < 0.75 else ascii_letters
    return "".join(some[int(rng.integers(len(some)))] for _ in range(size))


def words_of(texts: Iterable[str]) -> Counter[str]:
    """The words of texts and how often each occurs, in lower case but where it never occurs so."""
    counts = Counter(word for text in texts for word in _WORD.findall(text))
    folded: Counter[str] = Counter()
    for word, count in counts.items():
        folded[word.lower() if word.lower() in counts or word.istitle() else word] += count
    return folded


def captions_of_paged(folder: Path) -> list[str]:
    """Texts of the nodes and sentences of PAGED's documents that its own learners train on.

    Raises:
        SourceError: no PAGED in the folder.
    """
    from diagramloop.engines.training.language.folds import documents, held

    texts = []
    for document in documents(folder):
        if not held(document):
            texts += [node.text for node in document.graph.nodes]
            texts += re.split(r"(?<=[.,;])\s+", document.text)
    return [" ".join(text.split()) for text in texts]


def things_of_paged(folder: Path) -> list[str]:
    """Fingerprints of those documents, as boards know them."""
    from diagramloop.engines.training.language.folds import documents, held
    from diagramloop.evaluation.lineage import fingerprint

    return sorted({fingerprint(document.text) for document in documents(folder) if not held(document)})


def read_counts(path: Path, most: int) -> Counter[str]:
    """The first ``most`` words of a file whose lines are a word and a count.

    Raises:
        SourceError: no such file (MISSING), or a line is of another form (INVALID).
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()[:most]
        return Counter({word: int(count) for word, count in (line.split() for line in lines)})
    except OSError as error:
        raise SourceError(str(error), reason=RejectionReason.MISSING) from error
    except ValueError as error:
        raise SourceError(f"{path}: {error}", reason=RejectionReason.INVALID) from error
