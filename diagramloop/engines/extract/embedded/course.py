"""The course of one flow while it is told: where it goes on, which splits are open, what was told last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.draft import Draft, OpenEnd, SplitBranch
from diagramloop.engines.extract.embedded.events import OTHERWISE
from diagramloop.engines.extract.embedded.likeness import likeness, negative, opposite
from diagramloop.engines.extract.embedded.phrases import content
from diagramloop.graph import NodeKind

REFERS = 0.6
"""Least likeness at which a text refers to a step anywhere in the flow."""
CONTINUES = 0.4
"""Least likeness at which it refers to one after which the flow is still open; such a step comes first."""
AKIN = 0.5
"""Least likeness at which a step carries on what the step at an open end began."""
SAME = 0.9
"""Least likeness at which two steps or questions are the same."""
_STEPS = frozenset({NodeKind.PROCESS, NodeKind.START, NodeKind.END})
_OPEN_FIRST = 0.2  # likeness by which an open step may be less alike and still be the one referred to


ANSWERS = {"yes": "no", "no": "yes"}
"""What a condition that only answers a question is written as, and its opposite."""


@dataclass
class OpenSplit:
    """An exclusive or inclusive gateway whose cases are being told.

    Attributes:
        node: its number.
        end: the open end it was put after.
        question: its text, or empty.
        conditions: of its branches, in order, as they are to be written.
        said: what the text says of each, in full.
        complete: its cases exhaust the question, so that a further "if" asks another one.
    """

    node: int
    end: OpenEnd
    question: str
    conditions: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    complete: bool = False

    @property
    def unsaid(self) -> str:
        """The condition of the branch that the text does not mention beside its only one."""
        (only,) = self.conditions
        return "" if only == OTHERWISE else ANSWERS.get(only, OTHERWISE)


def answer(question: str, condition: str) -> str:
    """ "yes" or "no" for a condition that only repeats the question or its denial, or points to it."""
    if not question or " or " in question:
        return condition
    new = set(content(condition)) - set(content(question)) - words("pointers") - words("negations")
    return condition if new else "no" if negative(condition) else "yes"


class Course:
    """One flow of a draft, from its Start on.

    Attributes:
        ends: the open ends, in order; empty once the flow is over.
        splits: those of this flow, in order.
        split: the one whose cases are being told, if any.
        last: the step told last, if any.
        told: the open end behind the step told last, if any.
        ahead: what the sentences to come refer back to.
    """

    def __init__(self, draft: Draft, number: int, actor: str) -> None:
        self.draft = draft
        self.number = number
        self.actor = actor
        self.start = self.add(NodeKind.START)
        self.ends = [OpenEnd(self.start)]
        self.splits: list[OpenSplit] = []
        self.split: OpenSplit | None = None
        self.last: int | None = None
        self.told: OpenEnd | None = None
        self.ahead: Sequence[str] = ()

    @property
    def untouched(self) -> bool:
        """Nothing was told yet."""
        return self.ends == [OpenEnd(self.start)] and not self.text(self.start)

    def add(self, kind: NodeKind, text: str = "", actor: str = "") -> int:
        """A new node of this flow, not yet connected; without an ``actor`` that of the flow acts."""
        return self.draft.add(kind, text, actor or self.actor, self.number)

    def text(self, node: int) -> str:
        """The text on a node."""
        return self.draft.nodes[node].text

    def replace(self, end: OpenEnd, by: Iterable[OpenEnd]) -> None:
        """Open ends in the place of one."""
        place = self.ends.index(end)
        self.ends[place : place + 1] = by

    # Going on.

    def step(self, text: str, end: OpenEnd, actor: str = "") -> OpenEnd:
        """Puts a step after ``end``; the open end behind it."""
        node = self.add(NodeKind.PROCESS, text, actor)
        self.draft.connect(end, node)
        behind = OpenEnd(node, "", end.branches)
        self.replace(end, [behind])
        self.last = node
        return behind

    def finish(self, end: OpenEnd, text: str = "") -> None:
        """Puts an End after ``end``."""
        self.draft.connect(end, self.add(NodeKind.END, text))
        self.replace(end, [])

    def loop(self, end: OpenEnd, node: int) -> bool:
        """Leads ``end`` back to a step; False where it must not: no choice could then ever leave the loop."""
        if end.node == node or self.draft.nodes[node].kind is not NodeKind.PROCESS:
            return False
        inside = (branch.gateway for branch in end.branches if branch.gateway > node)
        left = bool(end.condition) or any(self.draft.nodes[gateway].kind is not NodeKind.AND for gateway in inside)
        if not left and self.draft.leads(node, end.node):
            return False
        self.draft.connect(end, node)
        self.replace(end, [])
        return True

    def gateway(self, kind: NodeKind, end: OpenEnd, text: str = "") -> int:
        """Puts a gateway after ``end``, whose branches are still to be opened; its number."""
        node = self.add(kind, text)
        self.draft.connect(end, node)
        self.replace(end, [])
        return node

    def open_split(self, kind: NodeKind, end: OpenEnd, question: str) -> OpenSplit:
        """Puts an exclusive or inclusive gateway after ``end``; its cases follow."""
        self.split = OpenSplit(self.gateway(kind, end, question), end, question)
        self.splits.append(self.split)
        return self.split

    def open_branch(self, split: OpenSplit, condition: str, statement: str = "") -> OpenEnd:
        """Another case of a split, with the text's ``statement`` if it says more than what is written; its open end."""
        split.conditions.append(condition)
        split.said.append(statement or condition)
        branch = SplitBranch(split.node, len(split.conditions) - 1)
        end = OpenEnd(split.node, condition, (*split.end.branches, branch))
        self.ends.append(end)
        return end

    def complete_splits(self) -> None:
        """Gives each gateway with one branch only another one, by which the flow goes on when its condition fails."""
        for split in self.splits:
            if len(split.conditions) == 1:
                self.open_branch(split, split.unsaid)
                split.complete = True

    def join(self, ends: Sequence[OpenEnd] | None = None) -> OpenEnd:
        """The one open end after some open ones were joined; without ``ends`` all, unmentioned branches included."""
        if ends is None:
            self.complete_splits()
        joined = list(self.ends if ends is None else ends)
        self.split, self.told = None, None
        behind = self.draft.join(joined, self.actor, self.number)
        place = self.ends.index(joined[0])
        before, after = self.ends[:place], [end for end in self.ends[place:] if end not in joined]
        self.ends = [*before, behind, *after]
        return behind

    def close(self) -> None:
        """Brings to an end what was told, apart from it each branch left unsaid, and gives loops a way out."""
        if self.ends:
            self.finish(self.join(self.ends))
        self.complete_splits()
        for unsaid in list(self.ends):
            self.finish(unsaid)
        while trapped := self.draft.trapped(self.number):
            last = max((split for split in self.splits if split.node in trapped), key=lambda split: split.node)
            self.finish(self.open_branch(last, OTHERWISE))

    # Finding a place.

    def find(self, text: str, least: float = REFERS, *, anywhere: bool = False) -> int | None:
        """The step that ``text`` refers to: the most alike, with an advantage for open ones, then the latest.

        Args:
            anywhere: in any flow of the draft, not just in this one.
        """
        open_nodes = {end.node for end in self.ends}
        ranked = []
        for number, node in enumerate(self.draft.nodes):
            if (anywhere or node.flow == self.number) and node.kind in _STEPS and node.text:
                alike, is_open = likeness(text, node.text), number in open_nodes
                if alike >= (min(least, CONTINUES) if is_open and least < SAME else least):
                    ranked.append((alike + _OPEN_FIRST * is_open, number))
        return max(ranked)[1] if ranked else None

    def open_at(self, node: int | None) -> OpenEnd | None:
        """The open end behind a step, if there is one."""
        return next((end for end in self.ends if end.node == node), None)

    def open_in(self, branch: SplitBranch) -> OpenEnd | None:
        """The first open end on a branch, if there is one."""
        return next((end for end in self.ends if branch in end.branches), None)

    def place(self, reference: int | None, *, carry_on: bool, text: str = "") -> OpenEnd:
        """The open end after which the text goes on.

        Behind the step referred to; or, where several ends are open, behind the one step that the new ``text`` is
        akin to; or, with ``carry_on``, behind the step told last; or else after all of them but those behind steps
        that the text will come back to.
        """
        if not self.ends:
            self.reopen()
        if end := self.open_at(reference) or self._akin(text):
            return end
        if carry_on and self.told in self.ends and self.told is not None:
            return self.told
        self.complete_splits()
        return self.join([end for end in self.ends if not self._awaited(end)] or self.ends)

    def _akin(self, text: str) -> OpenEnd | None:
        """The only one of several open ends whose step a text is akin to."""
        if not text or len(self.ends) < 2:
            return None
        akin = [end for end in self.ends if likeness(text, self.text(end.node)) >= AKIN]
        return akin[0] if len(akin) == 1 else None

    def _awaited(self, end: OpenEnd) -> bool:
        """A later sentence refers to the step there, and so goes on behind it."""
        return any(likeness(self.text(end.node), text) >= CONTINUES for text in self.ahead)

    def reopen(self) -> None:
        """The text goes on after having said that it is over: what it ended last was no end."""
        self.complete_splits()
        if self.ends:
            return
        nodes = self.draft.nodes
        ends = [number for number, node in enumerate(nodes) if node.kind is NodeKind.END and node.flow == self.number]
        if not ends:
            self.ends = [OpenEnd(self.splits[-1].node, OTHERWISE)]
        elif nodes[ends[-1]].text:
            nodes[ends[-1]].kind = NodeKind.PROCESS
            self.ends = [OpenEnd(ends[-1])]
        else:
            (edge,) = self.draft.into(ends[-1])
            self.draft.drop(ends[-1])
            self.ends = [OpenEnd(edge.source, edge.condition)]

    def opposed(self, condition: str) -> OpenSplit | None:
        """The latest split with one branch only, under the opposite condition."""
        alone = (split for split in reversed(self.splits) if len(split.said) == 1)
        return next((split for split in alone if opposite(condition, split.said[0])), None)
