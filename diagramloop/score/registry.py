"""Every metric of the leaderboard, declared: what it counts, where it comes from, how charts add up.

Most are higher-is-better and lie in [0, 1]; each says for itself where it does not, see
:class:`~diagramloop.score.metric.Metric`.
"""

from __future__ import annotations

from diagramloop.score.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.score.dialogue_metrics import DIALOGUE_METRICS
from diagramloop.score.extraction_metrics import EXTRACTION_METRICS
from diagramloop.score.flonet_official import FLONET_METRICS
from diagramloop.score.generation_metrics import GENERATION_METRICS
from diagramloop.score.graph_metrics import BY_PLACE, BY_TEXT
from diagramloop.score.metric import Metric
from diagramloop.score.peer_metrics import DIAGRAM_EVAL, SCIFLOW_BENCH

_ALL = (*BY_PLACE, *BY_TEXT, *SCIFLOW_BENCH, *DIAGRAM_EVAL)

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *_ALL,
        *GENERATION_METRICS,
        *EXTRACTION_METRICS,
        *ATTRIBUTION_METRICS,
        *DIALOGUE_METRICS,
        *FLONET_METRICS,
    )
}
GRAPH_METRICS: tuple[str, ...] = tuple(metric.name for metric in _ALL)
PROMPT_METRICS: tuple[str, ...] = tuple(metric.name for metric in GENERATION_METRICS)
