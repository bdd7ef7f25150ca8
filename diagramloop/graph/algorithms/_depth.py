"""Depth first: the order in which a walk is done with its vertices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

V = TypeVar("V", bound=Hashable)


def finished(starts: Iterable[V], onward: Callable[[V], Iterable[V]]) -> list[V]:
    """The vertices that a depth-first walk from each of ``starts`` meets, in the order in which it is done with them.

    Args:
        onward: the successors of a vertex, in the order in which they are tried.
    """
    seen: set[V] = set()
    done: list[V] = []
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(onward(start)))]
        while stack:
            vertex, targets = stack[-1]
            target = next((target for target in targets if target not in seen), None)
            if target is None:
                done.append(vertex)
                stack.pop()
            else:
                seen.add(target)
                stack.append((target, iter(onward(target))))
    return done
