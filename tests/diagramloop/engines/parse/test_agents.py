"""Agents by role and name, and by configuration."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse._agents import ROLES, agent, agent_set
from diagramloop.engines.parse.ablation import NoTextSpotter
from diagramloop.engines.parse.blackboard import Coded
from diagramloop.engines.parse.learned.environment_curator import LearnedEnvironmentCurator
from diagramloop.engines.parse.learned.text_spotter import LearnedTextSpotter
from diagramloop.errors import DiagramloopError, RejectionReason


class Silent:
    """A coder that sees no edge; counts how often it was made."""

    made = 0

    def __init__(self, direction: str = "TB") -> None:
        type(self).made += 1
        self._direction = direction

    def code(self, board):
        return Coded(f"flowchart {self._direction}")


@pytest.fixture
def drawing(sheet):
    page = sheet()
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    page.arrow((150, 185), (400, 185))
    return page.picture


def test_every_role_has_an_embedded_agent() -> None:
    assert ROLES.keys() == HMAS.__dataclass_fields__.keys() - {"page"}
    embedded = HMAS()
    for role in ROLES.keys() - {"recogniser"}:
        assert type(agent(role)) is type(getattr(embedded, role))
    assert agent("recogniser") == embedded.text_spotter.recogniser


def test_agents_by_configuration(drawing) -> None:
    Silent.made = 0
    here = {"topology_coder": {"make": f"{__name__}:Silent", "options": {"direction": "LR"}}}
    for _ in range(2):
        parsed = parse(drawing, here)
        assert (len(parsed.graph.nodes), parsed.graph.edges, parsed.graph.direction) == (2, (), "LR")
    assert Silent.made == 1
    assert len(parse(drawing, {}).graph.edges) == len(parse(drawing).graph.edges) == 1


@pytest.mark.parametrize("weights", ["real", "synthetic", "small"])
def test_a_set_of_agents_has_a_name(weights: str) -> None:
    name = "learned" if weights == "real" else f"learned_{weights}"
    team = HMAS.of(name)
    assert isinstance(team.environment_curator, LearnedEnvironmentCurator)
    assert team.environment_curator.weights == weights
    assert isinstance(team.text_spotter, LearnedTextSpotter)
    assert not team.page.treated
    other = {role for role, how in agent_set("learned").items() if how != agent_set(name)[role]}
    assert other <= {"environment_curator"}


def test_one_s_own_module_is_found() -> None:
    assert isinstance(agent("text_spotter", "diagramloop.engines.parse.ablation:NoTextSpotter"), NoTextSpotter)


@pytest.mark.parametrize(
    ("agents", "reason"),
    [
        ({"shape_finder": {"make": "embedded"}}, RejectionReason.MISSING),
        ({"shape_hunter": {"make": "nobody"}}, RejectionReason.MISSING),
        ({"shape_hunter": {"make": "no.such.module:Class"}}, RejectionReason.MISSING),
        ({"graph_architect": {"make": "none"}}, RejectionReason.MISSING),
        ({"shape_hunter": {"make": "diagramloop.engines.parse.ablation:NoTextSpotter"}}, RejectionReason.INVALID),
        ({"shape_hunter": {"make": "embedded", "options": {"side": 3}}}, RejectionReason.INVALID),
        ({"shape_hunter": {"made": "embedded"}}, RejectionReason.INVALID),
        ({"shape_hunter": "embedded"}, RejectionReason.INVALID),
        ({"shape_hunter": {"make": 3}}, RejectionReason.INVALID),
        ({"shape_hunter": {"options": "all"}}, RejectionReason.INVALID),
        ({"topology_coder": Silent()}, RejectionReason.INVALID),
        ("learnt", RejectionReason.MISSING),
    ],
)
def test_what_there_is_not_is_said(agents, reason, drawing) -> None:
    with pytest.raises(DiagramloopError) as caught:
        parse(drawing, agents)
    assert caught.value.reason is reason
