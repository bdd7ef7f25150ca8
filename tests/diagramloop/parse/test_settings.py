"""Settings come from configuration part by part, and nothing is taken for them that there is not."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from diagramloop.errors import DiagramloopError
from diagramloop.parse.page.settings import CuratorSettings, PageSettings
from diagramloop.parse.settings import Settings
from diagramloop.parse.shapes.settings import ShapeHunterSettings


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


SHIPPED = [PageSettings(), CuratorSettings(), ShapeHunterSettings()]
PLAIN_UNITS = {"px", "levels", "bits", "count", "rad", "deg", "ratio", "share", "quantile", "percentile"}


def values(settings: Settings) -> Iterator[tuple[str, float]]:
    """Name and value of every threshold."""
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if isinstance(value, Settings):
            yield from values(value)
        else:
            yield from ((name, one) for one in (value if isinstance(value, tuple) else (value,)))


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda settings: type(settings).__name__)
def test_shipped_values_keep_their_own_limits(shipped: Settings) -> None:
    assert type(shipped).of(shipped.model_dump()) == shipped
    assert all(math.isfinite(value) and value > 0 for _, value in values(shipped))


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda settings: type(settings).__name__)
def test_a_threshold_s_name_ends_with_its_unit(shipped: Settings) -> None:
    """A plain unit, or what the length is a multiple of."""
    units = {name.rsplit("_", 1)[-1] for name, _ in values(shipped)}
    assert all(unit in PLAIN_UNITS or unit.endswith("s") for unit in units), sorted(units)
