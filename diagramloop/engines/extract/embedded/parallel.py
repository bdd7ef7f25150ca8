"""Parallelism: sentences whose steps happen at the same time, as each other or as the step before."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.engines.extract.embedded.course import Course
from diagramloop.engines.extract.embedded.draft import OpenEnd, SplitBranch
from diagramloop.engines.extract.embedded.events import CONSTRAINTS, Event, EventKind
from diagramloop.engines.extract.embedded.steps import constrain, tell_finish
from diagramloop.graph import NodeKind


def tell_parallel(course: Course, events: Sequence[Event]) -> bool:
    """Puts the sentence's steps on branches of an AND, a single one beside the step before; False if it cannot."""
    steps = [event for event in events if event.kind is EventKind.STEP]
    if not steps or (len(steps) == 1 and not _can_stand_beside(course)):
        return False
    fork = _fork(course, events, steps[0]) if len(steps) > 1 else _fork_before_last(course)
    for step in steps:
        branch = OpenEnd(fork.node, "", (*fork.branches, _next_branch(course, fork.node)))
        course.ends.append(branch)
        course.step(step.text, branch)
    course.told, course.split = None, None
    for event in events:
        if event.kind is EventKind.FINISH:
            tell_finish(course)
        elif event.kind in CONSTRAINTS:
            constrain(course, event, None)
    return True


def _next_branch(course: Course, gateway: int) -> SplitBranch:
    taken: set[SplitBranch] = set()
    for end in course.ends:
        taken.update(branch for branch in end.branches if branch.gateway == gateway)
    return SplitBranch(gateway, len(taken))


def _fork(course: Course, events: Sequence[Event], first: Event) -> OpenEnd:
    """A new AND after the step referred to before the ``first`` of the simultaneous ones, or where the flow goes on."""
    if not course.ends:
        course.reopen()
    references = [e.text for e in events if e.kind is EventKind.REFERENCE and e.at < first.at]
    end = course.open_at(course.find(references[0])) if references else None
    end = end or course.join()
    return OpenEnd(course.gateway(NodeKind.AND, end), "", end.branches)


def _can_stand_beside(course: Course) -> bool:
    last = course.last
    return last is not None and course.open_at(last) is not None and len(course.draft.into(last)) == 1


def _fork_before_last(course: Course) -> OpenEnd:
    """An AND before the last step, which becomes its first branch; the one that is there if there is one."""
    draft = course.draft
    end = next(end for end in course.ends if end.node == course.last)
    (edge,) = draft.into(end.node)
    if draft.nodes[edge.source].kind is NodeKind.AND and end.lies_in(edge.source):
        return OpenEnd(edge.source, "", tuple(branch for branch in end.branches if branch.gateway < edge.source))
    draft.remove(edge)
    node = course.add(NodeKind.AND)
    draft.connect(OpenEnd(edge.source, edge.condition), node)
    draft.connect(OpenEnd(node), end.node)
    course.replace(end, [OpenEnd(end.node, "", (*end.branches, SplitBranch(node, 0)))])
    return OpenEnd(node, "", end.branches)
