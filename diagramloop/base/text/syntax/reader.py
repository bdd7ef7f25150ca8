"""Trees to clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from diagramloop.base.text.syntax.clauses import Clause, Relation
from diagramloop.base.text.syntax.parsed import Parse, parsed
from diagramloop.errors import DiagramloopError, RejectionReason

if TYPE_CHECKING:
    from spacy.tokens import Token

LONGEST = 1_500
"""Characters of a text that is parsed: more is no sentence, and chains of clauses are followed one within the other."""
_CONJUNCTIONS = {relation.value: relation for relation in Relation if relation is not Relation.MAIN} | {
    "once": Relation.AFTER,
    "upon": Relation.AFTER,
    "following": Relation.AFTER,
    "whenever": Relation.WHEN,
    "till": Relation.UNTIL,
}
_TIMES = frozenset({Relation.AFTER, Relation.BEFORE})
_ADVERBS = frozenset(
    {
        *("otherwise", "else", "meanwhile", "simultaneously", "concurrently", "then", "afterwards", "next", "finally"),
        *(
            "instead",
            "alternatively",
            "again",
            "also",
            "first",
            "however",
            "therefore",
            "please",
            "subsequently",
            "lastly",
            "either",
        ),
    }
)
_DENIERS = frozenset({"no", "neither", "none", "nobody", "nothing", "never"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_LISTED = frozenset({"dobj", "pobj", "prep", "agent", "oprd", "dative", "nsubjpass", "attr"})
_DO = {"VB": "do", "VBP": "do", "VBZ": "does", "VBD": "did"}
_LINKS = frozenset({"cc", "punct", "preconj"})
_CASES = frozenset({"case", "event"})


@lru_cache(maxsize=4096)
def clauses(text: str, pipeline_name: str = "") -> tuple[Clause, ...]:
    """The clauses of a sentence, or of several, in the order of their first words.

    Args:
        text: in English, of at most ``LONGEST`` characters.
        pipeline_name: of spaCy's pipeline; see :func:`diagramloop.base.text.syntax.pipeline.pipeline`.

    Raises:
        DiagramloopError: the text is longer (TOO_LARGE), or the parser is not installed (MISSING).
    """
    if len(text) > LONGEST:
        message = f"a sentence of {len(text)} characters, more than {LONGEST}"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
    return _Reader(parsed(text, pipeline_name)).clauses()


@dataclass(frozen=True)
class _Reader:
    """A parse, cut into clauses: each word belongs to the nearest word above it that heads one."""

    parse: Parse

    def clauses(self) -> tuple[Clause, ...]:
        """Return the clauses in order of their first words; those that an empty run of words is left of are none."""
        ordered = [head for head in self._in_order if self._kept[head]]
        place_of = {head: place for place, head in enumerate(ordered)}
        return tuple(self._clause(head, place_of) for head in ordered)

    @cached_property
    def _owner(self) -> dict[int, int]:
        """By the number of a word, that of the head of its clause."""
        owner: dict[int, int] = {}
        for token in self.parse.tokens:
            path = []
            current = token
            while current.i not in owner and not self._heads_clause(current):
                path.append(current.i)
                current = current.head
            top = owner.setdefault(current.i, current.i)
            owner |= dict.fromkeys(path, top)
        return owner

    @cached_property
    def _in_order(self) -> list[int]:
        first: dict[int, int] = {}
        for number in sorted(self._owner):
            if self.parse.words[number].start >= 0:
                first.setdefault(self._owner[number], number)
        return sorted(first, key=first.__getitem__)

    @cached_property
    def _kept(self) -> dict[int, list[int]]:
        """By head, the numbers of a clause's words but for those that join it to others."""
        words: dict[int, list[int]] = {head: [] for head in self._in_order}
        for number in sorted(self._owner):
            if self.parse.words[number].start >= 0:
                words[self._owner[number]].append(number)
        return {head: self._trimmed(head, numbers) for head, numbers in words.items()}

    def _trimmed(self, head: int, numbers: Sequence[int]) -> list[int]:
        openers = {token.i for token in self._openers(head)}
        words = [number for number in numbers if number not in openers and not self._joins(number, head)]
        inside = {number for number in words if not self.parse.tokens[number].is_punct}
        commas = {number for number in words if self.parse.tokens[number].text == ","}
        needless = {number for number in commas if not {number - 1, number + 1} <= inside}  # beside what is left out
        return self._without_outer_marks([number for number in words if number not in needless])

    def _without_outer_marks(self, numbers: list[int]) -> list[int]:
        """Without marks at both ends, but for what closes a bracket or a quotation."""
        tokens = self.parse.tokens
        first, last = 0, len(numbers)
        while first < last and tokens[numbers[first]].is_punct:
            first += 1
        while first < last and tokens[numbers[last - 1]].is_punct and tokens[numbers[last - 1]].text not in ')]"':
            last -= 1
        return numbers[first:last]

    def _joins(self, number: int, head: int) -> bool:
        """The word joins the clause to others: a coordinator of clauses, or an adverb beside the verb."""
        token = self.parse.tokens[number]
        if token.lower_ in _ADVERBS and token.dep_ in {"advmod", "preconj", "intj", "cc"}:
            return token.head.i == head
        if token.dep_ != "cc" or token.head.i != head:
            return False
        return any(other.dep_ == "conj" and self._heads_clause(other) for other in self.parse.tokens[head].rights)

    # Heads.

    def _heads_clause(self, token: Token) -> bool:
        if token.dep_ == "ROOT" or token.head is token:
            return True
        if token.dep_ == "conj":
            return self._heads_conjunct(token)
        if token.dep_ in {"ccomp", "parataxis"}:  # two sentences with a comma between
            has_subject = any(child.dep_ in _SUBJECTS for child in token.lefts)
            marked = any(child.dep_ == "mark" for child in token.lefts)
            return token.i < token.head.i and has_subject and not marked
        return _relation(token) is not Relation.MAIN

    def _heads_conjunct(self, token: Token) -> bool:
        """A verb joined to the verb of a clause; one that shares its "not" is no clause of its own."""
        above = token.head
        if token.pos_ not in {"VERB", "AUX"} or not (above.pos_ in {"VERB", "AUX"} or above.dep_ == "ROOT"):
            return False
        shares_verbs = token.tag_ == "VB" and not any(child.dep_ in _SUBJECTS for child in token.lefts)
        if shares_verbs and _denied(above) and _coordinator(token) in {"or", "nor", "and"}:
            return False
        return self._heads_clause(above)

    def _openers(self, head: int) -> Iterator[Token]:
        """The words that say which part the clause has: "if", or the "in case of" before its noun."""
        token = self.parse.tokens[head]
        if token.dep_ == "prep" and _relation(token) is not Relation.MAIN:
            yield token
            for child in token.rights:
                if child.lower_ in _CASES:
                    yield child
                    yield from (of for of in child.rights if of.lower_ == "of")
            return
        if _relation(token) is not Relation.MAIN or token.dep_ == "ROOT":
            yield from (child for child in token.lefts if child.lower_ in _CONJUNCTIONS)

    # Values.

    def _clause(self, head: int, place_of: dict[int, int]) -> Clause:
        token = self.parse.tokens[head]
        kept = self._kept[head]
        first, last = self.parse.words[kept[0]], self.parse.words[kept[-1]]
        above = self._head_above(token, place_of)
        clause = Clause(self.parse.written(kept), first.start, last.end, relation=self._relation_of(token), head=above)
        clause = self._with_parts(self._with_verb(clause, token), token)
        return replace(
            clause,
            figures=tuple(self._figures(kept)),
            adverbs=frozenset(self._adverbs(head)),
            alternatives=tuple(self._alternatives(token, kept)),
            denial=self._denial(token, kept),
        )

    def _with_verb(self, clause: Clause, token: Token) -> Clause:
        """The clause with what its verb is and says of it; a bare verb shares the modal of the one it is joined to."""
        verb = token.lemma_.lower() if token.pos_ in {"VERB", "AUX"} else ""
        modal = self._modal(token)
        if not modal and _is_joined(clause, token) and token.tag_ == "VB":
            modal = self._modal(token.head)
        passive = any(child.dep_ in {"nsubjpass", "auxpass"} for child in token.children)
        coordinator = _coordinator(token) if _is_joined(clause, token) else ""
        negated = _denied(token)
        return replace(clause, verb=verb, negated=negated, modal=modal, passive=passive, coordinator=coordinator)

    def _with_parts(self, clause: Clause, token: Token) -> Clause:
        """The clause with its subject and object, which it may share with the verb before or behind it."""
        subject = self._part(token, _SUBJECTS)
        if not subject and _is_joined(clause, token):
            subject = self._part(token.head, _SUBJECTS)
        clause = replace(clause, subject=subject, object=self._part(token, {"dobj"}))
        shared = "" if clause.object else self._shared_object(token)
        return replace(clause, text=f"{clause.text} {shared}", object=shared) if shared else clause

    def _relation_of(self, token: Token) -> Relation:
        """Its own, or that of the clause that it is joined to ("if A happens and B fails")."""
        while _relation(token) is Relation.MAIN and token.dep_ == "conj":
            token = token.head
        return _relation(token)

    def _head_above(self, token: Token, place_of: dict[int, int]) -> int:
        while token.dep_ != "ROOT" and token.head is not token:
            token = token.head
            place = place_of.get(self._owner[token.i], -1)
            if token.i == self._owner[token.i] and place >= 0:
                return place
        return -1

    def _part(self, token: Token, labels: frozenset[str] | set[str]) -> str:
        for child in token.children:
            if child.dep_ in labels:
                return self.parse.written(self._below(child))
        return ""

    def _modal(self, token: Token) -> str:
        modals = [child for child in token.lefts if child.tag_ == "MD" and self.parse.words[child.i].start >= 0]
        return modals[0].lower_ if modals else ""

    def _below(self, token: Token) -> list[int]:
        """The numbers of the words under a word that are in its clause and in the text."""
        clause = self._owner[token.i]
        inside = (word.i for word in token.subtree if self._owner[word.i] == clause)
        return sorted(number for number in inside if self.parse.words[number].start >= 0)

    def _shared_object(self, token: Token) -> str:
        """The object of the verb right behind it, which stands for this one, too ("accepts or returns it")."""
        for other in token.rights:
            if other.dep_ == "conj" and self._heads_clause(other) and not any(_rest(token, other)):
                return self._part(other, {"dobj"})
        return ""

    def _figures(self, kept: Sequence[int]) -> Iterator[str]:
        for number in kept:
            token = self.parse.tokens[number]
            if token.like_num:
                counted = token.head.i if token.dep_ == "nummod" and token.head.i > number else number
                run = [place for place in kept if number <= place <= counted]
                yield self.parse.written(run)

    def _adverbs(self, head: int) -> Iterator[str]:
        """Those beside the verb, and the one right before the clause ("..., else HR sends a refusal")."""
        first = self._kept[head][0]
        for child in self.parse.tokens[head].children:
            leads = child.i + 1 < len(self.parse.tokens) and self._owner[child.i + 1] != head and child.i > head
            if child.lower_ in _ADVERBS and not leads:
                yield child.lower_
        if first and self.parse.tokens[first - 1].lower_ in _ADVERBS:
            yield self.parse.tokens[first - 1].lower_

    def _alternatives(self, token: Token, kept: Sequence[int]) -> Iterator[str]:
        """The clause for each item of a list with "or" in an object, a phrase or the subject of a passive."""
        items = self._items(token)
        if len(items) < 2 or _denied(token):
            return
        of_item = self._words_of_items(items)
        listed = {number for words in of_item for number in words}
        beside = [items[0].head, *items]
        links = {child.i for token in beside for child in token.children if child.dep_ in _LINKS}
        links = {number for number in links if number < max(listed)}
        for words in of_item:
            others = (listed - words) | links
            yield self.parse.written([number for number in kept if number not in others])

    def _words_of_items(self, items: Sequence[Token]) -> list[set[int]]:
        """The words of each item of a list; a later one hangs below an earlier one."""
        below = [set(self._below(item)) for item in items]
        for place, words in enumerate(below):
            for item, others in zip(items[place + 1 :], below[place + 1 :], strict=True):
                if item.i in words:
                    words -= others
        return below

    def _items(self, token: Token) -> list[Token]:
        for child in token.subtree:
            if not self._is_part(child, token) or child.like_num:
                continue
            chain = _chain(child)
            if len(chain) > 1 and any(cc.lower_ == "or" for item in chain for cc in item.children if cc.dep_ == "cc"):
                return [*_alike_before(child), *chain]
        return []

    def _is_part(self, child: Token, token: Token) -> bool:
        """An object or a phrase of the verb, or within one, and in no clause of its own ("whether it is A or B")."""
        while child.dep_ in _LISTED and child.head.i != token.i:
            child = child.head
        return child.dep_ in _LISTED and child.head.i == token.i

    def _denial(self, token: Token, kept: Sequence[int]) -> str:
        """The clause's words with the opposite polarity; empty where it is denied otherwise than by "not"."""
        negations = {child.i for child in token.lefts if child.dep_ == "neg"}
        if negations:
            negations |= {child.i for child in token.lefts if child.text == "Do"}
            return self.parse.written([number for number in kept if number not in negations])
        if _denied(token):
            return ""
        return self._denied_by_not(token, kept)

    def _denied_by_not(self, token: Token, kept: Sequence[int]) -> str:
        """The clause with a "not" behind its first auxiliary, or with one made of "do"."""
        helpers = [child.i for child in token.lefts if child.dep_ in {"aux", "auxpass"} and child.i in kept]
        if helpers:
            return self._with("not", helpers[0] + 1, kept)
        if token.lemma_ == "be":
            return self._with("not", token.i + 1, kept)
        if token.tag_ in _DO:
            others = [number for number in kept if number != token.i]
            return self._with(f"{_DO[token.tag_]} not {token.lemma_}", token.i, others)
        return self._with("not" if token.pos_ == "VERB" else "no", kept[0], kept)

    def _with(self, words: str, place: int, kept: Sequence[int]) -> str:
        """The clause with words put before those from a place on."""
        before = self.parse.written([number for number in kept if number < place])
        behind = self.parse.written([number for number in kept if number >= place])
        return f"{before} {words} {behind}".strip()


