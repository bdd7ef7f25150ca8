"""CIS (Bellan et al., 2022): a language model is asked for a process bit by bit, in one conversation.

It is shown how to answer (in-context learning), then asked which activities there are, and of each who performs it and
what follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.baselines.facts import main_actor
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.models import ModelError
from diagramloop.models.answer_text import answered
from diagramloop.models.answers import Heard, Lines, Listed, Reading, UnreadError, Wanted
from diagramloop.models.answers.prose import labelled, plain, without_markup
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import object_schema
from diagramloop.models.chat import ChatModel, Message, model_of

MOST_ACTIVITIES = 40
"""Activities that a model is asked about, the first that it names."""
LONGEST_NAME = 200  # characters of an activity, an actor or a condition
MOST_WORDS = 15  # of a name
_NOBODY = frozenset({"", "none", "nobody", "no one", "unknown", "nothing", "n/a", "not stated", "null"})
_ALWAYS = frozenset({"", "none", "always", "n/a"})
_ENDS = " \t.,;:\"'`*"

Value = TypeVar("Value")
Conditions = Mapping[int, str]
"""By number of an activity the condition under which it follows another, or none."""


class Cis:
    """Asks for activities, participants and what follows what, one question at a time.

    Args:
        model: or the configuration of one.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "cis"

    def __init__(self, model: ChatModel | Mapping[str, Any], *, prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = ExtractionPrompts(prompts)

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`; UNREADABLE where the model lists no activity."""
        check_document(text)
        talk = _Talk(Metered(self._model, self._prompts))
        listed = talk.asked("cis_activities", Lines("activities", MOST_ACTIVITIES), document=text.strip()).needed()
        activities = [name.strip(_ENDS)[:LONGEST_NAME] for _, name in sorted(listed.items())]
        if not activities:
            raise ModelError("the model lists no activity", reason=RejectionReason.UNREADABLE)
        numbered = {str(number): name for number, name in enumerate(activities, start=1)}
        actors = [talk.asked("cis_participant", Participant(), activity=name).value or "" for name in activities]
        followers: dict[int, Conditions] = {}
        for number, name in enumerate(activities, start=1):
            heard = talk.asked("cis_followers", Followers(len(activities)), activity=name, activities=numbered)
            conditions = heard.value or {}
            followers[number] = {other: condition for other, condition in conditions.items() if other != number}
        return Extraction(assembled(activities, actors, followers), usage=talk.model.usage)


@dataclass
class _Talk:
    """One conversation: each question is asked after all before it, with their answers."""

    model: Metered
    messages: list[Message] = field(default_factory=list)

    def asked(self, role: str, wanted: Wanted[Value], **parts: object) -> Heard[Value]:
        self.messages += self.model.prompts.messages(role, **parts)
        heard = self.model.ask(role, self.messages, wanted)
        self.messages.append(Message("assistant", answered(heard.reply.text)))
        return heard


class Participant:
    """The name of who performs an activity; empty where nobody is said to."""

    schema: ClassVar[Mapping[str, Any]] = object_schema(participant={"type": "string"})
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[str]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: it gives none, or what is longer than a name.
        """
        values = [each.value for each in json_in_answer(answer) if isinstance(each.value, Mapping)]
        if values:
            given = values[-1].get("participant", answer)
        else:
            text = without_markup(answer).strip()
            given = (labelled(text, "participant") or [text])[0]
        name = "none" if given is None else str(given).strip(_ENDS)
        if plain(name) in _NOBODY:
            return Reading("")
        if len(name.split()) > MOST_WORDS or not set(name).isdisjoint("\n{"):
            raise UnreadError("it is not the name of a participant")
        return Reading(name[:LONGEST_NAME])


@dataclass(frozen=True)
class Followers:
    """The activities that follow one, each with its condition, or none."""

    count: int
    decides: ClassVar[bool] = True

    @property
    def schema(self) -> Mapping[str, Any]:
        """That of numbered lines."""
        return Lines("followers", self.count).schema

    def read(self, answer: str) -> Reading[Conditions]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: it neither names an activity nor says that there is none.
        """
        conditions: dict[int, str] = {}
        lines = self._read(Lines("followers", self.count), answer)
        for number, text in lines.value.items() if lines is not None else ():
            condition = text.strip(_ENDS + "()")[:LONGEST_NAME]
            conditions[number] = "" if plain(condition) in _ALWAYS else condition
        bare = self._read(Listed("followers", [str(number + 1) for number in range(self.count)], least=0), answer)
        if bare is None and lines is None:
            raise UnreadError("it names no activity that follows")
        for mark in bare.value if bare is not None else ():
            conditions.setdefault(int(mark), "")
        return Reading(conditions)

    @staticmethod
    def _read(wanted: Wanted[Value], answer: str) -> Reading[Value] | None:
        try:
            return wanted.read(answer)
        except UnreadError:
            return None


def assembled(activities: Sequence[str], actors: Sequence[str], followers: Mapping[int, Conditions]) -> FlowGraph:
    """The graph of what was answered.

    Of several activities that follow one, one is taken: they hang on an exclusive gateway. What follows several joins
    them. What follows nothing follows the Start, and an End what nothing follows. The flow is that of the actor who
    takes most of its steps.
    """
    draft = _Assembly()
    for number, (text, actor) in enumerate(zip(activities, actors, strict=True), start=1):
        draft.node(f"a{number}", NodeKind.PROCESS, text, actor)
    reached = Counter(target for conditions in followers.values() for target in conditions)
    arrivals = {number: draft.arrival(number, reached[number]) for number in sorted(followers)}
    start = draft.node("start", NodeKind.START, actor=main_actor(actors))
    begins = [arrivals[number] for number in followers if number not in reached] or [arrivals[1]]
    draft.leave(start, dict.fromkeys(begins, ""), NodeKind.AND)
    for number, conditions in followers.items():
        flows = {arrivals[target]: condition for target, condition in conditions.items()}
        draft.leave(f"a{number}", flows, NodeKind.XOR)
    draft.finish([f"a{number}" for number, conditions in followers.items() if not conditions])
    return FlowGraph(nodes=tuple(draft.nodes), edges=tuple(draft.edges))


@dataclass
class _Assembly:
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def node(self, id: str, kind: NodeKind, text: str = "", actor: str = "") -> str:
        self.nodes.append(Node(id=id, kind=kind, text=text, actor=actor))
        return id

    def edge(self, source: str, target: str, condition: str = "") -> None:
        flow = EdgeKind.CONDITION if condition else EdgeKind.SEQUENCE
        self.edges.append(Edge(source=source, target=target, label=condition, kind=flow))

    def arrival(self, number: int, flows: int) -> str:
        """The node at which flows to an activity arrive: a join where there are several."""
        if flows < 2:
            return f"a{number}"
        join = self.node(f"j{number}", NodeKind.XOR)
        self.edge(join, f"a{number}")
        return join

    def finish(self, ids: Sequence[str]) -> None:
        """An End behind the nodes, if there are any."""
        if ids:
            self.node("end", NodeKind.END)
            for id in ids:
                self.edge(id, "end")

    def leave(self, source: str, targets: Mapping[str, str], kind: NodeKind) -> None:
        """Edges to all targets, through a gateway where there are several."""
        if len(targets) > 1:
            gateway = self.node(f"{source}-split", kind)
            self.edge(source, gateway)
            source = gateway
        for target, condition in targets.items():
            self.edge(source, target, condition)
