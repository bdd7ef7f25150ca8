"""Dialogues made along the paths of a chart, to measure agents where nobody wrote any (FloCA, Section 6.1)."""

from diagramloop.data.dialogues._by_name import voices_named
from diagramloop.data.dialogues._dialogues import Planned, planned, synthesise
from diagramloop.data.dialogues._model_voice import ModelVoice
from diagramloop.data.dialogues._voices import (
    LabelVoice,
    ParaphraseVoice,
    RecordedVoice,
    Spoken,
    Step,
    Voice,
    Way,
)

__all__ = [
    "LabelVoice",
    "ModelVoice",
    "ParaphraseVoice",
    "Planned",
    "RecordedVoice",
    "Spoken",
    "Step",
    "Voice",
    "Way",
    "planned",
    "synthesise",
    "voices_named",
]