def _is_joined(clause: Clause, token: Token) -> bool:
    return token.dep_ == "conj" and clause.head >= 0


def _relation(token: Token) -> Relation:
    """The part that a word's own conjunction or preposition gives to its clause."""
    if token.dep_ == "prep":
        return _phrase_relation(token)
    if token.dep_ not in {"advcl", "ROOT", "ccomp", "acl", "relcl", "dep"}:
        return Relation.MAIN
    for child in token.lefts:
        if child.dep_ in {"mark", "advmod"} and child.lower_ in _CONJUNCTIONS:
            return _CONJUNCTIONS[child.lower_]
    return Relation.MAIN


def _phrase_relation(token: Token) -> Relation:
    """Of a phrase before its verb, or with a gerund: "after the payment, ...", "before opening"; none of times."""
    before = token.i < token.head.i
    if token.lower_ == "in" and any(child.lower_ in _CASES and any(child.rights) for child in token.rights):
        return Relation.IF
    relation = _CONJUNCTIONS.get(token.lower_, Relation.MAIN)
    if relation not in _TIMES or any(word.like_num for word in token.subtree):
        return Relation.MAIN
    gerund = any(child.dep_ == "pcomp" for child in token.rights)
    return relation if before or gerund else Relation.MAIN


def _denied(token: Token) -> bool:
    """The clause that the word heads is negated."""
    for child in token.children:
        if child.dep_ == "neg" or (child.dep_ == "advmod" and child.lower_ in _DENIERS):
            return True
        if child.dep_ in _SUBJECTS | {"dobj", "attr"}:
            nearby = {child.lower_, *(word.lower_ for word in child.lefts)}
            if nearby & _DENIERS:
                return True
    return False


def _coordinator(token: Token) -> str:
    """The coordinator of the list in which a conjunct stands, said before it or before a later one."""
    current: Token | None = token.head
    while current is not None:
        for child in current.children:
            if child.dep_ == "cc":
                return child.lower_
        current = next((child for child in current.rights if child.dep_ == "conj"), None)
    return ""


def _chain(token: Token) -> list[Token]:
    """The items of a list, from its first on."""
    items = [token]
    while following := [child for child in items[-1].rights if child.dep_ == "conj"]:
        items += following[:1]
    return items


def _alike_before(token: Token) -> list[Token]:
    """Phrases with its preposition, which the parser hangs beside the list ("by letter, by van or by truck")."""
    alike = (other for other in token.head.rights if (other.dep_, other.lower_) == (token.dep_, token.lower_))
    return [other for other in alike if other.i < token.i]


def _rest(token: Token, other: Token) -> Iterator[Token]:
    """The words between a verb and the next but the coordinator."""
    return (child for child in token.rights if child.i < other.i and child.dep_ not in {"cc", "punct"})
