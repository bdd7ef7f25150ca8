"""Systems by name."""

from __future__ import annotations

import math
from typing import Protocol, runtime_checkable

import pytest

from diagramloop.by_name import NoSuchSystemError, made_by, returned, standing_at
from diagramloop.errors import Cause, DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph, Node


@runtime_checkable
class Walks(Protocol):
    def walk(self) -> int: ...


class Walker:
    def __init__(self, steps: int = 1) -> None:
        self._steps = steps

    def walk(self) -> int:
        return self._steps


def test_what_stands_at_a_place() -> None:
    assert standing_at(f"{__name__}:Walker") is Walker
    assert standing_at(f"{__name__}:Walker.walk") is Walker.walk


@pytest.mark.parametrize("place", ["not a name:x", "diagramloop.no_such_module:Walker", f"{__name__}:Wlker", ":"])
def test_a_place_where_nothing_stands_is_told(place: str) -> None:
    with pytest.raises(NoSuchSystemError, match="no walker") as caught:
        standing_at(place, "walker")
    assert caught.value.reason is RejectionReason.MISSING


def test_what_is_made_fulfils_its_protocol() -> None:
    assert made_by(Walker, "walker", "walker", Walks, {"steps": 3}).walk() == 3
    with pytest.raises(DiagramloopError, match="'dict' makes no walker: what it makes is no Walks"):
        made_by(dict, "walker", "dict", Walks, {})
    with pytest.raises(DiagramloopError, match=r"the walker 'walker' cannot be made: .*its options are steps"):
        made_by(Walker, "walker", "walker", Walks, {"miles": 1})


@pytest.mark.parametrize("bound", [math.nan, math.inf])
def test_a_graph_that_was_made_without_being_checked_is_checked(bound: float) -> None:
    node = Node.model_construct(id="a", text="b", box=(0.0, 0.0, 1.0, bound))
    with pytest.raises(DiagramloopError, match=r"mine:parse returned a FlowGraph with nodes\.0\.box\.3: ") as raised:
        returned(FlowGraph.model_construct(nodes=(node,), edges=(), groups=()), FlowGraph, "mine:parse")
    assert raised.value.reason.cause is Cause.ITEM
