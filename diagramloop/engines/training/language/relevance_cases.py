"""Utterances that answer a step, and such that answer nothing, from texts written for diagramloop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from diagramloop.engines.converse import Grounding, Option
from diagramloop.engines.converse.embedded.clauses import clauses
from diagramloop.engines.training.language.seed_texts import seed_texts
from diagramloop.graph import NodeKind

LANGUAGES = ("english", "chinese")
ANSWER = "answer"
LETTERS = {"english": "abcdefghijklmnopqrstuvwxyz", "chinese": "".join(map(chr, range(0x4E00, 0x9000)))}
SHORTEST, LONGEST = 2, 8  # letters of keys hit at random
CACHED = 1 << 16  # texts whose words are remembered


@dataclass(frozen=True)
class Case:
    """An utterance at a step.

    Attributes:
        group: the topic of a seed, or the chart: what is left out at once.
        kind: ``ANSWER``, or the kind of what does not answer.
    """

    language: str
    group: str
    kind: str
    utterance: str
    grounding: Grounding

    @property
    def answers(self) -> bool:
        """True if it answers the step."""
        return self.kind == ANSWER


class Amounts(NamedTuple):
    """Numbers of utterances that answer nothing, at each step.

    Attributes:
        foreign: answers to steps of other topics.
        irrelevant: of each kind of what answers no step of any chart.
        noise: of keys hit at random, of which as many are said at each step as of any kind.
    """

    foreign: int
    irrelevant: int
    noise: int


class Step(NamedTuple):
    """A step that was written, with answers to it alone and answers that fit many steps."""

    topic: str
    grounding: Grounding
    told: list[str]
    common: list[str]


def written_cases(amounts: Amounts, seed: int) -> list[Case]:
    """Answers written to steps; irrelevant kinds, other topics' answers and noise said at the same steps."""
    random = np.random.default_rng(seed)
    return [case for language in LANGUAGES for case in _cases(language, amounts, random)]


def _cases(language: str, amounts: Amounts, random: np.random.Generator) -> Iterator[Case]:
    steps = list(written_steps(language))
    kinds = seed_texts("irrelevant.yaml")[language]["train"] | {"noise": list(_noise(language, amounts.noise, random))}
    for step in steps:
        at = (language, step.topic, step.grounding)
        for text in (*step.told, *step.common):
            yield Case(language, step.topic, ANSWER, text, step.grounding)
        elsewhere = [text for other in steps if other.topic != step.topic for text in other.told]
        others = foreign(elsewhere, step.grounding, [step.grounding.text])
        yield from drawn({"another topic": others}, *at, amounts.foreign, random)
        yield from drawn(kinds, *at, amounts.irrelevant, random)


def written_steps(language: str) -> Iterator[Step]:
    """The steps of all seeds."""
    plain = seed_texts("plain.yaml")[language]
    for item in [*seed_texts(f"answers_{language}.yaml"), *seed_texts("bounds_and_contrasts.yaml")[language]]:
        sides = {side: item.get(side, []) for side in ("yes", "no")}
        common = [text for side, answers in sides.items() for text in _plainly(answers, plain[side])]
        yield Step(item["topic"], _asked(item["question"], "yes", "no"), [*sides["yes"], *sides["no"]], common)
    for item in seed_texts("operations.yaml")[language]:
        yield Step(item["topic"], _asked(item["step"], ""), item["done"], plain["done"])


def _plainly(answers: list[str], plain: Sequence[str]) -> Iterator[str]:
    """The answers, each behind a plain one, and a plain one alone."""
    for at, text in enumerate(answers):
        yield f"{plain[at % len(plain)]} {text}"
    yield plain[len(answers) % len(plain)]


def _asked(text: str, *labels: str) -> Grounding:
    """A step with these ways on."""
    return Grounding("step", text, NodeKind.DECISION, tuple(Option(label, "") for label in labels))


def _noise(language: str, count: int, random: np.random.Generator) -> Iterator[str]:
    """Keys hit at random."""
    keys = list(LETTERS[language])
    for _ in range(count):
        yield "".join(random.choice(keys, size=random.integers(SHORTEST, LONGEST + 1)))


def drawn(
    said: Mapping[str, list[str]],
    language: str,
    group: str,
    step: Grounding,
    count: int,
    random: np.random.Generator,
) -> Iterator[Case]:
    """Some utterances of each kind, said at a step."""
    for kind, texts in said.items():
        for at in random.permutation(len(texts))[:count]:
            yield Case(language, group, kind, texts[at], step)


def foreign(texts: Sequence[str], step: Grounding, chart: Sequence[str]) -> list[str]:
    """Those that surely answer nothing here: without a plain yes or no, naming something, and nothing of the chart."""
    known = frozenset().union(*map(_content, (*chart, step.text, step.topic)))
    return [text for text in texts if (words := _content(text)) and not words & known and not _plain(text)]


@lru_cache(maxsize=CACHED)
def _content(text: str) -> frozenset[str]:
    """Content words that name no state in their clause."""
    said = ((clause, {word for state in clause.states for word in state.words}) for clause in clauses(text))
    return frozenset(word for clause, states in said for word in clause.content if word not in states)


@lru_cache(maxsize=CACHED)
def _plain(text: str) -> bool:
    """True if a clause says yes or no."""
    return any(clause.answer for clause in clauses(text))
