"""Dialogues made along paths: whatever the voice, they follow the chart."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.data.dialogues import (
    LabelVoice,
    ModelVoice,
    ParaphraseVoice,
    RecordedVoice,
    Spoken,
    Voice,
    synthesise,
)
from diagramloop.data.sources import Chart, Dialogue, PFDial, Rejected, Transition, TurnKind
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.plantuml import graph_of, read_plantuml
from diagramloop.models.chat import Reply, Usage
from tests.diagramloop.graph.plantuml.programs import programs

LAMP = """flowchart TB
    s([Start]) --> a{Is it plugged in?}
    a -->|no| b[Plug it in]
    a -->|yes| c{Which bulb?}
    b --> c
    c -->|LED| d([Replace it])
    c -->|Halogen| e([Let it cool])
"""
STORE = "start\n:查询库存;\nif (库存是否充足?) then (Yes)\n:发货;\nelse (No)\n:通知缺货;\nendif\nstop"


def chart(graph: FlowGraph, id: str = "lamp") -> Chart:
    return Chart(id, "made", "home", "CC0-1.0", "", graph)


def made(graph: FlowGraph, voice: Voice, **options: int) -> list[Dialogue]:
    rows = list(synthesise(chart(graph), voice, **options))
    assert all(isinstance(row, Dialogue) for row in rows)
    return rows  # type: ignore[return-value]


def test_every_path_is_a_dialogue() -> None:
    dialogues = made(read_mermaid(LAMP), LabelVoice())
    assert [dialogue.path for dialogue in dialogues] == [tuple("abcd"), tuple("abce"), tuple("acd"), tuple("ace")]
    assert [dialogue.id for dialogue in dialogues][:2] == ["lamp-labels-001", "lamp-labels-002"]
    first = dialogues[0]
    assert (first.answers, first.background, first.root_init) == (("no", "", "LED"), (), True)
    said = [turn.text for turn in first.turns if turn.kind is TurnKind.ANSWER]
    assert said == ["no", "Done.", "LED"]


@pytest.mark.long
@given(program=programs(), seed=st.integers(0, 99))
def test_dialogues_follow_edges_and_end_where_none_leaves(program, seed) -> None:
    graph = graph_of(program)
    steps = Counter((edge.source, edge.label.strip(), edge.target) for edge in graph.edges)
    for dialogue in made(graph, ParaphraseVoice(), seed=seed, limit=20):
        assert len(dialogue.turns) == 2 * len(dialogue.path)
        assert all((turn.speaker == "user") is (at % 2 == 0) for at, turn in enumerate(dialogue.turns))
        assert all(turn.text.strip() for turn in dialogue.turns if turn.speaker == "user")
        taken = zip(dialogue.path, dialogue.answers, dialogue.path[1:], strict=False)
        assert all(step in steps for step in taken)
        assert not [edge for edge in graph.edges if edge.source == dialogue.path[-1]]


def test_the_same_seed_says_the_same_and_another_does_not() -> None:
    graph = read_mermaid(LAMP)
    assert made(graph, ParaphraseVoice(), seed=3) == made(graph, ParaphraseVoice(), seed=3)
    assert made(graph, ParaphraseVoice(), seed=3) != made(graph, ParaphraseVoice(), seed=4)


def test_paraphrases_speak_the_charts_language() -> None:
    texts = [
        turn.text
        for seed in range(30)
        for one in made(read_plantuml(STORE), ParaphraseVoice(), seed=seed)
        for turn in one.turns
    ]
    assert any("库存充足" in text for text in texts)
    assert not any(text.isascii() for text in texts if text)
    assert not any("{" in text for text in texts)


def test_a_label_is_never_a_template() -> None:
    graph = read_mermaid('flowchart TB\n a{"Which {target}?"} -->|"{statement}"| b\n a -->|"{0}"| c')
    texts = {turn.text for seed in range(20) for one in made(graph, ParaphraseVoice(), seed=seed) for turn in one.turns}
    assert any("{statement}" in text for text in texts)
    assert any("{0}" in text for text in texts)
    assert [one.turns[2].text for one in made(graph, LabelVoice())] == ["{statement}", "{0}"]


def test_equal_labels_are_told_apart() -> None:
    graph = read_mermaid("flowchart TB\n a{Which?} -->|go| b[left]\n a -->|go| c[right]")
    answers = [one.turns[2].text for one in made(graph, LabelVoice())]
    assert ["left" in answers[0], "right" in answers[1]] == [True, True]


def test_what_was_recorded_is_said_again() -> None:
    graph = read_plantuml(STORE)
    steps = [
        Transition("1", "lamp", "n1", "我要发货", "n2", "", ""),
        Transition("2", "lamp", "n3", "仓库里还有很多", "n4", "Yes", ""),
        Transition("3", "lamp", "n3", "  ", "n5", "No", ""),
    ]
    full, empty = made(graph, RecordedVoice(steps, LabelVoice()))
    assert (full.opening, full.turns[4].text) == ("我要发货", "仓库里还有很多")
    assert empty.turns[4].text == "No"


def test_many_paths_are_spread_evenly() -> None:
    wide = read_mermaid("flowchart TB\n" + "\n".join(f" {n}{{{n}?}} -->|{a}| {n + 1}" for n in range(6) for a in "ab"))
    dialogues = made(wide, LabelVoice(), limit=8)
    assert len(dialogues) == 8
    assert {dialogue.answers[:3] for dialogue in dialogues} == {(a, b, c) for a in "ab" for b in "ab" for c in "ab"}


@dataclass
class Fixed:
    answer: str
    name: str = "fixed"

    def reply(self, messages, *, tools=(), max_tokens=None) -> Reply:
        return Reply(self.answer, usage=Usage(calls=1))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no json",
        "{" * 50_000,
        '{"opening": "Hi", "answers": []}',
        '{"opening": "", "answers": ["a", "b", "c"]}',
        '{"opening": "Hi", "answers": ["a", 3, "c"]}',
        '{"opening": "Hi", "answers": "abc"}',
    ],
)
def test_a_model_without_usable_words_makes_rejected_rows(answer) -> None:
    rows = list(synthesise(chart(read_mermaid(LAMP)), ModelVoice(Fixed(answer)), limit=1))
    assert [type(row) for row in rows] == [Rejected]
    assert isinstance(rows[0], Rejected)
    assert (rows[0].what, rows[0].reason) == (
        "dialogue",
        RejectionReason.UNREADABLE if answer else RejectionReason.EMPTY,
    )


def test_a_models_words_over_the_wire(scripted_endpoint) -> None:
    pytest.importorskip("openai")
    from diagramloop.models.endpoint import Endpoint

    def script(body) -> str:
        steps = json.loads(body["messages"][1]["content"])["steps"]
        return "Sure.\n" + json.dumps({"opening": "Hi", "answers": [f"as {step['answer']}" for step in steps]})

    scripted_endpoint.script = script
    dialogues = made(read_mermaid(LAMP), ModelVoice(Endpoint("m", scripted_endpoint.base_url, key_env="")))
    assert dialogues[2].turns[2].text == "as yes"


def test_too_long_a_way_is_not_asked_about() -> None:
    from diagramloop.data.dialogues import Step, Way

    graph = read_mermaid("flowchart TB\n a --> b")
    step = Step(graph.nodes[0], "", graph.nodes[1])
    with pytest.raises(ModelError) as caught:
        ModelVoice(Fixed("")).speak(Way(graph, graph.nodes[0], (step,) * 101), np.random.default_rng(0))
    assert caught.value.reason is RejectionReason.TOO_LARGE
    assert isinstance(LabelVoice().speak(Way(graph, graph.nodes[0], ()), np.random.default_rng(0)), Spoken)


def test_every_real_path_gets_a_dialogue(real_data) -> None:
    rows = [
        row
        for one in PFDial(real_data / "pfdial").charts()
        if isinstance(one, Chart)
        for row in synthesise(one, ParaphraseVoice())
    ]
    assert Counter(map(type, rows)) == {Dialogue: 360}
    assert len({row.id for row in rows}) == 360
