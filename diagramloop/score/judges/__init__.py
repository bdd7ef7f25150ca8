"""Judges of generated diagrams: a fixed vision-language model, as in SciFlow-Bench, and embedded ones beside it."""

from diagramloop.score.judges._judge import Judge, NoJudge, judge_named
from diagramloop.score.judges.model_judge import ModelJudge

__all__ = ["Judge", "ModelJudge", "NoJudge", "judge_named"]
