"""Graph scores as a reward for reinforcement learning: completions and references to numbers, as TRL's trainers ask.

``diagramloop.reward`` is such a function, and goes to ``GRPOTrainer(reward_funcs=...)`` as it is::

    GRPOTrainer(model, reward_funcs=diagramloop.reward, train_dataset=prompts_with_a_column_called_references, ...)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import format_named, read
from diagramloop.models.answer_text import answered, fenced_in
from diagramloop.models.answers import UnreadError
from diagramloop.models.answers.graphs import Graph
from diagramloop.scores.families import score_pair
from diagramloop.scores.metric import Compared
from diagramloop.scores.registry import METRICS, metric_names
from diagramloop.scores.scoring import ScoreRow

_EMPTY = FlowGraph(nodes=(), edges=())
_KEPT_REFERENCES = 4096  # of one training: each is asked for once by every completion of its group
_SCIFLOW_BENCH = {"text/node_f1": 0.4, "text/edge_f1": 0.6}  # shares of its graph level (Appendix A.1)


@dataclass(frozen=True)
class GraphReward:
    """Weighted mean of metrics of the leaderboard, each as the board has it for that one chart: by its own similarity.

    A completion that no graph can be read from is scored as the empty graph, as on the board.

    Attributes:
        format: of completions and references, as :func:`diagramloop.graph.formats.read` names it.
        weights: by metric of graphs by text; only their proportions count.
        reads_fences: reads a completion as answers of models are read: the graph in a fence, among prose, in another
            notation; else all of it is of the format.

    Raises:
        DiagramloopError: no such metric, or no weight above 0 (INVALID).
        FormatError: no such format (UNSUPPORTED).

    Example:
        >>> import diagramloop
        >>> gold = "flowchart TD; a[Boil] --> b[Pour]; b --> c[Drink]"
        >>> said = [gold, "flowchart TD; a[Boil] --> b[Pour]", "I cannot say."]
        >>> [round(each, 2) for each in diagramloop.reward(said, [gold] * 3)]
        [1.0, 0.72, 0.0]
        >>> from diagramloop.scores.reward import GraphReward
        >>> GraphReward(format="triples", weights={"text/edge_f1": 1})(["Boil -> Pour"], ["Boil -> Pour"])
        [1.0]
    """

    format: str = "mermaid"
    weights: Mapping[str, float] = field(default_factory=lambda: dict(_SCIFLOW_BENCH))
    reads_fences: bool = True
    __name__ = "graph_reward"  # by which TRL logs it

    def __post_init__(self) -> None:
        known = [name for name in metric_names(Compared.GRAPH) if METRICS[name].by_text]
        if unknown := [name for name in self.weights if name not in known]:
            raise DiagramloopError(f"no metric of graphs by text {unknown[0]!r}; there are {', '.join(known)}")
        if not sum(self.weights.values()) > 0 or min(self.weights.values()) < 0:
            raise DiagramloopError("a reward needs weights of 0 or more, and one above 0")
        format_named(self.format)

    def __call__(self, completions: Sequence[Any], references: Sequence[str], **_: object) -> list[float]:
        """The reward of each completion, in [0, 1].

        Args:
            completions: texts, or conversations whose last message is the answer, as TRL gives them.
            references: documents of ``format``, one for each completion: a column of the data set of that name.
            _: the other columns, and whatever else the trainer tells.

        Raises:
            FormatError: a reference is broken.
            ValueError: there is not one reference for each completion.
            DiagramloopError: a metric's sentence model is not there (MISSING).
        """
        return [self._of(_text(completion), gold) for completion, gold in zip(completions, references, strict=True)]

    def _of(self, completion: str, gold: str) -> float:
        reference = _reference(gold, self.format)
        try:
            rows = score_pair(self._read(completion), reference, metrics=list(self.weights))
        except (UnreadError, DiagramloopError):
            rows = score_pair(_EMPTY, reference, metrics=list(self.weights))
        total = sum(self.weights.values())
        return sum(self.weights[row.metric] * _value(row) for row in rows) / total

    def _read(self, completion: str) -> FlowGraph:
        text = answered(completion)
        blocks = fenced_in(text) if self.reads_fences else []
        try:
            return read(blocks[-1] if blocks else text, self.format)
        except DiagramloopError:
            if not self.reads_fences:
                raise
        return Graph(self.format).read(text).value.graph


def _value(row: ScoreRow) -> float:
    if row.value is None:
        raise DiagramloopError(f"no {row.metric}: {row.missing}", reason=RejectionReason.MISSING)
    return row.value


def _text(completion: Any) -> str:
    """The text of a completion, of a conversation that of its last message."""
    return completion if isinstance(completion, str) else str(completion[-1]["content"])


@lru_cache(maxsize=_KEPT_REFERENCES)
def _reference(document: str, format: str) -> FlowGraph:
    return read(document, format)


reward = GraphReward()
"""For Mermaid, with SciFlow-Bench's weights of nodes and edges."""
