"""A finished blackboard at another scale: what was read of a smaller or larger picture, on the picture itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Blackboard, Shape
from diagramloop.graph import Box
from diagramloop.graph.geometry import seen_through


def on_picture(board: Blackboard, picture: RGB) -> Blackboard:
    """``board`` with all its places on ``picture``, which shows the same page at another size.

    What a network saw is kept as it is; its maps know their page by its size.
    """
    (height, width), (high, wide) = picture.shape[:2], board.picture.shape[:2]
    x, y = width / wide, height / high
    by = float(np.sqrt(x * y))
    graph, environment = board.graph, board.environment
    if environment is not None:
        ink = environment.ink and replace(environment.ink, size=environment.ink.size * by, page=(height, width))
        stroke, text_height = environment.stroke * by, environment.text_height * by
        environment = replace(environment, stroke=stroke, text_height=text_height, ink=ink)
    return replace(
        board,
        picture=picture,
        environment=environment,
        shapes=tuple(_shape(shape, x, y) for shape in board.shapes),
        lines=tuple(replace(line, box=_box(line.box, x, y)) for line in board.lines),
        nodes=tuple(
            replace(
                node,
                shape=_shape(node.shape, x, y),
                caption_box=_given(node.caption_box, x, y),
                captions=tuple(replace(caption, box=_box(caption.box, x, y)) for caption in node.captions),
            )
            for node in board.nodes
        ),
        groups=tuple(
            replace(group, shape=_shape(group.shape, x, y), title_box=_given(group.title_box, x, y))
            for group in board.groups
        ),
        labels=tuple(replace(label, box=_box(label.box, x, y)) for label in board.labels),
        graph=graph and seen_through(graph, np.diag([x, y, 1.0]), (width, height)),
    )


def _shape(shape: Shape, x: float, y: float) -> Shape:
    polygon = tuple((a * x, b * y) for a, b in shape.polygon)
    return replace(shape, polygon=polygon, border=shape.border * float(np.sqrt(x * y)))


def _given(box: Box | None, x: float, y: float) -> Box | None:
    return None if box is None else _box(box, x, y)


def _box(box: Box, x: float, y: float) -> Box:
    return (box[0] * x, box[1] * y, box[2] * x, box[3] * y)
