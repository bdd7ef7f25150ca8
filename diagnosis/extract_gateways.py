"""Worth of decisions about gateways on PAGED: made by gold, and learned.

    python -m diagnosis.extract_gateways --root DATA/paged

Each document's graph is built by weights that have not seen it (five folds), and scored without any XOR join, without
them where gold draws none, and where a logistic regression on the words of the document, fitted on the other folds,
says that gold draws none. Then every join and every split is left out once, and what that changes is measured: the
graphs are scored without what the figures gain from losing (an oracle, which also gains what is luck), and without
what boosted trees would leave out of documents that they were not grown on. The trees see what the judge of revisions
sees, with counts of the whole graph, and learn to raise XOR, or XOR, sequence flows and one-to-one flows together,
from a quarter, half and all of the other folds.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diagnosis._gateway_figures import COLUMNS, heading, show
from diagramloop.engines.extract.repairs import flows_into
from diagramloop.engines.extract.semantic_agent._features import Scene
from diagramloop.engines.extract.semantic_agent._grounding import Grounding
from diagramloop.engines.extract.semantic_agent._revisions import Revision, RevisionKind, revisions
from diagramloop.engines.training.language.folds import FOLDS, Extracted, bucket, cross_validated, documents
from diagramloop.engines.training.language.judge import JudgeSettings, fitted
from diagramloop.engines.training.language.revision_trials import Trial, Trials, fold_of
from diagramloop.errors import GraphError
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.scores.counts import f1
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS

FIGURES = (COLUMNS[0], COLUMNS[2], "strict/flow_f1")
TAUGHT = {"XOR": 1, "XOR and flows": len(FIGURES)}
"""Number of the first ``FIGURES`` whose sum each kind of trees learns to raise."""
LEAST_DOCUMENTS = 3
"""That have a word or two neighbouring ones, so that it counts."""
CERTAINTY = 10.0
"""Inverse strength of the penalty; of 1 and 10 the better on these documents."""
PARTS = 4
"""Parts of the documents, for the learning curve."""
KINDS = (RevisionKind.LEAVE_OUT_JOIN, RevisionKind.LEAVE_OUT_SPLIT)
Floats = NDArray[np.float64]
Chosen = Mapping[str, Collection[Revision]]
"""Revisions by document."""


@dataclass(frozen=True)
class Tried:
    """A revision of a document's graph, with what it changes in the counts of each figure, (figures, 4)."""

    document: str
    part: int
    trial: Trial
    revision: Revision
    change: Floats


@dataclass(frozen=True)
class Taught(Trials):
    """Trials whose gains are given."""

    given: Sequence[float]

    def gains(self) -> Floats:
        """Gain of each; (trials,)."""
        return np.array(self.given)


def counted(graph: FlowGraph, gold: FlowGraph) -> Floats:
    """The counts behind the figures; (figures, 4)."""
    compared, metrics = score_extraction(graph, gold), {metric.name: metric for metric in EXTRACTION_METRICS}
    counts = [metric.count(compared) for metric in map(metrics.__getitem__, FIGURES) if metric.count is not None]
    return np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts], dtype=np.float64)


def tried(built: Sequence[Extracted], kind: RevisionKind) -> Iterator[Tried]:
    """Every revision of one kind."""
    for document, graph in built:
        found = [revision for revision in revisions(graph) if revision.kind is kind]
        if not found:
            continue
        scene, before, size = Scene(Grounding(document.text), graph), counted(graph, document.graph), whole(graph)
        for revision in found:
            trial = Trial(fold_of(document), kind, scene.features(revision) | size, 0, 0)
            after = counted(revised(graph, [revision]), document.graph)
            yield Tried(document.id, bucket(document, "part", PARTS), trial, revision, after - before)


def whole(graph: FlowGraph) -> dict[str, float]:
    """Features of a whole graph: how much there is of each kind."""
    kinds = [node.kind for node in graph.nodes]
    joins = sum(len(flows_into(graph, node.id)) > 1 for node in graph.nodes if node.kind is NodeKind.XOR)
    return {f"all {kind.value}": float(kinds.count(kind)) for kind in set(kinds)} | {"all joins": float(joins)}


