"""SA-FloNet's published scores of static replay once more, row by row and without any of the library's code: oracles.

Written from a description of what the program computes. nltk has BLEU and splits sentences into words; where sentences
end is known here, for the texts are made of them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

Sentences = Sequence[str]


def corpus_bleu(pairs: Iterable[tuple[Sentences, Sentences]]) -> float:
    """BLEU-4 of what was said and of the one reference of it: nothing is smoothed, and case is kept."""
    from nltk.translate import bleu_score

    both = [(words(said), words(meant)) for said, meant in pairs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(bleu_score.corpus_bleu([[meant] for _, meant in both], [said for said, _ in both]))


def words(sentences: Sentences) -> list[str]:
    from nltk import word_tokenize

    return [word for sentence in sentences for word in word_tokenize(sentence, preserve_line=True)]


def recall_at_1(rows: Iterable[dict[str, Any]]) -> float:
    hits = [row["Correct R1"] for row in rows if row["GT index"] != -1]
    return sum(hits) / len(hits)


def success_rate(rows: Iterable[dict[str, Any]]) -> float:
    """Dialogues in which every turn is right: each one ends with a turn that is grounded in nothing."""
    dialogues, success = [], True
    for row in rows:
        if row["GT index"] == -1:
            dialogues.append(success)
            success = True
        else:
            success = success and row["Correct R1"]
    return sum(dialogues) / len(dialogues)
