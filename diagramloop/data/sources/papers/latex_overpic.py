r"""Words that ``overpic`` writes on a picture: ``\put(x,y){words}``, in hundredths (or ``rel``) of its longer side."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diagramloop.data.sources.papers.braces import argument, braces
from diagramloop.data.sources.papers.latex_text import plain
from diagramloop.data.sources.papers.panels import Options, Words

SIZES = {"tiny": 5.0, "scriptsize": 7.0, "footnotesize": 8.0, "small": 9.0, "large": 12.0, "Large": 14.4, "LARGE": 17.3}
USUAL_SIZE = 10.0  # points
MAX_WORDS = 200  # on one picture

_NUMBER = r"\s{0,9}([-+]?\d{0,5}\.?\d{0,5})\s{0,9}"
_PUT = re.compile(rf"\\put\s{{0,9}}\({_NUMBER},{_NUMBER}\)\s{{0,9}}(?=\{{)")
_DRAWS = re.compile(
    r"\\(?:line|vector|circle|oval|polyline|polygon|qbezier|multiput|linethickness|framebox|fbox|frame|fcolorbox|colorbox"
    r"|makebox|rotatebox|raisebox|parbox|begin|include[a-z]{1,20}|resizebox|scalebox|input|unitlength|shortstack|dashbox)(?![A-Za-z])|\\\\"
)
_SIZE = re.compile(rf"\\({'|'.join(SIZES)})(?![A-Za-z])")
_COLOUR = re.compile(r"\\(?:text)?color\s{0,9}\{([A-Za-z]{1,30})\}")


def words_of(body: str, options: Options) -> tuple[Words, ...] | None:
    """The words that the body of an ``overpic`` puts on its picture; None where it puts anything else, or elsewhere."""
    keys = dict(options)
    puts = len(re.findall(r"\\put(?![A-Za-z])", body))
    if puts > MAX_WORDS or "abs" in keys or _DRAWS.search(body):
        return None
    whole = 1000.0 if "permil" in keys else _number(keys.get("rel", "100"))
    words = list(_words(body, whole)) if whole else []
    return tuple(words) if len(words) == puts else None


def _words(body: str, whole: float) -> Iterator[Words]:
    closed, at = braces(body), 0
    size, colour = "", "black"
    for put in _PUT.finditer(body):
        found = argument(body, put.end(), closed)
        x, y = _number(put[1]), _number(put[2])
        if found is None or x is None or y is None:
            return
        size, colour = _last(_SIZE, body[at : put.start()], size), _last(_COLOUR, body[at : put.start()], colour)
        own = SIZES.get(_last(_SIZE, found[0], size), USUAL_SIZE)
        text = plain(_COLOUR.sub("", found[0]), {})
        yield Words(x / whole, y / whole, text, own, _last(_COLOUR, found[0], colour))
        at = found[1]


def _last(what: re.Pattern[str], text: str, usual: str) -> str:
    return next(reversed(what.findall(text)), usual)


def _number(said: str) -> float | None:
    return float(said) if re.fullmatch(r"[-+]?(?:\d{1,5}\.?\d{0,5}|\.\d{1,5})", said) else None
