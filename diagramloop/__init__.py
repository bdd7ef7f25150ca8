"""diagramloop: closing the loop on flowcharts and scientific diagrams."""

from pkgutil import resolve_name
from typing import Any

__version__ = "0.1.0"

_WHEN_USED = {  # imported then, so that ``import diagramloop`` costs nothing; their types are in __init__.pyi
    "Table": "diagramloop.evaluation.table:Table",
    "evaluate": "diagramloop.evaluation._evaluate:evaluate",
    "reward": "diagramloop.score.reward:reward",
}


def __getattr__(name: str) -> Any:
    if name not in _WHEN_USED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return resolve_name(_WHEN_USED[name])
