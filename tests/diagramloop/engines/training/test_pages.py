"""Pages by number: each alone by its number, in the shares of their sources."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diagramloop.by_name import NoSuchSystemError
from diagramloop.engines.training.pages import NumberedPages, Steps, things_of
from diagramloop.engines.training.settings import SourceSettings, training_settings
from diagramloop.errors import DiagramloopError

BOXES = "drawn_pages:boxes_page"
SMALL = {"side_px": "{side}"}


def mixture(**shares: float) -> dict[str, SourceSettings]:
    return {name: SourceSettings(make=BOXES, share=share, options=SMALL) for name, share in shares.items()}


def test_a_page_follows_from_its_number_alone() -> None:
    settings = training_settings({"sources": {"boxes": {"make": BOXES}}, "crop_px": 64, "batch": 4, "steps": 9})
    steps = Steps(settings, {})
    forwards = [steps[at] for at in (2, 3)]
    backwards = [Steps(settings, {})[at] for at in (3, 2)]
    for one, two in zip(forwards, reversed(backwards), strict=True):
        assert all((left == right).all() for left, right in zip(one, two, strict=True))
    assert (forwards[0].pixels != forwards[1].pixels).any()


def test_sources_have_their_shares_and_options_their_places() -> None:
    pages = NumberedPages(mixture(one=3.0, other=1.0), "seed", {"{side}": 48})  # type: ignore[dict-item]
    drawn = [pages.page(number) for number in range(200)]
    assert drawn[0][1].pixels.shape == (48, 48, 3)
    assert Counter(name for name, _ in drawn)["one"] == pytest.approx(150, abs=25)


def test_other_seeds_are_other_pages() -> None:
    one, two = (NumberedPages(mixture(boxes=1.0), seed, {"{side}": 48}) for seed in "ab")  # type: ignore[dict-item]
    assert any((one.page(number)[1].pixels != two.page(number)[1].pixels).any() for number in range(3))


@pytest.mark.parametrize(
    ("source", "error", "told"),
    [
        ({"make": "drawn_pages:boxes"}, NoSuchSystemError, "no 'boxes'"),
        ({"make": BOXES, "options": {"side": 3}}, DiagramloopError, "cannot be asked: .*side_px"),
    ],
)
def test_a_source_that_cannot_be_asked_is_told_before_anything_is_drawn(
    source: dict, error: type[DiagramloopError], told: str
) -> None:
    with pytest.raises(error, match=told):
        Steps(training_settings({"sources": {"boxes": source}}), {})


def test_what_is_no_page_is_refused() -> None:
    pages = NumberedPages({"number": SourceSettings(make="builtins:str")}, "seed")
    with pytest.raises(TypeError, match="InkPage was expected"):
        pages.page(0)


def test_a_source_says_which_real_things_it_shows() -> None:
    sources = {"real": SourceSettings(make="drawn_pages:page_of_two_charts"), "drawn": SourceSettings(make=BOXES)}
    assert things_of(sources, {}) == {"real": ["chart-1", "chart-2"], "drawn": []}


def test_settings_that_contradict_each_other_are_told() -> None:
    with pytest.raises(DiagramloopError, match="8 crops cannot be seen in 3 equal parts"):
        training_settings({"sources": {"boxes": {"make": BOXES}}, "batch": 8, "accumulate": 3})
    with pytest.raises(DiagramloopError, match="settings of a training: stepz"):
        training_settings({"sources": {"boxes": {"make": BOXES}}, "stepz": 8})


def test_arrays_are_as_small_as_they_can_be() -> None:
    targets = Steps(training_settings({"sources": {"boxes": {"make": BOXES}}, "crop_px": 64}), {})[0]
    assert {array.dtype for array in targets} == {np.dtype(np.uint8), np.dtype(np.float32)}
