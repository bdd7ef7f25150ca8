"""The dialogues that agents hold anew: those of a data set, or synthesised along the paths of its charts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from diagramloop.data.dialogues import Planned, planned, voices_named
from diagramloop.data.sources import (
    FAQ,
    Chart,
    Dialogue,
    DialogueSource,
    Rejected,
    Transition,
    TransitionSource,
    sample,
)

REFERENCE = "reference"  # the voice of the users of a source's own dialogues


@dataclass(frozen=True)
class Reference:
    """A dialogue with what an agent and a user are given for it.

    Attributes:
        dialogue: as it was held.
        voice: of its user.
        chart: that it follows.
        faqs: beside the chart.
        split: the one of the dialogue's splits that it counts for; empty if it has none.
    """

    dialogue: Dialogue
    voice: str
    chart: Chart
    faqs: tuple[FAQ, ...]
    split: str = ""

    @property
    def id(self) -> str:
        """Of the dialogue."""
        return self.dialogue.id


def board(data: str, split: str) -> str:
    """Name of the board of a data set's dialogues that are in one split: splits are never scored as one.

    >>> board("flodial", "u-flo"), board("corpus", "")
    ('flodial/u-flo', 'corpus')
    """
    return f"{data}/{split}" if split else data


def annotated(source: DialogueSource, limit: int | None = None) -> Iterator[Reference | Rejected]:
    """The source's own dialogues; those along a chart that is not usable are rejected by the source itself.

    One that is in several splits counts for each of them, under an id that begins with the split's name.

    Args:
        limit: of dialogues, see :func:`diagramloop.data.sources.sample`.
    """
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    for record in sample(source.dialogues(), limit):
        if isinstance(record, Dialogue):
            for dialogue, split in _by_split(record):
                yield Reference(dialogue, REFERENCE, charts[dialogue.chart], source.faqs(dialogue.chart), split)
        else:
            yield record


def synthesised(
    source: TransitionSource, voices: Mapping[str, Mapping[str, Any]] | None = None, limit: int | None = None
) -> Iterator[Reference | Rejected]:
    """A dialogue along every path of every chart in each voice.

    Args:
        voices: options of each by its name, see :func:`~diagramloop.data.dialogues.voices_named`.
        limit: of dialogues, see :func:`diagramloop.data.sources.sample`: nobody words those that are left out.

    Raises:
        NoSuchSystemError: there is no such voice.
    """
    for plan in sample(_planned(source, voices or {}), limit):
        dialogue = plan.spoken() if isinstance(plan, Planned) else plan
        if isinstance(dialogue, Dialogue) and isinstance(plan, Planned):
            yield Reference(dialogue, plan.voice.name, plan.chart, (), plan.chart.split)
        elif isinstance(dialogue, Rejected):
            yield dialogue


def _by_split(dialogue: Dialogue) -> Iterator[tuple[Dialogue, str]]:
    for split in dialogue.splits or ("",):
        own = dialogue.id if len(dialogue.splits) < 2 else f"{split}-{dialogue.id}"
        yield replace(dialogue, id=own), split


def _planned(source: TransitionSource, voices: Mapping[str, Mapping[str, Any]]) -> Iterator[Planned | Rejected]:
    recorded: dict[str, list[Transition]] = defaultdict(list)
    for turn in source.transitions():
        if isinstance(turn, Transition):
            recorded[turn.chart].append(turn)
    for chart in source.charts():
        if isinstance(chart, Rejected):
            yield chart
            continue
        for voice in voices_named(voices, recorded[chart.id]):
            yield from planned(chart, voice)
