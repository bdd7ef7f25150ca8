"""The loop of agent and user, and how well the embedded agent does on the real dialogues."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from diagramloop.data.sources import Chart, Dialogue, DialogueTurn, FloDial, PFDial, TurnKind
from diagramloop.engines.converse import BudgetFrom, Grounding, Match, agent, converse, reference_turns, simulator
from diagramloop.engines.converse.floca import FloCA
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.chat import Usage
from tests.diagramloop.engines.converse.told_model import ToldModel

CHART = FlowGraph(
    nodes=(Node(id="a", text="Is it on?"), Node(id="b", text="Is it warm?"), Node(id="c", text="Wait.")),
    edges=(
        Edge(source="a", target="b", label="yes"),
        Edge(source="b", target="c", label="no"),
        Edge(source="b", target="a", label="yes"),
    ),
)


def dialogue(*answers: str) -> Dialogue:
    turns = [DialogueTurn("user", "Help!", None, None, TurnKind.OPENING)]
    for node, answer in zip("ab", answers, strict=False):
        turns.append(DialogueTurn("agent", "?", node, None, TurnKind.NODE))
        turns.append(DialogueTurn("user", answer, node, None, TurnKind.ANSWER))
    return Dialogue("1", "test", "chart", "none", tuple(turns), ("a", "b", "c"), ("yes", "no"))


def test_to_the_terminal() -> None:
    held = converse(agent("floca"), simulator("replay"), dialogue("It is on.", "It's cold."), CHART)
    assert (held.path, held.ended) == (("a", "b", "c"), "terminal")
    assert [turn.speaker for turn in held.turns] == ["user", "agent"] * 3
    assert held.turns[0].action == "opening"
    assert held.turns[-1].action == "terminal"


def test_until_the_budget_is_spent() -> None:
    said = dialogue("It is on.", "It is warm.")
    held = converse(agent("floca"), simulator("replay"), said, CHART)
    assert (held.path, held.ended) == (("a", "b", "a", "b", "c"), "terminal")  # asked again, the user names the edge
    short = converse(agent("floca"), simulator("replay"), said, CHART, budget=1)
    assert (short.path, short.ended) == (("a", "b", "a"), "budget")
    assert len(short.turns) == 2 * reference_turns(said)


class Deaf:
    """A matcher to which no utterance means an edge."""

    def match(self, utterance: str, grounding: Grounding) -> Match:
        return Match(None)


def test_the_papers_budget_is_the_beginning_of_the_longer_one() -> None:
    later = replace(
        dialogue("It is warm.", "It is warm."),
        path=("b", "c"),
        answers=("no",),
        background=("a",),
        background_answers=("yes",),
    )
    both = [
        converse(FloCA(matcher=Deaf()), simulator("replay"), later, CHART, budget=1, budget_from=begin)
        for begin in (BudgetFrom.ROOT, BudgetFrom.START)
    ]
    assert [len(held.turns) for held in both] == [2 * (later.exchanges + 1), 2 * later.exchanges]
    assert both[1].turns == both[0].turns[: len(both[1].turns)]


def test_what_both_sides_cost_is_kept() -> None:
    told = ToldModel(lambda messages: '{"way": "none"}' if "ways" in messages[-1].text else "Hm?")
    held = converse(FloCA(model=told), simulator("replay"), dialogue("yes"), CHART, budget=1, distractions=0)
    assert held.usage == Usage(10 * len(told.heard), 5 * len(told.heard), 0.5 * len(told.heard), len(told.heard))
    assert held.user_usage == Usage()


def test_the_same_conversation_every_time() -> None:
    for name in ("floca", "random_edge", "always_first"):
        held = [converse(agent(name), simulator("replay"), dialogue("yes", "no"), CHART) for _ in range(2)]
        assert held[0] == held[1]


def covers(held: tuple[str, ...], path: tuple[str, ...]) -> bool:
    rest = iter(held)
    return all(node in rest for node in path)


@pytest.mark.long
@pytest.mark.real_data
def test_flodial(real_data: Path) -> None:
    source = FloDial(real_data / "flodial")
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    dialogues = [one for one in source.dialogues() if isinstance(one, Dialogue)]
    guide, user = agent("floca"), simulator("replay")
    held = [converse(guide, user, one, charts[one.chart], source.faqs(one.chart)) for one in dialogues]
    pairs = list(zip(held, dialogues, strict=True))
    roots = [(made, one) for made, one in pairs if one.root_init]
    assert sum(made.path[-1] == one.path[-1] for made, one in pairs) >= 0.88 * len(pairs)
    assert sum(covers(made.path, one.path) for made, one in pairs) >= 0.87 * len(pairs)
    assert sum(made.path[0] == one.path[0] for made, one in roots) >= 0.97 * len(roots)


@pytest.mark.long
@pytest.mark.real_data
def test_pfdial(real_data: Path) -> None:
    from diagramloop.data.dialogues import ParaphraseVoice, synthesise

    guide, user = agent("floca"), simulator("replay")
    right = covered = total = 0
    for chart in PFDial(real_data / "pfdial").charts():
        assert isinstance(chart, Chart)
        for one in synthesise(chart, ParaphraseVoice(), limit=5):
            assert isinstance(one, Dialogue)
            made = converse(guide, user, one, chart.graph)
            assert made.path[0] == one.path[0]
            total += 1
            right += made.path[-1] == one.path[-1]
            covered += covers(made.path, one.path)
    assert right >= 0.95 * total
    assert covered >= 0.93 * total
