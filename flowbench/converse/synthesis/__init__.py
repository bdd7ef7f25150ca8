"""Dialogues made along the paths of a chart, to measure agents where nobody wrote any (FloCA, Section 6.1)."""

from flowbench.converse.synthesis._dialogues import synthesise
from flowbench.converse.synthesis._model_voice import ModelVoice
from flowbench.converse.synthesis._voices import LabelVoice, ParaphraseVoice, RecordedVoice, Spoken, Step, Voice, Way

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
