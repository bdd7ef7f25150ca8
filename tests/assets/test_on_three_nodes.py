"""The stages themselves on three nodes: every byte of every artifact is that of one machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from whole_plan import ROOT, run_plan

from assets.machinery import LocalWorkers
from assets.machinery.on_ray.settings import ClusterSettings

pytestmark = pytest.mark.long
OVERRIDES = [
    *("source=[corpus]", "sources.corpus.limit=2", "render.styles=[mono]", "score.similarity=lexical"),
    *("generator=[graphviz,reference]", "extractor=[embedded,gold]", "attributor=[lexical]", "agent=[always_first]"),
]


def test_the_corpus_on_three_nodes(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from ray_cluster import nodes_on_this_machine

    from assets.machinery.on_ray.workers import RayWorkers

    with LocalWorkers(2) as local:
        run_plan(OVERRIDES, tmp_path / "local", workers=local)
    with nodes_on_this_machine(3) as cluster, RayWorkers(ClusterSettings(ROOT, address=cluster.address)) as workers:
        run_plan(OVERRIDES, tmp_path / "nodes", workers=workers)
    assert content(tmp_path / "nodes") == content(tmp_path / "local")


def content(folder: Path) -> dict[str, bytes]:
    """Every file of the artifacts; the stores of finished items lie beside them."""
    files = (path for path in sorted((folder / "artifacts").rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
