"""Crops that are seen again: turned with all of their truth, in an order that a killed training goes on with."""

from __future__ import annotations

from itertools import count, islice

import numpy as np
import pytest
from tiny_training import tiny

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from diagramloop.data.synth.ink import ink_page  # noqa: E402
from diagramloop.data.synth.ink_page import InkPage  # noqa: E402
from diagramloop.engines.training import variation  # noqa: E402
from diagramloop.engines.training.checkpoint import AVERAGED, WEIGHTS, latest  # noqa: E402
from diagramloop.engines.training.echoes import Echoes, mirrored, transposed  # noqa: E402
from diagramloop.engines.training.loop import train  # noqa: E402
from diagramloop.engines.training.pages import stacked  # noqa: E402
from diagramloop.engines.training.targets import NODE_STRIDE, Targets, targets_of  # noqa: E402
from diagramloop.engines.training.validation import as_tensors  # noqa: E402


def page(number: int) -> InkPage:
    """A drawn page whose nodes have their middles in the middle of a cell, so that they turn with their cells."""
    drawn = ink_page(f"echo/{number}", 128)
    nodes = drawn.nodes.copy()
    middles = (nodes[:, 0:2] + nodes[:, 2:4]) / 2
    moved = (middles // NODE_STRIDE + 0.5) * NODE_STRIDE - middles
    nodes[:, 0:2] += moved
    nodes[:, 2:4] += moved
    return InkPage(drawn.pixels, drawn.classes, drawn.inside, drawn.course, nodes)


def targets(*pages: InkPage) -> Targets:
    return as_tensors(stacked([targets_of(each) for each in pages]), "cpu")


def assert_same(one: Targets, other: Targets) -> None:
    asked = other.owner > 0
    for name, a, b in zip(Targets._fields, one, other, strict=True):
        if name in ("size", "kind"):  # nothing is asked of them elsewhere
            a, b = (plane * (asked[:, None] if plane.ndim == 4 else asked) for plane in (a, b))
        np.testing.assert_allclose(a.numpy(), b.numpy(), atol=1e-5, err_msg=name)


@pytest.mark.parametrize("number", range(6))
def test_targets_of_a_mirrored_page_are_its_targets_mirrored(number: int) -> None:
    assert_same(mirrored(targets(page(number)), across=True), targets(variation.mirrored(page(number))))


@pytest.mark.parametrize("number", range(6))
def test_targets_of_a_turned_page_are_its_targets_turned(number: int) -> None:
    assert_same(mirrored(transposed(targets(page(number))), across=False), targets(variation.turned_left(page(number))))


def test_turning_twice_is_no_turn() -> None:
    crops = targets(page(0), page(1))
    assert_same(transposed(transposed(crops)), crops)
    assert_same(mirrored(mirrored(crops, across=False), across=False), crops)


def numbered(first: int):  # type: ignore[no-untyped-def]
    return (Targets(*(torch.full((1, 2, 4, 4), float(number)) for _ in Targets._fields)) for number in count(first))


def seen(first_step: int, **changes: int) -> list[int]:
    """Numbers of the sets that steps see, from ``first_step`` on."""
    echoes = Echoes(tiny(steps=40, **changes), first_step)
    return [int(crops.pixels.max()) for crops in echoes.steps(numbered(echoes.first_drawn))]


def test_each_set_is_seen_as_it_is_drawn_and_then_among_the_kept_ones() -> None:
    numbers = seen(0, echoes=4, echo_window=3)
    assert numbers[::4] == list(range(10))
    assert all(step // 4 - 3 < number <= step // 4 for step, number in enumerate(numbers))
    assert len(set(numbers[21:24] + numbers[25:28])) > 1


@pytest.mark.parametrize("first", [0, 1, 4, 7, 8, 21, 39])
def test_a_training_that_goes_on_sees_what_it_would_have_seen(first: int) -> None:
    assert seen(first, echoes=4, echo_window=3) == seen(0, echoes=4, echo_window=3)[first:]


def test_without_echoes_steps_see_what_is_drawn() -> None:
    assert seen(3, echoes=1) == list(islice(count(3), 37))


def test_a_training_with_echoes_goes_on_to_the_same_weights(tmp_path) -> None:  # type: ignore[no-untyped-def]
    echoing = {"echoes": 3, "echo_window": 2, "checkpoint_every": 4}
    train(tiny(steps=8, cool_down=0.0, warm_up=0.0, **echoing), tmp_path / "whole")
    train(tiny(steps=4, cool_down=0.0, warm_up=0.0, **echoing), tmp_path / "parts")
    train(tiny(steps=8, cool_down=0.0, warm_up=0.0, **echoing), tmp_path / "parts")
    folders = [latest(tmp_path / name) for name in ("whole", "parts")]
    for name in (WEIGHTS, AVERAGED):
        one, other = ((folder / name).read_bytes() for folder in folders if folder is not None)
        assert one == other
