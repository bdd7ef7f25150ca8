"""The dialogues that agents hold anew: those of a data set, or synthesised along the paths of its charts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.converse.synthesis import LabelVoice, ParaphraseVoice, RecordedVoice, Voice, synthesise
from diagramloop.sources import FAQ, Chart, Dialogue, DialogueSource, Rejected, Transition, TransitionSource

REFERENCE = "reference"  # the voice of the users of a source's own dialogues


@dataclass(frozen=True)
class Reference:
    """A dialogue with what an agent and a user are given for it.

    Attributes:
        dialogue: as it was held.
        voice: of its user.
        chart: that it follows.
        faqs: beside the chart.
    """

    dialogue: Dialogue
    voice: str
    chart: Chart
    faqs: tuple[FAQ, ...]

    @property
    def id(self) -> str:
        """Of the dialogue."""
        return self.dialogue.id


def annotated(source: DialogueSource) -> Iterator[Reference | Rejected]:
    """The source's own dialogues; those along a chart that is not usable are rejected by the source itself."""
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    for found in source.dialogues():
        if isinstance(found, Dialogue):
            yield Reference(found, REFERENCE, charts[found.chart], source.faqs(found.chart))
        else:
            yield found


def synthesised(source: TransitionSource) -> Iterator[Reference | Rejected]:
    """A dialogue along every path of every chart in each voice: the labels themselves, paraphrases, recorded words."""
    recorded: dict[str, list[Transition]] = defaultdict(list)
    for turn in source.transitions():
        if isinstance(turn, Transition):
            recorded[turn.chart].append(turn)
    for chart in source.charts():
        if isinstance(chart, Rejected):
            yield chart
            continue
        voices: tuple[Voice, ...] = (LabelVoice(), ParaphraseVoice(), RecordedVoice(recorded[chart.id]))
        for voice in voices:
            for found in synthesise(chart, voice):
                yield Reference(found, voice.name, chart, ()) if isinstance(found, Dialogue) else found
