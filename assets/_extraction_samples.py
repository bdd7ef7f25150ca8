"""Samples of the page: documents with their gold and extracted graphs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from assets._extractions import extraction_of
from assets._graphs import from_cell
from assets._shown_samples import shown_samples
from assets.machinery import Rows, RowsWithGold, StageRun
from diagramloop.engines.extract import Extraction
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.extraction_controls import CONTROLS
from diagramloop.graph import FlowGraph, Node, NodeKind
from diagramloop.graph.geometry import with_geometry
from diagramloop.render import Style, draw
from diagramloop.report import Extracted, Round, Sample

ENDS = (NodeKind.START, NodeKind.END)
SCORED_BY = "strict/flow_f1"


def extraction_samples(run: StageRun, most: int) -> Iterator[Sample]:
    """The ``most`` worst documents and what every extractor made of them; of controls there is nothing to see."""
    extractors = [made for made in run.inputs.get("procedural_graphs", ()) if made.key["extractor"] not in CONTROLS]
    for shown in shown_samples(run, extractors, "extraction_scores", SCORED_BY, "extractor", most):
        made = shown.made
        documents = {
            row["id"]: row for row in RowsWithGold(run.like("documents", made).folder) if row["id"] in shown.scores
        }
        extracted = {row["id"]: extraction_of(row) for row in Rows(made.folder) if row["id"] in shown.scores}
        for id, score in shown.scores.items():
            found = extracted.get(id)
            gold, gold_picture = drawn(from_cell(documents[id]["graph"]))
            graph, picture = drawn(found.graph) if found else (None, None)
            told = Extracted(
                data=made.key["source"],
                system=made.key["extractor"],
                document=id,
                text=documents[id]["text"],
                headline=SCORED_BY,
                score=score,
                gold=gold,
                graph=graph,
                lines=found.text if found else "",
                rounds=refinement(found) if found else (),
                reason=shown.refused.get(id, ""),
                facets=shown.facets[id],
                gold_picture=gold_picture,
                picture=picture,
            )
            yield shown.scored(id, told.sample())


@lru_cache(maxsize=256)  # the gold stands beside every extractor
def drawn(graph: FlowGraph) -> tuple[FlowGraph, bytes | None]:
    """The graph with places, and its drawing, in which actions say who acts; without both where it cannot be drawn."""
    written = tuple(node.model_copy(update={"text": _written(node)}) for node in graph.nodes)
    try:
        figure = draw(graph.replace(nodes=written), (Style.MONO,), engine="graphviz")[Style.MONO]
        return with_geometry(graph, figure.graph), figure.png
    except DiagramloopError:
        return graph, None


def _written(node: Node) -> str:
    """The words in a node of a drawing: gateways have none, beginnings and ends are called so."""
    if not node.text:
        return node.kind.value if node.kind in ENDS else ""
    return f"{node.actor}: {node.text}" if node.actor else node.text


def refinement(made: Extraction) -> tuple[Round, ...]:
    """The rounds of an extraction as the page shows them."""
    return tuple(
        Round(each.graph, each.suggestions, each.failure, each.usage.tokens, each.usage.seconds) for each in made.rounds
    )
