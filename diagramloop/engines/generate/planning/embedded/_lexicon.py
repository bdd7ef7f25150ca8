"""Word lists for English scientific prose, from ``english.yaml``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from diagramloop.base.text.english import abbreviations
from diagramloop.base.text.word_lists import WordLists, remembered

_RULE = re.compile(r"(\w+)(<?>)(\w+)(?::(\w+))?((?:\s*!\w+)*)")


@dataclass(frozen=True)
class Rule:
    """An arrow from what fills one slot to what fills another, with the text of a third.

    Attributes:
        unless: slots one of which, if filled, makes the rule void.
        both_ways: whether there is a head at each end.
    """

    source: str
    target: str
    label: str | None
    unless: tuple[str, ...]
    both_ways: bool


@dataclass(frozen=True)
class VerbFrame:
    """The meaning of the slots of verbs of one kind.

    Attributes:
        name: of the kind.
        rules: the arrows.
        stand_in: slots that take the agent's part where there is none.
        holds: the slots of the whole and of its parts, or nothing.
        when: ``passive``, ``several`` (agents) or ``bare`` (of a theme) where it is meant only so; else empty.
    """

    name: str
    rules: tuple[Rule, ...]
    stand_in: tuple[str, ...]
    holds: tuple[str, ...]
    when: str


LISTS = WordLists(__package__, "english.yaml")
words = LISTS.words


def unended() -> frozenset[str]:
    """Words whose full stop ends no sentence: abbreviations and initials."""
    return abbreviations() | words("scholarly_abbreviations") | frozenset(ascii_lowercase)


@remembered(maxsize=8)
def frames() -> dict[str, tuple[VerbFrame, ...]]:
    """The frames of each verb, by its lemma."""
    by_name = {name: _frame(name, rules) for name, rules in LISTS["frames"].items()}
    of_verb: dict[str, tuple[VerbFrame, ...]] = {}
    for name, verbs in LISTS["verbs"].items():
        for verb in verbs:
            of_verb[verb] = (*of_verb.get(verb, ()), by_name[name])
    return of_verb


def _frame(name: str, entry: dict[str, Any]) -> VerbFrame:
    rules = tuple(_rule(text) for text in entry.get("arrows", ()))
    return VerbFrame(
        name, rules, tuple(entry.get("stand_in", ())), tuple(entry.get("holds", ())), entry.get("when", "")
    )


def _rule(text: str) -> Rule:
    match = _RULE.fullmatch(text)
    assert match is not None, text
    source, arrow, target, label, unless = match.groups()
    return Rule(source, target, label, tuple(unless.replace("!", " ").split()), arrow == "<>")
