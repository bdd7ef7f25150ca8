"""Training of the matcher's stance: how strongly each kind of evidence counts for "yes".

From questions and answers written for diagramloop, and from the answers of FloDial's users, which say in their own way
what nobody thinks of who writes examples. Figures are of single answers, on topics and on charts that were left out;
whole dialogues along charts left out are held by ``diagnosis.converse_flodial@f45a8fbc --leave-chart-out``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from diagramloop.data.sources import Chart, Dialogue, DialogueSource, FloDial, TurnKind
from diagramloop.engines.converse.embedded import stance
from diagramloop.engines.converse.embedded.labels import label_sign
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.logistic import Matrix, fit, left_out_scores
from diagramloop.engines.training.language.seed_texts import WRITTEN, seed_texts
from diagramloop.evaluation.lineage import chart_fingerprint, fingerprint
from diagramloop.models.weight_file import TrainedNumbers

SPOKEN = "FloDial, dialogues of the public half"
DIGITS = 3  # of a weight
PLAIN = {
    "yes": ("Yes.", "Yeah.", "I think so.", "That's right.", "Correct.", "It seems so."),
    "no": ("No.", "Nope.", "I don't think so.", "Not really.", "That is not the case.", "Not that I can tell."),
}
REPORTS = ("I checked it.", "I had a look.", "Okay, I did that.", "I tried it just now.")


class StanceSettings(BaseModel):
    """All that decides which weights come out, but the data.

    Attributes:
        said: how often an answer of a dialogue is counted, against one of the seeds, of which variants are made.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    said: float = 3.0


@dataclass(frozen=True)
class Example:
    """One answer to a question that is affirmed or denied.

    Attributes:
        group: the topic of a seed, or the chart of a dialogue: what is left out at once.
        written: whether it stands so among the seeds, or was said so.
        said: whether it is of a dialogue.
    """

    group: str
    question: str
    utterance: str
    affirms: bool
    written: bool = True
    said: bool = False


def learn(folder: Path, settings: StanceSettings) -> Learned:
    """Weights from the seeds and from the dialogues of FloDial in ``folder``; seconds."""
    source = FloDial(folder)
    examples = [*seeds(), *answers(source)]
    weights = fitted(examples, settings)
    right = left_out(examples, settings)
    figures = {
        name: float(np.mean([right[at] for at, one in enumerate(examples) if one.written and one.said is said]))
        for name, said in (("seeds/accuracy", False), ("flodial/accuracy", True))
    }
    charts = [chart_fingerprint(chart.graph) for chart in source.charts() if isinstance(chart, Chart)]
    things = {WRITTEN: list(things_of_seeds()), SPOKEN: charts}
    return Learned(numbers(weights), things, figures)


def numbers(weights: Matrix) -> TrainedNumbers:
    """The weights as they are kept."""
    return TrainedNumbers({"weights": weights}, {"features": list(stance.FEATURES)})


def fitted(examples: Sequence[Example], settings: StanceSettings) -> Matrix:
    """The weight of each feature, shape (features,)."""
    counts = np.array([settings.said if one.said else 1.0 for one in examples])
    affirms = np.array([one.affirms for one in examples])
    return np.round(fit(evidence_of(examples), affirms, counts), DIGITS)


def evidence_of(examples: Iterable[Example]) -> Matrix:
    """Shape (examples, features)."""
    return np.array([stance.evidence(one.question, one.utterance) for one in examples])


def left_out(examples: Sequence[Example], settings: StanceSettings) -> Matrix:
    """For each example 1 if weights of all other groups are right on it, else 0; shape (examples,)."""
    evidence, affirms = evidence_of(examples), np.array([one.affirms for one in examples])
    counts = np.array([settings.said if one.said else 1.0 for one in examples])
    groups = np.array([one.group for one in examples])
    right = (left_out_scores(evidence, affirms, groups, counts) > 0) == affirms
    return right.astype(np.float64)


def seeds() -> Iterator[Example]:
    """The seeds, each also with a plain answer or a report before it and with the next answer behind it."""
    for item in _written():
        for side in ("yes", "no"):
            for text, written in _variants(item.get(side, []), side):
                yield Example(item["topic"], item["question"], text, side == "yes", written)


def things_of_seeds() -> Iterator[str]:
    """Fingerprints of the questions with their answers."""
    return (fingerprint(item["question"], *item.get("yes", []), *item.get("no", [])) for item in _written())


def _written() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seed_texts("answers_english.yaml")
    return found


def _variants(said: list[str], side: str) -> Iterator[tuple[str, bool]]:
    """Variants of the answers on one side of a question, each with True if it was written so."""
    for at, text in enumerate(said):
        yield text, True
        yield f"{side.capitalize()}, {text[0].lower()}{text[1:]}", False
        yield f"{REPORTS[at % len(REPORTS)]} {text}", False
        if len(said) > 1:
            yield f"{text} {said[(at + 1) % len(said)]}", False
    yield from ((text, False) for text in PLAIN[side] if said)


def answers(source: DialogueSource) -> Iterator[Example]:
    """Answers of users to questions that they affirm or deny, each once."""
    tools = {chart.id: FlowchartTool(chart.graph) for chart in source.charts() if isinstance(chart, Chart)}
    found: dict[Example, None] = {}
    for dialogue in source.dialogues():
        if isinstance(dialogue, Dialogue):
            found |= dict.fromkeys(_answers(dialogue, tools[dialogue.chart]))
    yield from found


def _answers(dialogue: Dialogue, tool: FlowchartTool) -> Iterator[Example]:
    label = dict(zip(dialogue.path, dialogue.answers, strict=False))  # the last node of the path has no answer
    for turn in dialogue.turns:
        sign = label_sign(label.get(turn.node or "", ""))
        if turn.speaker == "user" and turn.kind is TurnKind.ANSWER and sign:
            yield Example(dialogue.chart, tool.node_attr(turn.node or ""), turn.text, sign > 0, said=True)
