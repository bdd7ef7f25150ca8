"""Plain prose from a paper's text: one line of words without citations and layout."""

from __future__ import annotations

import re
import unicodedata

_CITATION = re.compile(
    r"(?:(?<!\s)\s++)?(?:\[\s*+\d++(?:\s*+[,;–-]\s*+\d++)*+\s*+\]"  # [3], [1, 4-6]
    r"|\((?:see |e\.g\.,? )?[^()]{0,200}?\b(?:19|20)\d\d[a-z]?[^()]{0,200}\)"  # (Smith et al., 2020)
    r"|\((?:see )?(?:Fig|Figure|Eq|Equation|Sec|Section|Table|Tab|Appendix|Alg|Algorithm)s?\b[^()]{0,60}\))",
    re.IGNORECASE,
)


def normalised(text: str) -> str:
    """``text`` as one line of plain words: compatible characters unified, no control characters, no citations."""
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in plain)
    return " ".join(_CITATION.sub("", plain).split())
