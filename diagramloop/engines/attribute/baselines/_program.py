"""VisProg's programs, read and run: a list of calls of a few modules, and nothing else that Python knows.

A line is ``NAME = MODULE(argument=value, ...)``; a value is a text, a name from a line above, or a list of such names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason

MAX_PROGRAM = 20_000  # characters of an answer that are looked at
MAX_CALLS = 40
MAX_LINE = 1_000  # characters

_LINE = re.compile(r"[ \t]*([A-Za-z]\w{0,30}[ \t]*=[ \t]*[A-Z_]{2,20}\(.*\))[ \t]*")


class ProgramError(DiagramloopError):
    """A program that is none, or that asks for what there is not."""


@dataclass(frozen=True)
class ModuleCall:
    """One line: ``name`` becomes what ``module`` makes of ``arguments``."""

    name: str
    module: str
    arguments: Mapping[str, ast.expr]


def read_program(answer: str) -> list[ModuleCall]:
    """The lines of an answer that are calls; whatever stands around them is not looked at.

    Raises:
        ProgramError: none is (EMPTY), too many are (TOO_LARGE), or one is not written as a call (SYNTAX).
    """
    lines = [match[1] for line in answer[:MAX_PROGRAM].splitlines() if (match := _LINE.fullmatch(line[:MAX_LINE]))]
    if not lines:
        raise ProgramError("the answer holds no program", reason=RejectionReason.EMPTY)
    if len(lines) > MAX_CALLS:
        raise ProgramError(f"a program of {len(lines)} lines", reason=RejectionReason.TOO_LARGE)
    return [_call(line) for line in lines]


def run_program(calls: list[ModuleCall], modules: Mapping[str, Callable[..., Any]], given: Mapping[str, Any]) -> Any:
    """Return the result of the last call.

    Args:
        modules: by name; they take keyword arguments.
        given: values that the program can name from the start.

    Raises:
        ProgramError: an unknown module or name, or arguments that the module does not take (INVALID).
    """
    values = dict(given)
    result: Any = None
    for call in calls:
        if call.module not in modules:
            raise ProgramError(f"no module {call.module}", reason=RejectionReason.INVALID)
        arguments = {name: _value(written, values) for name, written in call.arguments.items()}
        try:
            result = values[call.name] = modules[call.module](**arguments)
        except TypeError as error:
            raise ProgramError(f"{call.module}: {error}") from error
    return result


def _call(line: str) -> ModuleCall:
    try:
        (statement,) = ast.parse(line).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProgramError(f"no call: {line[:100]!r}", reason=RejectionReason.SYNTAX) from error
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=module), args=[], keywords=keywords)
        ) if len({keyword.arg for keyword in keywords} - {None}) == len(keywords):
            return ModuleCall(name, module, {str(keyword.arg): keyword.value for keyword in keywords})
    raise ProgramError(f"no call: {line[:100]!r}", reason=RejectionReason.SYNTAX)


def _value(written: ast.expr, values: Mapping[str, Any]) -> Any:
    match written:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.List(elts=elements):
            return [_value(element, values) for element in elements]
        case ast.Name(id=name):
            raise ProgramError(f"no value {name}", reason=RejectionReason.INVALID)
    raise ProgramError("a value that is neither a text nor a name", reason=RejectionReason.SYNTAX)
