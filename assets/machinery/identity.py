"""The identity of code: what a stage's results depend on, so that a comment makes nothing anew and a change does.

It is a digest of all modules that a module imports, at once or later, directly or not, under the project's root, and of
the data files beside them (but ``INPUTS``). Of a module counts its syntax tree without docstrings and places: comments
and layout decide nothing. Of a data file (weights, word lists, prompts) count the bytes. Names in strings count like
imports (``"package.module:attribute"``, ``"package.module"``, the name of a Python file beside the module), for systems
are chosen by them. Imports for the type checker alone do not count, nor what notebooks alone call (``_repr_html_``).

A module that names a group of entry points (``"diagramloop.extractor"``), as the one that declares a kind of plug-ins
does, stands on the library's own plug-ins of the kind. Of another package count its name and its version.

A module that lies in no package and not under the root, but in another folder that Python looks into, such as one of
``PYTHONPATH``, counts like one under the root, with all that it imports from there.

Who imports a name through a package's door (an ``__init__.py`` that imports names from its modules and does nothing
else) stands on the module that the name comes from, and not on all that the door leads to.
"""

from __future__ import annotations

import hashlib
import json
import re
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from assets.machinery.code_facts import READER, Facts, read_facts
from assets.machinery.plugin_code import PluginCode, installed_plugin_code
from diagramloop.whole_files import write_whole

INPUTS = ("diagramloop/corpus",)  # no data of the code, though they lie in it: who reads one declares it, DVC hashes it
_OF_THIS_CODE = Path(__file__).resolve().parents[2]
_NOT_DATA = {".py", ".pyc"}
_Place = tuple[str, tuple[str, ...]]  # a file, and the names that count with it


class CodeIdentity:
    """The identities of modules under ``root``, as its files are when they are first looked at.

    One object is for one run: every file is read once, and what was answered is answered again.

    Args:
        root: the folder that holds the packages.
        beside: further folders that modules are imported from; those that Python looks into and nothing is installed
            in, if None.
        cache: file in which facts are kept from one process to the next; None for none.
        plugins: those that are installed now, if None.
    """

    def __init__(
        self,
        root: Path,
        cache: Path | None = None,
        plugins: PluginCode | None = None,
        beside: Sequence[Path] | None = None,
    ) -> None:
        self._root, self._cache, self._plugins = root, cache, plugins or installed_plugin_code()
        folders = import_folders() if beside is None else beside
        self._beside = [folder for folder in folders if folder.resolve() != root.resolve()]
        self._inputs = frozenset(root / name for name in INPUTS)
        self._kept: dict[str, Any] = _read(cache)
        self._facts: dict[str, Facts] = {}
        self._there: dict[str, Path | None] = {}
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
        """The files of the modules with these names and of all modules that they stand on, relative to the root.

        Those that lie in other folders are told in full.
        """
        places = (self._place(path) for path in self._reached(names)[0])
        own = self._root
        return sorted(
            place.relative_to(own).as_posix() if place.is_relative_to(own) else str(place) for place in places
        )

    def reaching(self, names: Iterable[str], paths: Set[str]) -> set[str]:
        """Those of ``names`` that stand on one of the files ``paths``, relative to the root."""
        wanted = set(names)
        self._reached(wanted)
        users: dict[str, list[str]] = {}
        waiting: list[str] = []
        for name, places in self._led.items():
            for path, further in places:
                if path in paths:
                    waiting.append(name)
                for used in further:
                    users.setdefault(used, []).append(name)
        reached: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting += users.get(name, ())
        return wanted & reached

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
            elif not any((folder / place).is_dir() for folder in self._folders(place)):
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
        """True of a file under the root or, where its top is not there, in one of the folders beside."""
        if path not in self._there:
            places = (folder / path for folder in self._folders(path))
            self._there[path] = next((place for place in places if place.is_file()), None)
        return self._there[path] is not None

    def _folders(self, path: str) -> list[Path]:
        """The folders in which a path is looked for: that which has its top."""
        top = self._root / path.partition("/")[0]
        return [self._root] if top.exists() or top.with_suffix(".py").exists() else self._beside

    def _place(self, path: str) -> Path:
        return self._there.get(path) or self._root / path

    def _data_beside(self, modules: Iterable[str]) -> list[str]:
        own = (path for path in modules if "/" in path and self._place(path).is_relative_to(self._root))
        folders = {(self._root / path).parent for path in own}
        for folder in folders - self._data.keys():
            self._data[folder] = [path.relative_to(self._root).as_posix() for path in _data_in(folder, self._inputs)]
        return sorted({path for folder in folders for path in self._data[folder]})

    def _facts_of(self, path: str) -> Facts:
        if path not in self._facts:
            place = self._place(path)
            stat = place.stat()
            stamp = [stat.st_mtime_ns, stat.st_size]
            kept = self._kept.get(path)
            if kept is None or kept["stamp"] != stamp:
                kept = {"stamp": stamp, **read_facts(place, path)._asdict()}
                self._kept[path], self._fresh = kept, True
            self._facts[path] = Facts(kept["digest"], tuple(kept["names"]), kept["exports"])
        return self._facts[path]

    def _keep(self) -> None:
        if self._cache is not None and self._fresh:
            with suppress(OSError):  # no space, no right: it costs the next process a second
                self._cache.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._cache, json.dumps({READER: self._kept}))
            self._fresh = False


def import_folders() -> list[Path]:
    """The folders that Python imports from, but its own, those of what is installed, and that of this very code."""
    installed = [Path(place).resolve() for place in (*site.getsitepackages(), *sysconfig.get_paths().values())]
    found = (Path(entry).resolve() for entry in sys.path)
    others = (place for place in found if place.is_dir() and place != _OF_THIS_CODE)
    return [place for place in others if not any(place.is_relative_to(folder) for folder in installed)]


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
    return kept.get(READER, {}) if isinstance(kept, dict) else {}
