"""What the package itself offers; the rest is in its modules."""

from diagramloop.doors.services.notebook import convert_diagram as convert_diagram
from diagramloop.doors.services.notebook import parse_diagram as parse_diagram
from diagramloop.doors.services.notebook import score_diagrams as score_diagrams
from diagramloop.engines.documents.reader import read_document as read_document
from diagramloop.evaluation._evaluate import evaluate as evaluate
from diagramloop.evaluation.table import Table as Table
from diagramloop.scores.reward import reward as reward

__version__: str
