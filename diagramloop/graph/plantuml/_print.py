"""A tree of statements as PlantUML text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from diagramloop.graph.plantuml import program as p
from diagramloop.graph.plantuml._creole import written

_STYLES = {"dotted": "[dashed]", "thick": "[bold]", "invisible": "[hidden]"}
_INDENT = "  "


def print_program(program: p.Program) -> str:
    """The text that :func:`diagramloop.graph.plantuml.parse` turns into ``program`` again.

    Texts lose white space at their ends, brackets of keywords' arguments must be balanced, and no text may hold what
    ends it; the writer sees to that by reading back what it wrote.
    """
    title = [f"title {written(program.title)}"] if program.title else []
    return "\n".join(("@startuml", *title, *_body(program.body), "@enduml", ""))


def _body(body: p.Body) -> Iterator[str]:
    for statement in body:
        yield from _PRINTERS[type(statement)](statement)


def _inner(body: p.Body) -> Iterator[str]:
    for line in _body(body):
        yield _INDENT + line


def _arrow(arrow: p.Arrow) -> Iterator[str]:
    yield f"-{_STYLES.get(arrow.line, '')}-> {written(arrow.label)};"


def _choice(choice: p.Choice) -> Iterator[str]:
    """``if`` where there are two ways out, else ``switch``."""
    if len(choice.branches) == 2:
        yes, no = choice.branches
        yield f"if ({written(choice.test)}) then ({written(yes.label)})"
        yield from _inner(yes.body)
        yield f"else ({written(no.label)})"
        yield from _inner(no.body)
        yield "endif"
        return
    yield f"switch ({written(choice.test)})"
    for branch in choice.branches:
        yield f"case ({written(branch.label)})"
        yield from _inner(branch.body)
    yield "endswitch"


def _while(loop: p.While) -> Iterator[str]:
    yield f"while ({written(loop.test)}) is ({written(loop.label)})"
    yield from _inner(loop.body)
    yield from _backward(loop.backward)
    yield f"endwhile ({written(loop.exit_label)})"


def _repeat(loop: p.Repeat) -> Iterator[str]:
    yield "repeat"
    yield from _inner(loop.body)
    yield from _backward(loop.backward)
    test = f"({written(loop.test)}) is ({written(loop.label)}) not ({written(loop.exit_label)})"
    yield f"repeat while {test}" if loop.test else "repeat while"


def _backward(text: str) -> Iterator[str]:
    if text:
        yield f"{_INDENT}backward :{written(text)};"


def _parallel(parallel: p.Parallel) -> Iterator[str]:
    for number, body in enumerate(parallel.bodies):
        yield f"{parallel.word} again" if number else parallel.word
        yield from _inner(body)
    yield f"end {parallel.word}"


def _frame(frame: p.Frame) -> Iterator[str]:
    yield f'partition "{written(frame.title)}" {{'
    yield from _inner(frame.body)
    yield "}"


_PRINTERS: dict[type[p.Statement], Callable[[Any], Iterator[str]]] = {
    p.Start: lambda _: iter(["start"]),
    p.Stop: lambda stop: iter([stop.word]),
    p.Detach: lambda _: iter(["detach"]),
    p.Break: lambda _: iter(["break"]),
    p.Label: lambda label: iter([f"label {label.name}"]),
    p.Goto: lambda goto: iter([f"goto {goto.name}"]),
    p.Connector: lambda connector: iter([f"({connector.name})"]),
    p.Action: lambda action: iter([f":{written(action.text)}{action.terminator}"]),
    p.Arrow: _arrow,
    p.Lane: lambda lane: iter([f"|{written(lane.name)}|"]),
    p.Remark: lambda remark: iter([f"note right: {written(remark.text)}"]),
    p.Choice: _choice,
    p.While: _while,
    p.Repeat: _repeat,
    p.Parallel: _parallel,
    p.Frame: _frame,
}
