"""diagramloop: closing the loop on flowcharts and scientific diagrams."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diagramloop.evaluation._evaluate import evaluate
    from diagramloop.evaluation.table import Table

__all__ = ["Table", "__version__", "evaluate"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """What is imported when it is first used, so that ``import diagramloop`` costs nothing."""
    if name == "evaluate":
        from diagramloop.evaluation._evaluate import evaluate

        return evaluate
    if name == "Table":
        from diagramloop.evaluation.table import Table

        return Table
    raise AttributeError(f"module 'diagramloop' has no attribute {name!r}")
