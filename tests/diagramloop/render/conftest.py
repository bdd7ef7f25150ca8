"""The engines, and charts drawn once for all tests of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph
from diagramloop.render import Style, StyledFigure, draw

Drawn = Callable[[FlowGraph, str], dict[Style, StyledFigure]]
Picture = NDArray[np.uint8]

ENGINES = ["mermaidx", "merman", "graphviz"]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine that this machine has."""
    return str(request.param)


@pytest.fixture(params=ENGINES[:2])
def mermaid_engine(request: pytest.FixtureRequest) -> str:
    """Each Mermaid engine that this machine has."""
    return str(request.param)


@pytest.fixture(scope="session")
def drawn() -> Drawn:
    """``drawn(chart, engine)`` in all styles at scale 2, each pair drawn once."""
    return cache(lambda chart, name: draw(chart, engine=name, scale=2.0, seed=3))


@pytest.fixture(scope="session")
def pixels() -> Callable[[StyledFigure], Picture]:
    """Decodes a figure to RGB."""
    return lambda figure: np.asarray(cv2.imdecode(np.frombuffer(figure.png, np.uint8), cv2.IMREAD_COLOR_RGB))
