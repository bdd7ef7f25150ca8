"""A data set of one's own charts, drawn by diagramloop, reads back with its geometry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.data.sources import Chart, FlowExplainBench, Question, QuestionType
from diagramloop.engines.attribute.dataset import export
from diagramloop.engines.attribute.dataset_drawing import drawn
from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style
from diagramloop.render.engines import STANDARD

MERMAID = """flowchart TD
    subgraph kitchen_1 [Kitchen]
        n1["Heat the oven, id=n0"] --> n-0{"Hot?"}
    end
    n-0 -->|"No"| n1
    n-0 -->|"Yes"| L_n1_n1_0["Bake"]
    L_n1_n1_0 --> kitchen_1
"""
CHART = Chart("oven", "mine", "food", "CC0-1.0", MERMAID, read_mermaid(MERMAID))
QUESTION = Question("oven_1", "oven", "What if it is hot?", ("One bakes.",), QuestionType.FACT_RETRIEVAL, ("n-0",))


@pytest.mark.parametrize("style", list(Style))
def test_round_trip(tmp_path, style):
    chart, svg = drawn(CHART, style, seed=3, engine=STANDARD)
    export(tmp_path, [chart], [QUESTION], {chart.id: svg})
    (back,) = FlowExplainBench(tmp_path).charts()
    assert isinstance(back, Chart)
    assert back.picture == chart.picture
    assert back.graph.size == chart.graph.size
    for node in back.graph.nodes:
        assert node.box == pytest.approx(chart.graph.node_by_id[node.id].box, abs=1.0)
    assert all(edge.path for edge in back.graph.edges)
    assert not list(FlowExplainBench(tmp_path).defects())
    assert "n0" in svg  # the text of a node is not an id


def test_a_picture_without_its_drawing_is_left_out(tmp_path):
    chart, _ = drawn(CHART, engine=STANDARD)
    export(tmp_path, [chart], [QUESTION])
    assert not (tmp_path / "images").exists()
    assert not [defect for defect in FlowExplainBench(tmp_path).defects() if defect.kind == "no_boxes"]


def test_ids_that_no_svg_can_carry():
    nodes = (*CHART.graph.nodes, CHART.graph.nodes[0].model_copy(update={"id": 'x" onload="y'}))
    with pytest.raises(RenderError) as caught:
        drawn(replace(CHART, graph=CHART.graph.replace(nodes=nodes)))
    assert caught.value.reason is RejectionReason.UNSUPPORTED
