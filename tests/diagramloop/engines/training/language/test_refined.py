"""The loop goes on from a graph that was built, with the judge and the parts that it is given."""

from __future__ import annotations

from diagramloop.engines.extract.semantic_agent._judge import Judge
from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind
from diagramloop.engines.training.language.judge import JudgeSettings, fitted
from diagramloop.engines.training.language.refined import Parts, refined
from diagramloop.engines.training.language.revision_trials import gathered
from diagramloop.graph import FlowGraph
from tests.diagramloop.engines.training.language.told_twice import superfluous

BUILT = superfluous()
DOCUMENT, GRAPH = BUILT[0]
STEP = RevisionKind.LEAVE_OUT_STEP


def judge() -> Judge:
    return {STEP: fitted(gathered(BUILT).of(STEP), JudgeSettings(trees=10, rate=0.5, least_leaf=2, least_seen=2))}


def test_what_the_judge_wants_left_out_is() -> None:
    texts = {node.text for node in refined(DOCUMENT.text, GRAPH, judge(), Parts(rounds=1)).graph.nodes}
    assert texts == {node.text for node in DOCUMENT.graph.nodes}


def test_without_a_judge_the_semantic_agent_or_rounds_it_stays() -> None:
    for judged, parts in (({}, Parts()), (judge(), Parts(semantic=False)), (judge(), Parts(rounds=0))):
        assert refined(DOCUMENT.text, GRAPH, judged, parts).graph == GRAPH


def test_an_empty_graph_stays_empty() -> None:
    assert refined(DOCUMENT.text, FlowGraph(), judge()).graph == FlowGraph()
