"""Which node of one procedural graph is which of another, one to one.

Nodes may meet when their kinds agree and, of actions and artifacts, half of their words or letters do. Among all
assignments the one is sought that agrees best in texts, actors and flows. Graphs match quadratically, which is hard
in general; here nodes are paired best first, each pair drawing its neighbours after it, and the outcome is improved
by one optimal assignment and by exchanging partners. Nodes of the same text are told apart by their surroundings
(colour refinement; where these are the same too, one pair is singled out and its surroundings follow), so that a graph
meets itself exactly, whatever the ids and the order. The outcome does not depend on which graph is called the first.
"""

from diagramloop.scores.counterparts._both import ALIKE, said_flows
from diagramloop.scores.counterparts._counterparts import counterparts
from diagramloop.scores.counterparts._wording import wording

__all__ = ["ALIKE", "counterparts", "said_flows", "wording"]
