"""The stages that score: what the leaderboard reads, and what must have a part for it to be there."""

from __future__ import annotations

SCORE_STAGES = (
    *("gold_scores", "parsing_scores"),
    *("gold_generation_scores", "generation_scores"),
    *("gold_attribution_scores", "attribution_scores"),
    "extraction_scores",
    *("gold_answer_scores", "answer_scores"),
    *("gold_dialogue_scores", "dialogue_scores"),
)
