"""Readings to a graph: the flow is extended event by event, and branches are opened and joined as the cues say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from flowbench.extract.embedded.draft import Branch, Draft, OpenEnd
from flowbench.extract.embedded._lexicon import words
from flowbench.extract.embedded.likeness import likeness, negative, opposite
from flowbench.extract.embedded.phrases import content
from flowbench.extract.embedded.reading import Event, EventKind, Reading
from flowbench.graph import FlowGraph, NodeKind

REFERS = 0.6
"""Least likeness at which a text refers to a node anywhere in the flow."""
CONTINUES = 0.4
"""Least likeness at which it refers to one after which the flow is still open."""
AKIN = 0.5
"""Least likeness at which a step carries on what the step at an open end began."""
DONE = 0.75
"""Least likeness at which a condition says that the step at an open end has been taken."""
SAME = 0.9
"""Least likeness at which two texts of steps say the same."""
SAME_CONDITION = 0.75
"""The same for conditions."""

OTHERWISE = "otherwise"

_STEPS = frozenset({EventKind.STEP, EventKind.START, EventKind.END})


@dataclass
class Split:
    """An exclusive or inclusive gateway whose cases are being told.

    Attributes:
        node: its number.
        end: the open end it was put after.
        conditions: of its branches, in order.
        complete: its cases exhaust the question, so that a further "if" asks another one.
    """

    node: int
    end: OpenEnd
    conditions: list[str] = field(default_factory=list)
    complete: bool = False


class Builder:
    """Takes readings in the document's order; :meth:`graph` then closes what is open."""

    def __init__(self) -> None:
        self._draft = Draft()
        self._flow = 0
        self._actor = ""
        self._start: int | None = None
        self._ends: list[OpenEnd] = []
        self._split: Split | None = None
        self._splits: list[Split] = []
        self._last: int | None = None
        self._told: OpenEnd | None = None
        self._said: set[str] = set()
        self._after_case = False
        self._question = ""

    def add(self, reading: Reading) -> None:
        """Extends the graph by what one sentence says; a sentence said before in the same flow adds nothing."""
        self._turn_to_flow(reading)
        words = " ".join(token.lemma for token in reading.sentence.tokens if token.is_word)
        events = [event for event in reading.events if event.kind not in {EventKind.ACTOR, EventKind.BEGIN}]
        if words in self._said or not events:
            return
        self._said.add(words)
        self._open_flow()
        together = reading.parallel and sum(event.kind is EventKind.STEP for event in events) > 1
        if reading.conditional and not (together and events[0].kind is EventKind.STEP):
            self._tell_cases(reading, events)
        elif not (reading.parallel and self._tell_parallel(events)):
            self._tell(events, reading)
        self._after_case = reading.conditional
        if not any(event.kind is EventKind.QUESTION for event in events):
            self._question = ""

    def graph(self) -> FlowGraph:
        """What was built, every flow brought to its end."""
        self._close_flow()
        return self._draft.graph()

    # Flows: one for each actor that has a process of its own.

    def _turn_to_flow(self, reading: Reading) -> None:
        """Begins another flow where the sentence turns to another actor or begins again after an end."""
        begins = any(event.kind is EventKind.BEGIN for event in reading.events)
        actor = next((event.text for event in reading.events if event.kind is EventKind.ACTOR), None)
        if actor is not None and (likeness(actor, self._actor) < SAME or begins or not self._ends):
            self._close_flow()
            self._actor = actor
        elif begins and not self._ends:
            self._close_flow()

    def _open_flow(self) -> None:
        if self._start is None:
            self._flow += 1
            self._start = self._draft.add(NodeKind.START, "", self._actor, self._flow)
            self._ends, self._split, self._last, self._told = [OpenEnd(self._start)], None, None, None
            self._said, self._splits = set(), []

    def _close_flow(self) -> None:
        if self._start is not None and self._ends != [OpenEnd(self._start)]:
            self._complete_splits()
            if self._ends:
                self._finish(self._join())
        self._start, self._ends = None, []

    # Steps, one after the other.

    def _tell(self, events: Sequence[Event], reading: Reading) -> None:
        place: OpenEnd | None = None
        reference: int | None = None
        for at, event in enumerate(events):
            if event.kind is EventKind.REFERENCE:
                reference, place = self._find(event.text), None
                if reading.returns and reference is not None and not _leads_on(events[at + 1 :]):
                    self._return_to(reference, self._place(reading, None))
            elif event.kind in _STEPS:
                place = self._tell_step(event, place, reference, reading)
            elif event.kind is EventKind.FINISH:
                self._tell_finish(place, reference)
            elif event.kind is EventKind.QUESTION:
                self._ask(event.text, events[:at])
            elif event.kind in {EventKind.DATA, EventKind.ANNOTATION}:
                self._constrain(event, reference)

    def _tell_step(
        self, event: Event, place: OpenEnd | None, reference: int | None, reading: Reading
    ) -> OpenEnd | None:
        known = self._find(event.text, SAME)
        if known is not None and event.kind is EventKind.STEP and self._draft.nodes[known].text.lower() == event.text.lower():
            if reading.returns:
                self._return_to(known, place or self._place(reading, reference))
            return next((end for end in self._ends if end.node == known), None)
        if event.kind is EventKind.START and self._untouched() and self._start is not None:
            self._draft.nodes[self._start].text = event.text
            return None
        self._told = self._step(event, place if place in self._ends else self._place(reading, reference, event.text))
        return self._told

    def _untouched(self) -> bool:
        return self._ends == [OpenEnd(self._start or 0)] and not self._draft.nodes[self._start or 0].text

    def _tell_finish(self, place: OpenEnd | None, reference: int | None) -> None:
        here = place if place in self._ends else next((end for end in self._ends if end.node == reference), None)
        if self._ends and not self._untouched():
            self._finish(here or self._join())

    def _step(self, event: Event, end: OpenEnd) -> OpenEnd | None:
        """Puts a step, or an end with a text, after ``end``; the open end behind it, if there is one."""
        ends_here = event.kind is EventKind.END
        kind = NodeKind.END if ends_here else NodeKind.PROCESS
        node = self._draft.add(kind, event.text, self._actor, self._flow)
        self._draft.connect(end, node)
        behind = [] if ends_here else [OpenEnd(node, "", end.branches)]
        self._replace(end, behind)
        self._last = self._last if ends_here else node
        return behind[0] if behind else None

    def _finish(self, end: OpenEnd) -> None:
        node = self._draft.add(NodeKind.END, "", self._actor, self._flow)
        self._draft.connect(end, node)
        self._replace(end, [])

    def _return_to(self, node: int, end: OpenEnd) -> None:
        """A loop, unless nothing would be left that goes on."""
        if end.node != node and len(self._ends) > 1 and self._draft.nodes[node].kind is NodeKind.PROCESS:
            self._draft.connect(end, node)
            self._replace(end, [])

    def _replace(self, end: OpenEnd, by: Iterable[OpenEnd]) -> None:
        at = self._ends.index(end)
        self._ends[at : at + 1] = by

    # Where a sentence goes on.

    def _find(self, text: str, least: float = REFERS) -> int | None:
        """The step of this flow that ``text`` refers to: the most alike, open ones first, then the latest."""
        open_nodes = {end.node for end in self._ends}
        best: tuple[float, int] | None = None
        for number, node in enumerate(self._draft.nodes):
            if node.flow == self._flow and node.kind in {NodeKind.PROCESS, NodeKind.START, NodeKind.END} and node.text:
                alike = likeness(text, node.text)
                threshold = min(least, CONTINUES) if number in open_nodes and least < SAME else least
                rank = (alike + (0.2 if number in open_nodes else 0.0), number)
                if alike >= threshold and (best is None or rank > best):
                    best = rank
        return best[1] if best else None

    def _place(self, reading: Reading, reference: int | None, text: str = "") -> OpenEnd:
        """The open end after which the sentence goes on."""
        if not self._ends:
            self._reopen()
        for end in self._ends:
            if end.node == reference:
                return end
        if len(self._ends) > 1 and text and not reading.concludes:
            alike = [end for end in self._ends if likeness(text, self._draft.nodes[end.node].text) >= AKIN]
            if len(alike) == 1:
                return alike[0]
        if self._told in self._ends and not reading.concludes and not self._after_case and self._told is not None:
            return self._told
        return self._join()

    def _join(self) -> OpenEnd:
        self._complete_splits()
        self._split, self._told = None, None
        self._ends = [self._draft.join(self._ends, self._actor, self._flow)]
        return self._ends[0]

    def _complete_splits(self) -> None:
        """Gives each gateway with one branch only another one, by which the flow goes on when its condition fails."""
        for split in self._splits:
            if len(split.conditions) == 1:
                split.conditions.append(OTHERWISE)
                split.complete = True
                branch = Branch(split.node, 1)
                self._ends.append(OpenEnd(split.node, OTHERWISE, (*split.end.branches, branch)))

    def _reopen(self) -> None:
        """The text goes on after having said that it is over: its last end was none."""
        draft = self._draft
        self._complete_splits()
        if self._ends:
            return
        ends = [n for n, node in enumerate(draft.nodes) if node.kind is NodeKind.END and node.flow == self._flow]
        if not ends:
            self._ends = [OpenEnd(self._split.node, "otherwise") if self._split else OpenEnd(self._last or self._start or 0)]
            return
        last = ends[-1]
        into = draft.into(last)
        if draft.nodes[last].text or len(into) > 1:
            draft.nodes[last].kind = NodeKind.PROCESS if draft.nodes[last].text else NodeKind.XOR
            self._ends = [OpenEnd(last)]
        else:
            draft.remove(into[0])
            draft.nodes[last].flow = 0
            self._ends = [OpenEnd(into[0].source, into[0].condition)]

    # Constraints.

    def _constrain(self, event: Event, reference: int | None) -> None:
        step = self._last if reference is None else reference
        if step is None or self._draft.nodes[step].kind is not NodeKind.PROCESS:
            return
        kind = NodeKind.DATA_OBJECT if event.kind is EventKind.DATA else NodeKind.TEXT_ANNOTATION
        alike = (n for n, node in enumerate(self._draft.nodes) if (node.kind, node.text) == (kind, event.text))
        node = next(alike, None)
        if node is None:
            node = self._draft.add(kind, event.text, "", self._flow)
        if event.kind is EventKind.DATA and not event.produced:
            self._draft.constrain(node, step)
        else:
            self._draft.constrain(step, node)

    # Cases: exclusive and inclusive choice.

    def _tell_cases(self, reading: Reading, events: Sequence[Event]) -> None:
        first = next(at for at, event in enumerate(events) if event.kind is EventKind.CONDITION)
        before = events[:first]
        if _leads_on(before) or any(event.kind is EventKind.QUESTION for event in before):
            self._tell(before, reading)
        reference = next((self._find(e.text) for e in reversed(before) if e.kind is EventKind.REFERENCE), None)
        cases = _cases(events[first:])
        done = self._done(cases, reading) if reference is None and not self._question else None
        if done is not None:
            self._tell([Event(EventKind.REFERENCE, self._draft.nodes[done].text, 0), *cases[0][1]], reading)
            return
        for at, (conditions, consequence) in enumerate(cases):
            for condition in conditions:
                branch = self._branch(condition, reading, reference, contrast=reading.contrast or at > 0)
                if branch is not None:
                    self._tell_consequence(branch, consequence, reading)
        self._told = None

    def _done(self, cases: Sequence[tuple[list[str], list[Event]]], reading: Reading) -> int | None:
        """The step before an open end that a sentence's only condition says was done: it only refers back."""
        if len(cases) != 1 or len(cases[0][0]) != 1 or reading.contrast or self._opposed(cases[0][0][0]):
            return None
        condition = cases[0][0][0]
        for end in self._ends:
            if likeness(condition, self._draft.nodes[end.node].text) >= DONE and not negative(condition):
                return end.node
        return None

    def _ask(self, question: str, before: Sequence[Event]) -> None:
        """The next cases answer ``question``; one that was asked before goes on with its split.

        A pronoun in it stands for the thing of the step named before.
        """
        pronoun, _, rest = question.partition(" ")
        if pronoun in words("pronouns"):
            named = [event.text for event in before if event.kind in _STEPS | {EventKind.REFERENCE}]
            if self._last is not None:
                named.insert(0, self._draft.nodes[self._last].text)
            thing = named[-1].partition(" ")[2] if named else ""
            question = f"{thing} {rest}".strip()
        asked = (split for split in self._splits if likeness(question, self._draft.nodes[split.node].text) >= SAME)
        self._split = next(asked, self._split)
        repeated = self._split is not None and likeness(question, self._draft.nodes[self._split.node].text) >= SAME
        self._question = "" if repeated else question

    def _branch(self, condition: str, reading: Reading, reference: int | None, *, contrast: bool) -> OpenEnd | None:
        """The open end of the branch under ``condition``; None when that branch was told before and is closed."""
        split = self._split if reference is None and not self._question else None
        if self._question or (split is not None and self._draft.nodes[split.node].text):
            condition = _answer(condition, self._question or self._draft.nodes[split.node].text)
        known = None if split is None else _known(condition, split.conditions)
        if split is not None and known is not None and not self._adds(reading):
            inside = Branch(split.node, known)
            return next((end for end in self._ends if inside in end.branches), None)
        goes_on = split is not None and known is None and (contrast or (self._after_case and not split.complete))
        opposed = self._opposed(condition) if reference is None else None
        if opposed is not None:
            split = opposed
        elif split is None or not goes_on:
            split = self._open_split(reading, reference)
        split.complete = bool(split.conditions) and (contrast or opposed is not None)
        split.conditions.append(condition)
        branch = Branch(split.node, len(split.conditions) - 1)
        end = OpenEnd(split.node, condition, (*split.end.branches, branch))
        self._ends.append(end)
        return end

    def _opposed(self, condition: str) -> Split | None:
        """The latest split of this flow with one branch only, under the opposite condition."""
        for split in reversed(self._splits):
            if len(split.conditions) == 1 and opposite(condition, split.conditions[0]):
                return split
        return None

    def _adds(self, reading: Reading) -> bool:
        """The sentence tells a step that has not been told."""
        steps = (event for event in reading.events if event.kind in _STEPS)
        return any(self._find(event.text, SAME) is None for event in steps)

    def _open_split(self, reading: Reading, reference: int | None) -> Split:
        end = self._place(reading, reference)
        kind = NodeKind.OR if reading.inclusive else NodeKind.XOR
        node = self._draft.add(kind, self._question, self._actor, self._flow)
        self._question = ""
        self._draft.connect(end, node)
        self._replace(end, [])
        self._split = Split(node, end)
        self._splits.append(self._split)
        return self._split

    def _tell_consequence(self, end: OpenEnd, consequence: Sequence[Event], reading: Reading) -> None:
        place: OpenEnd | None = end
        for event in consequence:
            if event.kind in {EventKind.DATA, EventKind.ANNOTATION}:
                self._constrain(event, None)
            elif place not in self._ends or place is None:
                continue
            elif event.kind is EventKind.REFERENCE or (event.kind is EventKind.STEP and reading.returns):
                known = self._find(event.text, REFERS if event.kind is EventKind.REFERENCE else SAME)
                if known is not None and self._draft.nodes[known].kind is NodeKind.PROCESS and known != place.node:
                    self._draft.connect(place, known)
                    self._replace(place, [])
                elif known is None:
                    place = self._step(event, place)
            elif event.kind in _STEPS:
                place = self._step(event, place)
            elif event.kind is EventKind.FINISH:
                self._finish(place)

    # Parallelism.

    def _tell_parallel(self, events: Sequence[Event]) -> bool:
        """Puts the sentence's steps on branches of an AND, a single one beside the step before; False if it cannot."""
        steps = [event for event in events if event.kind is EventKind.STEP]
        if not steps or (len(steps) == 1 and not self._can_stand_beside()):
            return False
        reference = next((self._find(e.text) for e in events if e.kind is EventKind.REFERENCE and e.at < steps[0].at), None)
        fork = self._fork(reference) if len(steps) > 1 else self._fork_before_last()
        for step in steps:
            place = len({b.place for end in self._ends for b in end.branches if b.gateway == fork.node})
            branch = OpenEnd(fork.node, "", (*fork.branches, Branch(fork.node, place)))
            self._ends.append(branch)
            self._step(step, branch)
        self._told, self._split = None, None
        for event in events:
            if event.kind is EventKind.FINISH:
                self._finish(self._join())
            elif event.kind in {EventKind.DATA, EventKind.ANNOTATION}:
                self._constrain(event, None)
        return True

    def _fork(self, reference: int | None) -> OpenEnd:
        """An AND after the place where the flow goes on."""
        if not self._ends:
            self._reopen()
        end = next((end for end in self._ends if end.node == reference), None) or self._join()
        node = self._draft.add(NodeKind.AND, "", self._actor, self._flow)
        self._draft.connect(end, node)
        self._replace(end, [])
        return OpenEnd(node, "", end.branches)

    def _can_stand_beside(self) -> bool:
        last = self._last
        return last is not None and any(end.node == last for end in self._ends) and len(self._draft.into(last)) == 1

    def _fork_before_last(self) -> OpenEnd:
        """An AND before the last step, which becomes its first branch; the one that is there if there is one."""
        end = next(end for end in self._ends if end.node == self._last)
        (edge,) = self._draft.into(end.node)
        if self._draft.nodes[edge.source].kind is NodeKind.AND and end.lies_in(edge.source):
            outer = tuple(branch for branch in end.branches if branch.gateway < edge.source)
            return OpenEnd(edge.source, "", outer)
        self._draft.remove(edge)
        node = self._draft.add(NodeKind.AND, "", self._actor, self._flow)
        self._draft.connect(OpenEnd(edge.source, edge.condition), node)
        self._draft.connect(OpenEnd(node), end.node)
        self._replace(end, [OpenEnd(end.node, "", (*end.branches, Branch(node, 0)))])
        return OpenEnd(node, "", end.branches)


