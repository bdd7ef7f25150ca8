"""Scoring pairs, and summing rows up to what a leaderboard shows."""

from diagramloop.score.scoring._difference import Difference, compare, spreads
from diagramloop.score.scoring._rows import ScoreRow, score_comparison, score_pair
from diagramloop.score.scoring._summary import Summary, named, summarise

__all__ = [
    "Difference",
    "ScoreRow",
    "Summary",
    "compare",
    "named",
    "score_comparison",
    "score_pair",
    "spreads",
    "summarise",
]
