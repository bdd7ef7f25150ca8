"""Distance of a label from its line."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.blackboard import FreeText
from diagramloop.engines.parse.lines.edge_labels import assign_texts


@pytest.mark.parametrize(("gap", "labelled"), [(13.2, {0: 0}), (15.2, {})])
def test_a_label_stands_within_some_fourteen_tenths_of_a_text_height(gap: float, labelled: dict[int, int]) -> None:
    label = FreeText((gap, 45.0, gap + 10, 55.0), "yes", 1.0)
    assert assign_texts([((0.0, 0.0), (0.0, 100.0))], [label], [], 10.0)[0] == labelled
