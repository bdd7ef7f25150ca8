"""Faults of an answer: those that a metric declares to see."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """One kind of fault; :mod:`diagramloop.scores.planted_faults` plants each in rising number."""

    # Of a graph.
    EDGE_MISSING = "edge missing"
    EDGE_REVERSED = "edge reversed"
    EDGE_SHORTCUT = "edge shortcut"  # it leads past its target, to what follows there
    EDGE_INVENTED = "edge invented"  # where the reference has no path
    NODE_MISSING = "node missing"  # with its edges
    NODE_DUPLICATED = "node duplicated"  # with its edges, at another place
    NODE_MERGED = "nodes merged"  # two neighbours become one, with both texts
    NODE_RENAMED = "node renamed"
    KIND_WRONG = "kind wrong"
    SHAPE_WRONG = "shape wrong"
    LABEL_WRONG = "edge label wrong"
    ACTOR_WRONG = "actor wrong"
    GROUP_MISSING = "group missing"
    ALL_EDGES = "all edges"  # each node is joined to each
    NO_EDGES = "no edges"
    NOTHING = "nothing"  # the empty answer
    # Of a graph as a reader sees it: the panel plants them, no metric promises to fall with their number.
    NODE_BRIDGED = "node skipped and bridged"  # what came before it leads to what follows
    NODE_CUT = "node skipped and cut"  # with its edges, nothing reconnected
    TEXT_MISREAD = "text misread by a letter"
    TEXT_NEGATED = "text negated"
    PROHIBITION_DROPPED = "prohibition made a step"
    NUMBER_CHANGED = "number changed"
    NUMBER_TENFOLD = "number ten times as large"
    ENTITY_SWAPPED = "entities swapped"  # between two nodes
    POLARITY_SWAPPED = "polarity swapped"  # yes and no of a decision
    CHOICE_IN_SEQUENCE = "choice made a sequence"
    LABELS_MISSING = "labels dropped"
    EDGE_REPEATED = "one edge ten times"
    PAGE_MISSING = "page left out"
    # Of what a judge or a vision model measures.
    MARK_LOWER = "mark lower"
    # Of the nodes that are said to ground an answer.
    CLAIM_MISSING = "claim missing"
    CLAIM_INVENTED = "claim invented"
    ALL_CLAIMED = "all claimed"
    NONE_CLAIMED = "none claimed"
    NEXT_CLAIMED = "next node claimed"  # in place of a right one
    # Of a conversation along a chart.
    START_WRONG = "start wrong"
    END_WRONG = "end wrong"
    STEP_MISSING = "step missing"
    STEP_INVENTED = "step invented"
    TURN_WASTED = "turn wasted"  # the agent asks again
    NO_END = "no end"  # the turns are used up
    HOP_WRONG = "hop wrong"  # after a knowledge question
    IRRELEVANT_MOVE = "irrelevant move"  # the agent moves on what answers nothing
    WORDS_REPEATED = "words repeated"  # by the simulated user
    CONTRADICTION = "contradiction"  # of the simulated user, as judged
    BRANCH_WRONG = "wrong branch walked"  # the other side of a decision, to its end
    NEXT_NAMED = "next node named"  # in place of the right one
    ASKS_ON = "asks for ever"
    # Of an answer to a question.
    ANSWER_WRONG = "answer wrong"
    ANSWER_MISSING = "answer missing"
    ANSWER_WORDY = "answer wordy"  # with words that nobody asked for
    ANSWER_STYLED = "answer styled"  # it says the same in another case, with punctuation and figures
    ANSWER_NEGATED = "answer negated"


WHOLE = frozenset(
    {Fault.ALL_EDGES, Fault.NO_EDGES, Fault.NOTHING, Fault.ALL_CLAIMED, Fault.NONE_CLAIMED}
    | {Fault.START_WRONG, Fault.END_WRONG, Fault.NO_END, Fault.CONTRADICTION}
    | {Fault.ANSWER_WRONG, Fault.ANSWER_MISSING, Fault.ANSWER_STYLED}
)
"""Faults that an item has or has not: what rises is the number of items that have them."""

OMISSIONS = frozenset(
    {Fault.EDGE_MISSING, Fault.NODE_MISSING, Fault.GROUP_MISSING, Fault.NO_EDGES, Fault.NOTHING}
    | {Fault.CLAIM_MISSING, Fault.NONE_CLAIMED}
)
"""What leaves the rest right: precision does not see it."""
ADDITIONS = frozenset(
    {Fault.EDGE_INVENTED, Fault.NODE_DUPLICATED, Fault.ALL_EDGES, Fault.CLAIM_INVENTED, Fault.ALL_CLAIMED}
)
"""What leaves everything found: recall does not see it."""

NODE_FAULTS = frozenset({Fault.NODE_MISSING, Fault.NODE_DUPLICATED, Fault.NODE_MERGED, Fault.NOTHING})
"""What an F1 of nodes sees; by text, it sees renamed ones besides."""
EDGE_FAULTS = NODE_FAULTS | {
    *(Fault.EDGE_MISSING, Fault.EDGE_REVERSED, Fault.EDGE_SHORTCUT, Fault.EDGE_INVENTED),
    *(Fault.ALL_EDGES, Fault.NO_EDGES),
}
"""What an F1 of edges sees: also what happens to their ends."""
