"""The panel of dialogues, attributions and answers: what goes wrong in one place, beside what is right."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from diagramloop.graph import FlowGraph
from diagramloop.scores.answers import AnswerComparison
from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.dialogue import DialogueComparison, ReferenceDialogue
from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults._conversations import Held
from diagramloop.scores.planted_faults._panel import Order, Pairs
from diagramloop.scores.planted_faults._saying import figured, negated, tenfold, with_other_figure

_OPPOSITE = {"yes": "No", "no": "Yes"}
_ELSEWHERE = "it is painted green"  # an answer to no question


def misled_dialogue(reference: ReferenceDialogue, graph: FlowGraph, seed: int) -> Pairs:
    """A dialogue led along the reference's path in ``graph``, and led wrongly from one of its nodes on."""
    path = reference.path
    right = _led(path)
    chance = Random(f"dialogue {seed}")  # noqa: S311 - reproducible, no secret
    wrong = {Fault.NOTHING: Held((), right.texts, "stuck")}
    if len(path) > 1:
        stay = chance.randrange(len(path) - 1)
        asking = [(path[stay], "clarify")] * reference.exchanges
        wrong[Fault.ASKS_ON] = Held((*right.steps[: stay + 1], *asking), right.texts, "stuck")
    if len(path) > 2:
        skipped = chance.randrange(1, len(path) - 1)
        wrong[Fault.NEXT_NAMED] = _led((*path[:skipped], *path[skipped + 1 :]))
    if other := _other_branches(path, graph):
        wrong[Fault.BRANCH_WRONG] = _led(chance.choice(other))
    best = DialogueComparison(right, reference)
    return {Order(fault): (best, DialogueComparison(held, reference)) for fault, held in wrong.items()}


def _led(path: Sequence[str]) -> Held:
    return Held(tuple((node, "node") for node in path), ("so",) * len(path))


def _other_branches(path: Sequence[str], graph: FlowGraph) -> list[tuple[str, ...]]:
    """The ways that leave ``path`` by another arrow, each along first arrows to where none leads on to a new node."""
    following: dict[str, list[str]] = {}
    for source, target in graph.arcs():
        following.setdefault(source, []).append(target)
    ways: list[tuple[str, ...]] = []
    for number, node in enumerate(path[:-1], start=1):
        others = [other for other in following.get(node, ()) if other not in path]
        ways += [_walked((*path[:number], other), following) for other in others]
    return ways


def _walked(way: tuple[str, ...], following: dict[str, list[str]]) -> tuple[str, ...]:
    while ahead := [node for node in following.get(way[-1], ()) if node not in way]:
        way = (*way, ahead[0])
    return way


def misled_attribution(gold: Sequence[str], graph: FlowGraph, seed: int) -> Pairs:
    """The right nodes, and one missing, one too many, the next in place of one, all and none."""
    ids = [node.id for node in graph.nodes]
    others = [node for node in ids if node not in gold]
    chance = Random(f"attribution {seed}")  # noqa: S311 - reproducible, no secret
    rest = list(gold)
    replaced = rest.pop(chance.randrange(len(rest)))
    wrong: dict[Fault, Sequence[str]] = {Fault.NONE_CLAIMED: (), Fault.CLAIM_MISSING: rest}
    if others:
        following = [target for source, target in graph.arcs() if source == replaced and target in others]
        wrong[Fault.ALL_CLAIMED] = ids
        wrong[Fault.CLAIM_INVENTED] = (*gold, chance.choice(others))
        wrong[Fault.NEXT_CLAIMED] = (*rest, chance.choice(following or others))
    best = AttributionComparison(tuple(gold), graph, tuple(gold))
    return {
        Order(fault): (best, AttributionComparison(tuple(gold), graph, tuple(nodes))) for fault, nodes in wrong.items()
    }


def misled_answer(accepted: Sequence[str], seed: int) -> Pairs:
    """The first accepted answer, and it negated, with another figure, ten times as much, another one, and none."""
    right = accepted[0]
    opposite = _OPPOSITE.get(right.strip(" .").casefold(), negated(right, seed))
    numbers = (figured(right), *accepted[1:])
    pairs: dict[Order, tuple[Any, Any]] = {}
    for fault, change in ((Fault.NUMBER_CHANGED, with_other_figure), (Fault.NUMBER_TENFOLD, tenfold)):
        pairs[Order(fault)] = _answered(numbers, change(numbers[0]))
    for fault, answer in (
        (Fault.ANSWER_NEGATED, opposite),
        (Fault.ANSWER_WRONG, _ELSEWHERE),
        (Fault.ANSWER_MISSING, ""),
    ):
        pairs[Order(fault)] = _answered(accepted, answer)
    return pairs


def _answered(accepted: Sequence[str], answer: str) -> tuple[AnswerComparison, AnswerComparison]:
    return AnswerComparison(accepted[0], accepted), AnswerComparison(answer, accepted)
