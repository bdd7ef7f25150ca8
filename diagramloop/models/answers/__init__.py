"""Answers of models: a role declares what it wants, and one layer asks for it, reads whatever comes and counts it.

=====================  ===========================================================================================
:class:`Choice`        one of a set, or none of it
:class:`Listed`        some of a set, in order
:class:`Points`        criticism in points, or approval
:class:`Blocks`        numbered records, each with a status and a text
:class:`Lines`         numbered lines of text
:class:`Record`        a JSON object or list of a form
:class:`Graph`         a flowchart in any notation
:class:`Words`         free text
=====================  ===========================================================================================

:func:`ask` returns :class:`Heard`: the value, or that the answer is unread; whether it was cut; what was repaired.
Nothing that was not read is ever a value. All that is asked in an :func:`accounted` block is counted by role.
"""

from diagramloop.models.answers.account import Account, AnswerCounts, UnreadAnswer, accounted
from diagramloop.models.answers.blocks import Block, Blocks, Lines
from diagramloop.models.answers.choice import Choice, Chosen
from diagramloop.models.answers.hearing import Heard, ask, count_call, count_nothing, hear, reply_or_nothing
from diagramloop.models.answers.listed import Listed
from diagramloop.models.answers.points import Criticism, Points
from diagramloop.models.answers.record import Record
from diagramloop.models.answers.wanted import Reading, UnreadError, Wanted
from diagramloop.models.answers.words import Words

__all__ = [
    "Account",
    "AnswerCounts",
    "Block",
    "Blocks",
    "Choice",
    "Chosen",
    "Criticism",
    "Heard",
    "Lines",
    "Listed",
    "Points",
    "Reading",
    "Record",
    "UnreadAnswer",
    "UnreadError",
    "Wanted",
    "Words",
    "accounted",
    "ask",
    "count_call",
    "count_nothing",
    "hear",
    "reply_or_nothing",
]
