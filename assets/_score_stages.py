"""The stages that score: what the leaderboard reads, and what must have a part for it to be there."""

from __future__ import annotations

SCORE_STAGES = (
    "parsing_scores",
    "generation_scores",
    "attribution_scores",
    "extraction_scores",
    "answer_scores",
    "dialogue_scores",
    "conversion_scores",
)
