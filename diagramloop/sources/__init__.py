"""Data sets in: charts, questions and documents with their provenance, and why an item was rejected."""

from diagramloop.sources._dialogues import (
    FAQ,
    Conversation,
    Dialogue,
    DialogueSource,
    DialogueTurn,
    Ending,
    Transition,
    TransitionSource,
    Turn,
    TurnKind,
)
from diagramloop.sources._geometry import with_drawing
from diagramloop.sources._model import (
    Chart,
    DataSet,
    Defect,
    Document,
    DocumentSource,
    Question,
    QuestionType,
    Rejected,
    Source,
    asked_of,
)
from diagramloop.sources._papers import Paper, PaperSource, Passage
from diagramloop.sources._registry import (
    SOURCES,
    open_dialogues,
    open_documents,
    open_papers,
    open_source,
    open_transitions,
)
from diagramloop.sources._sample import sample
from diagramloop.sources._splits import Split, in_split
from diagramloop.sources.bpmn_miwg import BpmnMiwg
from diagramloop.sources.corpus import Corpus
from diagramloop.sources.fc_b import FcB
from diagramloop.sources.flodial import FloDial
from diagramloop.sources.flowexplainbench import FlowExplainBench
from diagramloop.sources.hdbpmn import HdBpmn
from diagramloop.sources.paged import Paged
from diagramloop.sources.papers import Arxiv
from diagramloop.sources.pfdial import PFDial

__all__ = [
    "FAQ",
    "SOURCES",
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
    "Ending",
    "FcB",
    "FloDial",
    "FlowExplainBench",
    "HdBpmn",
    "PFDial",
    "Paged",
    "Paper",
    "PaperSource",
    "Passage",
    "Question",
    "QuestionType",
    "Rejected",
    "Source",
    "Split",
    "Transition",
    "TransitionSource",
    "Turn",
    "TurnKind",
    "asked_of",
    "in_split",
    "open_dialogues",
    "open_documents",
    "open_papers",
    "open_source",
    "open_transitions",
    "sample",
    "with_drawing",
]
