"""Scores that controls must have are declared with them, hold on the shipped documents, and are checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.data.sources import Document, open_documents
from diagramloop.engines.extract import Extraction
from diagramloop.engines.generate import GENERATORS, is_control
from diagramloop.evaluation.contestants.extraction_controls import CONTROLS, EXPECTED
from diagramloop.evaluation.controls import expectations, faults
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.extraction import ExtractionItem, all_metrics
from diagramloop.evaluation.outcome import Outcome, Standing
from diagramloop.evaluation.rows import LeaderboardRow, board_rows
from diagramloop.evaluation.scores import item_scores
from diagramloop.scores import METRICS as REGISTRY
from diagramloop.scores.expected import Expected

CORPUS = shipped_corpus()


@pytest.mark.parametrize("name", CONTROLS)
def test_the_controls_of_extraction_score_what_they_must(name: str) -> None:
    found = (document for document in open_documents("corpus", CORPUS).documents() if isinstance(document, Document))
    made = [
        score
        for document in found
        for score in item_scores(
            ExtractionItem(document.id, "corpus", document.graph),
            Outcome(Standing.ANSWERED, Extraction(CONTROLS[name](document.graph))),
            all_metrics(),
        )
    ]
    rows = board_rows(made, task="extraction", system=name, seed=0)
    assert list(faults(rows, {("extraction", name): EXPECTED[name]})) == []
    assert EXPECTED[name].keys() <= {row.metric for row in rows if row.value is not None}


def test_every_expected_metric_exists_and_only_controls_expect_any() -> None:
    declared = {name: expectations("generation", name) for name in GENERATORS}
    assert {name for name, found in declared.items() if found is not None} == {n for n in GENERATORS if is_control(n)}
    assert {metric for found in (*declared.values(), *EXPECTED.values()) for metric in found or ()} <= REGISTRY.keys()
    assert expectations("extraction", "embedded") is None
    assert expectations("parsing", "anything") is None


def test_a_control_that_reads_as_nothing_or_fails_is_at_fault() -> None:
    row = LeaderboardRow("generation", "d", "reference", "sciflow/node_f1", 0.8, 0.8, 0.8, 1, items=1, scored=1)
    controls = {("generation", "reference"): {"sciflow/node_f1": Expected.SOMETHING}}
    failed = replace(row, value=None, scored=0, failed=1)
    not_asked = replace(row, value=None, scored=0, not_asked=1)
    assert list(faults([row, replace(row, value=0.0), failed, not_asked], controls)) == [
        replace(row, value=0.0),
        failed,
    ]


def test_what_is_drawn_is_to_be_read_by_a_reader_of_words_alone() -> None:
    """SciFlow-Bench's ablation without Text Spotter: no text is read, and 0 is right there."""
    row = LeaderboardRow(
        "generation", "d/blind", "source_figure", "sciflow/node_f1", 0.0, 0.0, 0.0, 1, items=1, scored=1
    )
    controls = {("generation", "source_figure"): {"sciflow/node_f1": Expected.SOMETHING}}
    assert list(faults([row], controls)) == [row]
    seeing = replace(row, data="d/seeing")
    assert list(faults([row, seeing], controls, {"blind"})) == [seeing]
    nothing = {("generation", "source_figure"): {"sciflow/node_f1": Expected.NOTHING}}
    assert list(faults([replace(row, value=0.5)], nothing, {"blind"})) == [replace(row, value=0.5)]
