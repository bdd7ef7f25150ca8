"""Data sets in: charts and questions with their provenance, and why an item was rejected."""

from flowbench.sources._model import Chart, Defect, Question, QuestionType, Rejected, Source
from flowbench.sources._registry import names, open_source, register
from flowbench.sources.corpus import Corpus
from flowbench.sources.flowexplainbench import FlowExplainBench

__all__ = [
    "Chart",
    "Corpus",
    "Defect",
    "FlowExplainBench",
    "Question",
    "QuestionType",
    "Rejected",
    "Source",
    "names",
    "open_source",
    "register",
]
