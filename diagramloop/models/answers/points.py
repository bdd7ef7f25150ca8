"""Criticism: points to be changed, or approval; an answer that is neither is unread, and no approval."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.models.answers.prose import plain, sentences, without_markup
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

LONGEST_POINT = 500  # characters
LONGEST = 50_000  # characters of an answer that are looked at
BEST_RATING = 10.0

_BULLET = re.compile(r"^[ \t]*(?:[-*•+–]|\(?\d{1,3}[.):])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_RATING = re.compile(
    r"\b(?:rating|score|grade|faithfulness)\b\W{1,12}(\d{1,3}(?:\.\d{1,3})?)(?:\s*/\s*(\d{1,3}))?", re.IGNORECASE
)
_APPROVAL = re.compile(
    r"\b(?:done|approved?|lgtm|nothing\s+(?:needs?\s+to\s+(?:be\s+)?change|to\s+(?:change|improve|fix|add))\w*|no\s+"
    r"(?:changes?|issues?|errors?|problems?|flaws?|corrections?|improvements?|further\s+\w+|mistakes?|suggestions?|points?)"
    r"(?:\s+(?:is|are|were))?(?:\s+(?:needed|necessary|required|found|to\s+report|to\s+make|remain\w*))?|"
    r"(?:graph|it|everything|all|work)\s+(?:is|looks|seems)\s+(?:entirely\s+|fully\s+|all\s+)?(?:correct|right|good|fine|"
    r"faithful|complete|accurate|perfect))\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|however|except|although|though|yet|still|apart\s+from|other\s+than|unless|if|until|once|when)\b", re.I
)
_DENIED = re.compile(r"\b(?:not|isn['’]t|never|hardly|far\s+from|cannot|can['’]t)\b", re.IGNORECASE)
_NAMES = (
    "points",
    "criticisms",
    "criticism",
    "issues",
    "suggestions",
    "changes",
    "problems",
    "improvements",
    "feedback",
)
_APPROVING = frozenset(("approved", "done", "ok", "correct"))


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
        text = answer[:LONGEST]
        for value in reversed(json_in_answer(text)):
            criticism = self._of_json(value.value)
            if criticism is not None:
                return Reading(criticism, (value.repair,) if value.repair else ())
        return self._in_words(without_markup(text.replace("**", "")))

    def _in_words(self, text: str) -> Reading[Criticism]:
        given = _RATING.search(text)
        rating = (
            float(given[1]) / (float(given[2]) / BEST_RATING if given[2] and float(given[2]) else 1.0)
            if given
            else None
        )
        points = [point.strip() for point in _BULLET.findall(text)]
        points = [point for point in points if not _RATING.match(point) and not _approves(point)]
        if self.rated and rating is not None and rating >= BEST_RATING:
            return Reading(Criticism((), rating))
        if points:
            return Reading(Criticism(tuple(point[:LONGEST_POINT] for point in points[: self.most]), rating))
        if _approves(text):
            return Reading(Criticism((), rating))
        raise UnreadError("it neither makes a point nor approves")

    def _of_json(self, value: object) -> Criticism | None:
        if isinstance(value, list):
            points = list(_texts(value))
            return Criticism(tuple(points[: self.most])) if points or not value else None
        if not isinstance(value, Mapping):
            return None
        fields = {plain(str(key)): inner for key, inner in value.items()}
        given = fields.get("rating", fields.get("score"))
        rating = float(given) if isinstance(given, int | float) and not isinstance(given, bool) else None
        if self.rated and rating is not None and rating >= BEST_RATING:
            return Criticism((), rating)
        for name in _NAMES:
            if name in fields:
                return self._listed(fields[name], rating)
        approving = [
            inner for key, inner in fields.items() if key in _APPROVING or key in ("status", "verdict", "answer")
        ]
        if any(inner is True or (isinstance(inner, str) and _approves(inner)) for inner in approving):
            return Criticism((), rating)
        return None

    def _listed(self, value: object, rating: float | None) -> Criticism | None:
        if isinstance(value, str):
            try:
                return self._in_words(value).value
            except UnreadError:
                return None if not value.strip() else Criticism((value.strip()[:LONGEST_POINT],), rating)
        if value is None:
            return Criticism((), rating)
        if not isinstance(value, list | Mapping):
            return None
        points = [text for text in _texts(value) if not _approves(text)]
        return Criticism(tuple(points[: self.most]), rating)


def _texts(value: object) -> Iterator[str]:
    """The texts of a list; of an object in it its longest text."""
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else []
    for item in items:
        if isinstance(item, str) and item.strip():
            yield item.strip()[:LONGEST_POINT]
        elif isinstance(item, Mapping):
            texts = [inner for inner in item.values() if isinstance(inner, str) and inner.strip()]
            if texts:
                yield max(texts, key=len).strip()[:LONGEST_POINT]


def _approves(text: str) -> bool:
    """True if some sentence approves and none takes it back."""
    parts = [part for part in sentences(text) if plain(part)]
    approving = [part for part in parts if _APPROVAL.search(part) and not _DENIED.search(_APPROVAL.sub("", part))]
    return (
        bool(approving)
        and not any(_BUT.search(part) for part in parts)
        and (len(parts) <= 3 or len(approving) * 2 >= len(parts))
    )
