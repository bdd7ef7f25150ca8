"""Metrics of pictures that were generated from a structured visual prompt, beside those of their graphs.

What a judge or a vision model measured comes in as a part of the comparison (:mod:`diagramloop.scores.parts`). The
embedded judges look at the graph alone; theirs are columns of their own and stand in for nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from diagramloop.scores.comparison import Comparison
from diagramloop.scores.faults import EDGE_FAULTS, Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, chart_mean
from diagramloop.scores.sciflow import IMAGE_WEIGHTS, JUDGED_TEXT

_TEXT = "SciFlow-Bench, Appendix A.2"
_IMAGE = "SciFlow-Bench, Appendix A.3"
_OVERALL = "SciFlow-Bench, Appendix A.4"
_CLIPSCORE = "DiagramEval, Section 5.1"
_OWN = "diagramloop; an embedded judge"

_COVERAGE = {Fault.NODE_MISSING, Fault.NODE_MERGED, Fault.NODE_RENAMED, Fault.NOTHING}


def _part(family: str, name: str, description: str, source: str) -> Metric:
    """A part as it was measured."""
    return chart_mean(f"{family}/{name}", _value_of(name), description, source, parts=(name,), sees={Fault.MARK_LOWER})


def _value_of(name: str) -> Callable[[Comparison], float]:
    return lambda comparison: comparison.measured(name)[name]


GENERATION_METRICS = (
    chart_mean(
        "sciflow/coverage",
        lambda c: c.sciflow_prompt["coverage"],
        "prompt components drawn",
        _TEXT,
        by_text=True,
        sees=_COVERAGE,
    ),
    chart_mean(
        "sciflow/faithfulness",
        lambda c: c.sciflow_prompt["faithfulness"],
        "drawn components that the prompt asked for",
        _TEXT,
        by_text=True,
        sees=_COVERAGE - {Fault.NODE_MISSING},
    ),
    _part("sciflow", "alignment", "modules, hierarchy and flow as asked for, by the judge", _TEXT),
    chart_mean(
        "sciflow/text",
        lambda c: c.sciflow_text,
        "0.3 coverage + 0.3 faithfulness + 0.4 alignment",
        _TEXT,
        by_text=True,
        parts=JUDGED_TEXT,
        sees={*_COVERAGE, Fault.MARK_LOWER},
    ),
    _part("sciflow", "semantic_consistency", "CLIP cosine of picture and prompt", _IMAGE),
    _part("sciflow", "perceptual_similarity", "1 - LPIPS of picture and source figure", _IMAGE),
    _part("sciflow", "visual_flow", "direction, order and grouping of the picture, by the judge", _IMAGE),
    chart_mean(
        "sciflow/image",
        lambda c: c.sciflow_image,
        "0.4 semantic + 0.2 perceptual + 0.4 visual flow",
        _IMAGE,
        parts=tuple(IMAGE_WEIGHTS),
        sees={Fault.MARK_LOWER},
    ),
    chart_mean(
        "sciflow/overall",
        lambda c: c.sciflow_overall,
        "0.4 graph + 0.3 text + 0.3 image level",
        _OVERALL,
        by_text=True,
        parts=(*JUDGED_TEXT, *IMAGE_WEIGHTS),
        sees=(EDGE_FAULTS | _COVERAGE | {Fault.MARK_LOWER}) - {Fault.NODE_DUPLICATED},
    ),
    chart_mean(
        "embedded/alignment",
        lambda c: c.embedded_alignment,
        "modules, hierarchy and flow as asked for, by the graph",
        _OWN,
        by_text=True,
        sees=EDGE_FAULTS | {Fault.NODE_RENAMED, Fault.GROUP_MISSING},
    ),
    chart_mean(
        "embedded/visual_flow",
        lambda c: c.embedded_visual_flow,
        "direction, order and grouping, by the graph's geometry",
        _OWN,
        # It looks at the drawing alone: what is gone crosses nothing.
        sees={Fault.EDGE_REVERSED, Fault.ALL_EDGES, Fault.NO_EDGES, Fault.NOTHING},
        rewards={
            *(Fault.EDGE_MISSING, Fault.EDGE_SHORTCUT, Fault.EDGE_INVENTED, Fault.GROUP_MISSING),
            *(Fault.NODE_MISSING, Fault.NODE_DUPLICATED, Fault.NODE_MERGED),
        },
    ),
    _part("diagrameval", "clipscore_text", "picture and caption in one vector space", _CLIPSCORE),
    _part("diagrameval", "clipscore_image", "picture and source figure in one vector space", _CLIPSCORE),
)

FAMILY = MetricFamily(Compared.PROMPT, GENERATION_METRICS)
