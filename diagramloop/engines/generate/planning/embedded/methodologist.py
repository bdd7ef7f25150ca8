"""The embedded Methodologist: ranks the passages of a paper by how much they say of its method."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from diagramloop.base.text.bags import cosine, rarity
from diagramloop.base.text.sentences import sentences
from diagramloop.base.text.word_lists import Choice
from diagramloop.data.sources import Paper, Passage
from diagramloop.engines.generate.planning._agents import PlanningError
from diagramloop.engines.generate.planning._prose import normalised
from diagramloop.engines.generate.planning.embedded._lexicon import LISTS, frames, unended, words
from diagramloop.engines.generate.planning.embedded.clauses import clauses
from diagramloop.engines.generate.planning.embedded.tagging import lemma_of
from diagramloop.errors import RejectionReason
from diagramloop.models.chat import Usage

MAX_PASSAGES = 2_000  # of a paper that are ranked
MAX_PASSAGE = 6_000  # characters of one that are read
MIN_SHARE = 0.25  # of the best passage's worth, below which one says too little
MENTION, CAPTION, FLOW, PLACE = 3.0, 4.0, 2.0, 1.0
"""What a passage is worth that refers to the figure, whose words are those of the caption, all of whose sentences say
what flows where, that stands at the paper's beginning. Set beforehand, not trained."""

_WORD = re.compile(r"[^\W\d_]{2,}")


class EmbeddedMethodologist:
    """Takes the best passages until the description is as long as asked for, and gives them in the paper's order.

    Args:
        characters: that the description has at most, but for a first passage that is longer.
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "embedded"
    usage = Usage()

    def __init__(self, characters: int = 5_000, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._characters = characters
        self._word_lists = Choice(word_lists)

    def method(self, paper: Paper) -> str:
        """See :meth:`diagramloop.engines.generate.planning.Methodologist.method`.

        Raises:
            PlanningError: the paper has no text (EMPTY).
        """
        passages = [
            Passage(part.section, normalised(part.text[:MAX_PASSAGE])) for part in paper.passages[:MAX_PASSAGES]
        ]
        passages = [part for part in passages if part.text] or [Passage("Abstract", normalised(paper.abstract))]
        if not any(passage.text for passage in passages):
            raise PlanningError(f"{paper.id} has no text", reason=RejectionReason.EMPTY)
        with self._word_lists.read():
            worth = self._worth(passages, normalised(paper.caption), [normalised(part) for part in paper.mentions])
        taken: list[int] = []
        length = 0
        for place in sorted(range(len(passages)), key=lambda place: (-worth[place], place)):
            length += len(passages[place].text)
            if taken and (length > self._characters or worth[place] < MIN_SHARE * worth[taken[0]]):
                break
            taken.append(place)
        return "\n\n".join(passages[place].text for place in sorted(taken))

    def _worth(self, passages: Sequence[Passage], caption: str, mentions: Sequence[str]) -> list[float]:
        likeness = _likeness(caption, [passage.text for passage in passages])
        worth = []
        for place, passage in enumerate(passages):
            mentioned = any(mention and mention in passage.text for mention in mentions)
            spoken_of = _section(passage.section) + MENTION * mentioned + CAPTION * likeness[place]
            worth.append(spoken_of + FLOW * _flow(passage.text) + PLACE * (1 - place / len(passages)))
        return worth


def _section(title: str) -> float:
    """Worth of a section's title; with its parents' (``Method > Verification``), the sum."""
    return sum(_title(part) for part in title.split(">"))


def _title(title: str) -> float:
    """Worth of the words of one title: the highest if none speaks against it, else the lowest."""
    known = LISTS["sections"]
    worth = [float(known[word]) for word in _WORD.findall(title.lower()) if word in known]
    return 0.0 if not worth else min(worth) if min(worth) <= -2 else max(worth)


def _flow(text: str) -> float:
    """The share of sentences with a clause whose verb says what flows where."""
    statements = list(sentences(text, abbreviations=unended()))
    telling = sum(
        any(clause.lemma in frames() and len(clause.slots) > 1 for clause in clauses(sentence))
        for sentence in statements
    )
    return telling / len(statements) if statements else 0.0


def _likeness(caption: str, texts: Sequence[str]) -> list[float]:
    """Cosine of the words' tf-idf between the caption and each text, in [0, 1]."""
    bags = [Counter(_terms(text)) for text in texts]
    asked, rarities = Counter(_terms(caption)), rarity(bags)
    return [cosine(asked, bag, rarities, unknown=0.0) for bag in bags]


def _terms(text: str) -> Iterable[str]:
    return (lemma_of(word) for word in _WORD.findall(text) if word.lower() not in words("stop_words"))
