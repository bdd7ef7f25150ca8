"""Facts of one module: a digest of what it decides, the names that it leads to, and what a door exports."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(:[A-Za-z_][\w.]*)?|[A-Za-z_]\w*:[A-Za-z_][\w.]*")
_PREFIX = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*\._?\w*")  # of names that are put together: f"package.module_{x}"
_IMPORTING = frozenset(("import_module", "__import__", "find_spec", "resolve_name"))
_SHOWING = re.compile(r"_repr_\w+_")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
READER = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()  # facts read in another way are others


class Facts(NamedTuple):
    """The facts of one module or data file.

    Attributes:
        digest: SHA-256 (hex) of its normalised syntax tree; of a data file, of its bytes.
        names: dotted names that it imports or names, some of them no modules; ``prefix*`` for all that begin so.
        exports: of a door, by name where it comes from; None for anything else.
    """

    digest: str
    names: tuple[str, ...]
    exports: dict[str, str] | None


def read_facts(place: Path, path: str) -> Facts:
    """The facts of the file at ``place``, at ``path`` relative to the root."""
    if place.suffix != ".py":
        return Facts(hashlib.sha256(place.read_bytes()).hexdigest(), (), None)
    return facts_of(place.read_text(encoding="utf-8"), path)


def facts_of(text: str, path: str) -> Facts:
    """The facts of a module with this text, at ``path`` relative to the root.

    A text that is no Python counts by its characters; whoever imports it will be told.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return Facts(hashlib.sha256(text.encode()).hexdigest(), (), None)
    names = sorted(set(_names(tree, path)))
    digest = hashlib.sha256()
    for part in _normalised(tree):
        digest.update(part.encode("utf-8", "surrogatepass"))
    return Facts(digest.hexdigest(), tuple(names), _exports(tree, path))


def _normalised(node: object) -> Iterator[str]:
    """The tree as text, the same for any version of Python: fields that hold nothing are left out."""
    if isinstance(node, ast.AST):
        yield f"({type(node).__name__}"
        for name, value in ast.iter_fields(node):
            held = value[1:] if name == "body" and _has_docstring(node) else value
            if held is not None and held != []:
                yield f" {name}="
                yield from _normalised(held)
        yield ")"
    elif isinstance(node, list):
        for one in node:
            if not _is_for_notebooks(one):
                yield from _normalised(one)
    else:
        yield f"{type(node).__name__}:{node!r}"


def _has_docstring(node: ast.AST) -> bool:
    return isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None


def _names(tree: ast.Module, path: str) -> Iterator[str]:
    front_door = path.count("/") == 1 and path.endswith("__init__.py")  # names all of its package, to import it lazily
    for node in _running(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{_module_of(node, path)}.{alias.name}" for alias in node.names)
        elif not front_door:
            yield from _named(node, _package_of(path))


def _exports(tree: ast.Module, path: str) -> dict[str, str] | None:
    """Of a door, by name where it comes from."""
    if not path.endswith("__init__.py"):
        return None
    body = tree.body[1:] if _has_docstring(tree) else tree.body
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    others = [node for node in body if not isinstance(node, ast.ImportFrom) and not _decides_nothing(node)]
    if others or any(alias.name == "*" for node in imports for alias in node.names):
        return None
    found = ((alias, _module_of(node, path)) for node in imports for alias in node.names)
    return {alias.asname or alias.name: f"{module}.{alias.name}" for alias, module in found}


def _decides_nothing(node: ast.stmt) -> bool:
    """True of ``__all__ = ...`` and of imports for the type checker."""
    named = [target.id for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)]
    return named == ["__all__"] or _is_for_types(node)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _is_for_notebooks(node: object) -> bool:
    """True of a method by which a value shows itself, as IPython calls it: no result depends on it."""
    return isinstance(node, ast.FunctionDef) and _SHOWING.fullmatch(node.name) is not None


def _module_of(node: ast.ImportFrom, path: str) -> str:
    package = _package_of(path)
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def _package_of(path: str) -> list[str]:
    return path.split("/")[:-1]


def _named(node: ast.AST, package: list[str]) -> Iterator[str]:
    """The modules that a string names."""
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
        if _PREFIX.fullmatch(prefix := str(node.values[0].value)):
            yield f"{prefix}*"
    elif isinstance(node, ast.Call) and _called(node) in _IMPORTING:
        for given in node.args[:1]:
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield given.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if node.value.endswith(".py") and "/" not in node.value:
            yield ".".join([*package, node.value.removesuffix(".py")])
        elif _NAME.fullmatch(node.value):
            yield node.value


def _called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    return str(getattr(node.func, "attr", getattr(node.func, "id", "")))


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that the type checker or a notebook alone looks at."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not _is_for_types(child) and not _is_for_notebooks(child):
            yield from _running(child)