def _leads_on(events: Iterable[Event]) -> bool:
    return any(event.kind in _STEPS | {EventKind.FINISH, EventKind.PROCEED} for event in events)


def _cases(events: Sequence[Event]) -> list[tuple[list[str], list[Event]]]:
    """Conditions with what follows from them; conditions in a row share it."""
    cases: list[tuple[list[str], list[Event]]] = []
    for event in events:
        if event.kind is not EventKind.CONDITION:
            cases[-1][1].append(event)
        elif cases and not cases[-1][1]:
            cases[-1][0].append(event.text)
        else:
            cases.append(([event.text], []))
    return cases


def _known(condition: str, conditions: Sequence[str]) -> int | None:
    """The place of the condition that says the same."""
    for place, other in enumerate(conditions):
        if likeness(condition, other) >= SAME_CONDITION and not opposite(condition, other):
            return place
    return None


def _answer(condition: str, question: str) -> str:
    """ "yes" or "no" for a condition that only repeats the question or its denial, or points to it."""
    new = set(content(condition)) - set(content(question)) - words("pointers")
    if new or " or " in question:
        return condition
    return "no" if negative(condition) else "yes"


def build(readings: Iterable[Reading]) -> FlowGraph:
    """The procedural graph of a document read sentence by sentence."""
    builder = Builder()
    for reading in readings:
        builder.add(reading)
    return builder.graph()
