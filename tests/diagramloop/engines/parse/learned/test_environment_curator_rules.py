"""Letters by which the network tells the height of a text, and at what size it is shown a page."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.ink_maps import INK_CLASSES, NODE_KINDS, InkMaps
from diagramloop.engines.parse.learned import environment_curator
from diagramloop.engines.parse.learned.environment_curator import LearnedEnvironmentCurator, _text_height
from tests.diagramloop.engines.parse.learned.maps import CELLS, maps_of


@pytest.mark.parametrize(
    ("likely", "high", "height"),
    [
        pytest.param(0.45, 10, 0, id="likelier none than a letter"),
        pytest.param(0.55, 10, 10, id="likelier a letter than none"),
        pytest.param(0.9, 3, 0, id="a letter of three pixels, which nobody reads"),
        pytest.param(0.9, 4, 4, id="a letter of four pixels"),
    ],
)
def test_letters_tell_the_height_of_texts(likely: float, high: int, height: float) -> None:
    maps = replace(maps_of(), page=CELLS)
    maps.classes[40 : 40 + high, 20:30, INK_CLASSES.index("text")] = likely
    assert _text_height(maps) == height


@dataclass
class Letters:
    """A network that sees a row of letters of some height, whatever it is shown, and notes the sizes."""

    height: int  # of the letters, in pixels of the page; 0 for none
    sizes: list[tuple[int, int]] = field(default_factory=list)

    def see(self, picture: RGB, size: tuple[int, int]) -> InkMaps:
        self.sizes.append(size)
        (high, wide), cells = picture.shape[:2], (size[1] // 2, size[0] // 2)
        classes = np.zeros((*cells, len(INK_CLASSES)), np.float32)
        cell = high / cells[0]
        classes[10 : 10 + round(self.height / cell), 10:20, INK_CLASSES.index("text")] = 1
        coarse, flat = np.zeros((cells[0] // 2, cells[1] // 2), np.float32), np.zeros(cells, np.float32)
        sizes, kinds = np.ones((*coarse.shape, 2), np.float32), np.ones((*coarse.shape, len(NODE_KINDS)), np.float32)
        return InkMaps(classes, flat, np.zeros((*cells, 2), np.float32), coarse, sizes, kinds, page=(high, wide))


@pytest.mark.parametrize(
    ("side", "height", "sides"),
    [
        pytest.param(1000, 12, [1000], id="as it is"),
        pytest.param(2000, 40, [1280], id="a large page, smaller"),
        pytest.param(300, 20, [600], id="a small one, twice as large"),
        pytest.param(2000, 12, [1280, 2000], id="small letters of a large page, as high as they should be"),
        pytest.param(5000, 16, [1280, 2560], id="no page larger than that"),
        pytest.param(1000, 6, [1000, 2167], id="small letters of a page that was shown as it is"),
        pytest.param(2000, 0, [1280], id="no letters"),
    ],
)
def test_a_page_is_shown_at_a_size_at_which_its_letters_can_be_read(
    monkeypatch: pytest.MonkeyPatch, side: int, height: int, sides: list[int]
) -> None:
    curator, network = LearnedEnvironmentCurator(), Letters(height)
    monkeypatch.setattr(environment_curator, "ink_network", lambda _: network)
    found = curator.survey(np.full((side // 4, side, 3), 255, np.uint8))
    assert [size[0] for size in network.sizes] == sides
    assert found.ink is not None
    assert found.ink.page == (side // 4, side)
