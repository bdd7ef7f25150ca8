"""What the package itself offers; the rest is in its modules."""

from diagramloop.evaluation._evaluate import evaluate as evaluate
from diagramloop.evaluation.table import Table as Table
from diagramloop.score.reward import reward as reward

__version__: str
