"""Quantities in questions and answers: bounds such as "more than a year", and whether an answer keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS

_NUMERALS = {
    0: "zero",
    0.5: "half",
    1: "one a an 一",
    2: "two couple 两 二",
    3: "three few 三",
    4: "four 四",
    5: "five 五",
    6: "six 六",
    7: "seven 七",
    8: "eight 八",
    9: "nine 九",
    10: "ten 十",
    11: "eleven",
    12: "twelve dozen",
    15: "fifteen",
    20: "twenty",
    30: "thirty",
    50: "fifty",
    100: "hundred 百",
    1000: "thousand 千",
}
_WORDS = {word: float(value) for value, words in _NUMERALS.items() for word in words.split()}
_DAYS = {"second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30, "year": 365}
_DAYS |= {
    "秒": 1 / 86400,
    "分钟": 1 / 1440,
    "小时": 1 / 24,
    "天": 1,
    "周": 7,
    "星期": 7,
    "个月": 30,
    "月": 30,
    "年": 365,
}
_ENGLISH = "|".join(word for word in _WORDS if word.isascii())
_QUANTITY = re.compile(
    rf"(?P<number>\d+(?:\.\d+)?|\b(?:{_ENGLISH})\b|[一二两三四五六七八九十百千])"
    rf"\s*(?:of\s+)?-?(?P<unit>{'|'.join(sorted(_DAYS, key=len, reverse=True))})?"
)
_ABOVE = re.compile(
    r"\b(?:more|over|above|at least|exceeds?|greater|higher|larger|older|longer|minimum|or more)\b|>|≥"
    r"|超过|大于|高于|至少|多于|不低于|不少于|以上"
)
_BELOW = re.compile(
    r"\b(?:less|under|below|at most|lower|fewer|smaller|younger|shorter|within|last|past|maximum|or less)\b|<|≤"
    r"|低于|小于|少于|不超过|不到|至多|以内|以下"
)
_BETWEEN = re.compile(r"\bbetween\b|之间")


@dataclass(frozen=True)
class Quantity:
    """A number, of days where it is one of time; ``unit`` is what one of its own unit makes."""

    value: float
    time: bool
    unit: float = 1


@dataclass(frozen=True)
class Bound:
    """The range [low, high] that a question asks about; of days where ``time``, named in ``unit`` such."""

    low: float
    high: float
    time: bool
    unit: float = 1


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of ``text`` in order; "a" counts as one only before a unit of time."""
    for match in _QUANTITY.finditer(text[:MAX_CHARACTERS].lower()):
        number, unit = match["number"], match["unit"]
        if unit or number not in ("a", "an"):
            value = _WORDS[number] if number in _WORDS else float(number)
            scale = _DAYS.get(unit, 1)
            yield Quantity(value * scale, unit is not None, scale)


def bound(question: str) -> Bound | None:
    """The bound that a question names, or None."""
    limits = list(quantities(question))
    if not limits:
        return None
    limit = limits[-1]
    if _BETWEEN.search(question) and len(limits) > 1:
        low, high = sorted((limits[-2].value, limit.value))
        return Bound(low, high, limit.time, limit.unit)
    lowered = question.lower()
    if _BELOW.search(lowered):
        return Bound(float("-inf"), limit.value, limit.time, limit.unit)
    return Bound(limit.value, float("inf"), limit.time, limit.unit) if _ABOVE.search(lowered) else None


def keeps(utterance: str, limits: Bound) -> int:
    """1 if the last quantity of that kind in ``utterance`` lies within ``limits``, -1 if not, 0 if there is none.

    A bare number is taken for one of the unit in which the bound is named.
    """
    amounts = list(quantities(utterance))
    of_kind = [quantity.value for quantity in amounts if quantity.time == limits.time]
    values = of_kind or [quantity.value * limits.unit for quantity in amounts if not quantity.time]
    if not values or values[-1] in (limits.low, limits.high):
        return 0
    return 1 if limits.low <= values[-1] <= limits.high else -1
