"""The log of a verification: every edit of every annotator, what it leads to, and how it is taken back.

SciFlow-Bench, Appendix B.6: all edits are logged with the time they were made. Nothing in the log is ever changed:
what is undone stays in it, followed by the undoing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from diagramloop.base.journal import TypedJournal
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, FlowGraph
from diagramloop.scores.annotation import Name
from diagramloop.scores.verification import Verification, VerificationError

PAUSE = 120.0  # seconds: a longer time between two edits was not spent on the figure
MAX_EDITS = 20_000  # of one annotator of one figure
Ids = tuple[Annotated[str, Field(max_length=1000)], ...]


class LoggedEdit(BaseModel):
    """A part of the log; what is not of its form is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Exclude(LoggedEdit):
    """Elements that the figure does not support."""

    action: Literal["exclude"] = "exclude"
    nodes: Ids = ()
    edges: Ids = ()


class Restore(LoggedEdit):
    """Elements that were excluded, included again."""

    action: Literal["restore"] = "restore"
    nodes: Ids = ()
    edges: Ids = ()


class Link(LoggedEdit):
    """A directed edge that was missed."""

    action: Literal["link"] = "link"
    source: str
    target: str


class AddNode(LoggedEdit):
    """A node that was missed: what is written on it and where it lies, in pixels."""

    action: Literal["add_node"] = "add_node"
    text: Annotated[str, Field(max_length=1000)]
    box: Box


class Step(LoggedEdit):
    """A step that changes no element by itself: the figure opened, an edit taken back or made again, all finished."""

    action: Literal["open", "undo", "redo", "finish", "reopen"]


Edit = Annotated[Exclude | Restore | Link | AddNode | Step, Field(discriminator="action")]


class Entry(LoggedEdit):
    """One line of the log; ``at`` in seconds since 1970."""

    annotator: Name
    figure: str
    at: float
    edit: Edit


_ENTRY = TypeAdapter(Entry)


Apply = Callable[[Any, Any, str], Verification]
APPLIED: dict[type, Apply] = {
    Exclude: lambda verification, edit, _: verification.exclude(edit.nodes, edit.edges),
    Restore: lambda verification, edit, _: verification.restore(edit.nodes, edit.edges),
}
APPLIED[Link] = lambda verification, edit, id: verification.link(id, edit.source, edit.target)
APPLIED[AddNode] = lambda verification, edit, id: verification.add_node(id, edit.text, edit.box)
"""How each kind of edit is made: of what stands, the edit, and a fresh id."""


@dataclass
class EditSession:
    """One annotator on one figure: the states passed through, and how far back the present one lies.

    Attributes:
        states: first the parsed graph as it is, then the state after each edit that stands.
        at: position of the present state.
        entries: all that was logged, in order.
        applied: how each kind of edit is made.
    """

    states: list[Verification]
    at: int = 0
    finished: bool = False
    entries: list[Entry] = field(default_factory=list)
    applied: Mapping[type, Apply] = field(default_factory=lambda: APPLIED)

    @property
    def verification(self) -> Verification:
        """Return the verification in its present state."""
        return self.states[self.at]

    @property
    def can_undo(self) -> bool:
        """True where there is an edit to take back."""
        return self.at > 0 and not self.finished

    @property
    def can_redo(self) -> bool:
        """True where the last one taken back can be made again."""
        return self.at + 1 < len(self.states) and not self.finished

    @property
    def seconds(self) -> float:
        """Spent on the figure: the times between edits, long pauses counting as 2 minutes, clocks set back as none."""
        times = [entry.at for entry in self.entries]
        return sum(min(max(later - earlier, 0.0), PAUSE) for earlier, later in pairwise(times))

    def take(self, entry: Entry) -> None:
        """Goes on by one edit.

        Raises:
            VerificationError: the edit is not possible as things stand.
        """
        edit = entry.edit
        if len(self.entries) >= MAX_EDITS:
            raise VerificationError("too many edits of one figure", reason=RejectionReason.TOO_LARGE)
        if isinstance(edit, Step):
            self._step(edit.action)
        elif self.finished:
            raise VerificationError("this figure is finished: reopen it to go on")
        else:
            verification = self.applied[type(edit)](self.verification, edit, f"human-{len(self.entries) + 1}")
            self.states[self.at + 1 :] = [verification]
            self.at += 1
        self.entries.append(entry)

    def _step(self, action: str) -> None:
        allowed = {
            "undo": self.can_undo,
            "redo": self.can_redo,
            "finish": not self.finished,
            "reopen": self.finished,
            "open": True,
        }
        if not allowed[action]:
            raise VerificationError(f"there is nothing to {action}", reason=RejectionReason.EMPTY)
        self.at += {"undo": -1, "redo": 1}.get(action, 0)
        self.finished = {"finish": True, "reopen": False}.get(action, self.finished)


