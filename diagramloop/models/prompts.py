"""Prompts of a language model: standing instructions from a file, the case at hand as JSON.

Nothing that comes from outside (a question, a chart, a paper, an utterance) is ever pasted into the instructions: it
arrives as strings of a JSON object, bounded in length, and without what no request can carry.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def instructions(package: str, name: str) -> str:
    """The standing instructions called ``name``: the file ``prompts/NAME.txt`` of a package.

    Args:
        package: its full name.
    """
    return (files(package) / "prompts" / f"{name}.txt").read_text("utf-8").strip()


def as_json(case: object) -> str:
    """The case at hand as one line of JSON, all characters as they are, and :func:`encodable`."""
    return encodable(json.dumps(case, ensure_ascii=False))


def quoted(text: str, most: int) -> str:
    """``text`` as a prompt or a trace quotes it: its first ``most`` characters, :func:`encodable`."""
    return encodable(text[:most])


def encodable(text: str) -> str:
    """``text`` with question marks for lone surrogates, which JSON can spell but no request and no table can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")
