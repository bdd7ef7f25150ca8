"""Meaning of a PlantUML activity diagram, as a tree of statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diagramloop.graph._elements import Line


@dataclass(frozen=True)
class Start:
    """``start``."""


@dataclass(frozen=True)
class Stop:
    """``stop`` or ``end``: the flow ends in a circle."""

    word: Literal["stop", "end"] = "stop"


@dataclass(frozen=True)
class Detach:
    """``detach`` or ``kill``: the flow ends at the last step, without a mark."""


@dataclass(frozen=True)
class Break:
    """``break``: the flow leaves the innermost loop."""


@dataclass(frozen=True)
class Label:
    """``label name``: the next step can be gone to."""

    name: str


@dataclass(frozen=True)
class Goto:
    """``goto name``: the flow goes on at the step behind that label, wherever it stands."""

    name: str


@dataclass(frozen=True)
class Action:
    """``:text;``; ``terminator`` is the last character, which says how it is drawn."""

    text: str
    terminator: str = ";"


@dataclass(frozen=True)
class Connector:
    """``(A)``: the flow goes on wherever the same letter stands."""

    name: str


@dataclass(frozen=True)
class Arrow:
    """``-> label;``: what stands on the line to the next step, and how the line is drawn."""

    label: str = ""
    line: Line = "solid"


@dataclass(frozen=True)
class Lane:
    """``|name|``: who acts from here on."""

    name: str


@dataclass(frozen=True)
class Remark:
    """``note``: text beside the last step."""

    text: str


@dataclass(frozen=True)
class Branch:
    """One way out of a decision: the label on it and what follows."""

    label: str
    body: Body


@dataclass(frozen=True)
class Choice:
    """``if`` with one test, or ``switch``: an ``elseif`` is a choice of its own in the ``else`` of the one before."""

    test: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class While:
    """``while``: the test stands before the body."""

    test: str
    label: str
    body: Body
    exit_label: str = ""
    backward: str = ""


@dataclass(frozen=True)
class Repeat:
    """``repeat`` ... ``repeat while``: the test stands behind the body; without one it repeats until a ``break``."""

    body: Body
    test: str = ""
    label: str = ""
    exit_label: str = ""
    backward: str = ""


@dataclass(frozen=True)
class Parallel:
    """``fork`` (between bars) or ``split`` (between plain lines)."""

    word: Literal["fork", "split"]
    bodies: tuple[Body, ...]


@dataclass(frozen=True)
class Frame:
    """``partition``, ``group``, ``package``, ...: a titled frame around its body."""

    title: str
    body: Body


Statement = (
    Start
    | Stop
    | Detach
    | Break
    | Label
    | Goto
    | Action
    | Connector
    | Arrow
    | Lane
    | Remark
    | Choice
    | While
    | Repeat
    | Parallel
    | Frame
)
Body = tuple[Statement, ...]


@dataclass(frozen=True)
class Program:
    """A whole diagram."""

    body: Body
    title: str = ""
