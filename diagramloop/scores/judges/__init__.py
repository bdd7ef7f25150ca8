"""Judges of generated diagrams: a fixed vision-language model, as in SciFlow-Bench, and embedded ones beside it."""

from diagramloop.scores.judges._judge import Judge, NoJudge, judge_named
from diagramloop.scores.judges.model_judge import ModelJudge

__all__ = ["Judge", "ModelJudge", "NoJudge", "judge_named"]
