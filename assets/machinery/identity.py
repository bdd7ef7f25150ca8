"""The identity of code: what a stage's results depend on, so that a comment makes nothing anew and a change does.

It is a digest of all modules that a module imports, at once or later, directly or not, under the project's root, and of
the data files beside them (but ``INPUTS``). Of a module counts its syntax tree without docstrings and places: comments
and layout decide nothing. Of a data file (weights, word lists, prompts) count the bytes. Names in strings count like
imports (``"package.module:attribute"``, ``"package.module"``, the name of a Python file beside the module), for systems
are chosen by them. Imports for the type checker alone do not count, nor what notebooks alone call (``_repr_html_``).

A module that names a group of entry points (``"diagramloop.extractor"``), as the one that declares a kind of plug-ins
does, stands on the library's own plug-ins of the kind. Of another package count its name and its version.

Who imports a name through a package's door (an ``__init__.py`` that imports names from its modules and does nothing
else) stands on the module that the name comes from, and not on all that the door leads to.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from assets.machinery.plugin_code import PluginCode, installed_plugin_code
from diagramloop.whole_files import write_whole

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(:[A-Za-z_][\w.]*)?|[A-Za-z_]\w*:[A-Za-z_][\w.]*")
_PREFIX = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*\._?\w*")  # of names that are put together: f"package.module_{x}"
INPUTS = ("diagramloop/corpus",)  # no data of the code, though they lie in it: who reads one declares it, DVC hashes it
_SHOWING = re.compile(r"_repr_\w+_")
_NOT_DATA = {".py", ".pyc"}
_READER = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()  # facts read in another way are others
_Place = tuple[str, tuple[str, ...]]  # a file, and the names that count with it
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


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


class CodeIdentity:
    """The identities of modules under ``root``, as its files are when they are first looked at.

    One object is for one run: every file is read once, and what was answered is answered again.

    Args:
        root: the folder that holds the packages.
        cache: file in which facts are kept from one process to the next; None for none.
        plugins: those that are installed now, if None.
    """

    def __init__(self, root: Path, cache: Path | None = None, plugins: PluginCode | None = None) -> None:
        self._root, self._cache, self._plugins = root, cache, plugins or installed_plugin_code()
        self._inputs = frozenset(root / name for name in INPUTS)
        self._kept: dict[str, Any] = _read(cache)
        self._facts: dict[str, Facts] = {}
        self._there: dict[str, bool] = {}
        self._led: dict[str, tuple[_Place, ...]] = {}
        self._data: dict[Path, list[str]] = {}
        self._identities: dict[tuple[str, ...], str] = {}
        self._fresh = False

    def of(self, names: Iterable[str]) -> str:
        """SHA-256 (hex) of the modules with these dotted names and of all that they stand on."""
        wanted = tuple(sorted(set(names)))
        if wanted not in self._identities:
            digest = hashlib.sha256()
            modules, packages = self._reached(wanted)
            for package in packages:
                digest.update(f"{package}\0{self._plugins.packages[package]}\n".encode())
            for path in [*modules, *self._data_beside(modules)]:
                digest.update(f"{path}\0{self._facts_of(path).digest}\n".encode())
            self._keep()
            self._identities[wanted] = digest.hexdigest()
        return self._identities[wanted]

    def closure(self, names: Iterable[str]) -> list[str]:
        """The files of the modules with these names and of all modules that they stand on, relative to the root."""
        return self._reached(names)[0]

    def _reached(self, names: Iterable[str]) -> tuple[list[str], list[str]]:
        """The files, and the other packages that offer plug-ins and of which something is named."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting = list(names)
        while waiting:
            if (name := waiting.pop()) not in seen:
                seen.add(name)
                if name not in self._led:
                    self._led[name] = tuple(self._places(name))
                for path, further in self._led[name]:
                    found.update([path] if path else [])
                    waiting += further
        self._keep()
        tops = {re.split("[.:]", name, maxsplit=1)[0] for name in seen}
        return sorted(found), sorted({package for top, package in self._plugins.modules.items() if top in tops})

    def _places(self, name: str) -> Iterator[_Place]:
        """The files that a dotted name leads to, each with the names that count with it; an empty path for a door."""
        if name in self._plugins.groups:
            yield "", self._plugins.groups[name]
            return
        if name.endswith("*"):
            yield from ((path, self._facts_of(path).names) for path in self._beginning_with(name[:-1]))
            return
        parts = name.partition(":")[0].split(".") + ([name.partition(":")[2]] if ":" in name else [])
        for end in range(1, len(parts) + 1):
            place = "/".join(parts[:end])
            package = f"{place}/__init__.py"
            if self._is_file(package):
                facts = self._facts_of(package)
                through = end < len(parts) and facts.exports is not None
                yield ("", self._through(facts, place, parts[end])) if through else (package, facts.names)
            elif self._is_file(f"{place}.py"):
                yield f"{place}.py", self._facts_of(f"{place}.py").names
                return
            elif not (self._root / place).is_dir():
                return

    def _beginning_with(self, prefix: str) -> list[str]:
        place = self._root / prefix.replace(".", "/")
        return sorted(path.relative_to(self._root).as_posix() for path in place.parent.glob(f"{place.name}*.py"))

    def _through(self, door: Facts, place: str, name: str) -> tuple[str, ...]:
        """Origin of ``name`` behind a door; nothing where it is a module behind the door."""
        behind = f"{place}/{name}"
        if self._is_file(f"{behind}.py") or self._is_file(f"{behind}/__init__.py"):
            return ()
        origin = (door.exports or {}).get(name)
        return (origin,) if origin else door.names

    def _is_file(self, path: str) -> bool:
        if path not in self._there:
            self._there[path] = (self._root / path).is_file()
        return self._there[path]

    def _data_beside(self, modules: Iterable[str]) -> list[str]:
        folders = {(self._root / path).parent for path in modules if "/" in path}
        for folder in folders - self._data.keys():
            self._data[folder] = [path.relative_to(self._root).as_posix() for path in _data_in(folder, self._inputs)]
        return sorted({path for folder in folders for path in self._data[folder]})

    def _facts_of(self, path: str) -> Facts:
        if path not in self._facts:
            place = self._root / path
            stat = place.stat()
            stamp = [stat.st_mtime_ns, stat.st_size]
            kept = self._kept.get(path)
            if kept is None or kept["stamp"] != stamp:
                kept = {"stamp": stamp, **_read_facts(place, path)._asdict()}
                self._kept[path], self._fresh = kept, True
            self._facts[path] = Facts(kept["digest"], tuple(kept["names"]), kept["exports"])
        return self._facts[path]

    def _keep(self) -> None:
        if self._cache is not None and self._fresh:
            with suppress(OSError):  # no space, no right: it costs the next process a second
                self._cache.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._cache, json.dumps({_READER: self._kept}))
            self._fresh = False


def _read_facts(place: Path, path: str) -> Facts:
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
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if node.value.endswith(".py") and "/" not in node.value:
            yield ".".join([*package, node.value.removesuffix(".py")])
        elif _NAME.fullmatch(node.value):
            yield node.value


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that the type checker or a notebook alone looks at."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not _is_for_types(child) and not _is_for_notebooks(child):
            yield from _running(child)


def _data_in(folder: Path, inputs: Set[Path]) -> Iterator[Path]:
    """The data files of a package: those beside its modules, and in folders that hold no modules and are no inputs."""
    for path in folder.iterdir():
        if path.is_file() and path.suffix not in _NOT_DATA:
            yield path
        elif path.is_dir() and path.name != "__pycache__" and path not in inputs and not any(path.glob("*.py")):
            yield from _data_in(path, inputs)


def _read(cache: Path | None) -> dict[str, Any]:
    """Facts that the cache keeps, if this very module wrote it; nothing where it is not there, or cut."""
    try:
        kept = json.loads(cache.read_text(encoding="utf-8")) if cache else {}
    except (OSError, ValueError):
        return {}
    return kept.get(_READER, {}) if isinstance(kept, dict) else {}
