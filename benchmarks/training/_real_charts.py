"""Charts of all data sets that have dialogues, with what was really answered at their steps."""

from __future__ import annotations

from pathlib import Path

from diagramloop.data.sources import Corpus, FloDial, PFDial
from diagramloop.engines.training.language.relevance_charts import Real, of_dialogues, of_transitions
from diagramloop.evaluation.data_sets import shipped_corpus


def real(data: Path) -> list[Real]:
    """The charts of FloDial and PFDial in ``data``, and of the corpus."""
    english = [*of_dialogues("flodial", FloDial(data / "flodial")), *of_dialogues("corpus", Corpus(shipped_corpus()))]
    return [*english, *of_transitions("pfdial", PFDial(data / "pfdial"))]
