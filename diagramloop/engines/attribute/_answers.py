"""Reading what a model answered, in which nothing is trusted: only marks that exist come out."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any

from diagramloop.models.answer_text import after_thoughts, json_values

MAX_ANSWER = 50_000  # characters that are looked at

_LIST = re.compile(r"[A-Z]{1,3}(?:[^A-Za-z]+[A-Z]{1,3})*")  # of marks, with anything but words between them
_AROUND = " \t\r\n\"'`*.,;:()[]{}<>"


def marks_in(answer: object, known: Container[str]) -> tuple[str, ...]:
    """The marks that an answer lists, each once, in order; those that are not ``known`` are left out.

    Args:
        answer: a list; an object whose ``nodes`` is one; a text that is nothing but marks (``A, C -> D``), or that
            has JSON of such a form in it, of which the last counts, or is so after its last colon. Prose names
            nothing: ``A`` is a word as well.
    """
    return tuple(dict.fromkeys(mark for mark in _listed(answer) if mark in known))


def json_in(text: str) -> list[Any]:
    """The outermost JSON objects and lists in a text, in order, but for what a model thought before it answered."""
    return list(json_values(_answered(text)))


def _listed(answer: object) -> list[str]:
    while isinstance(answer, Mapping):
        answer = answer.get("nodes")
    if isinstance(answer, str):
        return _listed_in_text(answer)
    return [item.strip(_AROUND) for item in answer if isinstance(item, str)] if isinstance(answer, list | tuple) else []


def _listed_in_text(text: str) -> list[str]:
    for value in reversed(json_in(text)):
        if listed := _listed(value):
            return listed
    bare = _answered(text).rpartition(":")[2].strip(_AROUND)
    return re.findall(r"[A-Z]+", bare) if _LIST.fullmatch(bare) else []


def _answered(text: str) -> str:
    """Return the text after the last thought."""
    return after_thoughts(text[:MAX_ANSWER])
