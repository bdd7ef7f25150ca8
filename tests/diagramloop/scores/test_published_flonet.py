"""SA-FloNet's published scores on fresh random outputs, held against oracles written apart from the library."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from diagramloop.engines.converse.flonet_replay import read_flonet
from diagramloop.scores import score_comparison, summarise
from diagramloop.scores.flonet_official import FLONET_METRICS, corpus_bleu
from tests.diagramloop.scores import published_flonet as published

pytest.importorskip("nltk")

SEEDS = range(20)
NAMES = [metric.name for metric in FLONET_METRICS]
STARTS = ("Is", "It's", "Don't", "You'll", "Have", "The", "Cannot", "Please")
MIDDLES = (
    "the lamp on",
    "12.6 volts",
    "your car's key",
    "it (the pump) wet",
    '"ON" lit',
    "3,5 bar",
    "a re-start",
    "ok",
)
ENDS = ("?", ".", "!", "...", " today?", ", please.", "; now!")
Turn = tuple[dict[str, Any], list[str], list[str]]
"""A row of the file, with the sentences of what was said and of the reference."""


def sentences(drawn: random.Random) -> list[str]:
    return [
        f"{drawn.choice(STARTS)} {' '.join(drawn.sample(MIDDLES, drawn.randint(1, 3)))}{drawn.choice(ENDS)}"
        for _ in range(drawn.randint(1, 3))
    ]


def slipped(drawn: random.Random, meant: list[str], talks: float) -> list[str]:
    """The words of a system instead: the same, in other case, without a part of it, with more, or something else."""
    again = [one.swapcase() if drawn.random() < 0.2 else one for one in meant]
    said = drawn.choice((meant, again, meant[:1], meant[::-1], sentences(drawn), []))
    return [*said, *sentences(drawn)] if drawn.random() < talks else said


def dialogue(drawn: random.Random, chart: str, talks: float) -> list[Turn]:
    """Its last turn, and no other, is grounded in nothing, as in the published files."""
    history, turns, length, skill = ["It fails."], [], drawn.randint(2, 7), drawn.random()
    for at in range(length):
        meant, last = sentences(drawn), at == length - 1
        said = slipped(drawn, meant, talks)
        row = {
            **{"history": [*history], "GT response": " ".join(meant), "generated response": " ".join(said)},
            **{"GT index": -1 if last else drawn.randrange(20), "Correct R1": not last and drawn.random() < skill},
            **{"Idx": at, "Flowchart": chart},
        }
        turns.append((row, said, meant))
        history += [" ".join(meant), drawn.choice(("Yes.", "No.", "How?"))]
    return turns


def outputs(seed: int) -> list[Turn]:
    drawn = random.Random(f"flonet {seed}")
    return [turn for at in range(25) for turn in dialogue(drawn, f"chart {at % 4}", talks=seed / max(SEEDS))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_outputs_score_as_the_published_program_scores_them(tmp_path: Path, seed: int) -> None:
    """The way of ``diagnosis.flonet_outputs``: the file, its dialogues, their rows, their sums."""
    turns = outputs(seed)
    rows = [row for row, _, _ in turns]
    path = tmp_path / "output.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    dialogues = read_flonet(path)
    scores = [r for at, held in enumerate(dialogues) for r in score_comparison(held, chart=str(at), metrics=NAMES)]
    found = {summary.metric: summary.value for summary in summarise(scores, seed=0)}
    assert found["flonet_official/recall_at_1"] == pytest.approx(published.recall_at_1(rows), abs=1e-12)
    assert found["flonet_official/success_rate"] == pytest.approx(published.success_rate(rows), abs=1e-12)
    bleu = published.corpus_bleu((said, meant) for _, said, meant in turns)
    assert corpus_bleu(dialogues, seed=0).value == pytest.approx(bleu, abs=1e-12)


def test_the_random_outputs_are_not_all_alike() -> None:
    turns = outputs(0)
    rows = [row for row, _, _ in turns]
    assert 0.2 < published.recall_at_1(rows) < 0.9
    assert 0 < published.success_rate(rows) < 1
    assert 0.1 < published.corpus_bleu((said, meant) for _, said, meant in turns) < 0.9
    assert any(not said for _, said, _ in turns)
    longer = [sum(map(len, said)) > sum(map(len, meant)) for seed in SEEDS for _, said, meant in outputs(seed)]
    assert 0.2 < sum(longer) / len(longer) < 0.8
