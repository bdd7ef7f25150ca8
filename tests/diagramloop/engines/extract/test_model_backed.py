"""The model-backed extractors end to end, over HTTP, against a server that says what a test tells it to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint

from diagramloop.engines.extract import extractor
from diagramloop.errors import DiagramloopError
from diagramloop.graph.triples import read_triples
from tests.diagramloop.engines.extract.letters import FLAWED, NAMES, SOUND, TEXT, Model, asked, made, role


@pytest.mark.parametrize("name", NAMES)
def test_every_extractor_ends_in_a_graph(name: str, scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    scripted_endpoint.script = model = Model()
    first = made(name, scripted_endpoint, tmp_path / "calls.sqlite")
    calls = len(scripted_endpoint.requests)
    expected = FLAWED if name in {"zero_shot", "few_shot"} else SOUND
    assert first.graph == read_triples(expected)
    assert first.usage.tokens == 15 * first.usage.calls
    assert first.usage.calls == len(model.roles) + (name == "text2flow")  # which asks one question twice
    assert model.roles[0] == "build"
    again = made(name, scripted_endpoint, tmp_path / "calls.sqlite")
    assert (again, len(scripted_endpoint.requests)) == (first, calls)


def test_zero_shot_is_shown_no_example(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model()
    made("zero_shot", scripted_endpoint)
    made("few_shot", scripted_endpoint)
    bare, shown = map(asked, scripted_endpoint.requests)
    assert "Example 3, graph" in shown
    assert "Example" not in bare


def test_text2flow_examines_every_round_and_stops_when_nothing_is_wrong(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model()
    done = made("text2flow", scripted_endpoint)
    examination = ["spans", "verbalise", "logic"]
    assert model.roles == ["build", "structure", *examination, "refine", *examination]
    assert [len(each.suggestions) for each in done.rounds] == [1, 0]
    assert "Connect file with End." in done.rounds[0].suggestions[0]
    assert [each.usage.calls for each in done.rounds] == [5, 4]
    (refined,) = [asked(body) for body in scripted_endpoint.requests if role(body) == "refine"]
    case = json.JSONDecoder().raw_decode(refined[refined.index('{"document"') :])[0]
    assert case["suggestions"][0].startswith("The flow stops at 'file'")
    assert "open -> XOR1" in case["graph"]


@pytest.mark.parametrize(
    ("options", "roles"),
    [
        ({"sandbox": False}, {"build"}),
        ({"simulator": False}, {"build", "spans", "verbalise", "logic"}),
        ({"semantic": False}, {"build", "structure", "refine"}),
        ({"rounds": 0}, {"build"}),
        ({"critics": "embedded"}, {"build", "refine"}),
    ],
)
def test_ablations_ask_less(options: dict[str, Any], roles: set[str], scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model()
    made("text2flow", scripted_endpoint, **options)
    assert set(model.roles) == roles


def test_without_prioritising_everything_is_passed_on(scripted_endpoint: ScriptedEndpoint) -> None:
    flaws = "\n".join(f"XOR1 -> (case {n}) stop {n}" for n in range(6))
    scripted_endpoint.script = Model(
        build=f"{SOUND}\n{flaws}",
        structure="\n".join(f"Issue {n}\nStatus: real\nSuggestion: Connect stop {n} with End." for n in range(1, 7)),
    )
    assert len(made("text2flow", scripted_endpoint).rounds[0].suggestions) == 3
    assert len(made("text2flow", scripted_endpoint, prioritising=False).rounds[0].suggestions) == 6


def test_a_wrong_gateway_is_told_with_its_suggestion(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model(
        build=SOUND, logic="**Pair 1**\nStatus: wrong\nSuggestion: Change XOR1 to OR1.\nPair 2\nStatus: right"
    )
    done = made("text2flow", scripted_endpoint, rounds=1)
    assert done.rounds[0].suggestions == ("'XOR1': Change XOR1 to OR1.",)


@pytest.mark.parametrize(
    "answer",
    [
        "Issue 1: the flow stops at file\nStatus: real\nSuggestion: Connect file with End.",
        "Here is what I think.\n\n### Issue 1\n**Status:** Real\n**Suggestion:** Connect file with End.\n",
        "1. Issue 1 - no path to End\n   - Status: This is a real flaw.\n   - Suggestion: Connect file with End.",
        'Issue 1\nStatus: "real", nothing follows\nReason: it stops\nSuggestion:\n- Connect file with End.\nIssue 2',
        "<think>Issue 1\nStatus: harmless</think>Issue 1\nStatus: real\nSuggestion: Connect file with End.",
    ],
)
def test_slips_of_a_critic_are_forgiven(answer: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model(structure=answer)
    (told,) = made("text2flow", scripted_endpoint, rounds=1).rounds[0].suggestions
    assert told.endswith(" Connect file with End.")


@pytest.mark.parametrize("verdict", ["harmless", "not a real flaw", "unreal", "Not a real issue"])
def test_what_a_critic_holds_harmless_is_not_told(verdict: str, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model(structure=f"Issue 1\nStatus: {verdict}\nSuggestion: none")
    assert not made("text2flow", scripted_endpoint, rounds=1).rounds[0].suggestions


@pytest.mark.parametrize("mark", ["1:", "**1**:", "Part 1:", "- 1.", "**Part 1:**"])
def test_spans_and_descriptions_may_be_marked_up(mark: str, scripted_endpoint: ScriptedEndpoint) -> None:
    span = f"{mark} If it is a bill, the clerk pays it; otherwise the clerk files it.\n2: none"
    logic = "Pair 1\nStatus: wrong\nSuggestion: Change XOR1 to OR1."
    scripted_endpoint.script = Model(build=SOUND, spans=span, verbalise=f"{mark} Exactly one.", logic=logic)
    assert made("text2flow", scripted_endpoint, rounds=1).rounds[0].suggestions == ("'XOR1': Change XOR1 to OR1.",)


def test_spans_that_are_not_in_the_document_count_for_nothing(scripted_endpoint: ScriptedEndpoint) -> None:
    spans = (
        "1: If it is a bill, the clerk pays it; otherwise the clerk files it.\n2: Wash the dog every second Tuesday."
    )
    scripted_endpoint.script = model = Model(build=SOUND, spans=spans, logic=_compared_once)
    assert not made("text2flow", scripted_endpoint).rounds[0].suggestions
    assert model.roles.count("logic") == 1


def _compared_once(body: dict[str, Any]) -> str:
    assert "dog" not in asked(body)
    return "Pair 1\nStatus: right\nSuggestion: none"


def test_a_graph_of_which_no_part_stands_in_the_document_is_not_compared(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model(build=SOUND, spans="1: none\n2: none")
    assert not made("text2flow", scripted_endpoint).rounds[0].suggestions
    assert not {"verbalise", "logic"} & set(model.roles)


def test_self_refine_stops_when_it_is_content(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = model = Model(doubt="DONE")
    assert made("self_refine", scripted_endpoint).graph == read_triples(FLAWED)
    assert model.roles == ["build", "doubt"]


def test_actor_critic_remembers_and_stops_at_the_best_rating(scripted_endpoint: ScriptedEndpoint) -> None:
    ratings = iter(["Rating: 4\n- Connect file with End.", "Rating: 8\n- Name the actor."])
    scripted_endpoint.script = model = Model(critic=lambda body: next(ratings))
    done = made("actor_critic", scripted_endpoint)
    assert model.roles == ["build", "critic", "refine", "critic", "refine"]
    assert done.rounds[1].suggestions == ("Connect file with End.", "Name the actor.")
    scripted_endpoint.script = model = Model(critic="Rating: 10/10\n- Well done.")
    assert not made("actor_critic", scripted_endpoint).rounds[0].suggestions


@pytest.mark.parametrize("name", NAMES)
def test_prompts_of_ones_own_are_what_the_model_is_told(
    name: str, scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    (tmp_path / "build.txt").write_text("Write the procedural graph, as a paper has it, of $document")
    scripted_endpoint.script = Model()
    made(name, scripted_endpoint, prompts=str(tmp_path))
    first = asked(scripted_endpoint.requests[0])
    assert first == f"Write the procedural graph, as a paper has it, of {TEXT}"
    (tmp_path / "build.txt").write_text("Write the procedural graph.\n=== case ===\nIt is of $document")
    made(name, scripted_endpoint, prompts=str(tmp_path))
    told = next(body["messages"] for body in scripted_endpoint.requests[::-1] if "It is of" in asked(body))
    assert [message["content"] for message in told] == ["Write the procedural graph.", f'It is of "{TEXT}"']
    (tmp_path / "build.txt").write_text("$nothing")
    with pytest.raises(DiagramloopError, match=r"no slot \$nothing"):
        extractor(name, model={"model": "m"}, prompts=str(tmp_path))


def test_an_answer_keeps_the_lines_that_its_graph_was_read_from(scripted_endpoint: ScriptedEndpoint) -> None:
    fenced = f"<think>no -> way</think>Here:\n```\n1. {FLAWED}\n```\nDone."
    scripted_endpoint.script = Model(build=fenced, refine=f"{SOUND}\nThat -> is all")
    assert made("zero_shot", scripted_endpoint).text == f"1. {FLAWED}"
    done = made("self_refine", scripted_endpoint, rounds=1)
    assert done.text == f"{SOUND}\nThat -> is all"
    assert [each.text for each in done.rounds] == [f"1. {FLAWED}"]
    assert made("text2flow", scripted_endpoint, rounds=0, builder="embedded", critics="embedded").text == ""


def test_what_making_a_graph_took_is_told_apart_from_examining_it(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = Model()
    done = made("text2flow", scripted_endpoint)
    assert [each.making.calls for each in done.rounds] == [1, 1]
    assert [each.usage.calls for each in done.rounds] == [5, 4]
    assert done.usage.calls == 9
    assert all(0 < each.making.seconds < each.usage.seconds for each in done.rounds)
