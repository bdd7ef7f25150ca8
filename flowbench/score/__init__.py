"""Scores: how well a graph that was read, generated or extracted agrees with its reference."""

from flowbench.score.alignment import Alignment, Matching, align, align_by_text
from flowbench.score.comparison import Comparison
from flowbench.score.counts import Counts
from flowbench.score.extraction import ExtractionComparison, score_extraction
from flowbench.score.metric import Metric
from flowbench.score.missing import MissingPartError
from flowbench.score.parts import Part
from flowbench.score.registry import GRAPH_METRICS, METRICS, PROMPT_METRICS
from flowbench.score.scoring import Difference, ScoreRow, Summary, compare, score_comparison, score_pair, summarise
from flowbench.score.similarity import Exact, Lexical, SentenceEmbedding, TextSimilarity, fold, similarity_named

__all__ = [
    "GRAPH_METRICS",
    "METRICS",
    "PROMPT_METRICS",
    "Alignment",
    "Comparison",
    "Counts",
    "Difference",
    "Exact",
    "ExtractionComparison",
    "Lexical",
    "Matching",
    "Metric",
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
    "score_comparison",
    "score_extraction",
    "score_pair",
    "similarity_named",
    "summarise",
]
