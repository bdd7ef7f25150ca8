"""Faults planted in conversations along a chart and in attributions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random
from typing import Literal

from diagramloop.graph import FlowGraph, Node
from diagramloop.models.chat import NO_COST, Usage
from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.dialogue import FAQ_ACTION, IRRELEVANT, DialogueComparison
from diagramloop.scores.faults import Fault
from diagramloop.scores.parts import Part

_WORDS = tuple("the lamp is dark and its plug sits loose in an old socket near my desk".split())  # noqa: SIM905
_SPOKEN = 20  # words of an utterance, some of them again


@dataclass(frozen=True)
class _Turn:
    speaker: Literal["user", "agent"]
    text: str
    node: str | None = None
    action: str = ""


@dataclass(frozen=True)
class _Reference:
    path: tuple[str, ...]
    background: tuple[str, ...]
    exchanges: int


@dataclass(frozen=True)
class Held:
    """A conversation: what the user says, and the node and the action of each of the agent's turns."""

    steps: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    ended: str = "terminal"
    faithful: float = 1.0
    strayed: int = 0  # of the irrelevant utterances
    usage: Usage = NO_COST

    @property
    def turns(self) -> tuple[_Turn, ...]:
        spoken = (_Turn("user", text) for text in self.texts)
        return (*spoken, *(_Turn("agent", "so", node, action) for node, action in self.steps))

    @property
    def distracted(self) -> tuple[_Turn, ...]:
        """An irrelevant utterance at each node; on the first ones the agent moves."""
        asked = [(_Turn("user", "so", node, IRRELEVANT), node) for node in self.path]
        return tuple(
            turn
            for number, (user, node) in enumerate(asked)
            for turn in (user, _Turn("agent", "so", "elsewhere" if number < self.strayed else node))
        )

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(node for node, _ in groupby(node for node, _ in self.steps))

    @property
    def nodes(self) -> tuple[str, ...]:
        return tuple(node for node, _ in self.steps)

    def inserted(self, number: int, node: str, action: str = "node") -> Held:
        """One more turn before the turn ``number``."""
        return replace(self, steps=(*self.steps[:number], (node, action), *self.steps[number:]))

    def moved(self, old: str, new: str) -> Held:
        """All turns at one node are at another instead."""
        return replace(self, steps=tuple((new if node == old else node, action) for node, action in self.steps))

    def without(self, node: str) -> Held:
        return replace(self, steps=tuple(step for step in self.steps if step[0] != node))


def dialogues(fault: Fault, seed: int, size: int, most: int) -> tuple[DialogueComparison, ...]:
    """A dialogue of ``size`` nodes held as it should be, and with 1, 2, ... faults.

    At two nodes in three a knowledge question is asked, or two of them; every second dialogue begins below the root.
    """
    chance = Random(f"{fault} {seed} {size}")  # noqa: S311 - reproducible, no secret
    path = tuple(f"n{number}" for number in range(size))
    steps = tuple(
        (node, action) for number, node in enumerate(path) for action in (*[FAQ_ACTION] * ((number + seed) % 3), "node")
    )
    reference = _Reference(path, ("root",) if seed % 2 else (), len(steps) + most)  # no fault reaches the turn budget
    held = [Held(steps, tuple(" ".join(chance.choices(_WORDS, k=_SPOKEN)) for _ in steps))]
    while len(held) <= most and (worse := _CONVERSED[fault](held[-1], path, len(held), chance)) is not None:
        held.append(worse)
    return tuple(
        DialogueComparison(dialogue, reference, parts={"faithfulness": Part(dialogue.faithful, "scripted")})
        for dialogue in held
    )


def attributions(fault: Fault, seed: int, size: int, most: int) -> tuple[AttributionComparison, ...]:
    """Half of the nodes of a chart of ``size`` ground an answer and are claimed to; then with 1, 2, ... faults."""
    chance = Random(f"{fault} {seed} {size}")  # noqa: S311 - reproducible, no secret
    ids = [f"n{number}" for number in range(size)]
    gold = tuple(sorted(chance.sample(ids, size // 2)))
    right, wrong = list(gold), [node for node in ids if node not in gold]
    chance.shuffle(right)
    chance.shuffle(wrong)
    fewer = [tuple(right[number:]) for number in range(most + 1)]
    more = [(*gold, *wrong[:number]) for number in range(most + 1)]
    claimed = {
        Fault.CLAIM_MISSING: fewer,
        Fault.CLAIM_INVENTED: more,
        Fault.ALL_CLAIMED: [gold, tuple(ids)],
        Fault.NONE_CLAIMED: [gold, ()],
    }[fault]
    chart = FlowGraph(nodes=tuple(Node(id=node) for node in ids))
    return tuple(AttributionComparison(gold, chart, nodes) for nodes in claimed)


_Plant = Callable[[Held, tuple[str, ...], int, Random], Held | None]


def _missing_step(held: Held, path: tuple[str, ...], _: int, chance: Random) -> Held | None:
    inner = [node for node in path[1:-1] if node in held.nodes]
    return held.without(chance.choice(inner)) if inner else None


def _invented_step(held: Held, path: tuple[str, ...], number: int, chance: Random) -> Held:
    return held.inserted(held.nodes.index(chance.choice(path[1:])), f"other {number}")


def _wasted_turn(held: Held, path: tuple[str, ...], _: int, chance: Random) -> Held:
    node = chance.choice(path[:-1])
    return held.inserted(held.nodes.index(node), node, "clarify")


def _wrong_hop(held: Held, path: tuple[str, ...], number: int, chance: Random) -> Held | None:
    asked = [
        following
        for node, following in pairwise(path)
        if (node, FAQ_ACTION) in held.steps and held.path[held.path.index(node) + 1] == following
    ]
    return held.inserted(held.nodes.index(chance.choice(asked)), f"other {number}") if asked else None


def _repeated_words(held: Held, _: tuple[str, ...], __: int, chance: Random) -> Held | None:
    varied = [number for number, text in enumerate(held.texts) if len(set(text.split())) > 1]
    if not varied:
        return None
    chosen = chance.choice(varied)
    return replace(held, texts=(*held.texts[:chosen], " ".join(["lamp"] * _SPOKEN), *held.texts[chosen + 1 :]))


_CONVERSED: dict[Fault, _Plant] = {
    Fault.START_WRONG: lambda held, path, *_: held.moved(path[0], "elsewhere"),
    Fault.END_WRONG: lambda held, path, *_: held.moved(path[-1], "elsewhere"),
    Fault.STEP_MISSING: _missing_step,
    Fault.STEP_INVENTED: _invented_step,
    Fault.TURN_WASTED: _wasted_turn,
    Fault.NO_END: lambda held, *_: replace(held, ended="stuck"),
    Fault.HOP_WRONG: _wrong_hop,
    Fault.IRRELEVANT_MOVE: lambda held, *_: replace(held, strayed=held.strayed + 1),
    Fault.WORDS_REPEATED: _repeated_words,
    Fault.CONTRADICTION: lambda held, *_: replace(held, faithful=0.0),
    Fault.NOTHING: lambda held, *_: Held((), held.texts, "stuck"),
}
DIALOGUE_FAULTS = tuple(_CONVERSED)
ATTRIBUTION_FAULTS = (Fault.CLAIM_MISSING, Fault.CLAIM_INVENTED, Fault.ALL_CLAIMED, Fault.NONE_CLAIMED)
