"""CIS (Bellan et al., 2022): a language model is asked for a process bit by bit, in one conversation.

It is shown how to answer (in-context learning), then asked which activities there are, and of each who performs it and
what follows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagramloop.engines.extract._metered import Metered, check_document
from diagramloop.engines.extract.baselines.facts import main_actor
from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.models import ModelError
from diagramloop.models.allowances import allowance
from diagramloop.models.answer_text import answered
from diagramloop.models.chat import ChatModel, Message, model_of

MOST_ACTIVITIES = 40
"""Activities that a model is asked about, the first that it names."""
LONGEST_NAME = 200  # characters of an activity, an actor or a condition
_LISTED = re.compile(r"^\W{0,10}?(\d{1,3})\s*[.):]\s*(\S.*)$", re.MULTILINE)
_FOLLOWER = re.compile(r"^\W{0,10}?(\d{1,3})\b[ \t]*[.):]?[ \t]*(.*)$", re.MULTILINE)
_NONE = frozenset({"", "none", "nobody", "no one", "unknown", "nothing", "n/a", "not stated"})
_ENDS = " \t.,;:\"'`*"

Followers = Mapping[int, Sequence[tuple[int, str]]]
"""By number of an activity those that follow it, each with its condition, or none."""


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
        listed = talk.asked("cis_activities", document=talk.model.prompts.fenced(text))
        names = [listed_name.strip(_ENDS)[:LONGEST_NAME] for _, listed_name in _LISTED.findall(listed)][
            :MOST_ACTIVITIES
        ]
        activities = [name for name in names if name.lower() not in _NONE]
        if not activities:
            raise ModelError("the model lists no activity", reason=RejectionReason.UNREADABLE)
        numbered = "\n".join(f"{number}. {name}" for number, name in enumerate(activities, start=1))
        actors = [_actor(talk.asked("cis_participant", activity=name)) for name in activities]
        followers = {
            number: _followers(talk.asked("cis_followers", activity=name, activities=numbered), number, len(activities))
            for number, name in enumerate(activities, start=1)
        }
        return Extraction(assembled(activities, actors, followers), usage=talk.model.usage)


@dataclass
class _Talk:
    """One conversation: each question is asked after all before it, with their answers."""

    model: Metered
    messages: list[Message] = field(default_factory=list)

    def asked(self, prompt: str, **parts: str) -> str:
        self.messages.append(Message("user", self.model.prompts.filled(prompt, **parts)))
        reply = self.model.reply(self.messages, max_tokens=allowance(prompt))
        response = answered(reply.text)
        self.messages.append(Message("assistant", response))
        return response


def _actor(answer: str) -> str:
    """The participant in the first line of an answer; empty where there is none."""
    first = next(iter(answer.strip().splitlines()), "").strip(_ENDS)
    return "" if first.lower() in _NONE else first[:LONGEST_NAME]


def _followers(answer: str, of: int, most: int) -> list[tuple[int, str]]:
    """Numbers of activities in an answer, each once, with their conditions; what is no activity is passed over."""
    conditions: dict[int, str] = {}
    for number, text in _FOLLOWER.findall(answer):
        if 1 <= int(number) <= most and int(number) != of:
            condition = text.strip(_ENDS + "()")
            conditions.setdefault(int(number), "" if condition.lower() in _NONE else condition[:LONGEST_NAME])
    return list(conditions.items())


def assembled(activities: Sequence[str], actors: Sequence[str], followers: Followers) -> FlowGraph:
    """The graph of what was answered.

    Of several activities that follow one, one is taken: they hang on an exclusive gateway. What follows several joins
    them. What follows nothing follows the Start, and an End what nothing follows. The flow is that of the actor who
    takes most of its steps.
    """
    draft = _Assembly()
    for number, (text, actor) in enumerate(zip(activities, actors, strict=True), start=1):
        draft.node(f"a{number}", NodeKind.PROCESS, text, actor)
    reached = Counter(target for listed in followers.values() for target, _ in listed)
    arrivals = {number: draft.arrival(number, reached[number]) for number in sorted(followers)}
    start = draft.node("start", NodeKind.START, actor=main_actor(actors))
    begins = [arrivals[number] for number in followers if number not in reached] or [arrivals[1]]
    draft.leave(start, [(target, "") for target in begins], NodeKind.AND)
    for number, listed in followers.items():
        draft.leave(f"a{number}", [(arrivals[target], condition) for target, condition in listed], NodeKind.XOR)
    draft.finish([f"a{number}" for number, listed in followers.items() if not listed])
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

    def leave(self, source: str, targets: Sequence[tuple[str, str]], kind: NodeKind) -> None:
        """Edges to all targets, through a gateway where there are several."""
        if len(targets) > 1:
            gateway = self.node(f"{source}-split", kind)
            self.edge(source, gateway)
            source = gateway
        for target, condition in targets:
            self.edge(source, target, condition)
