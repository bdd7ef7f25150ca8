"""One of a set: the key that an answer names in JSON, behind a label, marked, bare, or where it is the only one."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from diagramloop.models.answers.prose import (
    MARKED,
    NOTHING,
    clauses,
    labelled,
    lines_behind_labels,
    marked,
    negated,
    plain,
    spoken,
    without_introductions,
    without_markup,
)
from diagramloop.models.answers.structure import Structured, structured
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

NONE = "none"  # what prompts call no choice at all
LONGEST = 20_000  # characters of an answer that are looked at
LEAST_LABEL = 3  # words of a label that is looked for in prose: shorter ones are said for other reasons, too
_ASIDE = frozenset(
    ("reason", "reasoning", "explanation", "why", "thought", "thoughts", "rationale", "analysis", "note")
)
_TICKS = frozenset(("x", "✓", "✔", "✅", "☑"))


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
        choices: by key the text that stands for it; the key alone where that is empty. A key that is no word of the
            language (``W1``) is known wherever it stands; others are looked for where something is answered or marked.
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
        parts = structured(_without_unticked(answer[:LONGEST]))
        named = self._given(parts)
        if not named:
            return Reading(Chosen(self._in_words(parts.rest)), ("words",))
        keys = {self._key(value) for value in named}
        key = keys.pop()
        if keys or key is None:
            raise UnreadError(f"{self.name} is {', '.join(str(value)[:40] for value in named[:5])}")
        return Reading(Chosen(key, _confidence(parts)), parts.repairs)

    def _given(self, parts: Structured) -> list[Any]:
        """The choices that an answer gives: under the name, behind a label, in a table, or anywhere in its values."""
        named = list(self._named_in([value.value for value in parts.values if value.repair != "table"]))
        behind = None if named else self._behind_label(without_markup(parts.rest))
        if named or behind is not None:
            return named or [behind or NONE]
        values = [value.value for value in parts.values]
        return list(self._named_in(values)) or self._mentioned(values)

    def _mentioned(self, values: list[Any]) -> list[Any]:
        """The single values that are a choice, whatever they are called."""
        return [leaf for leaf in _leaves(values, depth=5) if self._key(leaf) is not None]

    def read_begun(self, answer: str) -> Reading[Chosen]:
        """The choice of an answer that was cut off: what stands under the name in JSON, closed, or in its first line.

        Of reasoning that was to lead to a choice nothing follows yet.

        Raises:
            UnreadError: it has not come to that yet.
        """
        parts = structured(answer[:LONGEST])
        keys = {self._key(value) for value in self._named_in([value.value for value in parts.values])}
        first, _, rest = answer.strip().partition("\n")
        if not keys and rest:
            keys = set(self._wholly(without_markup(first)))
        key = keys.pop() if len(keys) == 1 else None
        if key is None:
            raise UnreadError(f"it ended before it named one {self.name}")
        return Reading(Chosen(key, _confidence(parts)), ("cut",))

    def _named_in(self, values: Sequence[Any]) -> Iterator[Any]:
        """The choices that values tick, or else give under the name."""
        objects = list(_objects(values))
        ticked = [leaf for fields in objects for leaf in self._ticked(fields)]
        yield from ticked or (
            value for fields in objects for key, value in fields.items() if plain(key) == plain(self.name)
        )

    def _ticked(self, fields: Mapping[str, Any]) -> Iterator[Any]:
        """The choice of an object that marks choices: ``{"W1": true, "W2": false}``, a row of a table with a tick."""
        keys = [(self._wholly(str(name)), mark) for name, mark in fields.items()]
        if keys and all(len(key) == 1 and isinstance(mark, bool) for key, mark in keys):
            yield [next(iter(key)) for key, mark in keys if mark]
        if any(isinstance(mark, str) and mark.strip().casefold() in _TICKS for mark in fields.values()):
            yield from (leaf for leaf in fields.values() if self._key(leaf) is not None)

    def _key(self, value: object) -> str | None:
        """The key that a value means; None where it means none, or several."""
        while isinstance(value, list) and len(value) == 1:
            value = value[0]
        if value is None:
            return "" if self.optional else None
        if isinstance(value, Mapping):
            keys = {self._key(leaf) for leaf in _leaves(value)} - {None}
            return keys.pop() if len(keys) == 1 else None
        text = spoken(value)
        meant = self._wholly(text) if text else set()
        if not text or len(meant) > 1:
            return None
        return next(iter(meant), None) if meant else self._affirmed(text)

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
                names |= {text, f"{plain(key)} {text}", f"{text} {plain(key)}"}
                names |= {f"{plain(key)}{mark}{text}" for mark in (": ", " - ", " (", " = ", ", ", " – ", " — ", ". ")}
                names |= {f"{text}{mark}{plain(key)}" for mark in (" (", " - ", ", ")}
            forms[key] = frozenset(names)
        return forms

    def _in_words(self, text: str) -> str:
        """The choice of words: all of them, a line that is one, what is marked, or what alone is affirmed."""
        words = without_introductions(without_markup(text))
        whole = self._wholly(words)
        if whole:
            return self._only(whole)
        begins = self._begins(words.strip(), alone=True)
        if begins is not None:
            return begins
        set_off = self._set_off(text, words)
        if set_off:
            return self._only(set_off)
        bare = {key for clause in clauses(words) for key in self._bare(clause.text)}
        if len(bare) == 1 and not self._affirmed_in(words) - bare:
            return next(iter(bare))
        key = self._affirmed(words)
        if key is None and self.optional and _NONE_OF.match(words):
            key = None if self._named(words) else ""
        if key is None:
            raise UnreadError("it names none of the choices, or several, or denies what it names")
        return key

    def _set_off(self, text: str, words: str) -> set[str]:
        """The keys that are lines of their own, or else marked; none where it may be what is denied."""
        lines = {key for line in lines_behind_labels(words) for key in self._wholly(line)}
        if lines and not negated(words):
            return lines
        if negated(MARKED.sub("", text)):
            return set()
        return {key for segment in marked(text) for key in self._wholly(segment)}

    def _behind_label(self, words: str) -> str | None:
        for words_behind in labelled(words, self.name):
            begins = self._begins(words_behind)
            if begins is not None:
                return begins
        return None

    def _only(self, keys: set[str]) -> str:
        if len(keys) > 1:
            raise UnreadError(f"it names {', '.join(sorted(key or NONE for key in keys))}")
        return next(iter(keys))

    def _begins(self, text: str, alone: bool = False) -> str | None:
        """The choice with which a text begins, no other being named behind it, or that it alone affirms.

        Args:
            alone: whether a label must not be followed by anything: at the beginning of an answer "Yes" and "No" are
                said for other reasons, too.
        """
        first = _FIRST.split(text, maxsplit=1)[0]
        rest = text[len(first) :]
        begins = self._wholly(first) or self._wholly(text.split("\n")[0])
        ended = not alone and rest.lstrip(" \"'`*)")[:1] in tuple(".;!。；\n(")
        if len(begins) == 1 and (ended or not (self._named(rest) | self._labels_in(rest)) - begins):
            key = next(iter(begins))
            coded = not key or (self._coded(key) and plain(key) in plain(first))
            if not alone or coded or not rest.strip(" \n.!\"'`*)"):
                return key
        return None if alone else self._affirmed(text)

    def _bare(self, clause: str) -> set[str]:
        """The key that a clause is, or none of them; a label is said for other reasons, too."""
        spoken = plain(clause)
        return {key for key in self._wholly(clause) if not key or plain(key) in spoken}

    def _affirmed_in(self, text: str) -> set[str]:
        """The keys that are named in a text and are nowhere denied or asked."""
        return {key for key, right in self._judged(text).items() if right}

    def _judged(self, text: str) -> Mapping[str, bool]:
        """The keys that are named in a text, and whether they are affirmed wherever they are."""
        named: dict[str, bool] = {}
        before: set[str] = set()
        for clause in clauses(text):
            keys = self._named(clause.text) | self._predicated(clause.text)
            if clause.denied and not keys and _PRONOUN.match(clause.text):
                named.update(dict.fromkeys(before, False))
            before = keys
            for key in keys:
                named[key] = named.get(key, True) and clause.affirms
        return named

    def _affirmed(self, text: str) -> str | None:
        """The one key that is named in a text without being denied or asked, by its key or by its long label."""
        named = self._judged(text)
        if named:
            affirmed = [key for key, right in named.items() if right]
            return affirmed[0] if len(affirmed) == 1 else None
        spoken = _worded(text)
        labels = {key: _worded(label) for key, label in self.choices.items() if len(label.split()) >= LEAST_LABEL}
        meant = [key for key, label in labels.items() if label in spoken]
        return meant[0] if len(meant) == 1 and not negated(spoken.replace(labels[meant[0]], " ")) else None

    def _named(self, text: str) -> set[str]:
        """The keys that stand in a text and are no words of the language."""
        return {key for key in self.choices if self._coded(key) and self._pattern[key].search(text)}

    def _predicated(self, clause: str) -> set[str]:
        """The keys, words of the language, of which a clause says that it is they: *it is help*, *help fits*."""
        words = {key for key in self.choices if not self._coded(key)}
        return {key for key in words if self._predicate[key].search(clause.rstrip(" .!?。！\"'”`*"))}

    @cached_property
    def _predicate(self) -> Mapping[str, re.Pattern[str]]:
        before = rf"(?:^|\b(?:{_LINKS}|{re.escape(self.name)})\s+|[\u3040-\u9fff]\s{{0,9}})[\"'“`*]{{0,3}}"
        behind = r"(?:is|it\s+is|does|fits|matches|applies|seems|would|should|ist|passt)\b"
        return {
            key: re.compile(
                rf"{before}{re.escape(key)}(?:$|\s{{0,3}}[\u3040-\u9fff]|\s+should\b)|^[\"'“`*]{{0,3}}{re.escape(key)}[\"'”`*]{{0,3}}\s+{behind}",
                re.I,
            )
            for key in self.choices
        }

    def _coded(self, key: str) -> bool:
        return not (key.isalpha() and key.islower())

    @cached_property
    def _pattern(self) -> Mapping[str, re.Pattern[str]]:
        behind = r"(?![A-Za-z0-9_-])(?![\"'`*)]{0,3}\s(?:means|describes|stands\s+for)\b)"  # the choices told again
        return {key: re.compile(rf"(?<![A-Za-z0-9_-]){re.escape(key)}{behind}", re.I) for key in self.choices}

    def _labels_in(self, text: str) -> set[str]:
        """The keys whose label stands in a text, be it ever so short."""
        words = _worded(text)
        labels = {key: _worded(label) for key, label in self.choices.items()}
        return {key for key, label in labels.items() if label.strip() and label in words}


_LINKS = (
    r"is|be|was|choose|chose|say|pick|select|take|as|of|match(?:es)?|mean(?:s)?|than|but|not|option|choice|category|class|label|"
    r"think|with|call|it|so|(?:correspond|map|point|belong)s?\s+to|ist|wähle|sondern|nicht|zu|est|es|è|é|only|clearly"
)  # words behind which a choice is named
_NONE_OF = re.compile(
    r"\W{0,9}(?:none\s+of|keine\w?\s|aucun|ninguna?\s|nessun|ни\s+один|どれも|没有一个)", re.IGNORECASE
)
_PRONOUN = re.compile(r"(?:but\s+|and\s+|aber\s+)?(?:it|this|that|which|es|das)\b", re.IGNORECASE)
_UNTICKED = re.compile(
    r"^[^\S\n]*(?:[-*+][^\S\n]+)?(?:\[[ _]?\]|\([ _]?\)|[☐⬜□❌✗✘])[^\S\n]*(?=\w)[^\n]*$", re.MULTILINE
)
_TICKED = re.compile(r"^[^\S\n]*(?:[-*+][^\S\n]+)?(?:\[[xX✓✔]\]|\([xX*•✓]\)|[☑✅✓✔☒])", re.MULTILINE)


def _without_unticked(answer: str) -> str:
    """An answer without the lines whose box is not ticked, where that of some is not."""
    return _TICKED.sub("", _UNTICKED.sub("", answer))


_FIRST = re.compile(r"(?<=\w)[\"'`*)]{0,3}[^\S\n]{0,9}[.,;:!。，；\n]|\s[-–—(]")
_WORD = re.compile(r"[^\W_]+")


def _worded(text: str) -> str:
    """The words of a text with a space around each."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _objects(values: Sequence[Any], depth: int = 4) -> Iterator[Mapping[str, Any]]:
    for value in values:
        if isinstance(value, Mapping):
            yield {str(name): inner for name, inner in value.items()}
            if depth:
                yield from _objects(list(value.values()), depth - 1)
        elif isinstance(value, list) and depth:
            yield from _objects(value, depth - 1)


def _leaves(value: object, depth: int = 4) -> Iterator[object]:
    """The single values of JSON, but for those that explain or say what is not meant."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value
    elif depth:
        for inner in _inner(value):
            yield from _leaves(inner, depth - 1)


def _inner(value: object) -> Iterable[object]:
    """The values in a list or an object; of an object without values, a set in braces, its keys."""
    if isinstance(value, list):
        return value
    if not isinstance(value, Mapping):
        return ()
    if all(inner is None for inner in value.values()):
        return [str(key) for key in value]
    return [inner for key, inner in value.items() if not _is_aside(str(key))]


def _is_aside(name: str) -> bool:
    return plain(name) in _ASIDE or negated(name)


def _confidence(parts: Structured) -> float:
    """The ``confidence`` on which all objects agree; 1 where there is none."""
    objects = _objects([value.value for value in parts.values])
    given = {
        inner for fields in objects for key, inner in fields.items() if plain(key) == "confidence" and _is_number(inner)
    }
    if len(given) != 1 or not math.isfinite(next(iter(given))):
        return 1.0
    return min(1.0, max(0.0, float(given.pop())))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
