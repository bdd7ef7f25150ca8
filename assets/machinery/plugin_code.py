"""Plug-ins' part in a result: the code of the library's own, and the versions of other packages."""

from __future__ import annotations

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from diagramloop.plugins import Offer, offers

NAMED_ALONE = frozenset({"diagramloop.parser"})
"""Kinds of which a stage stands on those that its parameters name, and not on all of the library's own."""
IN_FORCE = frozenset({"diagramloop.metric", "diagramloop.format", "diagramloop.engine"})
"""Kinds of which an installed package's count without being named."""


@dataclass(frozen=True)
class PluginCode:
    """The plug-ins that are installed, as identities of code need them.

    Attributes:
        groups: by group of entry points, the places that a module stands on which names the group.
        names: by the name of a plug-in that a configuration chooses, its places.
        modules: by top-level module of another package, that package.
        packages: by each of these, its version; of an editable installation also a digest of its files.
    """

    groups: Mapping[str, tuple[str, ...]]
    names: Mapping[str, tuple[str, ...]]
    modules: Mapping[str, str]
    packages: Mapping[str, str]


def installed_plugin_code() -> PluginCode:
    """Return the plug-ins that are installed now."""
    return _read(tuple(sys.path))


@cache
def _read(_path: tuple[str, ...]) -> PluginCode:
    every = offers()
    others = [offer for offer in every if not offer.own]
    counted = (o for o in every if (o.group in IN_FORCE if not o.own else o.group not in NAMED_ALONE))
    chosen = (o for o in every if not o.own or o.group in NAMED_ALONE)
    modules = {_top(offer): offer.package for offer in others}
    versions = {offer.package: offer.version for offer in others}
    stamps = {package: _stamp(package, versions[package], modules) for package in sorted(versions)}
    return PluginCode(
        _places((o.group, o.place) for o in counted), _places((o.name, o.place) for o in chosen), modules, stamps
    )


def _places(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for key, place in pairs:
        found[key].append(place)
    return {key: tuple(places) for key, places in found.items()}


def _top(offer: Offer) -> str:
    return offer.place.partition(":")[0].partition(".")[0]


def _stamp(package: str, version: str, modules: Mapping[str, str]) -> str:
    if not _is_editable(package):
        return version
    digest = hashlib.sha256()
    for top in sorted(module for module, of in modules.items() if of == package):
        for name, content in _files(top):
            digest.update(f"{name}\0{hashlib.sha256(content).hexdigest()}\n".encode())
    return f"{version} {digest.hexdigest()}"


def _is_editable(package: str) -> bool:
    """True if the installer has recorded that it is editable (PEP 610)."""
    recorded = distribution(package).read_text("direct_url.json")
    return bool(recorded and json.loads(recorded).get("dir_info", {}).get("editable"))


def _files(module: str) -> Iterator[tuple[str, bytes]]:
    """The files of a top-level module, imported or not."""
    spec = find_spec(module)
    if spec is None:
        return
    for folder in map(Path, spec.submodule_search_locations or ()):
        files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        yield from ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(files))
    if spec.origin and not spec.submodule_search_locations:
        yield module, Path(spec.origin).read_bytes()
