"""What the package itself offers; the rest is in its modules."""

from diagramloop.doors.python.asking import ask as ask
from diagramloop.doors.python.converting import convert as convert
from diagramloop.doors.python.extracting import extract as extract
from diagramloop.doors.python.reading import read as read
from diagramloop.doors.python.scoring import score as score
from diagramloop.engines.documents.reader import read_document as read_document
from diagramloop.engines.parse.words import read_words as read_words
from diagramloop.evaluation._evaluate import evaluate as evaluate
from diagramloop.evaluation.table import Table as Table
from diagramloop.scores.reward import reward as reward

__version__: str
