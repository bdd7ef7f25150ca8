"""Plans as documents: a text in plain English, and in triples the procedural graph that it describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from diagramloop.data.synth.fresh._plans import Block, Branch, Fork, Loop, Plan

_Ends = list[str]  # beginnings of triples that wait for their target, such as ``XOR1 -> (the lid is open) ``


def text_of(plan: Plan) -> str:
    """The text of a plan."""
    first, *rest = _sentences(plan)
    return " ".join([f"First, {first[0].lower()}{first[1:]}", *rest])


def triples_of(plan: Plan) -> str:
    """The procedural graph of a plan in the notation of PAGED."""
    told = _Triples()
    told.closed(told.plan(plan, ["Start -> "]), "End")
    return "\n".join(told.lines)


def _sentences(plan: Plan) -> Iterator[str]:
    for block in plan:
        yield from _said(block)


def _said(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield f"{block.capitalize()}."
    elif isinstance(block, Branch):
        yield from _way(block.condition.holds, block.then)
        if block.otherwise:
            yield from _way(block.condition.fails, block.otherwise)
        yield "In either case, go on."
    elif isinstance(block, Loop):
        yield from _sentences(block.body)
        yield f"If {block.until.fails}, repeat this from the step where you {_first(block.body)}."
        yield f"Once {block.until.holds}, go on."
    else:
        yield f"At the same time, {_joined(block.first)} and {_joined(block.second)}."


def _way(condition: str, plan: Plan) -> Iterator[str]:
    first, *rest = _sentences(plan)
    yield f"If {condition}, {first[0].lower()}{first[1:]}"
    yield from (f"Then, still because {condition}, {said[0].lower()}{said[1:]}" for said in rest)


def _first(plan: Plan) -> str:
    block = plan[0]
    return block if isinstance(block, str) else next(_said(block)).rstrip(".").lower()


def _joined(plan: Plan) -> str:
    return " and then ".join(block for block in plan if isinstance(block, str))


class _Triples:
    """The lines so far. Each part of a plan closes the ends that it is given, and gives those that are left."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._gateways: Counter[str] = Counter()

    def closed(self, ends: _Ends, target: str) -> str:
        self.lines += [f"{end}{target}" for end in ends]
        return target

    def plan(self, plan: Plan, ends: _Ends) -> _Ends:
        for block in plan:
            ends = self._block(block, ends)
        return ends

    def _block(self, block: Block, ends: _Ends) -> _Ends:
        if isinstance(block, str):
            return [f"{self.closed(ends, block)} -> "]
        if isinstance(block, Fork):
            return self._fork(block, ends)
        return self._branch(block, ends) if isinstance(block, Branch) else self._loop(block, ends)

    def _fork(self, block: Fork, ends: _Ends) -> _Ends:
        split, join = self._gateway("AND"), self._gateway("AND")
        self.closed(ends, split)
        ways = [self.plan(way, [f"{split} -> "]) for way in (block.first, block.second)]
        return [f"{self.closed([end for way in ways for end in way], join)} -> "]

    def _branch(self, block: Branch, ends: _Ends) -> _Ends:
        split, join = self._gateway("XOR"), self._gateway("XOR")
        self.closed(ends, split)
        said = ((block.condition.holds, block.then), (block.condition.fails, block.otherwise))
        ways = [self.plan(way, [f"{split} -> ({condition}) "]) for condition, way in said]
        return [f"{self.closed([end for way in ways for end in way], join)} -> "]

    def _loop(self, block: Loop, ends: _Ends) -> _Ends:
        join, split = self._gateway("XOR"), self._gateway("XOR")
        self.closed(ends, join)
        self.closed(self.plan(block.body, [f"{join} -> "]), split)
        self.closed([f"{split} -> ({block.until.fails}) "], join)
        return [f"{split} -> ({block.until.holds}) "]

    def _gateway(self, kind: str) -> str:
        self._gateways[kind] += 1
        return f"{kind}{self._gateways[kind]}"
