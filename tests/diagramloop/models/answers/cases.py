"""The wants of the models' roles, with the values that an answer may mean, and how a reading of it is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.models.answers import (
    Block,
    Blocks,
    Choice,
    Chosen,
    Criticism,
    Lines,
    Listed,
    Points,
    Record,
    Wanted,
    hear,
)
from diagramloop.models.answers.graphs import Graph, GraphAnswer
from diagramloop.models.chat import Reply
from tests.diagramloop.models.answers.styles import Fields, Written

MOST_POINTS = 5
ISSUES = Blocks(
    "issue", {"real": ("real", "confirmed"), "harmless": ("harmless", "not a real issue", "not real")}, count=3
)
GATEWAYS = Blocks(
    "pair",
    {"wrong": ("wrong", "incorrect"), "right": ("right", "correct")},
    count=2,
    names={1: "XOR1", 2: "AND1"},
    approval="right",
)
FLAWED = ("real", "wrong")


class Hearing(Enum):
    """The reading of an answer beside what it means: ``LOST`` is unread or less than it, ``OTHER`` is wrong."""

    RIGHT = 1
    LOST = 2
    OTHER = 3


@dataclass(frozen=True)
class Case:
    """A value that is meant.

    Attributes:
        judge: of a value that was read.
    """

    wanted: Wanted[Any]
    written: Written
    judge: Callable[[Any], Hearing]

    @property
    def asked(self) -> str:
        """The name of what is asked for; empty where it has none."""
        return self.written.fields.get("name", "")

    def hearing(self, answer: str) -> tuple[Hearing, str]:
        """The judgement on the reading of an answer, and what was read or why nothing was."""
        heard = hear(Reply(answer), "matcher", (), self.wanted)
        if heard.value is None:
            return Hearing.LOST, heard.why
        return self.judge(heard.value), repr(heard.value)


class Move(BaseModel):
    """A record of a form of its own."""

    node: str
    act: Literal["step", "clarify", "knowledge"]
    say: str


def chosen(name: str, choices: Mapping[str, str], key: str) -> Case:
    """A choice; its other fields are those of the first other choice."""
    others = [{"key": other, "label": label} for other, label in choices.items() if other != key]
    fields = {"name": name, "Name": name.capitalize(), "key": key, "label": choices.get(key, "")}
    if others:
        fields |= {"other": others[0]["key"], "other label": others[0]["label"]}
    return Case(Choice(name, choices), Written(fields, {"other": others}), lambda value: _same_choice(value, key))


def none_chosen(name: str, choices: Mapping[str, str]) -> Case:
    """No choice; the fields are those of two that were not chosen."""
    rejected = chosen(name, choices, next(iter(choices)))
    return Case(rejected.wanted, rejected.written, lambda value: _same_choice(value, ""))


def _same_choice(value: Chosen, key: str) -> Hearing:
    return Hearing.RIGHT if value.key == key else Hearing.OTHER


def listed(name: str, known: Sequence[str], items: Sequence[str]) -> Case:
    """Some of a set."""
    other = next(mark for mark in known if mark not in items)
    fields = {"name": name, "Name": name.capitalize(), "other": other}
    written = Written(fields, {"": [{"item": item} for item in items]})
    return Case(Listed(name, known), written, lambda value: _equal(tuple(value), tuple(items)))


def _equal(value: object, meant: object) -> Hearing:
    return Hearing.RIGHT if value == meant else Hearing.OTHER


def criticism(points: Sequence[str], *, rated: bool) -> Case:
    """Points to be changed; none is approval."""
    written = Written({"rating": "6"}, {"": [{"point": point} for point in points]})
    return Case(Points(MOST_POINTS, rated=rated), written, lambda value: judged_points(value, points))


def judged_points(value: Criticism, meant: Sequence[str]) -> Hearing:
    """The judgement on criticism: each point holds the words of one that was meant."""
    if not value.approved and not value.points:
        return Hearing.LOST
    if value.approved != (not meant):
        return Hearing.OTHER
    rest = iter(meant)
    for point in value.points:
        if not any(words.casefold() in point.casefold() for words in rest):
            return Hearing.OTHER
    return Hearing.RIGHT if len(value.points) == len(meant) else Hearing.LOST


def verdicts(wanted: Blocks, blocks: Mapping[int, Block], *, sound: bool = True) -> Case:
    """Verdicts on numbered things.

    Args:
        sound: whether those without a flaw are written down, too.
    """
    heading = wanted.heading
    fields = {"heading": heading, "Heading": heading.capitalize(), "HEADING": heading.upper()}
    records = []
    for number, block in blocks.items():
        if sound or block.status in FLAWED:
            records.append(_verdict(wanted, number, block))
    return Case(wanted, Written(fields, {"": records}), lambda value: _judged_verdicts(value, blocks, sound))


def _verdict(wanted: Blocks, number: int, block: Block) -> Fields:
    return {
        "n": str(number),
        "nth": ("first", "second", "third")[number - 1],
        "gate": wanted.names.get(number, ""),
        "status": block.status,
        "Status": block.status.capitalize(),
        "STATUS": block.status.upper(),
        "flaw": "flaw" if block.status in FLAWED else "",
        "text": block.text,
    }


def _judged_verdicts(value: Mapping[int, Block], meant: Mapping[int, Block], sound: bool) -> Hearing:
    for number, block in value.items():
        if number not in meant or block.status != meant[number].status:
            return Hearing.OTHER
        if meant[number].text.casefold() not in block.text.casefold():
            return Hearing.LOST
    missing = [block for number, block in meant.items() if number not in value]
    if any(sound or block.status in FLAWED for block in missing):
        return Hearing.LOST
    return Hearing.RIGHT


def lines(name: str, texts: Sequence[str]) -> Case:
    """A text for each numbered part."""
    records = [{"n": str(number), "text": text} for number, text in enumerate(texts, 1)]
    meant = dict(enumerate(texts, 1))
    return Case(
        Lines(name, len(texts)), Written({"name": name}, {"": records}), lambda value: _judged_lines(value, meant)
    )


def _judged_lines(value: Mapping[int, str], meant: Mapping[int, str]) -> Hearing:
    for number, text in value.items():
        if text.strip('"|. ').casefold() != meant.get(number, "").casefold():
            return Hearing.OTHER
    if any(text.strip('"|. ') != text for text in value.values()):
        return Hearing.LOST
    return Hearing.RIGHT if value.keys() == meant.keys() else Hearing.LOST


def move(node: str, act: Literal["step", "clarify", "knowledge"], say: str) -> Case:
    """A record."""
    meant = Move(node=node, act=act, say=say)
    written = Written({"node": node, "act": act, "say": say})
    return Case(Record(TypeAdapter(Move)), written, lambda value: _equal(value, meant))


@dataclass(frozen=True)
class Flow:
    """A flowchart as it is meant.

    Attributes:
        texts: of the nodes by their ids; ``Start``, ``End`` and gateways such as ``XOR1`` go by these words.
        edges: source, condition, target.
        plantuml: the same as an activity diagram; empty where it cannot be one.
    """

    texts: Mapping[str, str]
    edges: Sequence[tuple[str, str, str]]
    plantuml: str = ""


def flowchart(flow: Flow) -> Case:
    """A flowchart in any notation."""
    nodes = [_node(number, key, text) for number, (key, text) in enumerate(flow.texts.items(), 1)]
    node_of = {node["id"]: node for node in nodes}
    edges = [_edge(node_of[source], condition, node_of[target]) for source, condition, target in flow.edges]
    meant = sorted((_name(flow.texts[s]), condition, _name(flow.texts[t])) for s, condition, t in flow.edges)
    written = Written({"plantuml": flow.plantuml}, {"node": nodes, "edge": edges})
    return Case(Graph(), written, lambda value: _equal(_arrows(value), meant))


def _node(number: int, key: str, text: str) -> dict[str, str]:
    opening, closing, shape, kind = "[", "]", "box", "action"
    if text in ("Start", "End"):
        opening, closing, shape, kind = "([", "])", "oval", text.lower()
    elif _name(text) in ("xor", "and", "or") or text.endswith("?"):
        opening, closing, shape, kind = "{", "}", "diamond", "gateway"
    return {
        "n": str(number),
        "id": key,
        "text": text,
        "mermaid": f"{key}{opening}{text}{closing}",
        "shape": shape,
        "kind": kind,
    }


def _edge(source: Fields, condition: str, target: Fields) -> Fields:
    return {
        "source": source["text"],
        "target": target["text"],
        "condition": condition,
        "s": source["id"],
        "t": target["id"],
        "S": source["mermaid"],
        "T": target["mermaid"],
        "sn": source["n"],
        "tn": target["n"],
    }


def _name(text: str) -> str:
    name = text.casefold().rstrip(".")
    gateway = name.rstrip("0123456789")
    return gateway if gateway in ("xor", "and", "or") else name


def _arrows(answer: GraphAnswer) -> list[tuple[str, str, str]]:
    """Source, condition and target of each edge by their texts; what has none by its kind."""
    graph: FlowGraph = answer.graph
    names = {}
    for node in graph.nodes:
        kind = node.kind.value if node.kind is not NodeKind.PROCESS else ""
        names[node.id] = _name(node.text or kind)
    return sorted((names[edge.source], edge.label, names[edge.target]) for edge in graph.edges)


LABELS = (
    {"W1": "yes", "W2": "no"},
    {"W1": "true", "W2": "false"},
    {"W1": "the lamp is lit", "W2": "the lamp is not lit", "W3": "the lamp blinks in red"},
    {"W1": "more than 10", "W2": "at most 10"},
    {"W1": "no light", "W2": "a light"},
)
PURPOSES = dict.fromkeys(("answer", "question", "back", "repeat", "help", "stop", "other"), "")
ENTRIES = {
    "E1": "How do I reset the router?",
    "E2": "Where is the fuse?",
    "E10": "What does the red lamp mean?",
}
MARKS = ("A", "B", "C", "D", "E", "F", "AB")
NODES = tuple(f"N{number}" for number in range(1, 13))
POINTS = (
    "add a flow from wait a minute to End",
    "change OR1 to XOR1, since only one branch is taken",
    "the step check the stock is missing: add it before ship the goods",
)
CHAIN = Flow(
    {"A": "Start", "B": "boil the water", "C": "add the tea", "D": "End"},
    (("A", "", "B"), ("B", "", "C"), ("C", "", "D")),
    "start\n:boil the water;\n:add the tea;\nstop",
)
GATED = Flow(
    {
        "A": "Start",
        "B": "check the stock",
        "C": "XOR1",
        "D": "ship the goods",
        "E": "order more",
        "F": "XOR2",
        "G": "End",
    },
    (
        ("A", "", "B"),
        ("B", "", "C"),
        ("C", "the stock suffices", "D"),
        ("C", "otherwise", "E"),
        ("D", "", "F"),
        ("E", "", "F"),
        ("F", "", "G"),
    ),
)
DECIDED = Flow(
    {"A": "Start", "B": "Is the lamp lit?", "C": "press the button", "D": "wait a minute", "E": "End"},
    (("A", "", "B"), ("B", "yes", "C"), ("B", "no", "D"), ("C", "", "E"), ("D", "", "E")),
    "start\nif (Is the lamp lit?) then (yes)\n:press the button;\nstop\nelse (no)\n:wait a minute;\nstop\nendif",
)


CUT_CASES = (chosen("way", LABELS[2], "W1"), chosen("entry", ENTRIES, "E10"))
"""One name begins with another."""


def permitted(meaning: str, case: Case, value: Any) -> bool:
    """True if an answer that means this, or nothing, may be read as the value.

    Args:
        meaning: ``unread``; ``none`` of the choices or texts; ``points``, or no approval; verdicts that are all
            ``sound`` or ``flawed``; else the case's own value.
    """
    if meaning == "unread":
        return False
    if meaning == "none":
        return not value.key if isinstance(value, Chosen) else not any(value.values())
    if meaning == "points":
        return not value.approved
    if meaning in ("sound", "flawed"):
        return all((block.status in FLAWED) == (meaning == "flawed") for block in value.values())
    return case.judge(value) is not Hearing.OTHER


def cases_for(role: str, meaning: str) -> Iterator[Case]:
    """The cases in which the answers that mean nothing or something else are tried."""
    if role == "choice":
        yield chosen("way", LABELS[2], "W1")
        yield chosen("entry", ENTRIES, "E1")
    elif role == "yes_no":
        yield chosen("way", LABELS[0], meaning)
    elif role == "purpose":
        yield chosen("purpose", PURPOSES, meaning)
    else:
        yield from cases_of(role)


def cases_of(role: str) -> Iterator[Case]:
    """The cases in which the styles of a role are tried."""
    yield from _CASES[role]()


def _choices() -> Iterator[Case]:
    for choices in LABELS:
        for key in choices:
            yield chosen("way", choices, key)
    for key in PURPOSES:
        yield chosen("purpose", PURPOSES, key)
    for key in ENTRIES:
        yield chosen("entry", ENTRIES, key)
    yield chosen("way", {"W1": ""}, "W1")


def _no_choices() -> Iterator[Case]:
    for choices in LABELS:
        yield none_chosen("way", choices)
    yield none_chosen("entry", ENTRIES)


def _lists() -> Iterator[Case]:
    for marks in (("A", "C"), ("C",), ("B", "AB", "D"), ("F", "E", "A", "B")):
        yield listed("nodes", MARKS, marks)
    yield listed("nodes", NODES, ("N3", "N1", "N12"))
    yield listed("nodes", NODES, ("N2",))


def _criticism() -> Iterator[Case]:
    for rated in (False, True):
        for count in (1, 2, 3):
            yield criticism(POINTS[:count], rated=rated)


def _approval() -> Iterator[Case]:
    yield criticism((), rated=True)


def _numbered() -> Iterator[Case]:
    flawed, sound = Block("real", "add a flow from wait to End"), Block("harmless")
    yield verdicts(ISSUES, {1: flawed, 2: sound, 3: Block("real", "turn OR1 into XOR1")})
    yield verdicts(ISSUES, {1: sound, 2: sound, 3: sound})
    wrong, right = Block("wrong", "change XOR1 to OR1"), Block("right")
    yield verdicts(GATEWAYS, {1: wrong, 2: right})


def _issues() -> Iterator[Case]:
    flawed, sound = Block("real", "add a flow from wait to End"), Block("harmless")
    yield verdicts(ISSUES, {1: flawed, 2: sound, 3: Block("real", "turn OR1 into XOR1")})
    yield verdicts(ISSUES, {1: sound, 2: flawed, 3: sound})


def _gateways() -> Iterator[Case]:
    wrong, right = Block("wrong", "change XOR1 to OR1"), Block("right")
    yield verdicts(GATEWAYS, {1: wrong, 2: right})
    yield verdicts(GATEWAYS, {1: right, 2: right})
    yield verdicts(GATEWAYS, {1: right, 2: Block("wrong", "change AND1 to XOR2")})


def _flawed_gateways() -> Iterator[Case]:
    wrong, right = Block("wrong", "change XOR1 to OR1"), Block("right")
    yield verdicts(GATEWAYS, {1: wrong, 2: right}, sound=False)
    yield verdicts(GATEWAYS, {1: right, 2: Block("wrong", "change AND1 to XOR2")}, sound=False)


def _approved_gateways() -> Iterator[Case]:
    yield verdicts(GATEWAYS, {1: Block("right"), 2: Block("right")})


def _lines() -> Iterator[Case]:
    yield lines("parts", ("the lamp is lit", "press the button twice", "wait a minute"))
    yield lines("parts", ("boil the water",))


def _records() -> Iterator[Case]:
    yield move("N3", "step", "Is the lamp lit?")
    yield move("N12", "clarify", "Please tell me again, is it red?")


def _flowcharts() -> Iterator[Case]:
    for flow in (CHAIN, GATED, DECIDED):
        yield flowchart(flow)


_CASES: Mapping[str, Callable[[], Iterator[Case]]] = {
    "choice": _choices,
    "none": _no_choices,
    "listed": _lists,
    "points": _criticism,
    "approval": _approval,
    "blocks": _numbered,
    "issues": _issues,
    "gateways": _gateways,
    "flawed_gateways": _flawed_gateways,
    "approved_gateways": _approved_gateways,
    "lines": _lines,
    "record": _records,
    "graphs": _flowcharts,
}
