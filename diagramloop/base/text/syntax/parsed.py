"""Words of a text, parsed: what the small model is known to misread is mended here, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagramloop.base.text.dictionary import analysed
from diagramloop.base.text.syntax.pipeline import pipeline

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ONE_WORD = {
    ("in", "case"): "if",
    ("in", "the", "event", "that"): "if",
    ("on", "condition", "that"): "if",
    ("provided", "that"): "if",
    ("as", "long", "as"): "if",
    ("as", "soon", "as"): "once",
    ("at", "the", "same", "time"): "meanwhile",
    ("in", "the", "meantime"): "meanwhile",
    ("in", "parallel"): "meanwhile",
    ("or", "else"): "otherwise",
    ("if", "not", ","): "otherwise",
}
"""Words that are one conjunction or adverb, and the one that the parser knows best in their place."""
_NOT_BEFORE: dict[tuple[str, ...], str] = {("in", "case"): "of"}  # "in case of fire" has no clause
_LONGEST = max(map(len, _ONE_WORD))
_SUBJECT = ("you", "must")
"""Put before an imperative that is read as something else.

Of 50 imperatives written apart the parser misreads 13 as they are, 2 behind "you", 1 behind "please" and none behind
"you must"."""
_OPENERS = frozenset(
    {"after", "as", "before", "if", "in", "once", "unless", "until", "upon", "when", "whenever", "while"}
)
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})


@dataclass(frozen=True)
class Word:
    """A word to be parsed, and its place in the text; ``start`` is -1 for one that is not there."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Parse:
    """A text's words with their tree; the words' places are those in ``text``."""

    text: str
    words: tuple[Word, ...]
    tokens: tuple[Token, ...]

    def written(self, numbers: Sequence[int]) -> str:
        """The text of the words of these numbers, in order, with a blank where others are left out."""
        parts: list[str] = []
        end = -1
        for number in numbers:
            word = self.words[number]
            gap = self.text[end : word.start] if parts else ""
            parts.append(" " if parts and (gap.strip() or gap) else "")
            parts.append(self.text[word.start : word.end])
            end = word.end
        return "".join(parts)


def parsed(text: str, pipeline_name: str = "") -> Parse:
    """The text, parsed as one sentence or several; an imperative at its beginning as one."""
    language = pipeline(pipeline_name)
    words = _joined([Word(token.text, token.idx, token.idx + len(token)) for token in language.make_doc(text)])
    doc = _tree(words, pipeline_name)
    place = _imperative(words)
    if place < len(words) and not _is_root(doc[place]) and not _in_subject(doc, place):
        verb = words[place]
        inserted = [Word(word, -1, -1) for word in _SUBJECT]
        mended = (*words[:place], *inserted, Word(verb.text.lower(), verb.start, verb.end), *words[place + 1 :])
        other = _tree(mended, pipeline_name)
        if _is_root(other[place + len(_SUBJECT)]):
            words, doc = mended, other
    return Parse(text, words, tuple(doc))


def _imperative(words: Sequence[Word]) -> int:
    """The place where an imperative may begin: the first word, or behind the comma where one opens a condition.

    The number of words where the word there cannot be a verb in its base form.
    """
    place = 0
    texts = [word.text.lower() for word in words]
    if texts[:1] and texts[0] in _OPENERS:
        place = texts.index(",") + 1 if "," in texts else len(words)
        place += texts[place : place + 1] == ["then"]
    if place >= len(words):
        return len(words)
    base, classes = analysed(texts[place])
    return place if "V" in classes and base == texts[place] else len(words)


def _is_root(token: Token) -> bool:
    return token.dep_ == "ROOT" and token.tag_ in {"VB", "VBP"}


def _in_subject(doc: Doc, place: int) -> bool:
    return any(token.dep_ in _SUBJECTS and token.left_edge.i == place for token in doc)


def _tree(words: Sequence[Word], pipeline_name: str) -> Doc:
    from spacy.tokens import Doc

    language = pipeline(pipeline_name)
    return language(Doc(language.vocab, words=[word.text for word in words]))


def _joined(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words without blanks among them, several that are one conjunction as one."""
    kept = [word for word in words if not word.text.isspace()]
    joined = []
    number = 0
    while number < len(kept):
        run = _run(kept, number)
        last = kept[number + run - 1]
        if run > 1:
            lower = tuple(word.text.lower() for word in kept[number : number + run])
            joined.append(Word(_ONE_WORD[lower], kept[number].start, last.end))
        else:
            joined.append(last)
        number += run
    return tuple(joined)


def _run(words: Sequence[Word], number: int) -> int:
    """The number of words from that place on that are one."""
    lower = [word.text.lower() for word in words[number : number + _LONGEST + 1]]
    for length in range(_LONGEST, 1, -1):
        run = tuple(lower[:length])
        if run in _ONE_WORD and lower[length : length + 1] != [_NOT_BEFORE.get(run)]:
            return length
    return 1
