"""The structural agent: which issues are real flaws, and how to mend them (text2flow, Section 4.3.1, Equation 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from diagramloop.engines.extract import repairs
from diagramloop.engines.extract._metered import Metered
from diagramloop.engines.extract.feedback import Feedback, Repair
from diagramloop.engines.extract.graph_builder import written
from diagramloop.engines.extract.issues import Issue, IssueKind
from diagramloop.engines.extract.naming import named, named_all
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.models.answers import Block, Blocks, Reading

ALWAYS = 1.0 - 1e-9
MOST_ISSUES = 20
"""Issues that a model is asked about at once, the most frequent ones."""
HARMLESS = "harmless"
STATUSES = {
    "real": ("confirmed", "real issue", "real flaw", "flaw", "yes", "true"),
    HARMLESS: ("not a real issue", "not a real flaw", "not real", "unreal", "not confirmed", "no issue", "no", "false"),
}
_NO_VERDICT = Block("")


class StructuralAgent(Protocol):
    """Turns issues into suggestions."""

    def feedback(self, text: str, graph: FlowGraph, issues: Sequence[Issue]) -> list[Feedback]:
        """A suggestion for each issue that is a flaw, in the issues' order."""
        ...


class IssueVerdicts(Blocks):
    """A verdict on each issue; those without are counted also by the side of a word of approval."""

    def read(self, answer: str) -> Reading[Mapping[int, Block]]:
        """See :meth:`Blocks.read`."""
        reading = super().read(answer)
        missing = self.count - len(reading.value)
        counted = (f"{missing} of {self.count} not answered",) if missing else ()
        return Reading(reading.value, (*reading.repairs, *counted))


class ModelStructuralAgent:
    """Asks a language model about all issues of a graph at once."""

    def __init__(self, model: Metered) -> None:
        self._model = model

    def feedback(self, text: str, graph: FlowGraph, issues: Sequence[Issue]) -> list[Feedback]:
        """See :class:`StructuralAgent`; issues without a verdict are asked about once more, and then told as they are.

        Raises:
            ModelError: the model failed, or was not understood.
        """
        asked = issues[:MOST_ISSUES]
        verdicts = self._verdicts(text, graph, asked)
        left = [issue for issue in asked if issue not in verdicts]
        verdicts |= self._verdicts(text, graph, left)
        feedback = []
        for issue in asked:
            verdict = verdicts.get(issue, _NO_VERDICT)
            if verdict.status != HARMLESS:
                advice = f"{issue.message} {verdict.text}".strip()
                feedback.append(Feedback(advice, structural=True, frequency=issue.frequency))
        return feedback

    def _verdicts(self, text: str, graph: FlowGraph, issues: Sequence[Issue]) -> dict[Issue, Block]:
        if not issues:
            return {}
        wanted = IssueVerdicts("issue", STATUSES, len(issues), approval=HARMLESS)
        described = [{"number": number, **_described(graph, issue)} for number, issue in enumerate(issues, start=1)]
        case = {"document": text.strip(), "graph": written(graph), "issues": described}
        verdicts = self._model.verdict("structure_check", wanted, **case)
        return {issues[number - 1]: verdict for number, verdict in verdicts.items()}


def _described(graph: FlowGraph, issue: Issue) -> dict[str, object]:
    """An issue for a reader: (i, tau, c)."""
    fields: dict[str, object] = {"problem": issue.message}
    if issue.trace:
        fields["execution"] = " -> ".join(named(graph, id) for id in issue.trace)
    if issue.choices:
        fields["choices"] = [f"{named(graph, c.gateway)} chose {named_all(graph, c.branches)}" for c in issue.choices]
    return fields


class EmbeddedStructuralAgent:
    """Knows a repair for each kind of issue that a graph alone tells how to mend."""

    def feedback(self, text: str, graph: FlowGraph, issues: Sequence[Issue]) -> list[Feedback]:  # noqa: ARG002
        """See :class:`StructuralAgent`; every issue counts as a flaw."""
        feedback = []
        for issue in issues:
            advice, repair = _ADVICE[issue.kind](graph, issue) if issue.kind in _ADVICE else ("", None)
            text_ = f"{issue.message} {advice}".strip()
            feedback.append(Feedback(text_, structural=True, frequency=issue.frequency, repair=repair))
        return feedback


Advice = tuple[str, Repair | None]


def _add_start(graph: FlowGraph, _: Issue) -> Advice:
    roots = [node.id for node in graph.nodes if not repairs.flows_into(graph, node.id)]
    roots = [id for id in roots if repairs.flows_from(graph, id)]
    return "Begin with Start.", repairs.in_turn(*(partial(repairs.started, id=id) for id in roots))


def _add_end(graph: FlowGraph, _: Issue) -> Advice:
    last = [node.id for node in graph.nodes if not repairs.flows_from(graph, node.id)]
    last = [id for id in last if repairs.flows_into(graph, id)]
    return "Finish with End.", repairs.in_turn(*(partial(repairs.ended, id=id) for id in last))


def _end_here(graph: FlowGraph, issue: Issue) -> Advice:
    (node,) = issue.nodes
    return f"Connect {named(graph, node)} with End.", partial(repairs.ended, id=node)


