"""diagramloop: closing the loop on flowcharts and scientific diagrams."""

from pkgutil import resolve_name
from typing import Any

__version__ = "0.1.0"

_WHEN_USED = {  # imported then, so that ``import diagramloop`` costs nothing; their types are in __init__.pyi
    "Table": "diagramloop.evaluation.table:Table",
    "convert_diagram": "diagramloop.doors.services.notebook:convert_diagram",
    "evaluate": "diagramloop.evaluation._evaluate:evaluate",
    "parse_diagram": "diagramloop.doors.services.notebook:parse_diagram",
    "read_document": "diagramloop.engines.documents.reader:read_document",
    "reward": "diagramloop.scores.reward:reward",
    "score_diagrams": "diagramloop.doors.services.notebook:score_diagrams",
}


def __getattr__(name: str) -> Any:
    if name not in _WHEN_USED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return resolve_name(_WHEN_USED[name])


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHEN_USED})
