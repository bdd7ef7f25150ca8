"""Criticism: points to be changed, or approval; an answer that is neither is unread, and no approval."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.models.answers.approval import approves, is_approval
from diagramloop.models.answers.prose import NOTHING, plain, without_markup
from diagramloop.models.answers.structure import structured
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

LONGEST_POINT = 500  # characters
LONGEST = 50_000  # characters of an answer that are looked at
BEST_RATING = 10.0

_NUMBERED = (
    r"(?:\(?(?:(?:[^\W\d]{1,20}[ \t]+)?#?\d{1,3}(?:[.):、：/]|[ \t]+[–—-](?=[ \t]))|[a-z]\))|\[[A-Z]{2,12}\]|TODO:)"
)
_SIGN = r"[^\w\s\"'“(\[<{`|]"
_BULLET = re.compile(
    rf"^[ \t]*(?:{_SIGN}\ufe0f?[ \t]+(?:\[ ?\][ \t]+)?(?:{_NUMBERED}[ \t]*)?|{_NUMBERED}[ \t]*)(\S[^\n]*)$",
    re.MULTILINE,
)
_RATING = re.compile(
    r"\b(?:rating|score|grade|faithfulness)\b\W{1,12}(\d{1,3}(?:\.\d{1,3})?)(?:\s*/\s*(\d{1,3}))?", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"^\W{0,3}<[^<>]{0,200}>\W{0,3}$|^\W*+(?:string|text)?\W*$", re.IGNORECASE)
_NAMES = (
    "points",
    "point",
    "criticisms",
    "criticism",
    "issues",
    "suggestions",
    "changes",
    "problems",
    "improvements",
    "feedback",
)
_APPROVING = ("approved", "done", "ok", "correct")


@dataclass(frozen=True)
class Criticism:
    """The verdict of a critic.

    Attributes:
        points: to be changed, the most important first; none where it approves.
        rating: from 0 to 10, where it was asked for and given.
    """

    points: tuple[str, ...]
    rating: float | None = None

    @property
    def approved(self) -> bool:
        """True where there is nothing to be changed."""
        return not self.points


@dataclass(frozen=True)
class Points:
    """At most so many points, or approval.

    Attributes:
        most: points that are taken, the first.
        rated: whether a rating is asked for: the best of :data:`BEST_RATING` is approval, whatever is remarked.
    """

    most: int
    rated: bool = False
    decides: bool = field(default=True)

    @property
    def schema(self) -> Mapping[str, Any]:
        """An object of the points, none for approval, and of the rating where it is asked for."""
        rating: dict[str, Any] = {"rating": {"type": "number"}} if self.rated else {}
        return object_schema(**rating, points={"type": "array", "items": {"type": "string"}})

    def read(self, answer: str) -> Reading[Criticism]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: neither a list of points nor words of approval.
        """
        parts = structured(answer[:LONGEST])
        bare = plain(parts.rest.replace("json", "")) in ("", *_NAMES)
        for value in (parts.joined, *(value.value for value in reversed(parts.values))) if parts.values else ():
            criticism = self._of_value(value, bare)
            if criticism is not None:
                return Reading(criticism, parts.repairs)
        return self._in_words(without_markup(parts.rest))

    def _in_words(self, text: str) -> Reading[Criticism]:
        rating = _rating_in(text)
        listed = [point.strip() for point in _BULLET.findall(text) if not _PLACEHOLDER.match(point)]
        points = [point for point in listed if not (_RATING.match(point) or _says_nothing(point))]
        if self._is_best(rating):
            return Reading(Criticism((), rating))
        if points:
            return Reading(Criticism(self._first(points), rating))
        last = text.rpartition(":")[2]
        if approves(text) or any(plain(part) in NOTHING for part in (*listed, last)):
            return Reading(Criticism((), rating))
        raise UnreadError("it neither makes a point nor approves")

    def _is_best(self, rating: float | None) -> bool:
        return self.rated and rating is not None and rating >= BEST_RATING

    def _of_value(self, value: object, bare: bool) -> Criticism | None:
        if isinstance(value, list):
            points = self._first(_texts(value))
            return Criticism(points) if points or (bare and not value) else None
        if not isinstance(value, Mapping):
            return None
        return self._of_fields({plain(str(key)): inner for key, inner in value.items()})

    def _of_fields(self, fields: Mapping[str, Any]) -> Criticism | None:
        given = fields.get("rating", fields.get("score"))
        rating = float(given) if isinstance(given, int | float) and not isinstance(given, bool) else None
        if self._is_best(rating):
            return Criticism((), rating)
        listed = _lists_in(fields)
        if len(listed) == 1:
            return self._listed(listed[0], rating)
        approved = any(is_approval(fields.get(key)) for key in (*_APPROVING, "status", "verdict", "answer"))
        return Criticism((), rating) if approved else None

    def _listed(self, value: object, rating: float | None) -> Criticism | None:
        if value is None:
            return Criticism((), rating)
        if isinstance(value, str):
            return self._written(value, rating)
        if isinstance(value, Mapping) and any(isinstance(value.get(name), list) for name in _NAMES):  # of a call
            return self._of_fields(value)
        texts = list(_texts(value))
        if all(_PLACEHOLDER.match(text) for text in texts) and value:
            return None
        points = [text for text in texts if not _says_nothing(text)]
        return Criticism(self._first(points), rating)

    def _first(self, points: Iterable[str]) -> tuple[str, ...]:
        """The points that are taken, each once: models repeat themselves until they end."""
        return tuple(dict.fromkeys(point[:LONGEST_POINT] for point in points))[: self.most]

    def _written(self, text: str, rating: float | None) -> Criticism | None:
        """The criticism of a text under the name of points: if it is no list, it is one point."""
        try:
            return self._in_words(text).value
        except UnreadError:
            return Criticism((text.strip()[:LONGEST_POINT],), rating) if text.strip() else None


def _lists_in(fields: Mapping[str, Any]) -> list[Any]:
    """The points of an object, under a name for them or else its lists; no empty one of an object that refuses."""
    refused = any(fields.get(name) is False for name in _APPROVING)
    named = [fields[name] for name in _NAMES if name in fields][:1]
    listed = named or [inner for inner in fields.values() if isinstance(inner, list | Mapping)]
    return [inner for inner in listed if inner or not refused]


def _says_nothing(point: str) -> bool:
    """True for a point that is none: an approval, or the word for nothing."""
    return approves(point) or plain(point) in NOTHING


def _rating_in(text: str) -> float | None:
    """The rating that a text gives, of ten: ``Rating: 7``, ``Score: 4/5``."""
    given = _RATING.search(text)
    if given is None:
        return None
    best = float(given[2]) if given[2] and float(given[2]) else BEST_RATING
    return float(given[1]) * BEST_RATING / best


def _texts(value: object) -> Iterator[str]:
    """The texts of a list, or of the values of an object."""
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        inner = item if isinstance(item, list) else [item]
        for text in filter(None, map(_text_of, inner)):
            yield text[:LONGEST_POINT]


def _text_of(item: object) -> str:
    """The text of a point; of an object its longest, or the whole of a text whose colon was read as YAML."""
    if isinstance(item, Mapping):
        if len(item) == 1 and " " in str(next(iter(item))):
            return ": ".join(map(str, next(iter(item.items()))))
        return max((inner for inner in item.values() if isinstance(inner, str)), key=len, default="").strip()
    return item.strip() if isinstance(item, str) else ""
