"""Scores: how well a graph that was read, generated or extracted agrees with its reference."""

from diagramloop.scores.alignment import Alignment, Matching, align, align_by_text
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.counts import Counts
from diagramloop.scores.extraction import ExtractionComparison, score_extraction
from diagramloop.scores.families import score_pair
from diagramloop.scores.metric import Compared, Metric, MetricFamily
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.parts import Part
from diagramloop.scores.registry import METRICS, metric_names
from diagramloop.scores.scoring import Difference, ScoreRow, Summary, compare, score_comparison, summarise
from diagramloop.scores.similarity import Exact, Lexical, SentenceEmbedding, TextSimilarity, fold, similarity_named

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
