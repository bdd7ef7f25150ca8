"""Quantities in questions and answers: bounds such as "more than a year", and whether an answer keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    13: "thirteen",
    14: "fourteen",
    15: "fifteen",
    16: "sixteen",
    17: "seventeen",
    18: "eighteen",
    19: "nineteen",
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    70: "seventy",
    80: "eighty",
    90: "ninety",
    100: "hundred 百",
    1000: "thousand 千",
}
_WORDS = {word: float(value) for value, words in _NUMERALS.items() for word in words.split()}
_SCALES = frozenset(("hundred", "thousand"))  # multiply what stands before them
_UNITS: dict[str, Mapping[float, str]] = {
    "time": {
        1 / 86400: "second sec s 秒",
        1 / 1440: "minute min 分钟",
        1 / 24: "hour h 小时",
        1: "day 天",
        7: "week 周 星期",
        30: "month 个月 月",
        365: "year 年",
    },
    "data": {1 / 1024: "kb kilobyte", 1: "mb megabyte meg", 1024: "gb gigabyte gig", 1024**2: "tb terabyte"},
    "length": {0.001: "mm millimetre millimeter", 0.01: "cm centimetre centimeter", 1000: "km kilometre kilometer"},
    "weight": {0.001: "gram g", 1: "kg kilo", 1000: "ton tonne"},
    "voltage": {0.001: "mv millivolt", 1: "volt v"},
}
_UNIT_OF: dict[str, tuple[str, float]] = {}
for _kind, _scales in _UNITS.items():
    for _scale, _words in _scales.items():
        _UNIT_OF |= dict.fromkeys(_words.split(), (_kind, float(_scale)))
_ENGLISH = "|".join(sorted((word for word in _WORDS if word.isascii()), key=len, reverse=True))
_WORDED = rf"\b(?:{_ENGLISH})(?:[ -](?:and )?(?:{_ENGLISH}))*\b"
_NUMBER = rf"(?:(?<![\w.,])-|\bminus )?(?:\d+(?:,\d{{3}})*(?:\.\d+)?|{_WORDED})"
_QUANTITY = re.compile(
    rf"(?P<number>{_NUMBER}|[一二两三四五六七八九十百千])"
    rf"\s*(?:of\s+)?-?(?:(?P<unit>{'|'.join(sorted(_UNIT_OF, key=len, reverse=True))})(?![a-rt-z]))?"
)
_ABOVE = re.compile(
    r"\b(?:more|over|above|at least|exceeds?|greater|higher|larger|older|longer|minimum|or more)\b|>|≥"
    r"|超过|大于|高于|至少|多于|不低于|不少于|以上"
)
_BELOW = re.compile(
    r"\b(?:less|under|below|at most|lower|fewer|smaller|younger|shorter|within|last|past|maximum|or less)\b|<|≤"
    r"|低于|小于|少于|不超过|不到|至多|以内|以下"
)
_BETWEEN = re.compile(r"\bbetween\b|之间|\d(?=(?: ?to | ?- ?| ?– ?)\d)")


@dataclass(frozen=True)
class Quantity:
    """A number; ``kind`` is what it measures ("" where no unit that is known tells), in days, megabytes and so on.

    ``unit`` is what one of its own unit makes.
    """

    value: float
    kind: str
    unit: float = 1


@dataclass(frozen=True)
class Bound:
    """The range [low, high] that a question asks about; ``kind`` and ``unit`` as for quantities."""

    low: float
    high: float
    kind: str
    unit: float = 1


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of ``text`` in order; "a" counts as one only before a unit of time."""
    for match in _QUANTITY.finditer(text[:MAX_CHARACTERS].lower()):
        number, unit = match["number"], match["unit"]
        if unit or number not in ("a", "an"):
            kind, scale = _UNIT_OF.get(unit, ("", 1.0))
            yield Quantity(_value(number) * scale, kind, scale)


def _value(number: str) -> float:
    """The value of a number in digits, or of number words: "twelve hundred" is 1200."""
    sign = -1 if number.startswith(("-", "minus ")) else 1
    number = number.removeprefix("minus ").removeprefix("-")
    if number[-1].isdecimal():
        return sign * float(number.replace(",", ""))
    words = [word for word in re.split(r"[ -]", number) if word not in ("and", "a", "an")] or ["one"]
    total = 0.0
    for word in words:
        total = max(total, 1.0) * _WORDS[word] if word in _SCALES else total + _WORDS[word]
    return sign * total


def bound(question: str) -> Bound | None:
    """The bound that a question names, or None."""
    limits = list(quantities(question))
    if not limits:
        return None
    if (between := _BETWEEN.search(question)) and len(limits) > 1:
        before = len(list(quantities(question[: between.end()]))) if question[between.start()].isdecimal() else 1
        low, high = limits[before - 1], limits[before]
        low_value = low.value if low.kind else low.value * high.unit
        return Bound(min(low_value, high.value), max(low_value, high.value), high.kind, high.unit)
    limit = limits[-1]
    lowered = question.lower()
    if _BELOW.search(lowered):
        return Bound(float("-inf"), limit.value, limit.kind, limit.unit)
    return Bound(limit.value, float("inf"), limit.kind, limit.unit) if _ABOVE.search(lowered) else None


def keeps(utterance: str, limits: Bound) -> int:
    """1 if the last quantity of that kind in ``utterance`` lies within ``limits``, -1 if not, 0 if there is none.

    A bare number is taken for one of the unit in which the bound is named.
    """
    amounts = list(quantities(utterance))
    of_kind = [quantity.value for quantity in amounts if quantity.kind == limits.kind]
    values = of_kind or [quantity.value * limits.unit for quantity in amounts if not quantity.kind]
    if not values or values[-1] in (limits.low, limits.high):
        return 0
    return 1 if limits.low <= values[-1] <= limits.high else -1
