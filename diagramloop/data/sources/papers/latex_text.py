r"""LaTeX to plain text, one paragraph at a time (pylatexenc does the work), bounded on hostile input."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from diagramloop.data.sources.papers.braces import depth
from diagramloop.data.sources.papers.manuscript import MAX_PARAGRAPH
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.extras import needed

MAX_DEPTH = 30  # of braces and environments in one paragraph; the parser is recursive

_CITATION = re.compile(r"[~ ]?\\(?:no)?cite[a-zA-Z]*\*?(?:\[[^\[\]]{0,300}\]){0,2}\{[^{}]{0,3000}\}")
_REFERENCE = re.compile(r"(\\(?:[cCvVfF]ref|autoref|ref|eqref|pageref|figref|subref))\*?\{([^{}]{1,300})\}")
_LINK = re.compile(r"\\href\s?\{[^{}]{0,2000}\}|\\hyperref\s?\[[^\[\]]{0,300}\]")
_BRACED = r"\{[^{}]*+\}"
for _ in range(4):  # so deep are the braces of a style's keys
    _BRACED = rf"\{{(?:[^{{}}]++|{_BRACED})*+\}}"
_BRACKETED = r"\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\]"
_DROPPED = re.compile(
    rf"\\tikzstyle\s?{_BRACED}\s{{0,9}}\+?=\s{{0,9}}{_BRACKETED}"
    rf"|\\(?:tikzset|pgfplotsset|usetikzlibrary)\s?{_BRACED}"
    r"|\\(?:todo|includegraphics|includepdf)\*?(?:\[[^\[\]]{0,300}\])?\{[^{}]{0,2000}\}"
    r"|\\(?:definecolor\*?\{[^{}]{0,99}\}|colorlet)\{[^{}]{0,99}\}\{[^{}]{0,300}\}"
    r"|\\(?:label|thanks|tnoteref|vspace|hspace|bibliographystyle|bibliography|thispagestyle|setcounter|addtocounter)\*?\{[^{}]{0,500}\}"
)
_XSPACE = re.compile(r"\\xspace(?![A-Za-z])(?:\{\})?\s*")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}$]")
_SPACES = re.compile(r"\s+")
_BEFORE_MARK = re.compile(r"(?<!\s)\s++([.,;:!?])")


def plain(latex: str, numbers: Mapping[str, str]) -> str:
    """One paragraph as plain text on one line.

    Args:
        latex: the paragraph; at most 20,000 characters of it are read.
        numbers: of the labels, as "Figure 2" or "Section 3.1"; references to other labels become nothing.

    Raises:
        SourceError: nested too deep (TOO_LARGE).
    """
    latex = latex[:MAX_PARAGRAPH]
    if depth(latex) > MAX_DEPTH:
        raise SourceError(f"LaTeX nested more than {MAX_DEPTH} deep", reason=RejectionReason.TOO_LARGE)
    latex = _REFERENCE.sub(lambda m: _referred(m[1], m[2], numbers), _CITATION.sub("", latex))
    text = _converted(_XSPACE.sub(" ", _LINK.sub("", _DROPPED.sub("", latex))))
    return _BEFORE_MARK.sub(r"\1", _SPACES.sub(" ", text)).strip()


def _referred(command: str, labels: str, numbers: Mapping[str, str]) -> str:
    r"""``\ref`` gives the bare number, the clever ones the kind as well."""
    named = [numbers.get(label.strip(), "") for label in labels.split(",")]
    if command[1:] in ("ref", "subref", "figref", "eqref", "pageref"):
        named = [name.rpartition(" ")[2] for name in named]
    return " and ".join(name for name in named if name)


def _converted(latex: str) -> str:
    """The parser gives up on some malformed commands (with errors of any kind): these lose their markup bluntly."""
    try:
        return str(_converter().latex_to_text(latex))
    except Exception:
        return _COMMAND.sub(" ", latex)


@cache
def _converter() -> Any:
    try:
        from pylatexenc.latex2text import LatexNodes2Text
    except ImportError as error:
        raise needed("reading LaTeX", "pylatexenc", error=SourceError) from error
    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # what it grumbles about is hostile input's business
    return LatexNodes2Text(math_mode="text", strict_latex_spaces=False, keep_comments=False)
