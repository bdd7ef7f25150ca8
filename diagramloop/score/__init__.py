"""Scores: how well a graph that was read, generated or extracted agrees with its reference."""

from diagramloop.score.alignment import Alignment, Matching, align, align_by_text
from diagramloop.score.comparison import Comparison
from diagramloop.score.counts import Counts
from diagramloop.score.extraction import ExtractionComparison, score_extraction
from diagramloop.score.metric import Compared, Metric, MetricFamily
from diagramloop.score.missing import MissingPartError
from diagramloop.score.parts import Part
from diagramloop.score.registry import METRICS, metric_names
from diagramloop.score.scoring import Difference, ScoreRow, Summary, compare, score_comparison, score_pair, summarise
from diagramloop.score.similarity import Exact, Lexical, SentenceEmbedding, TextSimilarity, fold, similarity_named

__all__ = [
    "METRICS",
    "Alignment",
    "Compared",
    "Comparison",
    "Counts",
    "Difference",
    "Exact",
    "ExtractionComparison",
    "Lexical",
    "Matching",
    "Metric",
    "MetricFamily",
    "MissingPartError",
    "Part",
    "ScoreRow",
    "SentenceEmbedding",
    "Summary",
    "TextSimilarity",
    "align",
    "align_by_text",
    "compare",
    "fold",
    "metric_names",
    "score_comparison",
    "score_extraction",
    "score_pair",
    "similarity_named",
    "summarise",
]
