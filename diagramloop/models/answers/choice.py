"""One of a set: the key that an answer names, in JSON, behind a label, bare, or anywhere if it names one only."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from diagramloop.models.answers.prose import NOTHING, labelled, negated, plain, sentences, without_markup
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

NONE = "none"  # what prompts call no choice at all
LONGEST = 20_000  # characters of an answer that are looked at
LEAST_LABEL = 3  # words of a label that is looked for in prose: shorter ones are said for other reasons, too
_ASIDE = frozenset(
    ("reason", "reasoning", "explanation", "why", "thought", "thoughts", "rationale", "analysis", "note")
)


@dataclass(frozen=True)
class Chosen:
    """The choice, and how sure the model says it is.

    Attributes:
        key: of the choice; empty where the answer says that none of them is meant.
        confidence: within [0, 1]; 1 where the answer gives no number.
    """

    key: str
    confidence: float = 1.0


@dataclass(frozen=True)
class Choice:
    """A choice between named texts.

    Attributes:
        name: of the field in which it is answered.
        choices: by key the text that stands for it; the key alone where that is empty.
        optional: whether none of them may be meant.
        confidence: whether a confidence is asked for, too.
    """

    name: str
    choices: Mapping[str, str]
    optional: bool = True
    confidence: bool = False
    decides: bool = field(default=True)

    @property
    def schema(self) -> Mapping[str, Any]:
        """An object of the key, and of the confidence where that is asked for."""
        keys = [*self.choices, *([NONE] if self.optional else [])]
        properties: dict[str, Any] = {self.name: {"type": "string", "enum": keys}}
        if self.confidence:
            properties["confidence"] = {"type": "number"}
        return object_schema(**properties)

    def read(self, answer: str) -> Reading[Chosen]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`; a choice that is denied is not one that is made.

        Raises:
            UnreadError: none is named, or several.
        """
        text = answer[:LONGEST]
        values = json_in_answer(text)
        named = list(self._in_values([value.value for value in values]))
        if named:
            keys = {self._key(value) for value in named}
            if len(keys) == 1 and (key := keys.pop()) is not None:
                repairs = {value.repair for value in values if value.repair}
                return Reading(Chosen(key, _confidence(values)), (*_around(text, values), *sorted(repairs)))
            raise UnreadError(f"{self.name} is {', '.join(str(value)[:40] for value in named[:5])}")
        return Reading(Chosen(self._in_words(without_markup(text))), ("words",))

    def _in_values(self, values: Sequence[Any]) -> Iterator[Any]:
        """What JSON gives under the name; where nothing does, what it names at all."""
        objects = [value for value in values if isinstance(value, Mapping)]
        named = [value for fields in objects for key, value in fields.items() if plain(str(key)) == plain(self.name)]
        if named:
            yield from named
            return
        for value in values:
            yield from (leaf for leaf in _leaves(value) if self._key(leaf) is not None)

    def _key(self, value: object) -> str | None:
        """The key that a value means; None where it means none, or several."""
        while isinstance(value, list) and len(value) == 1:
            value = value[0]
        if value is None:
            return "" if self.optional else None
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, int | float):
            value = str(value)
        if not isinstance(value, str):
            return None
        meant = self._wholly(value)
        if len(meant) > 1:
            return None
        return next(iter(meant), None) if meant else self._only(value)

    def _wholly(self, text: str) -> set[str]:
        """The keys of a text that is one, is a label, or is both: ``W1``, ``yes``, ``W1: yes``; empty for none."""
        spoken = plain(text)
        meant = {key for key, forms in self._forms.items() if spoken in forms}
        return meant or ({""} if self.optional and spoken in NOTHING else set())

    @cached_property
    def _forms(self) -> Mapping[str, frozenset[str]]:
        """By key the texts that are wholly it; a label that reads like no choice is none by itself."""
        forms = {}
        for key, label in self.choices.items():
            names, text = {plain(key)}, plain(label)
            if text and text not in NOTHING:
                names |= {text, f"{plain(key)} {text}"}
                names |= {f"{plain(key)}{mark}{text}" for mark in (": ", " - ", " (", " = ", ", ", " – ", " — ", ". ")}
            forms[key] = frozenset(names)
        return forms

    def _only(self, text: str) -> str | None:
        """The one key that is named in a text, none other being named and nothing being denied."""
        meant = self._named(text)
        if len(meant) != 1 or negated(self._without(text, meant)):
            return None
        return next(iter(meant))

    def _named(self, text: str) -> set[str]:
        keys = {key for key in self.choices if _word(key).search(text)}
        if keys:
            return keys
        spoken = plain(text)
        long = {key: plain(label) for key, label in self.choices.items() if len(label.split()) >= LEAST_LABEL}
        return {key for key, label in long.items() if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", spoken)}

    def _without(self, text: str, keys: set[str]) -> str:
        """A text without the labels of these keys, in which a denial is not the answer's."""
        spoken = plain(text)
        for key in keys:
            spoken = spoken.replace(plain(self.choices[key]) or plain(key), " ")
        return spoken

    def _in_words(self, text: str) -> str:
        whole = self._wholly(text)
        if len(whole) == 1:
            return whole.pop()
        for spoken in () if whole else (*labelled(text, self.name), text.strip()):
            key = self._told(spoken)
            if key is not None:
                return key
        raise UnreadError("it names none of the choices, or several, or denies what it names")

    def _told(self, text: str) -> str | None:
        """The choice of words that begin with it, or that name it alone."""
        first = _CLAUSE_END.split(text, maxsplit=1)[0]
        begins = self._wholly(first)
        if begins:
            others = (self._named(text) | self._labels_in(text[len(first) :])) - begins
            return next(iter(begins)) if len(begins) == 1 and not others else None
        for part in (sentences(text)[:1] or [""])[0], text:
            key = self._only(part)
            if key is not None and not (self._named(text) - {key}):
                return key
        return None

    def _labels_in(self, text: str) -> set[str]:
        """The keys whose label stands in a text, be it ever so short."""
        words = _worded(text)
        labels = {key: _worded(label) for key, label in self.choices.items()}
        return {key for key, label in labels.items() if label.strip() and label in words}


def _worded(text: str) -> str:
    """The words of a text with a space around each."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


_WORD = re.compile(r"[^\W_]+")
_CLAUSE_END = re.compile(r"(?<=\w)[^\S\n]*[.,;:!。，；\n]|\s[-–—(]")


def _word(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])", re.IGNORECASE if len(key) > 1 else 0)


def _leaves(value: object, depth: int = 4) -> Iterator[object]:
    """The single values of JSON, but for those that explain."""
    if isinstance(value, Mapping) and depth:
        for key, inner in value.items():
            if plain(str(key)) not in _ASIDE:
                yield from _leaves(inner, depth - 1)
    elif isinstance(value, list) and depth:
        for inner in value:
            yield from _leaves(inner, depth - 1)
    elif isinstance(value, str | int | float):
        yield value


def _confidence(values: Sequence[Any]) -> float:
    """The ``confidence`` on which all objects agree; 1 where there is none."""
    given = {
        number
        for value in values
        if isinstance(value.value, Mapping)
        for key, number in value.value.items()
        if plain(str(key)) == "confidence" and isinstance(number, int | float) and not isinstance(number, bool)
    }
    if len(given) != 1 or not math.isfinite(next(iter(given))):
        return 1.0
    return min(1.0, max(0.0, float(given.pop())))


def _around(text: str, values: Sequence[Any]) -> tuple[str, ...]:
    """What stands around the JSON of an answer."""
    beside = text[: values[0].start] + text[values[-1].end :] if values else text
    if not beside.strip():
        return ()
    return ("fence",) if not beside.strip().replace("json", "").strip("`~ \n") else ("prose",)
