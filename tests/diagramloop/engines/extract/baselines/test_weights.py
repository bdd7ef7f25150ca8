"""Baselines that stand on weights or a parser of others: on tiny ones, and without any."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tiny_checkpoints import WORDS, save_tiny_tagger

from diagramloop.engines.extract import Extraction, extractor
from diagramloop.engines.extract.baselines.tagged import ACTIVITY, LABELS
from diagramloop.errors import Cause, DiagramloopError, ModelError, RejectionReason
from diagramloop.graph import NodeKind
from diagramloop.graph.triples import read_triples

TAGS = ("O", *(f"{mark}-{label}" for label in LABELS for mark in "BI"))


with_models = pytest.mark.skipif(
    not all(map(find_spec, ("torch", "transformers"))), reason="a checkpoint needs the extra 'models'"
)


class Runs:
    """BRP as somebody has it."""

    name = "runs"

    def extract(self, text: str) -> Extraction:
        return Extraction(read_triples(f"Start -> {text}\n{text} -> End"))


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("pet", {}, "trained on the data set PET"),
        pytest.param("pet", {"checkpoint": "/nowhere"}, "cannot be loaded", marks=with_models),
        ("brp", {}, "trained on the data set PET"),
        ("brp", {"pipeline": "nowhere:Nothing"}, "no pipeline"),
        ("bpmn_gen", {"pipeline": "no_such_pipeline"}, "no parser of English"),
        ("mt_bpmn", {"pipeline": "/nowhere"}, "spacy download"),
    ],
)
def test_what_is_not_at_hand_is_missing_and_told(name: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ModelError, match=told) as refused:
        extractor(name, **options).extract("The clerk opens the letter.")
    assert refused.value.reason.cause is Cause.WORLD  # the row has no score, and says why


def test_a_pipeline_of_ones_own_is_the_row() -> None:
    assert extractor("brp", pipeline=f"{__name__}:Runs").extract("pay").graph == Runs().extract("pay").graph


def test_a_tagger_is_loaded_and_its_tags_make_a_graph(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    save_tiny_tagger(tmp_path, TAGS)
    tagger = extractor("pet", checkpoint=str(tmp_path))
    text = f"{' '.join(WORDS[:40])}. {' '.join(WORDS[40:])}."
    try:
        done = tagger.extract(text)
    except DiagramloopError as error:
        pytest.fail(f"random weights tag no activity, so that nothing is tested: {error}")
    actions = [node.text for node in done.graph.nodes if node.kind is NodeKind.PROCESS]
    assert actions
    assert all(word in text for action in actions for word in action.split())
    assert done == tagger.extract(text)
    assert tagger.extract(" ".join(WORDS * 20)).graph.nodes  # more words than the network reads


def test_a_tagger_of_something_else_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    save_tiny_tagger(tmp_path, ("O", "B-PER", "I-PER"))
    with pytest.raises(ModelError, match=f"tags no B-{ACTIVITY}") as refused:
        extractor("pet", checkpoint=str(tmp_path)).extract("box")
    assert refused.value.reason is RejectionReason.MISSING
