"""A metric: how near the number of edges is."""

from diagramloop.scores import Compared, Comparison, Metric, MetricFamily
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import chart_mean


def _size(compared: Comparison) -> float:
    numbers = sorted((len(compared.pred.edges), len(compared.gold.edges)))
    return numbers[0] / numbers[1] if numbers[1] else 1.0


SIZE: Metric = chart_mean(
    "inkless/size", _size, "how near the number of edges is", "inkless", sees={Fault.EDGE_MISSING, Fault.EDGE_INVENTED}
)
SIZES = MetricFamily(Compared.GRAPH, (SIZE,))
BOAST = MetricFamily(
    Compared.GRAPH,
    (chart_mean("inkless/boast", _size, "the same, and too much is said of it", "inkless", sees={Fault.NODE_RENAMED}),),
)
