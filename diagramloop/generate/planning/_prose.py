"""Plain prose from a paper's text: without citations and layout, as sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_CITATION = re.compile(
    r"\s*\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]"  # [3], [1, 4-6]
    r"|\s*\((?:see |e\.g\.,? )?[^()]{0,200}?\b(?:19|20)\d\d[a-z]?[^()]{0,200}\)"  # (Smith et al., 2020)
    r"|\s*\((?:see )?(?:Fig|Figure|Eq|Equation|Sec|Section|Table|Tab|Appendix|Alg|Algorithm)s?\b[^()]{0,60}\)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")


def normalised(text: str) -> str:
    """``text`` as one line of plain words: compatible characters unified, no control characters, no citations."""
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in plain)
    return " ".join(_CITATION.sub("", plain).split())


def sentences(text: str, abbreviations: Iterable[str]) -> list[str]:
    """The sentences of ``text``; a full stop after one of ``abbreviations`` or after an initial ends none."""
    known = set(abbreviations)
    found: list[str] = []
    for part in _SENTENCE_END.split(text):
        last = found[-1].rsplit(None, 1)[-1].rstrip(".").lower().lstrip("(") if found else ""
        if found and found[-1].endswith(".") and (last in known or (len(last) == 1 and last.isalpha())):
            found[-1] += " " + part
        else:
            found.append(part)
    return [sentence.strip() for sentence in found if sentence.strip()]
