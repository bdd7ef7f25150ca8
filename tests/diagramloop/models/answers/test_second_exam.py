"""A second exam, written before its engineer had read the rules; these were then mended on half of its kinds."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pytest

from tests.diagramloop.models.answers.styles import Style, roles, styles_of
from tests.diagramloop.models.answers.test_styles import Trap, Trial, _traps_of, _try, trapped

FOLDER = Path(__file__).with_name("second_exam")
TRAPS = FOLDER.with_name("second_exam_traps.yaml")
LEAST_STYLES, LEAST_KINDS, LEAST_TRAPS = 200, 20, 60
# At first sight 288 of 314 were right on the seen half and 309 of 351 on the other, 14 answers and 11 of 80 traps were
# read as another value. With rules mended on the seen half the other had 313 right and 8 misread: flowcharts with nodes
# listed by a letter apart from their edges, or with a condition behind a colon. These two forms are mended since,
# seen there, so the 316 right and none misread of today are no figures of what is unseen. Four traps are still a value.
SEEN_RIGHT, UNSEEN_RIGHT = 0.97, 0.88
UNSEEN_MISREAD, UNSEEN_TRAPPED = 0, 4


def _by_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _styles() -> tuple[Style, ...]:
    return tuple(style for role in roles(FOLDER) for style in styles_of(role, FOLDER))


@cache
def trial(seen: bool) -> Trial:
    """The styles of the kinds that chose rules, or of the others."""
    kinds = sorted({style.kind for style in _styles()}, key=_by_hash)
    outcome = Trial()
    for style in _styles():
        if (style.kind in kinds[::2]) is seen:
            _try(style, outcome)
    return outcome


def traps(seen: bool) -> list[Trap]:
    """The traps that chose rules, or the others."""
    ordered = sorted(_traps_of(TRAPS), key=lambda trap: _by_hash(trap.template))
    return ordered[not seen :: 2]


def test_it_is_wide() -> None:
    assert len({(style.role, style.template) for style in _styles()}) == len(_styles()) >= LEAST_STYLES
    assert len({style.kind for style in _styles()}) >= LEAST_KINDS
    assert len(_traps_of(TRAPS)) >= LEAST_TRAPS


@pytest.mark.parametrize(("seen", "least"), [(True, SEEN_RIGHT), (False, UNSEEN_RIGHT)])
def test_styles_are_read_right(seen: bool, least: float) -> None:
    assert trial(seen).rate >= least


@pytest.mark.parametrize(("seen", "most"), [(True, 0), (False, UNSEEN_MISREAD)])
def test_styles_are_read_as_nothing_else(seen: bool, most: int) -> None:
    assert len(trial(seen).others) <= most


@pytest.mark.parametrize(("seen", "most"), [(True, 0), (False, UNSEEN_TRAPPED)])
def test_what_means_no_value_is_none(seen: bool, most: int) -> None:
    assert len(trapped(traps(seen))) <= most
