"""The parsing pipeline without one of its perception agents (SciFlow-Bench, Section 5.3, Table 4).

The other agents go on with what is on the blackboard. Without a Shape Hunter that is lines of text, in which the
Fusion Arbiter then grounds the nodes (:class:`TextBlockArbiter`). Without a Text Spotter that is shapes without text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from diagramloop.engines.parse.blackboard import (
    RGB,
    Blackboard,
    Environment,
    FreeText,
    GroundedNode,
    Shape,
    TextLine,
)
from diagramloop.engines.parse.fusion.fusion_arbiter import EmbeddedFusionArbiter


class NoShapeHunter:
    """Finds no shapes."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:  # noqa: ARG002
        """Nothing."""
        return ()


class NoTextSpotter:
    """Finds no text."""

    def spot(
        self,
        picture: RGB,  # noqa: ARG002
        environment: Environment,  # noqa: ARG002
        shapes: tuple[Shape, ...],  # noqa: ARG002
    ) -> tuple[TextLine, ...]:
        """Nothing."""
        return ()


@dataclass(frozen=True)
class TextBlockArbiter:
    """Takes every block of free text for a node of its own: there is no outline to tell a node from a label.

    Attributes:
        padding_text_heights: between a text and the outline that is assumed around it.
    """

    padding_text_heights: float = 0.5

    def fuse(self, board: Blackboard) -> Blackboard:
        """A copy of ``board`` with a node for each block, in reading order; groups and labels there are none.

        Raises:
            ValueError: the board has no environment yet.
        """
        if board.environment is None:
            raise ValueError("the picture was not surveyed")
        blocks = EmbeddedFusionArbiter().fuse(replace(board, shapes=())).labels
        padding = self.padding_text_heights * board.environment.text_height
        nodes = [_node(number, block, padding) for number, block in enumerate(blocks, start=1)]
        return replace(board, nodes=tuple(nodes), groups=(), labels=())


def _node(number: int, block: FreeText, padding: float) -> GroundedNode:
    x0, y0, x1, y1 = block.box
    left, top, right, bottom = x0 - padding, y0 - padding, x1 + padding, y1 + padding
    outline = ((left, top), (right, top), (right, bottom), (left, bottom))
    shape = Shape(outline, "rect", "node", border=0.0, fill=(255, 255, 255), confidence=block.confidence)
    return GroundedNode(f"N{number}", shape, block.text, None, block.confidence)
