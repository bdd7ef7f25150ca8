"""Turns to learn from are the systems' own prompts, with answers that the systems read as gold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.data.sources import Corpus, Dialogue, Document, PFDial, Transition
from diagramloop.engines.converse.graph_serialisation import GraphSerialisation
from diagramloop.engines.extract.zero_shot import ZeroShot
from diagramloop.engines.tuning.chat_turns import Teacher
from diagramloop.engines.tuning.examples import Examples
from diagramloop.engines.tuning.turns import DialogueTurns, DocumentTriples
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.models.chat import Message


def test_an_extractor_that_hears_the_answer_extracts_the_gold() -> None:
    examples = DocumentTriples(shipped_corpus(), "corpus")
    assert isinstance(examples, Examples)
    documents = {item.id: item for item in Corpus(shipped_corpus()).documents() if isinstance(item, Document)}
    for subject in examples.subjects()[:3]:
        row, document = examples.row(subject.id, "0"), documents[subject.id]
        assert document.text.split()[0] in row["prompt"][-1]["content"]
        made = ZeroShot(Teacher(row["completion"][0]["content"])).extract(document.text)
        assert sorted(node.text for node in made.graph.nodes) == sorted(node.text for node in document.graph.nodes)
        assert row["references"] == row["completion"][0]["content"]


def test_an_agent_that_hears_the_answers_goes_the_true_way() -> None:
    examples = DialogueTurns(shipped_corpus(), "corpus")
    dialogue = next(item for item in Corpus(shipped_corpus()).dialogues() if isinstance(item, Dialogue))
    own = [subject.id for subject in examples.subjects() if subject.id.startswith(f"{dialogue.id}.")]
    assert own
    last = examples.row(own[-1], "0")
    assert [said["role"] for said in last["prompt"]] == ["system", *["user", "assistant"] * (len(own) - 1), "user"]
    said = [*(m["content"] for m in last["prompt"] if m["role"] == "assistant"), last["completion"][0]["content"]]
    nodes = list(dict.fromkeys(json.loads(answer)["node"] for answer in said))
    assert nodes == [node for node in dialogue.path if node in nodes]
    assert len(nodes) > 1


@pytest.mark.real_data
def test_a_single_turn_begins_where_it_was_said(real_data: Path) -> None:
    folder = real_data / "pfdial"
    examples = DialogueTurns(folder, "pfdial", single=True)
    said = {item.id: item for item in PFDial(folder).transitions() if isinstance(item, Transition)}
    for subject in examples.subjects()[:3]:
        row, transition = examples.row(subject.id, "0"), said[subject.id]
        assert json.loads(row["completion"][0]["content"])["node"] == transition.next_node
        assert transition.utterance in row["prompt"][-1]["content"]


def test_a_teacher_is_a_chat_model_that_keeps_what_it_hears() -> None:
    teacher = Teacher("yes")
    assert teacher.reply([Message("user", "so?")]).text == "yes"
    assert [message.text for message in teacher.heard] == ["so?"]
    assert GraphSerialisation(teacher).name == "graph_serialisation"
