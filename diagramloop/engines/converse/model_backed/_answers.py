"""Reading what a model answered, in which nothing is trusted."""

from __future__ import annotations

import json
import math
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any

from diagramloop.models.answer_text import json_values, sayable, without_thoughts

MAX_ANSWER = 20_000  # characters that are looked at
MAX_BARE = 200  # characters of an answer without JSON that may be meant as the bare value
NONE = "none"  # what prompts call no choice at all; a choice that reads so can be named by its key alone
Scalar = str | int | float | bool

_AROUND = " \t\r\n\"'`*.。"


def field(text: str, name: str, *, bare: bool = True) -> Scalar | None:
    """Return the value of ``name`` in an answer: the one text or number on which all its JSON objects agree.

    Args:
        text: the answer; thoughts that some models write down before they answer are passed over.
        name: of the field.
        bare: whether an answer without any JSON object that is one short line is the value itself.

    Returns:
        The value; None if there is none, or several that differ.
    """
    answer = without_thoughts(text, MAX_ANSWER)
    objects = list(json_values(answer, "{", _DECODER, MAX_ANSWER))
    if not objects:
        line = answer.strip(_AROUND)
        return line if bare and 0 < len(line) <= MAX_BARE and "\n" not in line else None
    values = [fields[name] for fields in objects if name in fields]
    if not values or not all(isinstance(value, Scalar) and value == values[0] for value in values):
        return None
    agreed: Scalar = values[0]
    return agreed


def text_field(text: str, name: str) -> str:
    """:func:`field` where that is a text, :func:`~diagramloop.models.answer_text.sayable`; else the empty text."""
    value = field(text, name)
    return sayable(value).strip() if isinstance(value, str) else ""


def chosen(text: str, name: str, choices: Mapping[str, str]) -> str | None:
    """Which of ``choices`` an answer names under ``name``, by its key or by the text that stands there.

    Returns:
        A key of ``choices``; None where the answer names none of them, several, or something else.
    """
    value = field(text, name)
    choice = _plain(value) if isinstance(value, str) else ""
    if choice in ("", NONE):
        return None
    meant = {key for key, label in choices.items() if choice in (_plain(key), _plain(label))}
    return meant.pop() if len(meant) == 1 else None


def confidence(text: str) -> float:
    """The answer's ``confidence`` within [0, 1]; 1 where it gives no number."""
    value = field(text, "confidence")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return 1.0
    return min(1.0, max(0.0, float(value)))


def spoken(text: str) -> str:
    """Return the words of an answer in plain words: no thoughts, no quotation marks around it all, and
    :func:`~diagramloop.models.answer_text.sayable`."""
    utterance = sayable(without_thoughts(text, MAX_ANSWER)).strip()
    unwrapped = utterance[1:-1] if len(utterance) > 1 and utterance[0] == utterance[-1] == '"' else utterance
    return utterance if '"' in unwrapped else unwrapped.strip()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; what it gives twice becomes a list, which is no text or number."""
    times = Counter(key for key, _ in pairs)
    return {key: value if times[key] == 1 else [value] for key, value in pairs}


_DECODER = json.JSONDecoder(object_pairs_hook=_once)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().strip(_AROUND).split())
