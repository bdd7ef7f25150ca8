"""diagramloop: closing the loop on flowcharts and scientific diagrams."""

import warnings
from pkgutil import resolve_name
from typing import Any

__version__ = "0.2.0"

_WHEN_USED = {  # imported then, so that ``import diagramloop`` costs nothing; their types are in __init__.pyi
    "Table": "diagramloop.evaluation.table:Table",
    "ask": "diagramloop.doors.python.asking:ask",
    "convert": "diagramloop.doors.python.converting:convert",
    "evaluate": "diagramloop.evaluation._evaluate:evaluate",
    "extract": "diagramloop.doors.python.extracting:extract",
    "read": "diagramloop.doors.python.reading:read",
    "read_document": "diagramloop.engines.documents.reader:read_document",
    "read_words": "diagramloop.engines.parse.words:read_words",
    "reward": "diagramloop.scores.reward:reward",
    "score": "diagramloop.doors.python.scoring:score",
}
_FORMER = {"convert_diagram": "convert", "parse_diagram": "read", "score_diagrams": "score"}  # names until 0.1


def __getattr__(name: str) -> Any:
    if name in _FORMER:
        now = _FORMER[name]
        warnings.warn(f"diagramloop.{name} is called diagramloop.{now}", DeprecationWarning, stacklevel=2)
        name = now
    if name not in _WHEN_USED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return resolve_name(_WHEN_USED[name])
    except ModuleNotFoundError as error:
        from diagramloop.extras import missing_extra

        raise missing_extra(error) or error from error


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHEN_USED})
