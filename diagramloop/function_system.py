"""Functions as systems: what gets one task, such as a text or the bytes of a picture, and returns the answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.asking import Need
from diagramloop.by_name import check_options


@dataclass
class FunctionSystem:
    """A function that gets its options with every task. Base of what fulfils the protocol of a kind of systems.

    Attributes:
        name: of its row on the leaderboard.

    Raises:
        TypeError: it takes other options.
    """

    name: str
    function: Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_options(self.function, self.options, object())

    @property
    def needs(self) -> Collection[Need]:
        """Things that a task must have for the function to be asked, as it says; nothing by default."""
        return frozenset(getattr(self.function, "needs", ()))

    @property
    def calls_per_item(self) -> tuple[int, int] | None:
        """Calls of models, the least and the most, that the function says it makes for a task; None if nothing."""
        return getattr(self.function, "calls_per_item", None)

    def asked(self, task: Any) -> Any:
        """Return the function's answer to a task."""
        return self.function(task, **self.options)


def takes_task(make: Callable[..., Any], options: Mapping[str, Any]) -> bool:
    """True of a function that its options alone do not suffice to call; False of a class, and of a function without
    anything left to give, which makes the system.
    """
    if inspect.isclass(make):
        return False
    try:
        parameters = inspect.signature(make).parameters.values()
    except ValueError:  # of something built in: nobody knows
        return False
    named = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = (one for one in parameters if one.kind in named and one.default is one.empty)
    return any(one.name not in options for one in needed)
