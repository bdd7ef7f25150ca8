"""Random activity diagrams, and what they mean told without a graph: the words a walk through one can say."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from diagramloop.graph.plantuml import program as p

LABELS = st.sampled_from(["", "a", "是", "no (b)", "(c) d", "is it"])
TESTS = st.sampled_from(["a?", "是?", "then (e)", "else"])
NAMES = st.sampled_from(["x", "走", "y\nz", "end", "if (a) then"])
ACTIONS = st.builds(p.Action, NAMES, st.sampled_from(";|/]"))


def bodies(depth: int, in_loop: bool = False) -> st.SearchStrategy[p.Body]:
    """Bodies in which nothing follows what ends the flow."""
    inner = [ACTIONS, ACTIONS]
    if depth:
        inner += [choices(depth - 1, in_loop), loops(depth - 1), st.builds(p.Frame, NAMES, bodies(depth - 1, in_loop))]
    last = [st.just((p.Stop(),)), ACTIONS.map(lambda action: (action, p.Detach()))]
    last += [st.just((p.Break(),))] if in_loop else []
    ending = st.one_of(st.just(()), st.just(()), *last)
    return st.builds(lambda body, end: (*body, *end), st.lists(st.one_of(*inner), max_size=2), ending)


def choices(depth: int, in_loop: bool) -> st.SearchStrategy[p.Choice]:
    branch = st.builds(p.Branch, LABELS, bodies(depth, in_loop))
    return st.builds(p.Choice, TESTS, st.lists(branch, min_size=1, max_size=3).map(tuple))


def loops(depth: int) -> st.SearchStrategy[p.While | p.Repeat]:
    backward = st.one_of(st.just(""), NAMES)
    body = bodies(depth, True)
    return st.one_of(
        st.builds(p.While, TESTS, LABELS, body, LABELS, backward),
        st.builds(p.Repeat, body.filter(bool), TESTS, LABELS, LABELS, backward),
    )


@st.composite
def programs(draw: st.DrawFn) -> p.Program:
    return p.Program((p.Start(), *draw(bodies(2)), p.Stop()), draw(st.one_of(st.just(""), NAMES)))


def words(program: p.Program, length: int) -> set[tuple[str, ...]]:
    """Every beginning, up to ``length`` words, of what an execution says: texts, answers, and ``end`` at an end.

    An interpreter with a stack of what is left to do; it knows nothing of nodes and edges.
    """
    return set(_run(program.body, (), length))


_Rest = tuple[tuple[str, p.Body], ...]  # what is left to do, innermost first; loops leave a mark to break to


def _run(body: p.Body, rest: _Rest, length: int) -> Iterator[tuple[str, ...]]:
    yield ()
    if length == 0:
        return
    if not body:
        if rest:
            yield from _run(rest[0][1], rest[1:], length)
        return
    match body[0]:
        case p.Action(text=text):
            yield from _said(text, body[1:], rest, length)
        case p.Stop():
            yield ("end",)
        case p.Detach():
            return
        case p.Break():
            depth = next(depth for depth, (mark, _) in enumerate(rest) if mark == "loop")
            yield from _run((), rest[depth + 1 :], length)
        case block:
            yield from _blocks(block, (("", body[1:]), *rest), length)


def _blocks(first: p.Statement, after: _Rest, length: int) -> Iterator[tuple[str, ...]]:
    match first:
        case p.Choice(test=test, branches=branches):
            for branch in branches:
                yield from _answered(test, branch.label, branch.body, after, length)
        case p.While(test=test, label=label, body=inner, exit_label=leave, backward=backward):
            again = (*_back(backward), first)
            yield from _answered(test, label, inner, (("", again), ("loop", ()), *after), length)
            yield from _answered(test, leave, (), after, length)
        case p.Repeat():
            yield from _run((*first.body, _tested(first)), (("loop", ()), *after), length)
        case p.Frame(body=inner):
            yield from _run(inner, after, length)
        case p.Start():
            yield from _run((), after, length)


def _tested(loop: p.Repeat) -> p.Choice:
    """The test of a ``repeat`` as the decision it is: again, or out."""
    return p.Choice(
        loop.test, (p.Branch(loop.label, (*_back(loop.backward), loop)), p.Branch(loop.exit_label, (p.Break(),)))
    )


def _back(text: str) -> p.Body:
    return (p.Action(text),) if text else ()


def _said(text: str, body: p.Body, rest: _Rest, length: int) -> Iterator[tuple[str, ...]]:
    yield from ((text, *more) for more in _run(body, rest, length - 1))


def _answered(test: str, label: str, body: p.Body, rest: _Rest, length: int) -> Iterator[tuple[str, ...]]:
    yield (test,)
    if length > 1:
        yield from ((test, label, *more) for more in _run(body, rest, length - 2))
