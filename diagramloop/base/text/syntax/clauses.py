"""Clauses: the values that engines work with instead of trees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Relation(StrEnum):
    """The part of a clause in its sentence."""

    MAIN = "main"  # states, tells or asks something by itself
    IF = "if"  # if, in case of, provided that, as long as
    UNLESS = "unless"
    UNTIL = "until"
    WHILE = "while"
    WHEN = "when"  # a condition or a time: the sentence alone does not tell
    AFTER = "after"  # after, once, upon, as soon as
    BEFORE = "before"


@dataclass(frozen=True)
class Clause:
    """One clause of a sentence, or a phrase that states a condition ("in case of fire").

    Attributes:
        text: as written, without what joins it to others: "and", "if", "then", commas. An object that it shares with
            the clause behind it is written out ("accepts the report" of "accepts or returns the report").
        start: its first character in the text that was parsed; ``end``: the place behind its last one.
        verb: the base form of its verb; empty where it has none ("in case of fire").
        subject: as written, that of the clause before where both share it; empty where it has none.
        object: as written, of a verb in the active; empty where it has none.
        negated: it denies what its words say ("do not", "never", "no", "neither").
        modal: the modal verb as written, in lower case ("must", "may"), or empty.
        passive: its subject undergoes what its verb says.
        relation: its part in the sentence.
        head: place of the clause that it is subordinate to or joined to, in the tuple of clauses; -1 for none.
        coordinator: the word that joins it to its head, in lower case ("and", "or", "but"), or empty.
        figures: its numbers with what they count, as written ("1,000 euros", "7 days").
        adverbs: its adverbs that say how it hangs together with what comes before, in lower case ("otherwise").
        alternatives: the clause, written out once for each item of a list joined by "or"; empty where it has none.
        denial: the clause with the opposite polarity ("the badge has not expired").

    Example:
        >>> from diagramloop.base.text.syntax import clauses
        >>> opens, expired = clauses("The guard opens the gate unless the badge has expired.")
        >>> opens.subject, opens.verb, opens.object
        ('The guard', 'open', 'the gate')
        >>> expired.relation.value, expired.denial
        ('unless', 'the badge has not expired')
    """

    text: str
    start: int
    end: int
    verb: str = ""
    subject: str = ""
    object: str = ""
    negated: bool = False
    modal: str = ""
    passive: bool = False
    relation: Relation = Relation.MAIN
    head: int = -1
    coordinator: str = ""
    figures: tuple[str, ...] = ()
    adverbs: frozenset[str] = frozenset()
    alternatives: tuple[str, ...] = ()
    denial: str = ""

    @property
    def is_instruction(self) -> bool:
        """It has a verb and no subject, as imperatives have."""
        return bool(self.verb) and not self.subject
