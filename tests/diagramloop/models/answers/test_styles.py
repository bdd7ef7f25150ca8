"""The law of the answer layer: what is meant is read in whatever style it comes, and nothing else is read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
import yaml

from diagramloop.models.answers import hear
from diagramloop.models.chat import Reply
from tests.diagramloop.models.answers.cases import CUT_CASES, Case, Hearing, cases_for, cases_of, permitted
from tests.diagramloop.models.answers.styles import EXAM, InapplicableError, Style, answer, held_kinds, roles, styles_of

_TRAPS = Path(__file__).with_name("traps.yaml")
_EXAM_TRAPS = Path(__file__).with_name("exam_traps.yaml")
_SEED = 40
_EXAM_SEED = 7
LEAST_STYLES, LEAST_KINDS = 300, 12
LEAST_RIGHT = 0.97
LEAST_EXAM_STYLES, LEAST_EXAM_TRAPS, LEAST_EXAM_KINDS = 180, 80, 10
# The exam was written by another engineer without a look at the rules or the other styles; 281 of 399 were read right
# then, 23 answers and 5 traps as another value. Rules were then chosen on half of its kinds (seen_kinds): of the other
# half 149 of 224 were right before and 168 after, none read as another value. The misses of that half are not told.
EXAM_SEEN_RIGHT, EXAM_UNSEEN_RIGHT = 0.95, 0.75


@dataclass
class Trial:
    """The styles of a half as they were heard, each under every name of what is asked for.

    Attributes:
        heard: styles and names of which every case was read right.
        missed: the first answer of each other that was not.
        others: answers that were read as another value.
    """

    heard: list[tuple[Style, str]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Share of the styles that were read right."""
        return len(self.heard) / (len(self.heard) + len(self.missed))


@cache
def trial(held: bool) -> Trial:
    """Every style of a half in every case of its role."""
    outcome = Trial()
    for role in roles():
        for style in styles_of(role):
            if (style.kind in held_kinds()) == held:
                _try(style, outcome)
    return outcome


@cache
def exam() -> Trial:
    """Every style of the exam in every case of its role."""
    outcome = Trial()
    for role in roles(EXAM):
        for style in styles_of(role, EXAM):
            _try(style, outcome)
    return outcome


def _try(style: Style, outcome: Trial) -> None:
    misses: dict[str, list[str]] = {}
    for case, written in _answers(style):
        missed = misses.setdefault(case.asked, [])
        hearing, value = case.hearing(written)
        miss = f"{hearing.name} {style.role}, {style.kind}: {written!r} read as {value}"
        if hearing is not Hearing.RIGHT:
            missed.append(miss)
        if hearing is Hearing.OTHER:
            outcome.others.append(miss)
    assert misses, f"no case takes {style}"
    for asked, missed in misses.items():
        outcome.missed += missed[:1]
        if not missed:
            outcome.heard.append((style, asked))


def _answers(style: Style) -> Iterator[tuple[Case, str]]:
    for case in cases_of(style.role):
        try:
            yield case, answer(style.template, case.written)
        except InapplicableError:
            continue


def test_there_are_many_styles_of_many_kinds() -> None:
    styles = [style for role in roles() for style in styles_of(role)]
    assert len({(style.role, style.template) for style in styles}) == len(styles) >= LEAST_STYLES
    assert len({style.kind for style in styles}) >= 2 * LEAST_KINDS
    halves = Counter(style.kind in held_kinds() for style in styles)
    assert min(halves.values()) >= LEAST_STYLES


def test_known_styles_are_read_right() -> None:
    known = trial(held=False)
    assert known.rate >= LEAST_RIGHT, "\n".join(known.missed)


def test_styles_that_chose_no_rule_are_read_right() -> None:
    """Their misses are not told, or they would choose rules."""
    rate = trial(held=True).rate
    assert rate >= LEAST_RIGHT


@dataclass(frozen=True)
class Trap:
    """An answer that means no value, or another than a quick ear hears.

    Attributes:
        meaning: what it may be read as, beside nothing (:func:`permitted`).
    """

    role: str
    meaning: str
    template: str


@cache
def traps(held: bool) -> tuple[Trap, ...]:
    """Half of the traps."""
    every = _traps_of(_TRAPS)
    order = random.Random(_SEED).sample(every, len(every))
    return tuple(order[held::2])


