"""Generators and controls by name."""

from __future__ import annotations

from diagramloop.generate._generator import Control, Generator
from diagramloop.plugins import Kind
from diagramloop.score.expected import Expectations

GENERATORS: Kind[Generator | Control] = Kind("diagramloop.generator", Generator | Control)
generator = GENERATORS.made


def expected_of(name: str) -> Expectations | None:
    """Scores that a control must have, as its class says; None of a generator. Raises as :func:`is_control`."""
    expected: Expectations = getattr(GENERATORS.maker(name), "expected", {})
    return expected if is_control(name) else None


def is_control(name: str) -> bool:
    """True for a :class:`Control`, which no rank is for; nothing is made, so that no weights are loaded.

    Raises:
        DiagramloopError: as :func:`generator`.
    """
    return hasattr(GENERATORS.maker(name), Control.draw_gold.__name__)
