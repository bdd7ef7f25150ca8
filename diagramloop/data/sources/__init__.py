"""Data sets in: charts, questions and documents with their provenance, and why an item was rejected."""

from diagramloop.data.sources._dialogues import (
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
from diagramloop.data.sources._format_files import FileSource, FormatFile
from diagramloop.data.sources._geometry import with_drawing
from diagramloop.data.sources._model import (
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
from diagramloop.data.sources._papers import Paper, PaperSource, Passage
from diagramloop.data.sources._registry import (
    SOURCES,
    open_dialogues,
    open_documents,
    open_files,
    open_papers,
    open_source,
    open_transitions,
)
from diagramloop.data.sources._sample import sample
from diagramloop.data.sources._splits import Split, in_split
from diagramloop.data.sources.bpmn_miwg import BpmnMiwg
from diagramloop.data.sources.corpus import Corpus
from diagramloop.data.sources.fc_b import FcB
from diagramloop.data.sources.flodial import FloDial
from diagramloop.data.sources.flowexplainbench import FlowExplainBench
from diagramloop.data.sources.hdbpmn import HdBpmn
from diagramloop.data.sources.paged import Paged
from diagramloop.data.sources.papers import Arxiv
from diagramloop.data.sources.pfdial import PFDial

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
    "FileSource",
    "FloDial",
    "FlowExplainBench",
    "FormatFile",
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
    "open_files",
    "open_papers",
    "open_source",
    "open_transitions",
    "sample",
    "with_drawing",
]
