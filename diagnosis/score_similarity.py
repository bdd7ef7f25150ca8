"""Separation of nodes by a text similarity: the reason why ``lexical`` is Levenshtein's.

    python -m diagnosis.score_similarity [FOLDER_OF_MMD ...]

For each similarity: the share of nodes that resemble (at or above 0.5, SciFlow-Bench's threshold) some
*other* node of their own chart, some node of an unrelated chart, and themselves after OCR-like damage.
The first two should be low, the third high. Without folders the shipped corpus is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph.formats import read
from diagramloop.scores import Exact, TextSimilarity, fold, similarity_named
from diagramloop.scores.sciflow import NODE_THRESHOLD

CORPUS = shipped_corpus() / "charts"


class IndelRatio:
    """The longest-common-subsequence ratio (rapidfuzz's ``ratio``), for comparison."""

    name = "indel ratio"

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> np.ndarray:
        """Similarities, shape (len(a), len(b))."""
        folded = ([fold(text).casefold() for text in texts] for texts in (a, b))
        return cdist(*folded, scorer=Indel.normalized_similarity)


def damaged(text: str, random: np.random.Generator) -> str:
    """``text`` with about one character in eight replaced or lost."""
    letters = [letter for letter in text if random.random() > 0.06]
    return "".join("?" if random.random() < 0.06 else letter for letter in letters)


def shares(similarity: TextSimilarity, charts: list[list[str]]) -> list[float]:
    """The three shares, each the mean over charts."""
    random = np.random.default_rng(0)
    rows = []
    for own, other in zip(charts, charts[len(charts) // 2 :] + charts[: len(charts) // 2], strict=True):
        within = similarity.matrix(own, own)
        np.fill_diagonal(within, 0.0)
        noisy = similarity.matrix(own, [damaged(text, random) for text in own]).diagonal()
        across = similarity.matrix(own, other)
        rows.append([np.mean(m >= NODE_THRESHOLD) for m in (within.max(axis=1), across.max(axis=1), noisy)])
    return np.mean(rows, axis=0).tolist()


def main(folders: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """Print one line per similarity."""
    paths = sorted(path for folder in folders or [CORPUS] for path in Path(folder).rglob("*.mmd"))
    graphs = [read(path.read_text("utf-8"), "mermaid") for path in paths]
    charts = [sorted({fold(node.text) for node in graph.nodes} - {""}) for graph in graphs]
    charts = [chart for chart in charts if len(chart) > 1]
    print(f"{len(charts)} charts; share of nodes at or above {NODE_THRESHOLD}")
    print(f"{'similarity':45}{'same chart':>12}{'other chart':>12}{'damaged':>12}")
    for similarity in (Exact(), similarity_named("lexical"), IndelRatio(), similarity_named("minilm")):
        print(f"{similarity.name:45}" + "".join(f"{share:12.3f}" for share in shares(similarity, charts)))


if __name__ == "__main__":
    typer.run(main)
