"""Systems by name."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import pytest

from diagramloop.by_name import made_by_name
from diagramloop.errors import DiagramloopError, RejectionReason


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
