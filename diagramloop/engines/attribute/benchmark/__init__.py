"""Building a benchmark from charts and questions alone (Follow the Flow, Section 4): the steps between the parts.

Automatic labels (:mod:`.label_log`), people's annotations and how far all agree (:mod:`.agreements`), the choice of
questions (:mod:`.selection`), and the data set with its pictures (:mod:`.building`, :mod:`.drawings`). Each step can be
stopped and goes on; each says what it dropped, and why.
"""

from diagramloop.engines.attribute.benchmark.asked import Asked, Dropped
from diagramloop.engines.attribute.benchmark.building import Built, build, write_record
from diagramloop.engines.attribute.benchmark.drawings import ORIGINAL, Looks
from diagramloop.engines.attribute.benchmark.label_log import Labelled, LabelLog
from diagramloop.engines.attribute.benchmark.selection import Selection, read_selection, select_questions
from diagramloop.scores.annotation_agreements import KeptLabel, agreements

__all__ = [
    "ORIGINAL",
    "Asked",
    "Built",
    "Dropped",
    "KeptLabel",
    "LabelLog",
    "Labelled",
    "Looks",
    "Selection",
    "agreements",
    "build",
    "read_selection",
    "select_questions",
    "write_record",
]
