"""Clauses: who does what to what, into what, from what, by the frames of the verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from diagramloop.engines.generate.planning.embedded._lexicon import LISTS, VerbFrame, frames, words
from diagramloop.engines.generate.planning.embedded.tagging import Chunk, chunks, possessor_and_rest

_NON_FINITE = ("gerund", "infinitive")
_WHEN = "when"  # the slot behind "after", which is the subject's where a verb comes next


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase: its words as written, and whether it speaks of something known."""

    words: tuple[str, ...]
    definite: bool = False

    @property
    def head(self) -> str:
        """The last word, in lower case."""
        return self.words[-1].lower()


Phrases = list[NounPhrase]


@dataclass
class FrameClause:
    """A verb with the phrases that fill its slots (``agent``, ``theme``, ``goal``, ``source``, ...).

    Attributes:
        reduced: whether it stands behind its noun without an auxiliary (``features extracted by ...``).
    """

    lemma: str
    passive: bool
    reduced: bool = False
    slots: dict[str, Phrases] = field(default_factory=dict)

    @property
    def frame(self) -> VerbFrame | None:
        """The meaning of the verb's slots: the first of its frames that is meant, those with a condition first."""
        met = {
            "passive": self.passive,
            "several": not self.passive and len(self.slots.get("agent", ())) > 1,
            "bare": not self.passive and "theme" not in self.slots,
            "": True,
        }
        done_by = self.passive and "agent" in self.slots and "theme" in self.slots
        unknown = frames()["process"] if done_by and self.lemma not in words("views") else ()
        fit = [frame for frame in frames().get(self.lemma, unknown) if met[frame.when]]
        return min(fit, key=lambda frame: not frame.when, default=None)

    def subject(self) -> Phrases:
        """The subject of the clause."""
        return self.slots.get("theme" if self.passive else "agent", [])

    def performer(self) -> Phrases:
        """Who goes on when the sentence does: who got it, or did it, or what it was done to."""
        order: tuple[str, ...] = ("agent", "goal", "theme")
        if self.passive:
            order = ("goal", "agent", "via", "using", "theme")
        if self.frame is not None and self.frame.name == "merge" and self.passive:
            order = ("agent", "goal", "using", "theme")
        return next((self.slots[slot] for slot in order if self.slots.get(slot)), [])

    def consists(self) -> None:
        """Makes it say that its subject consists of what comes next."""
        self.slots = {**self.slots, "agent": self.subject()}
        if self.passive:
            del self.slots["theme"]
        self.lemma, self.passive = "consist", False

    def fill(self, slot: str, phrases: Phrases) -> None:
        """Puts ``phrases`` into a slot, beside what is there."""
        self.slots.setdefault(slot, []).extend(phrases)


def clauses(sentence: str) -> list[FrameClause]:
    """The clauses of a sentence, in order."""
    return _Walk(list(_without_of(chunks(sentence)))).clauses()


