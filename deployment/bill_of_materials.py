"""The parts of an environment, as its packages say: a CycloneDX bill of materials, and a list of licences.

``python bill_of_materials.py FOLDER`` writes ``sbom.cdx.json`` and ``third-party-licences.md`` there, of the
environment that it runs in. What a wheel has within it of other projects is not looked into.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OWN = "diagramloop"
UNKNOWN = "UNKNOWN"
_SAYS_NOTHING = frozenset(("", "unknown", "dual license"))
_MOST_CHARACTERS = 60  # of the name of a licence; longer ones are its text
_LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
_STRONG = re.compile(r"\bA?GPL|GNU (Affero )?General Public", re.IGNORECASE)


class Licence(NamedTuple):
    """The licence of a package, as it says.

    Attributes:
        name: in its own words; ``UNKNOWN`` where it declares none.
        is_spdx: True where the name is an expression of SPDX.
        file: the first line of its licence file, where it declares none.
    """

    name: str
    is_spdx: bool = False
    file: str = ""

    @property
    def is_strong(self) -> bool:
        """True of GPL and AGPL without an alternative; the library's own licence does not go with them."""
        return all(_STRONG.search(choice) for choice in re.split(r"\bOR\b|\|", f"{self.name} {self.file}"))


def licence_of(package: Distribution) -> Licence:
    """The licence that a package declares; of the places for it, the most exact one that says something."""
    expression = package.metadata.get("License-Expression")
    if expression:
        return Licence(expression, is_spdx=True)
    field = (package.metadata.get("License") or "").strip()
    says_something = field.lower() not in _SAYS_NOTHING
    if says_something and "\n" not in field and len(field) <= _MOST_CHARACTERS:
        return Licence(field)
    classifiers = package.metadata.get_all("Classifier") or []
    named = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::") and one.count("::") > 1]
    if named:
        return Licence(" and ".join(named))
    if says_something:  # the text itself
        return Licence(field.splitlines()[0])
    return Licence(UNKNOWN, file=_first_line(package))


def _first_line(package: Distribution) -> str:
    for file in package.files or ():
        place = Path(str(package.locate_file(file)))
        if _LICENCE_FILE.search(file.name) and place.is_file():
            lines = (line.strip() for line in place.read_text(encoding="utf-8", errors="replace").splitlines())
            return next((line for line in lines if line), "")
    return ""


def closure(wanted: Iterable[Requirement]) -> dict[str, Distribution]:
    """The installed packages that meet these requirements, and theirs, by canonical name.

    Raises:
        PackageNotFoundError: one of them is not installed.
    """
    packages: dict[str, Distribution] = {}
    asked: set[tuple[str, str]] = set()
    waiting = [(requirement, extra) for requirement in wanted for extra in ("", *requirement.extras)]
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (name, extra) in asked:
            continue
        asked.add((name, extra))
        packages[name] = distribution(requirement.name)
        waiting += [(needed, more) for needed in _needs(packages[name], extra) for more in ("", *needed.extras)]
    return packages


def _needs(package: Distribution, extra: str) -> list[Requirement]:
    """Needs of a package here for an extra, or without any if that is empty."""
    requirements = map(Requirement, package.requires or ())
    return [one for one in requirements if one.marker is None or one.marker.evaluate({"extra": extra})]


def bill_of_materials(packages: Iterable[Distribution]) -> dict[str, Any]:
    """The packages as CycloneDX 1.6 has them; the same bytes for the same packages."""
    by_name = {canonicalize_name(package.name): package for package in packages}
    named = sorted(by_name.items())
    components = [_component(package) for name, package in named if name != OWN]
    uses = [
        {
            "ref": _address(package),
            "dependsOn": sorted({_address(by_name[n]) for n in _names(package) & by_name.keys()}),
        }
        for _, package in named
    ]
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components))
    found: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "components": components,
        "dependencies": uses,
    }
    if OWN in by_name:
        found["metadata"] = {"component": {**_component(by_name[OWN]), "type": "application"}}
    return found


def _names(package: Distribution) -> set[str]:
    return {canonicalize_name(one.name) for one in _needs(package, "")} - {canonicalize_name(package.name)}


def _address(package: Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(package.name)}@{package.version}"


def _component(package: Distribution) -> dict[str, Any]:
    licence = licence_of(package)
    licences = [{"expression": licence.name}] if licence.is_spdx else [{"license": {"name": licence.name}}]
    address = _address(package)
    return {
        "type": "library",
        "bom-ref": address,
        "name": package.name,
        "version": package.version,
        "purl": address,
        "licenses": licences,
    }


def licence_list(packages: Iterable[Distribution]) -> str:
    """The packages with their licences, as Markdown; of those that declare none, how their licence file begins."""
    by_name = sorted((canonicalize_name(package.name), package) for package in packages)
    rows = []
    for name, package in by_name:
        if name != OWN:
            licence = licence_of(package)
            words = f"{licence.name}; its file: {licence.file or 'none'}" if licence.name == UNKNOWN else licence.name
            rows.append(f"| {name} | {package.version} | {words.replace('|', '/')} |")
    head = ["# Licences of third parties", "", "| package | version | licence |", "|---|---|---|"]
    return "\n".join([*head, *rows, ""])


def main(folder: Path) -> None:
    """Write both files."""
    packages = {canonicalize_name(package.name): package for package in reversed(list(distributions()))}
    folder.mkdir(parents=True, exist_ok=True)
    bill = json.dumps(bill_of_materials(packages.values()), indent=1)
    (folder / "sbom.cdx.json").write_text(f"{bill}\n", encoding="utf-8")
    (folder / "third-party-licences.md").write_text(licence_list(packages.values()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
