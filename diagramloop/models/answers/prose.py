"""Answers in words: what stands behind a label, what is bare, and what may be passed over around it."""

from __future__ import annotations

import re
import unicodedata

AROUND = " \t\r\n\"'`*_.,;:!。、，：；()[]{}<>“”‘’«»|#"
NOTHING = frozenset(
    ("none", "null", "nothing", "n/a", "no choice", "none of them", "none of these", "none of the above", "no match")
)
"""Words for no choice at all."""

_FENCE_MARK = re.compile(r"^[^\S\n]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|`|\\boxed\{|\\text\{|\$")
_HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+", re.MULTILINE)
_LABELS = r"(?:final\s+answer|answer|choice|decision|result|conclusion|output|selection|response|verdict)"
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|except|without|cannot|exclude[sd]?|rule[sd]?\s+out|rather\s+than|instead\s+of|wrong|"
    r"incorrect|unlike|nicht|kein\w*)\b|n['’]t\b|[不没非]",
    re.IGNORECASE,
)


def without_markup(answer: str) -> str:
    """An answer without the marks of Markdown and LaTeX, line by line as it was."""
    return _HEADING.sub("", _EMPHASIS.sub("", _FENCE_MARK.sub("", answer)))


def plain(text: str) -> str:
    """A text for comparison: one case, one width, one space, and no marks around it."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().strip(AROUND).split())


def labelled(text: str, name: str) -> list[str]:
    """What stands behind ``name`` or a word for an answer, as in ``Way: W1`` or ``the answer is W1``, line by line.

    Returns:
        Of each label what follows it in its line, the last one first; labels of the name go before others.
    """
    spoken = re.escape(name).replace("_", r"[\s_-]")
    wanted: list[str] = []
    for label in (rf"{spoken}", _LABELS):
        behind = re.compile(
            rf"(?<!\w)[\"']?{label}(?:\s+is)?[\"']?[^\S\n]*(?:[:=：]|(?<=is)\s|->|→)[^\S\n]*([^\n]+)", re.I
        )
        wanted += [match[1] for match in behind.finditer(text)][::-1]
    return wanted


def negated(text: str) -> bool:
    """True if a text denies something: what it names may be what it denies."""
    return _NEGATION.search(text) is not None


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; figures with a point are not taken apart."""
    return [part for part in re.split(r"(?<=[.!?。！？])\s+|\n+", text) if part.strip()]
