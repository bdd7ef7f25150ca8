"""Figures of validation: 1 for the truth, counted by hand for what is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_pages import boxes_page

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from diagramloop.engines.training.network import InkNetwork, Said, network_of  # noqa: E402
from diagramloop.engines.training.settings import LossSettings, NetworkSettings  # noqa: E402
from diagramloop.engines.training.targets import Targets, targets_of  # noqa: E402
from diagramloop.engines.training.validation import _counts, _overlaps, validate  # noqa: E402


class Knows(InkNetwork):
    """Says the truth about the crops it was given, in their order."""

    def __init__(self, crops: list[Targets]) -> None:
        super().__init__(NetworkSettings(widths=(8, 8), dilations=()))
        self._crops = crops

    def forward(self, pictures: torch.Tensor) -> Said:
        first = next(at for at, crop in enumerate(self._crops) if (torch.tensor(crop.pixels) == pictures[0]).all())
        crops = self._crops[first : first + len(pictures)]

        def logits(planes: list[np.ndarray], classes: int) -> torch.Tensor:
            said = [torch.nn.functional.one_hot(torch.tensor(plane).long(), classes) for plane in planes]
            return torch.stack(said).permute(0, 3, 1, 2) * 20.0

        inside = logits([crop.inside for crop in crops], 2)[:, 1:] - 10.0
        centre = torch.stack([torch.tensor(crop.centre)[None] for crop in crops]).clamp(1e-4, 1 - 1e-4).logit()
        course, size = (torch.stack([torch.tensor(getattr(c, name)) for c in crops]) for name in ("course", "size"))
        return Said(
            logits([c.classes for c in crops], 6), inside, course, centre, size, logits([c.kind for c in crops], 4)
        )


def test_the_truth_has_the_best_figures_and_what_there_is_not_has_none() -> None:
    crops = [targets_of(boxes_page(str(seed), 128)) for seed in range(3)]
    figures = validate(Knows(crops), crops, LossSettings(), batch=2)
    assert figures.pop("loss") == pytest.approx(0, abs=0.5)  # centres are gaussians here, and not points
    assert (figures.pop("iou_text"), figures.pop("iou_frame")) == (None, None)
    assert figures == dict.fromkeys(figures, 1.0)
    assert {"iou_connector", "iou_head", "iou_inside", "centre_f1", "box_f1"} <= figures.keys()


def test_a_network_that_knows_nothing_has_other_figures() -> None:
    crops = [targets_of(boxes_page(str(seed), 64)) for seed in range(2)]
    figures = validate(network_of(NetworkSettings(widths=(8, 8), dilations=())), crops, LossSettings(), batch=2)
    assert (figures["iou_head"] or 0) < 0.5
    assert (figures["box_f1"] or 0) < 0.5


def test_overlaps_are_intersections_over_unions_and_pairs_are_one_to_one() -> None:
    boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30]], dtype=np.float32)
    np.testing.assert_allclose(_overlaps(boxes[:1], boxes), [[1, 1 / 3, 0]], rtol=1e-6)
    assert _counts(np.array([[True, True], [True, False], [False, True]])).tolist() == [2, 3, 2]
    assert _counts(np.zeros((2, 0), dtype=bool)).tolist() == [0, 2, 0]