def _without_of(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """The chunks with ``X of Y`` and ``Y's X`` as one phrase: Y where X is a quantity or an output, else X."""
    place = 0
    while place < len(chunks):
        chunk = chunks[place]
        if chunk.kind == "noun":
            chunk, place = _whole(chunks, place)
        yield chunk
        place += 1


def _whole(chunks: Sequence[Chunk], place: int) -> tuple[Chunk, int]:
    chunk = chunks[place]
    while (
        place + 2 < len(chunks)
        and chunks[place + 1].words == ("of",)
        and chunks[place + 1].kind == "prep"
        and chunks[place + 2].kind == "noun"
    ):
        place += 2
        if chunk.words[-1].lower() in words("quantities"):
            chunk = chunks[place]
    return chunk, place


def _phrase(chunk: Chunk) -> NounPhrase:
    """The phrase of a noun chunk; the output of something is that thing's."""
    owner, rest = possessor_and_rest(chunk.words)
    kept = owner if owner and (not rest or rest[-1].lower() in words("outputs")) else rest or chunk.words
    if len(kept) > 1 and kept[-1].lower() in words("outputs"):
        kept = kept[:-1]
    return NounPhrase(kept, chunk.definite)


class _Walk:
    """Goes through the chunks; phrases gather until a verb, a preposition or a break says what they are."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._found = chunks
        self._done: list[FrameClause] = []
        self._open: FrameClause | None = None
        self._leading: list[tuple[str, Phrases]] = []  # phrases before the verb, with their prepositions
        self._gathered: Phrases = []
        self._slot = ""
        self._waiting: list[FrameClause] = []  # without a subject until the main clause has one
        self._last: Phrases = []  # the latest phrase
        self._antecedent: Phrases = []  # what a relative pronoun stands for
        self._antecedent_slot = ""  # which it fills where it is not the subject
        self._before = ""  # the kind of the chunk before
        self._joined_by = ""
        self._commas_only = True  # between the phrases that were gathered
        self._members: tuple[FrameClause, str, NounPhrase] | None = (
            None  # of which clause and slot a list is announced, as what
        )

    def clauses(self) -> list[FrameClause]:
        takers = {
            "noun": self._take_noun,
            "verb": self._take_verb,
            "prep": self._take_preposition,
            "and": self._take_conjunction,
            "relative": self._take_relative,
            "colon": self._take_colon,
            "break": self._take_break,
        }
        for chunk in self._found:
            takers[chunk.kind](chunk)
            self._before = chunk.kind
        listed = [phrase for slot, phrases in self._leading if not slot for phrase in phrases]
        listed += self._gathered if self._open is None and not self._slot else []
        self._close()
        self._spell_out(listed)
        return self._done

    def _spell_out(self, listed: Phrases) -> None:
        """Puts the members of an announced list, or who does something in the clauses that make it, in its place."""
        if self._members is None:
            return
        clause, slot, announced = self._members
        after = self._done[self._done.index(clause) + 1 :]
        members = listed or [
            phrase for following in after if not following.passive for phrase in following.slots.get("agent", [])
        ]
        members = list(dict.fromkeys(phrase for phrase in members if phrase.head not in words("pronouns")))
        if len(members) > 1:
            kept = [phrase for phrase in clause.slots.get(slot, []) if phrase != announced]
            clause.slots[slot] = [*kept, *members]

    def _take_noun(self, chunk: Chunk) -> None:
        if chunk.words[0] in words("speakers"):
            return
        ends_opening = self._open is None and bool(self._slot) and self._joined_by == ","
        if self._gathered and (ends_opening or self._before not in ("and", "noun", "colon")):
            self._put()
        self._last = [_phrase(chunk)]
        self._gathered += self._last

    def _take_conjunction(self, chunk: Chunk) -> None:
        self._joined_by = chunk.words[0]
        self._commas_only &= self._joined_by == ","

    def _take_colon(self, chunk: Chunk) -> None:
        """A list follows, of things or of what each of them does: it says in full what was announced."""
        if self._open is not None and self._open.frame is not None and self._open.frame.holds:
            self._put()
            self._open.slots.pop("theme", None)
            self._slot = "theme"
        else:
            announced = self._gathered[-1:] if self._open is not None else []
            self._members = (self._open, self._slot, announced[0]) if self._open and announced else None
            self._take_break(chunk)

    def _take_preposition(self, chunk: Chunk) -> None:
        self._put()
        if self._open is not None and chunk.words == ("of",) and self._before == "verb":
            self._open.consists()
            self._slot = "theme"
        else:
            self._slot = LISTS["prepositions_to_slots"].get(chunk.words[0], "other")
            if self._slot == "agent" and self._open is not None and not self._open.passive:
                self._slot = "other"  # "weighs them by their variance"

    def _take_relative(self, _: Chunk) -> None:
        self._antecedent, self._antecedent_slot = self._last, self._slot if self._before == "prep" else "theme"
        self._put()

    def _take_break(self, chunk: Chunk) -> None:
        self._close()
        self._slot = _WHEN if chunk.words[0] in words("times") else ""

    def _take_verb(self, chunk: Chunk) -> None:
        previous = self._open
        if previous is None and self._done:
            previous = self._done[-1]
        subject = self._subject(chunk, previous)
        leading = [] if self._open else self._leading
        self._close(keep_leading=True)
        clause = self._begun(chunk, subject, leading)
        if clause.passive and subject:
            self._go_on(clause, subject, previous)
        clause.reduced = chunk.voice == "reduced"
        self._leading, self._open, self._slot = [], clause, "other" if clause.passive else "theme"

    def _begun(self, chunk: Chunk, subject: Phrases, leading: Sequence[tuple[str, Phrases]]) -> FrameClause:
        """The clause of a verb, with its subject, what leads it and what a relative pronoun stands for in it."""
        clause = FrameClause(chunk.lemma, chunk.voice in ("passive", "reduced"))
        clause.fill("theme" if clause.passive else "agent", subject)
        if chunk.voice in _NON_FINITE and not subject:
            self._waiting.append(clause)
        for slot, phrases in leading:
            clause.fill(slot, phrases)
        if self._antecedent_slot and self._before != "relative":
            clause.fill(self._antecedent_slot, self._antecedent)
        self._antecedent_slot = ""
        return clause

    def _go_on(self, clause: FrameClause, subject: Phrases, previous: FrameClause | None) -> None:
        """Adds, as its source, who did the thing before: "X is made by A and fed to B"."""
        if previous is None or subject != previous.subject():
            return
        if self._before == "and" or previous.reduced:
            clause.fill("source", [phrase for phrase in previous.performer() if phrase not in subject])

    def _subject(self, chunk: Chunk, previous: FrameClause | None) -> Phrases:
        """Whom the verb is said of; what was gathered for it is taken, the rest goes where it belongs."""
        if self._before == "relative":
            return list(self._antecedent)
        if chunk.voice in _NON_FINITE:
            self._put()
            return list(previous.performer()) if previous is not None and self._open is not None else []
        if self._before == "and" and previous is not None and self._open is not None:
            self._put()
            return list(self._joined_to(chunk, self._open, previous).subject())
        if self._open is None:
            return self._opening_subject()
        if self._open.reduced:
            self._put()
            return list(self._open.subject())
        own = self._gathered[-1:]
        if chunk.voice != "reduced":  # else it stays what it was in the clause around as well
            self._gathered = self._gathered[:-1]
        self._put()
        return own

    def _joined_to(self, chunk: Chunk, last: FrameClause, previous: FrameClause) -> FrameClause:
        """The clause that goes on with the verb: for an active one the latest that is none within a phrase."""
        whole = [last, *reversed(self._done)] if chunk.voice == "active" else [previous]
        return next((clause for clause in whole if not clause.reduced), previous)

    def _opening_subject(self) -> Phrases:
        """That of the first verb: what stands before it without a preposition, or a pronoun right before it."""
        pronoun = bool(self._gathered) and self._gathered[-1].head in words("subject_pronouns")
        subject = self._slot in ("", _WHEN)
        own = list(self._gathered) if subject else self._gathered[-1:] if pronoun else []
        self._gathered = self._gathered[: len(self._gathered) - len(own)]
        if len(own) > 1 and self._commas_only:  # "the encoder, a network, takes", "every hour, the clock takes"
            own = own[:1] if self._before == "and" else own[-1:]
        self._put()
        own = own or next((list(phrases) for slot, phrases in self._leading if not slot), [])
        self._leading = [(slot, phrases) for slot, phrases in self._leading if slot]
        return own

    def _put(self) -> None:
        """Gives what was gathered to the slot that the last preposition named."""
        if self._gathered:
            if self._open is not None:
                self._open.fill(self._slot, self._gathered)
            else:
                self._leading.append((self._slot, self._gathered))
        self._gathered, self._slot = [], "" if self._open is None else "other"
        self._commas_only = True

    def _close(self, *, keep_leading: bool = False) -> None:
        """Ends the open clause."""
        self._put()
        if self._open is not None:
            self._done.append(self._open)
            if self._waiting and self._open not in self._waiting:
                for clause in self._waiting:
                    clause.fill("agent", self._open.subject())
                self._waiting = []
        self._open = None
        if not keep_leading:
            self._leading = []
        self._slot, self._gathered, self._commas_only = "", [], True
