"""Reading what a model answered, in which nothing is trusted: bounded, without thoughts, sayable."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

MAX_ANSWER = 100_000  # characters that are looked at: some thousand regions, or lines of a diagram
MAX_STARTS = 200  # brackets that are tried in vain as the beginning of JSON

_THOUGHT_ENDS = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_OPENING = re.compile(r"[\[{]")
_DECODER = json.JSONDecoder()


def answered(text: str) -> str:
    """What was said after the last thought, without control characters and lone surrogates; nothing if a thought
    was not finished."""
    said = _THOUGHT_ENDS.split(text)[-1].strip()[:MAX_ANSWER]
    return "" if said.lower().startswith("<think") else sayable(said)


def sayable(text: str) -> str:
    """``text`` without control characters (but line ends and tabs) and lone surrogates, which no table can carry."""
    return "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs"})


def json_in(text: str) -> list[Any]:
    """The outermost JSON objects and lists in an answer, in order; thoughts are passed over. Of JSON that was cut off
    those are outermost that are whole."""
    return list(_values(answered(text)))


def _values(text: str) -> Iterator[Any]:
    in_vain, start = 0, _OPENING.search(text)
    while start and in_vain < MAX_STARTS:
        try:
            value, at = _DECODER.raw_decode(text, start.start())
            yield value
        except (ValueError, RecursionError):
            in_vain, at = in_vain + 1, start.end()
        start = _OPENING.search(text, at)
