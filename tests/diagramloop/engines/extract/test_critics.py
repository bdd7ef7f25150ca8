"""Critics approve, make points, or are not heard; what was not heard is no approval, whatever kept it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scripted_endpoint import Scripted, ScriptedEndpoint, Status

from diagramloop.errors import RejectionReason
from diagramloop.graph.triples import read_triples
from diagramloop.models import ModelError
from diagramloop.models.answers import accounted
from tests.diagramloop.engines.extract.letters import SOUND, Model, asked, made, role

PROSE = "I think that the process has been described rather well by somebody."
CRITICS = [
    ("self_refine", "doubt"),
    ("actor_critic", "critic"),
    ("text2flow", "structure"),
    ("text2flow", "spans"),
    ("text2flow", "verbalise"),
    ("text2flow", "logic"),
]
NOT_HEARD: list[tuple[Scripted, RejectionReason]] = [
    (PROSE, RejectionReason.UNREADABLE),
    ("", RejectionReason.EMPTY),
    ({"refusal": "no"}, RejectionReason.REFUSED),
    (Status(401, {"error": {"message": "no key"}}), RejectionReason.MISSING),
]


def then(*answers: Scripted) -> Callable[[dict[str, Any]], Scripted]:
    """One answer after the other, the last for good."""
    left = list(answers)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]


@pytest.mark.parametrize(("answer", "reason"), NOT_HEARD)
@pytest.mark.parametrize(("name", "critic"), CRITICS)
def test_a_critic_that_is_never_heard_approves_nothing(
    name: str, critic: str, answer: Scripted, reason: RejectionReason, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = model = Model(**{critic: answer})
    with accounted() as account, pytest.raises(ModelError) as rejected:
        made(name, scripted_endpoint)
    assert rejected.value.reason is reason
    reached = reason is not RejectionReason.MISSING
    assert model.roles.count(critic) == 1 + reached
    assert sum(counts.unread for counts in account.roles.values()) == 2 * reached


@pytest.mark.parametrize(
    ("critic", "answer"),
    [
        ("spans", "1: Wash the dog every second Tuesday.\n2: none"),
        ("spans", "1: Wash the dog.\n2: Feed the cat at noon."),
    ],
)
def test_a_critic_that_speaks_of_something_else_approves_nothing(
    critic: str, answer: str, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = model = Model(**{critic: answer})
    with accounted() as account, pytest.raises(ModelError) as rejected:
        made("text2flow", scripted_endpoint)
    assert rejected.value.reason is RejectionReason.UNREADABLE
    assert model.roles.count(critic) == 2
    assert [unread.text for unread in account.unread] == [answer, answer]


def test_a_critic_that_describes_nothing_that_can_be_compared_approves_nothing(
    scripted_endpoint: ScriptedEndpoint,
) -> None:
    scripted_endpoint.script = model = Model(verbalise="2: It begins with opening.")
    with pytest.raises(ModelError) as rejected:
        made("text2flow", scripted_endpoint)
    assert rejected.value.reason is RejectionReason.UNREADABLE
    assert "logic" not in model.roles


@pytest.mark.parametrize("answer", [PROSE, Status(401, {"error": {"message": "no key"}})])
@pytest.mark.parametrize(("name", "critic"), [each for each in CRITICS if each[1] != "structure"])
def test_a_critic_that_is_not_heard_later_ends_the_loop_and_the_round_says_so(
    name: str, critic: str, answer: Scripted, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = model = Model()
    model.said[critic] = then(model.said[critic], answer)  # type: ignore[arg-type]  # heard the first time
    done = made(name, scripted_endpoint)
    assert done.graph == read_triples(SOUND)
    assert [bool(each.failure) for each in done.rounds] == [False, True]
    assert done.rounds[0].suggestions


@pytest.mark.parametrize(("name", "critic"), CRITICS)
def test_a_critic_that_is_not_understood_is_told_so_and_heard(
    name: str, critic: str, scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = model = Model()
    model.said[critic] = then(PROSE, model.said[critic])  # type: ignore[arg-type]
    with accounted() as account:
        done = made(name, scripted_endpoint)
    assert done.graph == read_triples(SOUND)
    assert not any(each.failure for each in done.rounds)
    first, second, *_ = [asked(body) for body in scripted_endpoint.requests if role(body) == critic]
    assert second.startswith(first)
    assert "not understood" in second.removeprefix(first)
    assert [unread.text for unread in account.unread] == [PROSE]
    assert done.usage.calls == sum(counts.asked for counts in account.roles.values())


@pytest.mark.parametrize("approval", ["APPROVED", "DONE", '{"points": []}', "Nothing needs to change."])
def test_approval_ends_the_loop(approval: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model(build=SOUND, doubt=approval)
    (examined,) = made("self_refine", scripted_endpoint).rounds
    assert (examined.suggestions, examined.failure) == ((), "")
    assert model.roles == ["build", "doubt"]


TWO_FLAWS = f"{SOUND}\nXOR1 -> (a parcel) weigh\nXOR1 -> (a card) pin"
FIRST = "Issue 1\nStatus: real\nSuggestion: Connect weigh with End."


def test_issues_without_a_verdict_are_asked_about_once_more(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model(build=TWO_FLAWS, structure=then(FIRST, "Issue 1\nStatus: harmless"))
    with accounted() as account:
        first, *_ = made("text2flow", scripted_endpoint, semantic=False).rounds
    assert model.roles == ["build", "structure", "structure", "refine"]
    _, second = (asked(body) for body in scripted_endpoint.requests if role(body) == "structure")
    assert "flow stops at 'pin'" in second
    assert "flow stops at 'weigh'" not in second
    assert len(first.suggestions) == 1
    assert first.suggestions[0].endswith("Connect weigh with End.")
    assert account.roles["structure_check"].repaired == 1


def test_issues_that_stay_without_a_verdict_are_told_as_they_are(scripted_endpoint: ScriptedEndpoint) -> None:
    three = f"{TWO_FLAWS}\nXOR1 -> (a bill in pence) round"
    scripted_endpoint.script = model = Model(build=three, structure=then(FIRST, "Issue 2\nStatus: harmless"))
    first, *_ = made("text2flow", scripted_endpoint, semantic=False).rounds
    assert model.roles.count("structure") == 2
    assert len(first.suggestions) == 2
    assert sum(each.endswith("which no flow leaves and which is no End.") for each in first.suggestions) == 1


def test_a_real_flaw_without_a_suggestion_is_told(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model(structure="Issue 1\nStatus: Confirmed", logic="Pair 1\nStatus: wrong")
    first, *_ = made("text2flow", scripted_endpoint).rounds
    assert len(first.suggestions) == 2
    assert any(each.startswith("'XOR1': it contradicts the text") for each in first.suggestions)