class EditLog:
    """The log in the file ``path``.

    Args:
        parsed: by figure the graph that is verified, :func:`~diagramloop.scores.verification.identified`.
        now: tells the time.
    """

    def __init__(self, path: Path, parsed: Mapping[str, FlowGraph], now: Callable[[], float] = time.time) -> None:
        self._journal = TypedJournal(path, _ENTRY, "edit", VerificationError)
        self._parsed, self._now = parsed, now
        self._one_at_a_time = Lock()

    def session(self, annotator: str, figure: str) -> EditSession:
        """Return the session in the state in which one annotator left one figure.

        Raises:
            DiagramloopError: there is no such figure, or no graph of it (its parser's reason), or the log is broken.
        """
        entries = [entry for entry in self._journal.entries() if (entry.annotator, entry.figure) == (annotator, figure)]
        return self._replayed(figure, entries)

    def sessions(self) -> dict[str, dict[str, EditSession]]:
        """By figure and annotator, both by name, all that were ever begun."""
        by_figure: dict[str, dict[str, list[Entry]]] = {}
        for entry in self._journal.entries():
            by_figure.setdefault(entry.figure, {}).setdefault(entry.annotator, []).append(entry)
        return {
            figure: {who: self._replayed(figure, entries) for who, entries in sorted(by.items())}
            for figure, by in sorted(by_figure.items())
            if figure in self._parsed
        }

    def begun(self, annotator: str) -> dict[str, str]:
        """Of the figures that one annotator has opened, ``begun`` or ``finished``."""
        states = {"finish": "finished", "reopen": "begun"}
        last: dict[str, str] = {}
        for entry in self._journal.entries():
            if entry.annotator == annotator:
                last[entry.figure] = states.get(entry.edit.action, last.get(entry.figure, "begun"))
        return last

    def edit(self, annotator: str, figure: str, edit: object, seen: int) -> EditSession:
        """Takes one edit; when this returns, it is on the disk.

        Args:
            edit: as JSON has it.
            seen: how many entries the annotator knows of: of two pages at once, the one left behind is refused.

        Raises:
            VerificationError: the edit is none, or not possible as things stand; nothing is logged then.
        """
        with self._one_at_a_time:
            session = self.session(annotator, figure)
            if seen != len(session.entries):
                raise VerificationError("this figure was edited elsewhere: it is shown anew, as it stands")
            raw = {"annotator": annotator, "figure": figure, "at": round(self._now(), 3), "edit": edit}
            entry = self._journal.entry(raw)
            session.take(entry)
            self._journal.append(entry)
            return session

    def _replayed(self, figure: str, entries: list[Entry]) -> EditSession:
        if figure not in self._parsed:
            raise DiagramloopError(f"no figure {figure[:100]!r}", reason=RejectionReason.MISSING)
        session = EditSession([Verification(self._parsed[figure])])
        for number, entry in enumerate(entries, start=1):
            try:
                session.take(entry)
            except VerificationError as error:
                message = f"edit {number} of {figure} by {entry.annotator} does not fit its parsed graph: {error}"
                raise VerificationError(message, reason=error.reason) from error
        return session
