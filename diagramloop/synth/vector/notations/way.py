"""A way of drawing one notation: what nodes and frames are drawn as, by which manner of writing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.synth.vector.notations.body import Drawn, plain_box, plain_frame, words_size
from diagramloop.synth.vector.notations.chart import Plan
from diagramloop.synth.vector.notations.manners import Manner
from diagramloop.synth.vector.notations.placing import Size

FRAME_MARGIN_PX = 26.0
PLAIN = Plan()


@dataclass(frozen=True)
class Way:
    """One way of drawing a notation.

    Attributes:
        manner: of writing.
        node, frame: what they are drawn as, in the box of a node's words, or of all that a frame holds.
        size: of a node's box.
        room: px that a node's drawing takes beyond its box: left, above, right, below.
        margin: px between a frame and what it holds; what lies outside of the frame is to fit in it too.
        inset: px by which the frame is drawn within the place that it is given.
        plan: the charts that it draws.
    """

    manner: Manner
    node: Drawn = plain_box
    frame: Drawn = plain_frame
    size: Callable[[str], Size] = words_size
    room: tuple[float, float, float, float] = (0, 0, 0, 0)
    margin: float = FRAME_MARGIN_PX
    inset: float = 0.0
    plan: Plan = PLAIN
