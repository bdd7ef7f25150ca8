"""Settings come from configuration part by part, and nothing is taken for them that there is not."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.settings import Settings
from diagramloop.errors import DiagramloopError


class Heads(Settings):
    longest_text_heights: float = 3.0
    neighbours: int = 9


class Lines(Settings):
    heads: Heads = Heads()
    gap_px: float = 2.0


def test_what_is_not_given_stays_as_usual() -> None:
    assert Lines.of({"heads": {"longest_text_heights": 4}}) == Lines(heads=Heads(longest_text_heights=4.0))
    assert Lines.of(Lines(gap_px=1.0)).gap_px == 1.0


@pytest.mark.parametrize(
    "given", [{"gap": 1}, {"gap_px": "wide"}, {"heads": {"neighbours": 1.5}}, {"gap_px": float("nan")}]
)
def test_what_there_is_not_is_refused_by_name(given: dict[str, object]) -> None:
    with pytest.raises(DiagramloopError, match=r"Lines: "):
        Lines.of(given)
