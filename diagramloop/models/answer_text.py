"""Reading what a model answered, in which nothing is trusted: bounded, without thoughts, sayable."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

MAX_ANSWER = 100_000  # characters that are looked at: some thousand regions, or lines of a diagram
MAX_STARTS = 200  # brackets that are tried in vain as the beginning of JSON

_THOUGHT_ENDS = re.compile(
    r"</(?:think(?:ing)?|thoughts?|reasoning)>|◁/think▷|<\|channel\|>final<\|message\|>|\[/THINK\]", re.IGNORECASE
)
_FENCED = re.compile(r"^[^\S\n]*(?:```|~~~)[^\n]*\n(.*?)(?:^[^\S\n]*(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)
_UNSAYABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # Unicode's categories Cc and Cs
_DECODER = json.JSONDecoder()


def answered(text: str) -> str:
    """Return the answer, :func:`without_thoughts` and :func:`sayable`."""
    return sayable(without_thoughts(text))


def without_thoughts(text: str, most: int = MAX_ANSWER) -> str:
    """Return the text after the last thought, its first ``most`` characters; nothing if a thought was not finished."""
    answer = after_thoughts(text).strip()[:most]
    return "" if answer.lower().startswith("<think") else answer


def after_thoughts(text: str) -> str:
    """Return the text behind the end of the last thought, or all."""
    return _THOUGHT_ENDS.split(text)[-1]


def sayable(text: str) -> str:
    """``text`` without control characters (but line ends and tabs) and lone surrogates, which no table can carry."""
    return _UNSAYABLE.sub("", text)


def fenced_in(text: str) -> list[str]:
    """Return the text between code fences, block by block, empty ones left out; an open fence ends with the text."""
    return [block for block in _FENCED.findall(text) if block.strip()]


def json_in(text: str) -> list[Any]:
    """The outermost JSON objects and lists in an answer, in order; thoughts are passed over. Of JSON that was cut off
    those are outermost that are whole."""
    return list(json_values(answered(text)))


def json_values(
    text: str, opening: str = "[{", decoder: json.JSONDecoder = _DECODER, starts: int = MAX_STARTS
) -> Iterator[Any]:
    """The outermost JSON values in ``text``, in order.

    Args:
        opening: the characters with which a value may begin.
        decoder: reads a value.
        starts: how many of those characters are tried in vain.
    """
    begins = re.compile(f"[{re.escape(opening)}]")
    in_vain, start = 0, begins.search(text)
    while start and in_vain < starts:
        try:
            value, end = decoder.raw_decode(text, start.start())
            yield value
        except (ValueError, RecursionError):
            in_vain, end = in_vain + 1, start.end()
        start = begins.search(text, end)
