"""Real pages as pages to learn from."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, HEAD, TEXT
from diagramloop.engines.parse.learned.ink_network import SHIPPED
from diagramloop.engines.training.real_pages import hdbpmn_page, things_of_hdbpmn
from diagramloop.errors import SourceError

REAL = Path(os.environ.get("DIAGRAMLOOP_REAL_DATA", "nowhere")) / "hdbpmn"


@pytest.mark.long
@pytest.mark.skipif(not REAL.is_dir(), reason="real data is absent: set DIAGRAMLOOP_REAL_DATA")
def test_a_real_page_has_ink_of_every_class_and_nodes_inside_the_picture() -> None:
    page = hdbpmn_page("any", str(REAL))
    assert {CONNECTOR, HEAD, BORDER, TEXT} <= set(np.unique(page.classes).tolist())
    assert len(page.nodes) > 2
    assert page.course.any()
    assert len(things_of_hdbpmn(str(REAL))) > 100


@pytest.mark.skipif(not REAL.is_dir(), reason="real data is absent: set DIAGRAMLOOP_REAL_DATA")
def test_the_lineage_of_the_shipped_weights_is_the_train_split() -> None:
    lineage = json.loads((SHIPPED / "real.lineage.json").read_text(encoding="utf-8"))
    assert set(things_of_hdbpmn(str(REAL))) <= set(lineage["things"])


def test_a_folder_without_pages_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        hdbpmn_page("any", str(tmp_path))
