"""Events of a sentence, which the builder puts into the graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from diagramloop.engines.extract.embedded.segmentation import Sentence


class EventKind(StrEnum):
    """The effect of an event on the graph."""

    ACTOR = "actor"
    BEGIN = "begin"
    STEP = "step"
    START = "start"
    END = "end"
    CONDITION = "condition"
    QUESTION = "question"
    DATA = "data"
    ANNOTATION = "annotation"
    REFERENCE = "reference"
    FINISH = "finish"
    PROCEED = "proceed"
    ALTERNATIVE = "alternative"
    UNTIL = "until"


OTHERWISE = "otherwise"
"""Condition under which none of the others holds."""

STEPS = frozenset({EventKind.STEP, EventKind.START, EventKind.END})
"""Events that put a step, or an event of the process, into the flow."""

CONSTRAINTS = frozenset({EventKind.DATA, EventKind.ANNOTATION})
"""Events that put something beside a step."""


@dataclass(frozen=True)
class Event:
    """One thing that a sentence says.

    Attributes:
        text: of the node or condition it stands for; empty for BEGIN, FINISH, PROCEED, and for
            ALTERNATIVE, which opens a branch without a condition.
        at: its first token, by which events are ordered.
        produced: whether DATA comes out of its step (else goes in).
        told: whether a REFERENCE is the sentence's own statement, and so tells a step if none is meant.
        happens: whether a REFERENCE is a clause with subject and verb ("after the clerk signs it"), and so tells a step
            if none like it was told.
        whole: all that a CONDITION's clause says, of which ``text`` may name only the decisive words.
        check: the step that a QUESTION tells of where no case answers it, or a REFERENCE where no step is meant; the
            step that is done again UNTIL its text holds. Empty where there is none.
        actor: who does a STEP, where the sentence says so.
    """

    kind: EventKind
    text: str
    at: int
    produced: bool = False
    told: bool = False
    happens: bool = False
    whole: str = ""
    check: str = ""
    actor: str = ""


@dataclass(frozen=True)
class SentenceReading:
    """A sentence's events and what it says about their order.

    Attributes:
        conditional: some event holds only under a condition.
        contrast: it gives another case of a question already put.
        parallel: its steps happen at the same time (as each other, or as the step before).
        inclusive: more than one of its cases may hold.
        returns: it goes back to an earlier step.
        concludes: it comes after all branches.
        verbatim: it stands whole, as its only step.
    """

    sentence: Sentence
    events: tuple[Event, ...]
    contrast: bool
    parallel: bool
    inclusive: bool
    returns: bool
    concludes: bool
    verbatim: bool = False

    @property
    def conditional(self) -> bool:
        """Some event holds only under a condition."""
        return any(event.kind is EventKind.CONDITION for event in self.events)
