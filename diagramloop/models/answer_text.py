"""Reading what a model answered, in which nothing is trusted: bounded, without thoughts, sayable."""

from __future__ import annotations

import re

MAX_ANSWER = 100_000  # characters that are looked at: some thousand regions, or lines of a diagram

_THOUGHT_ENDS = re.compile(
    r"</(?:think(?:ing)?|thoughts?|reasoning)>|◁/think▷|<\|channel\|>final<\|message\|>|\[/THINK\]", re.IGNORECASE
)
_FENCED = re.compile(r"^[^\S\n]*(?:```|~~~)[^\n]*\n(.*?)(?:^[^\S\n]*(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)
_UNSAYABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # Unicode's categories Cc and Cs


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
