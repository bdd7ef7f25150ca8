"""The loss is near nothing for the truth itself, and what is not asked changes nothing."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_pages import boxes_page

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from diagramloop.data.synth.ink_page import UNSURE  # noqa: E402
from diagramloop.engines.training.loss import loss_parts  # noqa: E402
from diagramloop.engines.training.network import Said  # noqa: E402
from diagramloop.engines.training.pages import stacked  # noqa: E402
from diagramloop.engines.training.settings import LossSettings  # noqa: E402
from diagramloop.engines.training.targets import Targets, targets_of  # noqa: E402
from diagramloop.engines.training.validation import as_tensors  # noqa: E402

SURE = 20.0  # a logit
PARTS = ("classes", "inside", "course", "centre", "size", "kind")


@pytest.fixture
def truth() -> Targets:
    return as_tensors(stacked([targets_of(boxes_page(seed, 96)) for seed in "ab"]), "cpu")


def right_about(truth: Targets) -> Said:
    """Answers of the perfect network."""
    classes = torch.nn.functional.one_hot(truth.classes.long().clamp(max=5), 6).permute(0, 3, 1, 2) * SURE
    kind = torch.nn.functional.one_hot(truth.kind.long(), 4).permute(0, 3, 1, 2) * SURE
    inside, centre = ((2.0 * (plane == 1)[:, None].float() - 1) * SURE for plane in (truth.inside, truth.centre))
    return Said(classes.float(), inside, truth.course, centre, truth.size, kind.float())


def test_the_truth_costs_nothing_and_its_opposite_costs_in_every_part(truth: Targets) -> None:
    said = right_about(truth)
    wrong = Said(*(-value for value in said[:4]), said.size + 1, -said.kind)
    right, opposite = (loss_parts(each, truth, LossSettings()) for each in (said, wrong))
    assert set(right) == set(PARTS)
    for part in PARTS:
        assert float(right[part]) == pytest.approx(0, abs=1e-6)
        assert float(opposite[part]) > 0.05


def test_where_nothing_is_asked_nothing_that_is_said_counts(truth: Targets) -> None:
    half = np.s_[..., truth.classes.shape[-1] // 2 :]
    quarter = np.s_[..., truth.centre.shape[-1] // 2 :]
    for plane in (truth.classes, truth.inside):
        plane[half] = UNSURE
    truth.centre[quarter], truth.owner[quarter], truth.course[half] = -1.0, 0.0, 0.0
    said = right_about(truth)
    elsewhere = Said(*(value.clone() for value in said))
    for value in elsewhere[:3]:
        value[half] += 3.0
    for value in elsewhere[3:]:
        value[quarter] += 3.0
    before, after = (loss_parts(each, truth, LossSettings()) for each in (said, elsewhere))
    assert {part: float(value) for part, value in before.items()} == {part: float(v) for part, v in after.items()}


def test_a_page_without_ink_costs_a_number() -> None:
    page = boxes_page("a", 64)
    page.classes[:], page.inside[:], page.course[:] = UNSURE, UNSURE, 0
    nothing = as_tensors(stacked([targets_of(page)._replace(owner=np.zeros((16, 16), np.float32))]), "cpu")
    parts = loss_parts(right_about(nothing), nothing, LossSettings())
    assert all(torch.isfinite(value) for value in parts.values())
