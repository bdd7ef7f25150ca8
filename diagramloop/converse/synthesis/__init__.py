"""Dialogues made along the paths of a chart, to measure agents where nobody wrote any (FloCA, Section 6.1)."""

from diagramloop.converse.synthesis._dialogues import synthesise
from diagramloop.converse.synthesis._model_voice import ModelVoice
from diagramloop.converse.synthesis._voices import LabelVoice, ParaphraseVoice, RecordedVoice, Spoken, Step, Voice, Way

__all__ = [
    "LabelVoice",
    "ModelVoice",
    "ParaphraseVoice",
    "RecordedVoice",
    "Spoken",
    "Step",
    "Voice",
    "Way",
    "synthesise",
]
