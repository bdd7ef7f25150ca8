"""Every regular expression of the packages: what modules compile when they are imported, and what functions hold."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGES = ("diagramloop", "assets", "pipelines")
METHODS = frozenset({"match", "search", "sub", "subn", "fullmatch", "split", "findall", "finditer"})
ANYWHERE = frozenset({"finditer", "fullmatch"})
"""Of a pattern that is handed on, so that nobody can tell how it is used."""
_COMPILED = METHODS | {"compile"}
_UNKNOWN = "x"  # stands for what a function puts into its pattern


@dataclass(frozen=True)
class UsedPattern:
    """A pattern, where it stands, and the methods by which it is used."""

    place: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


def used_patterns(packages: Iterable[str] = PACKAGES, root: Path = ROOT) -> list[UsedPattern]:
    """The patterns of the packages below ``root``, which is on the path of imports; modules with patterns are imported.

    Call it in a process that has imported none of these modules yet.
    """
    sources = {
        path: ast.parse(path.read_text("utf-8")) for name in packages for path in sorted((root / name).rglob("*.py"))
    }
    with_patterns = [path for path, tree in sources.items() if next(_calls(tree), None)]
    uses = _Uses(list(sources.values()))
    at_import = _compiled_at_import(with_patterns, root)
    patterns = []
    for path in with_patterns:
        place = str(path.relative_to(root))
        for call in _calls(sources[path]):
            lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
            compiled = [pattern for line in lines for pattern in at_import.get((place, line), ())]
            if not compiled:
                compiled = _evaluated(call, vars(sys.modules[_module(path, root)]))
            methods = frozenset({_called(call)} & METHODS) or uses.of(sources[path], call)
            patterns += [UsedPattern(f"{place}:{call.lineno}", pattern, methods) for pattern in compiled]
    return list(dict.fromkeys(patterns))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _called(node) in _COMPILED:
            function = node.func
            if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "re":
                yield node


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _module(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _compiled_at_import(paths: Iterable[Path], root: Path) -> Mapping[tuple[str, int], list[re.Pattern[Any]]]:
    """By file and line, what ``re.compile`` makes while the modules are imported."""
    compiled: dict[tuple[str, int], list[re.Pattern[Any]]] = {}
    compile_pattern = re.compile

    def recorded(pattern: Any, flags: Any = 0) -> re.Pattern[Any]:
        made: re.Pattern[Any] = compile_pattern(pattern, flags)
        caller = sys._getframe(1)
        file = Path(caller.f_code.co_filename)
        if file.is_relative_to(root):
            compiled.setdefault((str(file.relative_to(root)), caller.f_lineno), []).append(made)
        return made

    re.compile = recorded
    try:
        for path in paths:
            importlib.import_module(_module(path, root))
    finally:
        re.compile = compile_pattern
    return compiled


def _evaluated(call: ast.Call, namespace: Mapping[str, Any]) -> list[re.Pattern[Any]]:
    """The pattern of a call within a function: its names are the module's, and what is not is a plain letter."""
    arguments = [call.args[0], *(word.value for word in call.keywords if word.arg == "flags")]
    if _called(call) in ("compile", "match", "search", "fullmatch", "findall", "finditer"):
        position = 1 if _called(call) == "compile" else 2
        arguments += call.args[position : position + 1]
    values = [_value(argument, namespace) for argument in arguments]
    return [re.compile(*values)]


def _value(expression: ast.expr, namespace: Mapping[str, Any]) -> Any:
    known = {**vars(builtins), **namespace}
    local = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)} - known.keys()
    if not local:
        return eval(compile(ast.Expression(expression), "<pattern>", "eval"), dict(known))
    if isinstance(expression, ast.JoinedStr):
        parts = [
            part.value if isinstance(part, ast.Constant) else _value(part, namespace) for part in expression.values
        ]
        return "".join(map(str, parts))
    return _UNKNOWN


class _Uses:
    """Uses of patterns: by their names, or by the parameters of functions to which they are handed."""

    def __init__(self, trees: Collection[ast.Module]) -> None:
        self._imported = {alias.name for tree in trees for alias in _imported(tree)}
        self._parameters: dict[str, set[str]] = {}
        for tree in trees:
            for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
                self._read_parameters(function)
        self._methods: dict[tuple[ast.Module | None, str], set[str]] = {}
        self._in_loops = {tree: set(_methods_in_loops(tree)) for tree in trees}
        for tree in trees:
            self._read(tree)

    def of(self, tree: ast.Module, call: ast.Call) -> frozenset[str]:
        """The methods of the name that is given to what ``call`` compiles."""
        names = _targets(tree, call)
        methods = {method for name in names for method in self._methods.get(self._key(tree, name), ())}
        if not names:  # in a table, of which a loop takes it
            methods = self._in_loops[tree]
        return frozenset(methods & METHODS) or ANYWHERE

    def _key(self, tree: ast.Module, name: str) -> tuple[ast.Module | None, str]:
        return (None if name in self._imported else tree), name

    def _read_parameters(self, function: ast.FunctionDef) -> None:
        given = function.args
        patterns = {one.arg for one in (*given.args, *given.kwonlyargs) if "Pattern[" in ast.unparse(one)}
        if patterns:
            attributes = [node for node in ast.walk(function) if isinstance(node, ast.Attribute)]
            methods = {node.attr for node in attributes if _name(node.value) in patterns}
            self._parameters.setdefault(function.name, set()).update(methods & METHODS or ANYWHERE)

    def _read(self, tree: ast.Module) -> None:
        explained = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                if node.attr in METHODS | {"pattern"}:
                    explained.add(node.value)
                    self._methods.setdefault(self._key(tree, _name(node.value)), set()).add(node.attr)
            elif isinstance(node, ast.Call):
                given = [*node.args, *(word.value for word in node.keywords)]
                for name in (one for one in given if isinstance(one, ast.Name)):
                    explained.add(name)
                    methods = self._parameters.get(_name(node.func), ANYWHERE)
                    self._methods.setdefault(self._key(tree, name.id), set()).update(methods)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in explained:
                self._methods.setdefault(self._key(tree, node.id), set()).update(ANYWHERE)


def _imported(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from node.names


def _methods_in_loops(tree: ast.Module) -> Iterator[str]:
    """The methods of what loops go through."""
    loops = [node.target for node in ast.walk(tree) if isinstance(node, ast.For | ast.comprehension)]
    names = {part.id for target in loops for part in ast.walk(target) if isinstance(part, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _name(node.value) in names:
            yield node.attr


def _name(owner: ast.expr) -> str:
    if isinstance(owner, ast.Name):
        return owner.id
    return owner.attr if isinstance(owner, ast.Attribute) else ""


def _targets(tree: ast.Module, call: ast.Call) -> list[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is call:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return [_name(target) for target in targets]
    return []