def revised(graph: FlowGraph, some: Collection[Revision]) -> FlowGraph:
    """The graph after revisions; those that it does not admit any more are passed over."""
    for revision in some:
        try:
            graph = revision.repair(graph)
        except GraphError:
            continue
    return graph


def gained(trials: Sequence[Tried], base: Floats, figures: int) -> Floats:
    """Rise by each trial of the sum of the first figures over all documents; (trials,)."""
    before = f1(base[:figures]).sum()
    return np.array([float(f1(base[:figures] + one.change[:figures]).sum() - before) for one in trials])


def chosen(trials: Sequence[Tried], wanted: NDArray[np.bool_]) -> Chosen:
    """The wanted ones by document."""
    found: dict[str, list[Revision]] = {}
    for one, is_wanted in zip(trials, wanted, strict=True):
        if is_wanted:
            found.setdefault(one.document, []).append(one.revision)
    return found


def expected(trials: Sequence[Tried], gains: Floats, parts: int) -> Floats:
    """The gain that trees grown on ``parts`` parts of the other folds expect of each trial; (trials,)."""
    found = np.zeros(len(trials))
    for fold in range(FOLDS):
        known = [at for at, one in enumerate(trials) if one.trial.fold != fold and one.part < parts]
        scale = float(np.abs(gains[known]).mean())
        trees = fitted(Taught([trials[at].trial for at in known], 0.0, list(gains[known] / scale)), JudgeSettings())
        for at, one in enumerate(trials):
            if one.trial.fold == fold:
                found[at] = trees.expected(one.trial.features)
    return found


def row(title: str, built: Sequence[Extracted], some: Chosen) -> None:
    """Print the scores after revisions."""
    show(title, [(revised(graph, some.get(document.id, ())), document.graph) for document, graph in built])


def joins(graph: FlowGraph) -> list[Revision]:
    """Revisions that leave out each XOR join."""
    found = (one for one in revisions(graph) if one.kind is RevisionKind.LEAVE_OUT_JOIN)
    return [one for one in found if graph.node_by_id[one.focus].kind is NodeKind.XOR]


def without_joins(built: Sequence[Extracted]) -> Iterator[str]:
    """Ids of documents of which words alone, by a logistic regression on the other folds, say that gold has no join."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    joined = [document for document, graph in built if joins(graph)]
    for fold in range(FOLDS):
        known = [document for document in joined if fold_of(document) != fold]
        unknown = [document for document in joined if fold_of(document) == fold]
        words = TfidfVectorizer(ngram_range=(1, 2), min_df=LEAST_DOCUMENTS, sublinear_tf=True)
        model = make_pipeline(words, LogisticRegression(C=CERTAINTY, max_iter=400))
        model.fit([document.text for document in known], [not joins(document.graph) for document in known])
        chances = model.predict_proba([document.text for document in unknown])[:, 1]
        yield from (document.id for document, chance in zip(unknown, chances, strict=True) if chance > 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    built = list(cross_validated(documents(parser.parse_args().root)))
    print(heading())
    row("embedded, cross-validated", built, {})
    row("without XOR joins", built, {document.id: joins(graph) for document, graph in built})
    no_joins = {document.id: joins(graph) for document, graph in built if not joins(document.graph)}
    row("without XOR joins where gold has none", built, no_joins)
    said = set(without_joins(built))
    row(
        f"without XOR joins where words say so ({len(said)})",
        built,
        {document.id: joins(graph) for document, graph in built if document.id in said},
    )
    base = np.sum([counted(graph, document.graph) for document, graph in built], axis=0)
    for kind in KINDS:
        trials = list(tried(built, kind))
        for taught, figures in TAUGHT.items():
            gains = gained(trials, base, figures)
            row(f"{kind.value}: oracle for {taught}", built, chosen(trials, gains > 0))
            for parts in (1, 2, PARTS):
                learned = expected(trials, gains, parts) > 0
                row(f"  learned for {taught}, {parts}/{PARTS} of documents", built, chosen(trials, learned))


if __name__ == "__main__":
    main()
