"""Scoring pairs, and summing rows up to what a leaderboard shows."""

from diagramloop.scores.scoring._difference import Difference, PairedDifference, compare, paired_difference, spreads
from diagramloop.scores.scoring._rows import ScoreRow, score_comparison, without_refusals_alone
from diagramloop.scores.scoring._summary import Summary, named, summarise

__all__ = [
    "Difference",
    "PairedDifference",
    "ScoreRow",
    "Summary",
    "compare",
    "named",
    "paired_difference",
    "score_comparison",
    "spreads",
    "summarise",
    "without_refusals_alone",
]
