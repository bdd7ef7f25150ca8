"""The one face of all looks: a graph, a look and a seed make a drawing, and a capture makes a file of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from diagramloop.data.synth.capture import Capture, turned_left
from diagramloop.data.synth.drawing import Drawing, random_numbers
from diagramloop.data.synth.mermaid import Printed, Rough, Themed
from diagramloop.data.synth.pen import Penned
from diagramloop.data.synth.tinted import Tinted
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph


class Look(Protocol):
    """One way of drawing charts, with its options."""

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """Draw ``graph``, with every random choice from ``rng``.

        Args:
            seed: from which ``rng`` was made; choices apart from it may be made from this.

        Raises:
            DiagramloopError: it cannot be drawn in this look.
        """
        ...


LOOKS: dict[str, Callable[..., Look]] = {
    "print": Printed,
    "rough": Rough,
    "theme": Themed,
    "pen": Penned,
    "tinted": Tinted,
}
"""The looks by name."""


def look_named(name: str, options: Mapping[str, Any]) -> Look:
    """The look of that name with its options.

    Raises:
        DiagramloopError: there is none, or it has no such option (UNSUPPORTED).
    """
    if name not in LOOKS:
        message = f"unknown look {name!r}; known: {', '.join(LOOKS)}"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    try:
        return LOOKS[name](**options)
    except TypeError as error:
        raise DiagramloopError(f"look {name!r}: {error}", reason=RejectionReason.UNSUPPORTED) from error


def drawn(graph: FlowGraph, look: Look, seed: str, capture: Capture | None = None, quarters: int = 0) -> Drawing:
    """Draw one chart.

    Args:
        graph: what is drawn; where the look does not say otherwise, its places are ignored.
        seed: of every random choice, such as the chart's id.
        capture: how the picture gets into its file; as it is if None.
        quarters: turns to the left in the file.

    Raises:
        DiagramloopError: it cannot be drawn in this look.
    """
    rng = random_numbers(seed)
    made = look.draw(graph, seed, rng)
    return turned_left(made if capture is None else capture.taken(made, rng), quarters)
