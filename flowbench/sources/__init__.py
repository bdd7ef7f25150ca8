"""Data sets in: charts and questions with their provenance, and why an item was rejected."""

from flowbench.sources._dialogues import FAQ, Conversation, Dialogue, DialogueSource, DialogueTurn, Turn, TurnKind
from flowbench.sources._model import Chart, Defect, Question, QuestionType, Rejected, Source
from flowbench.sources._registry import names, open_source, register
from flowbench.sources.corpus import Corpus
from flowbench.sources.flodial import FloDial
from flowbench.sources.flowexplainbench import FlowExplainBench

__all__ = [
    "FAQ",
    "Chart",
    "Conversation",
    "Corpus",
    "Defect",
    "Dialogue",
    "DialogueSource",
    "DialogueTurn",
    "FloDial",
    "FlowExplainBench",
    "Question",
    "QuestionType",
    "Rejected",
    "Source",
    "Turn",
    "TurnKind",
    "names",
    "open_source",
    "register",
]
