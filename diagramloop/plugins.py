"""Plug-ins: sources, formats, engines, generators, parsers, extractors, attributors, agents, metrics, judges.

An installed package offers one by an entry point of its ``pyproject.toml``, and so does diagramloop itself::

    [project.entry-points."diagramloop.extractor"]
    sentences = "their_package.extractor:Sentences"

Whatever names a system (``make:`` in ``conf/``, the command line, Python) takes such a name, or
``package.module:Class``. Nothing is imported before it is asked for, and a plug-in that is broken costs its own name
alone.
"""

from __future__ import annotations

import inspect
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Generic, TypeVar

from diagramloop.by_name import NoSuchSystemError, made_by, meant, standing_at
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.function_system import takes_task

OWN = "diagramloop"
"""The distribution whose plug-ins are the library's own."""
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Offer:
    """One entry point of an installed package.

    Attributes:
        group: of entry points: ``diagramloop.`` and the kind.
        name: by which it is asked for.
        place: of what it names, as ``package.module:attribute``.
        package: the distribution that offers it.
        version: of that distribution.
    """

    group: str
    name: str
    place: str
    package: str
    version: str

    @property
    def own(self) -> bool:
        """True of what diagramloop itself brings."""
        return self.package == OWN


@dataclass(frozen=True)
class Kind(Generic[_Made]):
    """One kind of plug-in.

    Attributes:
        group: of entry points.
        protocol: the runtime-checkable protocol, or the class, that each must fulfil.
        of_function: makes a plug-in of a function that gets the task itself, its name and options; None where plain
            functions are no plug-ins.
    """

    group: str
    protocol: Any
    of_function: Callable[[str, Callable[..., Any], Mapping[str, Any]], _Made] | None = None

    @property
    def word(self) -> str:
        """The kind as messages call it."""
        return self.group.rpartition(".")[2].replace("_", " ")

    def __iter__(self) -> Iterator[str]:
        """All names: the library's own in order of name, then others'."""
        return iter(dict.fromkeys(offer.name for offer in offers(self.group)))

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)

    def found(self, name: str) -> Any:
        """Import the object at the place that ``name`` is of, and do not call it.

        Args:
            name: of an entry point, or ``package.module:attribute``.

        Raises:
            NoSuchSystemError: there is none, or it is not where its package says.
            DiagramloopError: two packages claim the name (INVALID), or what it stands on is not installed (MISSING).
        """
        if not isinstance(name, str):
            raise DiagramloopError(f"{name!r} names no {self.word}")
        if ":" in name:
            return standing_at(name, self.word)
        offer = self._only(name)
        try:
            return standing_at(offer.place, self.word)
        except NoSuchSystemError as error:
            raise self._broken(offer, error) from error

    def place(self, name: str) -> str:
        """The ``package.module:attribute`` that ``name`` is of; nothing is imported. Raises as :meth:`found`."""
        return name if ":" in name else self._only(name).place

    def maker(self, name: str) -> Callable[..., Any]:
        """Return the maker of the plug-in ``name``; raises as :meth:`found`, INVALID for what cannot be called."""
        make = self.found(name)
        if not callable(make):
            raise DiagramloopError(f"{name!r} makes no {self.word}")
        return make

    def made(self, name: str, /, **options: Any) -> _Made:
        """The plug-in called ``name``, made with ``options``.

        Args:
            name: one of these names, or ``package.module:attribute`` for one's own.

        Raises:
            DiagramloopError: as :meth:`found`, or as :meth:`made_of`.
        """
        return self.made_of(self.found(name), name, options)

    def made_of(self, given: Any, name: str, options: Mapping[str, Any]) -> _Made:
        """Return the plug-in that a class, a function or an object stands for.

        A class, or a function that its options suffice to call, makes it; a function that needs the task besides *is*
        it, where this kind takes functions; and so is an object that fulfils the protocol, which takes no options.

        Raises:
            DiagramloopError: it takes other options, or neither is nor makes such a thing (INVALID).
        """
        if not inspect.isclass(given) and isinstance(given, self.protocol):
            if options:
                raise DiagramloopError(f"the {self.word} {name!r} is made already: it takes no options")
            made: _Made = given
            return made
        if not callable(given):
            raise DiagramloopError(f"{name!r} makes no {self.word}")
        if self.of_function is None or not takes_task(given, options):
            made = made_by(given, self.word, name, self.protocol, options)
            return made
        try:
            return self.of_function(name, given, options)
        except TypeError as error:
            raise DiagramloopError(f"the {self.word} {name!r} cannot be made: {error}") from error

    def object(self, name: str) -> _Made:
        """The object that stands at the place of ``name``, for kinds that make nothing; raises as :meth:`made`."""
        found = self.found(name)
        if not isinstance(found, self.protocol):
            raise DiagramloopError(f"{name!r} is no {self.word}: what is there is no {self.protocol.__name__}")
        return found

    def objects(self) -> Iterator[tuple[Offer, _Made | DiagramloopError]]:
        """Every offer with its :meth:`object`, or why it cannot be had."""
        for offer in offers(self.group):
            try:
                yield offer, self.object(offer.name)
            except DiagramloopError as error:
                yield offer, error
            except Exception as error:  # whatever their module raises
                yield offer, DiagramloopError(f"{type(error).__name__}: {error}")

    def _only(self, name: str) -> Offer:
        claims = [offer for offer in offers(self.group) if offer.name == name]
        if not claims:
            there = f"; there are {', '.join(self)}" if list(self) else ""
            raise NoSuchSystemError(f"no {self.word} {name!r}{_stale(self.group, name) or meant(name, self)}{there}")
        if len(claims) > 1:
            both = " and ".join(f"{claim.package} ({claim.place})" for claim in claims)
            raise DiagramloopError(f"the {self.word} {name!r} is claimed by {both}: name one by its place")
        return claims[0]

    def _broken(self, offer: Offer, error: NoSuchSystemError) -> DiagramloopError:
        said = f"no {self.word} {offer.name!r}, which {offer.package} {offer.version} offers: {error}"
        missing = isinstance(error.__cause__, ImportError)  # perhaps an extra of the package is not installed
        return DiagramloopError(said, reason=RejectionReason.MISSING) if missing else NoSuchSystemError(said)


