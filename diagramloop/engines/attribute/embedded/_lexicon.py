"""Word lists for questions in English, from ``english.yaml``."""

from __future__ import annotations

import re

from diagramloop.base.text.word_lists import WordLists, remembered

LISTS = WordLists(__package__, "english.yaml")
NEVER = r"(?!)"


@remembered(maxsize=8)
def cues() -> dict[str, re.Pattern[str]]:
    """Patterns on a lower-cased question that hint at what is asked, by name; all names, whatever is left out."""
    return {name: re.compile("|".join(patterns) or NEVER) for name, patterns in LISTS["cues"].items()}