def _traps_of(path: Path) -> list[Trap]:
    families = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    every = []
    for role, meanings in families.items():
        for meaning, templates in meanings.items():
            every += [Trap(role, meaning, template) for template in templates]
    return every


def trapped(tried: Sequence[Trap]) -> list[str]:
    """Answers of these traps that were read as what they do not mean."""
    misreadings = [_misreading(trap) for trap in tried]
    return [misreading for misreading in misreadings if misreading]


def _misreading(trap: Trap) -> str:
    for case in cases_for(trap.role, trap.meaning):
        written = answer(trap.template, case.written)
        heard = hear(Reply(written), "matcher", (), case.wanted)
        if heard.value is not None and not permitted(trap.meaning, case, heard.value):
            return f"{trap.role}, {trap.meaning}: {written!r} read as {heard.value}"
    return ""


def test_no_known_style_is_read_as_another_value() -> None:
    others = trial(held=False).others
    assert not others, "\n".join(others)


def test_no_style_that_chose_no_rule_is_read_as_another_value() -> None:
    misread = len(trial(held=True).others)
    assert misread == 0


def test_what_means_no_value_is_none() -> None:
    misreadings = trapped(traps(held=False))
    assert not misreadings, "\n".join(misreadings)


def test_what_means_no_value_and_chose_no_rule_is_none() -> None:
    misread = len(trapped(traps(held=True)))
    assert misread == 0


def test_the_exam_is_wide() -> None:
    styles = [style for role in roles(EXAM) for style in styles_of(role, EXAM)]
    assert len({(style.role, style.template) for style in styles}) == len(styles) >= LEAST_EXAM_STYLES
    assert not {(style.role, style.template) for style in styles} & _told_styles()
    assert len({style.kind for style in styles}) >= LEAST_EXAM_KINDS
    assert roles(EXAM) == roles()
    assert len(set(_traps_of(_EXAM_TRAPS)) - set(_traps_of(_TRAPS))) >= LEAST_EXAM_TRAPS


def _told_styles() -> set[tuple[str, str]]:
    return {(style.role, style.template) for role in roles() for style in styles_of(role)}


def seen_kinds() -> set[str]:
    """The kinds of the exam on which rules were chosen, every second one of a shuffle."""
    kinds = sorted({style.kind for role in roles(EXAM) for style in styles_of(role, EXAM)})
    random.Random(_EXAM_SEED).shuffle(kinds)
    return set(kinds[::2])


@pytest.mark.parametrize(("seen", "least"), [(True, EXAM_SEEN_RIGHT), (False, EXAM_UNSEEN_RIGHT)])
def test_styles_of_the_exam_are_read_right(seen: bool, least: float) -> None:
    kinds = seen_kinds()
    heard = sum((style.kind in kinds) is seen for style, _ in exam().heard)
    missed = sum((_kind_of(miss) in kinds) is seen for miss in exam().missed)
    assert heard / (heard + missed) >= least


def _kind_of(miss: str) -> str:
    """The kind of a style whose miss is told as ``LOST role, kind: answer``."""
    return miss.split(": ", 1)[0].split(", ", 1)[1]


def test_no_style_of_the_exam_is_read_as_another_value() -> None:
    misread = len(exam().others)
    assert misread == 0


def test_what_means_no_value_in_the_exam_is_none() -> None:
    misread = len(trapped(_traps_of(_EXAM_TRAPS)))
    assert misread == 0


@pytest.mark.parametrize("kind", ["strict json", "fenced json", "reasoning then answer"])
def test_what_is_cut_off_is_no_other_value(kind: str) -> None:
    """An answer that ended at the limit within its reasoning, or within a name, has not said anything yet."""
    others = []
    for case in CUT_CASES:
        for style in styles_of("choice"):
            if style.kind == kind:
                others += _other_beginnings(style, case)
    assert not others, "\n".join(others)


def _other_beginnings(style: Style, case: Case) -> list[str]:
    try:
        whole = answer(style.template, case.written)
    except InapplicableError:
        return []
    others = []
    for end in range(1, len(whole)):
        heard = hear(Reply(whole[:end], cut=True), "matcher", (), case.wanted)
        if heard.value is not None and case.judge(heard.value) is Hearing.OTHER:
            others.append(f"{whole[:end]!r} read as {heard.value}")
    return others[:1]
