"""Versions that a worker must share with the machine where the run was started, or its bytes may be others."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

Versions = Mapping[str, str]
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_NOT_RESULTS = ("dev", "docs", "dg", "pipeline", "serve", "talk")  # extras that decide no result of an item
CODE = ("diagramloop", "assets")


def versions_here(names: Iterable[str]) -> dict[str, str]:
    """Versions of this process's Python and of packages by name, empty where they are not installed; and its code."""
    machine = {"python": platform.python_version(), "platform": f"{platform.system()} {platform.machine()}"}
    return {**machine, "code": code_digest(), **{name: _version(name) for name in names}}


def packages_of_results() -> list[str]:
    """Names of all packages that diagramloop asks for, directly or not, in any extra that decides results."""
    found: set[str] = set()
    waiting = list(_asked_for("diagramloop", extras=True))
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += _asked_for(one, extras=False)
    return sorted(found - {"diagramloop"})


def differences(wanted: Versions, there: Versions) -> list[str]:
    """One sentence for each package that is there in another version than ``wanted``."""
    return [
        f"{name} is {there.get(name) or 'not there'}, not {wanted[name] or 'absent'}"
        for name in sorted(wanted)
        if there.get(name, "") != wanted[name]
    ]


def code_digest() -> str:
    """SHA-256 (hex) of all files of the project's packages, where a process that this one starts would import them."""
    digest = hashlib.sha256()
    for package in CODE:
        folder = code_folder(package)
        for path in sorted(filter(_counts, folder.rglob("*"))):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{package}/{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return digest.hexdigest()


def code_folder(package: str) -> Path:
    """The folder of one of the project's packages, on the path of modules as it is now."""
    spec = PathFinder.find_spec(package)
    if spec is None or spec.origin is None:  # an editable installation is found by a finder of its own
        spec = find_spec(package)
    assert spec is not None, package
    return Path(str(spec.origin)).parent


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc" and "__pycache__" not in path.parts


def _version(name: str) -> str:
    try:
        return distribution(name).version
    except PackageNotFoundError:
        return ""  # of an extra that is not installed: then it must not be installed there either


def _asked_for(name: str, *, extras: bool) -> Iterator[str]:
    try:
        requirements = distribution(name).requires or []
    except PackageNotFoundError:
        return
    for requirement in requirements:
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", requirement)
        counts = extra is None or (extras and extra[1] not in _NOT_RESULTS)
        if counts and (named := _NAME.match(requirement)) is not None:
            yield _canonical(named[0])


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