def offers(group: str = "") -> tuple[Offer, ...]:
    """Offers of installed packages in a group of entry points, all groups if empty; diagramloop's own first.

    Of several installations of one package the first on the path counts.
    """
    every = _scanned(tuple(sys.path))
    return tuple(offer for offer in every if offer.group == group) if group else every


@cache
def _scanned(_path: tuple[str, ...]) -> tuple[Offer, ...]:
    """All offers, on this path; reading what is installed takes some 30 ms, so it is read once."""
    installed = entry_points()
    groups = [group for group in installed.groups if group.startswith(f"{OWN}.")]
    points = [(point, point.dist) for group in groups for point in installed.select(group=group) if point.dist]
    packages = {dist: (dist.name, dist.version) for dist in {dist for _, dist in points}}  # each read once
    found = {Offer(one.group, one.name, one.value.partition(" ")[0], *packages[dist]) for one, dist in points}
    return tuple(sorted(found, key=lambda offer: (offer.group, not offer.own, offer.package, offer.name, offer.place)))


def _stale(group: str, name: str) -> str:
    """Advice where the checkout has the plug-in and its installation has it not yet; else empty."""
    declared = Path(__file__).parents[1] / "pyproject.toml"
    if not declared.is_file():
        return ""
    project = tomllib.loads(declared.read_text(encoding="utf-8")).get("project", {})
    listed = project.get("entry-points", {}).get(group, {}) if project.get("name") == OWN else {}
    said = f": the installation is older than {declared}, which has it: install diagramloop again"
    return said if name in listed else ""
