"""Data sets in: charts, questions and documents with their provenance, and why an item was rejected."""

from flowbench.sources._dialogues import (
    FAQ,
    Conversation,
    Dialogue,
    DialogueSource,
    DialogueTurn,
    Transition,
    TransitionSource,
    Turn,
    TurnKind,
)
from flowbench.sources._model import (
    Chart,
    DataSet,
    Defect,
    Document,
    DocumentSource,
    Question,
    QuestionType,
    Rejected,
    Source,
)
from flowbench.sources._papers import Paper, PaperSource, Passage
from flowbench.sources._registry import (
    names,
    open_dialogues,
    open_documents,
    open_papers,
    open_source,
    open_transitions,
    register,
)
from flowbench.sources.bpmn_miwg import BpmnMiwg
from flowbench.sources.corpus import Corpus
from flowbench.sources.flodial import FloDial
from flowbench.sources.flowexplainbench import FlowExplainBench
from flowbench.sources.paged import Paged
from flowbench.sources.papers import Arxiv
from flowbench.sources.pfdial import PFDial

__all__ = [
    "FAQ",
    "Arxiv",
    "BpmnMiwg",
    "Chart",
    "Conversation",
    "Corpus",
    "DataSet",
    "Defect",
    "Dialogue",
    "DialogueSource",
    "DialogueTurn",
    "Document",
    "DocumentSource",
    "FloDial",
    "FlowExplainBench",
    "PFDial",
    "Paged",
    "Paper",
    "PaperSource",
    "Passage",
    "Question",
    "QuestionType",
    "Rejected",
    "Source",
    "Transition",
    "TransitionSource",
    "Turn",
    "TurnKind",
    "names",
    "open_dialogues",
    "open_documents",
    "open_papers",
    "open_source",
    "open_transitions",
    "register",
]
