"""Voices of synthesised users: what one says to take a given way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

import numpy as np
import yaml

from diagramloop.base.text.tokens import is_chinese
from diagramloop.data.sources import Transition
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.paths import flow_root

_ASKING = re.compile(r"是否|是不是|(?<=有)没有|(?:吗|么)?(?<![?？。.!！\s])[?？。.!！\s]*+$")
_FIELD = re.compile(r"\{(label|target|statement)\}")


@dataclass(frozen=True)
class Step:
    """One step of a way.

    Attributes:
        node: where the user is asked.
        label: of the edge to be taken.
        target: where it leads.
        shared: True when another edge of this label leads elsewhere, so that the label alone says too little.
        alone: True when no other edge leaves the node.
    """

    node: Node
    label: str
    target: Node
    shared: bool = False
    alone: bool = False


@dataclass(frozen=True)
class Way:
    """A way through ``chart`` that begins at ``start``, which is where ``steps`` begin, if there is any."""

    chart: FlowGraph
    start: Node
    steps: tuple[Step, ...]

    @property
    def chinese(self) -> bool:
        """True if its texts are Chinese."""
        return any(is_chinese(node.text) for node in self.chart.nodes)


@dataclass(frozen=True)
class Spoken:
    """The user's words: first, and at each step."""

    opening: str
    answers: tuple[str, ...]


class Voice(Protocol):
    """The manner in which a synthesised user speaks.

    Attributes:
        name: letters and digits only; a part of dialogues' ids.
    """

    name: str

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:
        """The utterances that take ``way``.

        Raises:
            ModelError: a model-backed voice got no usable answer.
        """
        ...


class LabelVoice:
    """Answers with the labels themselves; where there is none, with the first template for that case."""

    name = "labels"

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:  # noqa: ARG002 - nothing is left to chance
        """The labels along ``way``."""
        phrases = _Phrases.of(way)
        plain = ("{label}" if step.label and not step.shared else phrases.fitting(step)[0] for step in way.steps)
        return Spoken(phrases.openings[0], tuple(map(_filled, plain, way.steps)))


class ParaphraseVoice:
    """Answers with paraphrases of the labels, drawn by chance."""

    name = "paraphrases"

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:
        """Paraphrases of the labels along ``way``."""
        phrases = _Phrases.of(way)
        drawn = ((_drawn(phrases.before, random), _drawn(phrases.fitting(step), random)) for step in way.steps)
        answers = (before + _filled(phrase, step) for (before, phrase), step in zip(drawn, way.steps, strict=True))
        return Spoken(_drawn(phrases.openings, random), tuple(answers))


class RecordedVoice:
    """Answers with what annotated users said at the same steps; where nobody did, with another voice.

    Args:
        transitions: annotated steps along the one chart that is to be spoken about.
        otherwise: for steps without any.
    """

    name = "recorded"

    def __init__(self, transitions: Iterable[Transition], otherwise: Voice | None = None) -> None:
        self._otherwise = otherwise or ParaphraseVoice()
        self._said: dict[tuple[str, str, str], list[str]] = {}
        for transition in transitions:
            if transition.utterance.strip():
                self._said.setdefault((transition.node, transition.answer, transition.next_node), []).append(
                    transition.utterance
                )

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:
        """Return the words that were said at the steps of ``way``; one saying by chance where there were several."""
        other = self._otherwise.speak(way, random)
        keys = ((step.node.id, step.label, step.target.id) for step in way.steps)
        answers = (self._recorded(key, utterance, random) for key, utterance in zip(keys, other.answers, strict=True))
        opening = self._recorded((flow_root(way.chart), "", way.start.id), other.opening, random)
        return Spoken(opening, tuple(answers))

    def _recorded(self, key: tuple[str, str, str], otherwise: str, random: np.random.Generator) -> str:
        return _drawn(self._said.get(key, [otherwise]), random)


@dataclass(frozen=True)
class _Phrases:
    """The templates of one language, for one chart."""

    openings: tuple[str, ...]
    before: tuple[str, ...]
    templates: Mapping[str, Any]

    @classmethod
    def of(cls, way: Way) -> _Phrases:
        templates = _languages()["chinese" if way.chinese else "english"]
        topic = way.chart.title.strip()
        openings = (
            [template.format(topic=topic) for template in templates["opening_topic"]] if topic else templates["opening"]
        )
        return cls(tuple(openings), tuple(templates["before"]), templates)

    def fitting(self, step: Step) -> Sequence[str]:
        """The templates for what is to be said at ``step``."""
        if step.shared:
            return self.templates["shared"]
        if not step.label:
            return self.templates["done" if step.alone else "otherwise"]
        for known in self.templates["classes"]:
            if step.label.lower() in known["labels"]:
                return known["say"]
        return self.templates["label"]


@cache
def _languages() -> Mapping[str, Any]:
    return yaml.safe_load((files("diagramloop.data.dialogues") / "templates.yaml").read_text("utf-8"))


def _filled(template: str, step: Step) -> str:
    statement = _ASKING.sub("", step.node.text)
    values = {"label": step.label, "target": step.target.text, "statement": statement}
    return _FIELD.sub(lambda field: values[field[1]], template)


def _drawn(phrases: Sequence[str], random: np.random.Generator) -> str:
    return phrases[int(random.integers(len(phrases)))]
