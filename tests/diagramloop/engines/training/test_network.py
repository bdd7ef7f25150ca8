"""The network: shapes, seeds, speed by its number of parameters."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

from diagramloop.engines.training.deployed import Deployed  # noqa: E402
from diagramloop.engines.training.network import network_of, parameter_count  # noqa: E402
from diagramloop.engines.training.settings import NetworkSettings  # noqa: E402

MOST_PARAMETERS = 8_000_000
SMALL = NetworkSettings(widths=(8, 8, 16), dilations=(1,))


def test_the_default_network_is_small_and_says_everything_at_its_stride() -> None:
    network = network_of(NetworkSettings())
    assert parameter_count(network) < MOST_PARAMETERS
    with torch.inference_mode():
        said = network.eval()(torch.zeros(2, 3, 96, 64))
    assert {name: tuple(value.shape) for name, value in said._asdict().items()} == {
        "classes": (2, 6, 48, 32),
        "inside": (2, 1, 48, 32),
        "course": (2, 2, 48, 32),
        "centre": (2, 1, 24, 16),
        "size": (2, 2, 24, 16),
        "kind": (2, 4, 24, 16),
    }


def test_a_seed_is_a_network_and_the_process_keeps_its_own_numbers() -> None:
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    one, same, other = (network_of(SMALL, seed).state_dict() for seed in (1, 1, 2))
    assert torch.rand(1) == expected
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("sides", [(64, 64), (33, 70)])
def test_as_used_it_takes_pictures_of_any_sides_and_says_probabilities(sides: tuple[int, int]) -> None:
    deployed = Deployed(network_of(SMALL))
    with torch.inference_mode():
        classes, inside, course, centre, size, kind = deployed(torch.full((*sides, 3), 7, dtype=torch.uint8))
    dense, nodes = (tuple(-(-side // stride) for side in sides) for stride in (2, 4))
    shapes = [tuple(value.shape) for value in (classes, inside, course, centre, size, kind)]
    assert shapes == [(6, *dense), dense, (2, *dense), nodes, (2, *nodes), (4, *nodes)]
    for shares in (classes, kind):
        torch.testing.assert_close(shares.sum(0), torch.ones_like(shares[0]))
    assert ((centre > 0) & (centre < 1)).all()
    assert (size > 0).all()
