"""Systems by name."""

from __future__ import annotations

import math
from typing import Any, Protocol, runtime_checkable

import pytest

from diagramloop.by_name import made_by_name, returned
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


KNOWN = {"walker": f"{__name__}:Walker", "gone": "diagramloop.no_such_module:Walker"}


def made(name: str, **options: Any) -> Any:
    return made_by_name("walker", name, KNOWN, Walks, options)


@pytest.mark.parametrize("name", ["walker", f"{__name__}:Walker"])
def test_a_known_name_and_ones_own(name: str) -> None:
    assert made(name, steps=3).walk() == 3


@pytest.mark.parametrize(
    ("name", "told", "reason"),
    [
        ("runner", "no walker 'runner'; there are walker, gone", RejectionReason.MISSING),
        ("gone", "no walker 'gone'", RejectionReason.MISSING),
        ("not a name:x", "no walker", RejectionReason.MISSING),
        ("builtins:dict", "is no Walks", RejectionReason.INVALID),
        ("builtins:__name__", "makes no walker", RejectionReason.INVALID),
    ],
)
def test_what_is_none_is_told(name: str, told: str, reason: RejectionReason) -> None:
    with pytest.raises(DiagramloopError, match=told) as caught:
        made(name)
    assert caught.value.reason is reason


def test_options_it_does_not_take() -> None:
    with pytest.raises(DiagramloopError, match="cannot be made"):
        made("walker", miles=1)


@pytest.mark.parametrize("bound", [math.nan, math.inf])
def test_a_graph_that_was_made_without_being_checked_is_checked(bound: float) -> None:
    node = Node.model_construct(id="a", text="b", box=(0.0, 0.0, 1.0, bound))
    with pytest.raises(DiagramloopError, match=r"mine:parse returned a FlowGraph with nodes\.0\.box\.3: ") as raised:
        returned(FlowGraph.model_construct(nodes=(node,), edges=(), groups=()), FlowGraph, "mine:parse")
    assert raised.value.reason.cause is Cause.ITEM