def _reconnect(graph: FlowGraph, issue: Issue) -> Advice:
    """Reconnect an abandoned part: what holds steps is led to from the node told before it, the rest goes."""
    steps = [id for id in issue.nodes if graph.node_by_id[id].kind is NodeKind.PROCESS]
    if not steps:
        return f"Remove {named_all(graph, issue.nodes)}.", partial(repairs.removed, ids=issue.nodes)
    order = [node.id for node in graph.nodes if node.kind is not NodeKind.END]
    place = order.index(steps[0])
    before = next((id for id in reversed(order[:place]) if id not in issue.nodes), None)
    if before is None:
        return f"Connect Start with {named(graph, steps[0])}.", partial(repairs.started, id=steps[0])
    advice = f"Connect {named(graph, before)} with {named(graph, steps[0])}."
    return advice, partial(repairs.connected, source=before, target=steps[0])


def _leave_loop(graph: FlowGraph, issue: Issue) -> Advice:
    """A choice between another round and the End at the node that closes the loop."""
    last = issue.nodes[-1]
    way_out = repairs.in_turn(
        partial(repairs.split_after, id=last, kind=NodeKind.XOR), partial(_end_of_split, last=last)
    )
    return f"Let an XOR after {named(graph, last)} choose between another round and End.", way_out


def _end_of_split(graph: FlowGraph, last: str) -> FlowGraph:
    (edge,) = repairs.flows_from(graph, last)
    return repairs.ended(graph, edge.target)


def _exclusive_join(graph: FlowGraph, issue: Issue) -> Advice:
    join = issue.nodes[0]
    advice = f"Join these branches, of which not all are taken, by an XOR instead of {named(graph, join)}."
    return advice, partial(repairs.retyped, ids=[join], kind=NodeKind.XOR)


def _parallel_join(graph: FlowGraph, issue: Issue) -> Advice:
    merge = issue.nodes[0]
    if graph.node_by_id[merge].kind is NodeKind.XOR:
        advice = f"Change {named(graph, merge)} to an AND that waits for all of them."
        return advice, partial(repairs.retyped, ids=[merge], kind=NodeKind.AND)
    advice = f"Put an AND before {named(graph, merge)} that waits for all of them."
    return advice, partial(repairs.joined_before, id=merge, kind=NodeKind.AND)


def _join_before_end(_: FlowGraph, issue: Issue) -> Advice:
    """An AND waits for every branch; where not every run takes them all, an OR waits for those that it took."""
    kind = NodeKind.AND if issue.share >= ALWAYS else NodeKind.OR
    advice = f"Join the parallel branches by an {kind.value.upper()} before End."
    return advice, partial(repairs.joined_before, id=issue.nodes[0], kind=kind)


def _gateway_for_split(graph: FlowGraph, issue: Issue) -> Advice:
    source = issue.nodes[0]
    conditional = all(edge.label for edge in repairs.flows_from(graph, source))
    kind = NodeKind.XOR if conditional else NodeKind.AND
    advice = f"Put an {kind.value.upper()} between {named(graph, source)} and these."
    return advice, partial(repairs.split_after, id=source, kind=kind)


def _no_gateway(graph: FlowGraph, issue: Issue) -> Advice:
    (gateway,) = issue.nodes
    advice = f"Leave {named(graph, gateway)} out, or add the branch that is missing."
    return advice, partial(repairs.spliced_out, id=gateway)


def _otherwise(graph: FlowGraph, issue: Issue) -> Advice:
    """The one branch without a condition holds when no other does; of several, nobody can know."""
    gateway, target = issue.nodes
    unnamed = [edge for edge in repairs.flows_from(graph, gateway) if not edge.label]
    if len(unnamed) != 1:
        return "Say under which condition each branch is taken.", None
    advice = f"Say when {named(graph, target)} is to follow, or write (otherwise)."
    return advice, partial(repairs.conditioned, edge=unnamed[0], condition="otherwise")


def _once(_: FlowGraph, issue: Issue) -> Advice:
    return "One of these flows is enough.", partial(repairs.without_repeats, source=issue.nodes[0])


def _flow_past_end(_: FlowGraph, issue: Issue) -> Advice:
    end = issue.nodes[0]
    return "Let End come last.", partial(repairs.spliced_out, id=end)


def _unattached(graph: FlowGraph, issue: Issue) -> Advice:
    (artifact,) = issue.nodes
    advice = f"Connect {named(graph, artifact)} with the action that it belongs to, or leave it out."
    return advice, partial(repairs.removed, ids=[artifact])


Advisers = dict[IssueKind, Callable[[FlowGraph, Issue], Advice]]
_OF_ENDS: Advisers = {
    IssueKind.NO_START: _add_start,
    IssueKind.NO_END: _add_end,
    IssueKind.UNREACHABLE_NODE: _reconnect,
    IssueKind.NO_PATH_TO_END: _end_here,
    IssueKind.ENDLESS_LOOP: _leave_loop,
    IssueKind.END_WITH_OUTGOING: _flow_past_end,
}
_OF_JOINS: Advisers = {
    IssueKind.JOIN_NEVER_FIRES: _exclusive_join,
    IssueKind.DEADLOCK: _exclusive_join,
    IssueKind.LACK_OF_SYNCHRONISATION: _parallel_join,
    IssueKind.IMPROPER_COMPLETION: _join_before_end,
}
_OF_SPLITS: Advisers = {
    IssueKind.IMPLICIT_SPLIT: _gateway_for_split,
    IssueKind.GATEWAY_WITH_ONE_BRANCH: _no_gateway,
    IssueKind.MISSING_CONDITION: _otherwise,
    IssueKind.DUPLICATE_BRANCHES: _once,
    IssueKind.UNATTACHED_CONSTRAINT: _unattached,
}
_ADVICE = _OF_ENDS | _OF_JOINS | _OF_SPLITS
"""What has no entry is told without a repair: nothing in the graph says which of its nodes is wrong."""
