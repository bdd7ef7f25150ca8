"""Answerers: questions on charts to answers, from the picture, from the graph that was read of it, or from both."""

from diagramloop.evaluation.contestants.answerers import (
    ANSWERERS,
    Answer,
    Answerer,
    AnswerError,
    AnswerTask,
    answered,
    answerer,
    check_task,
)

__all__ = [
    "ANSWERERS",
    "Answer",
    "AnswerError",
    "AnswerTask",
    "Answerer",
    "answered",
    "answerer",
    "check_task",
]
