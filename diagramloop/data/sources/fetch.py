"""Fetching a data set by its manifest, for people with internet access.

``python -m diagramloop.data.sources.fetch flowexplainbench DESTINATION``, or a manifest of one's own instead of the
name. A manifest is JSON: ``{"name", "licence", "files": [{"path", "url", "sha256", "max_bytes", "unpack"}]}``;
``sha256`` may be null only where ``"unverified": true`` says that nothing vouches for the content, and
``unpack`` (``{"folder", "into"}``) names the folder of an archive to unpack and where to.
"""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from diagramloop.data.sources._archive import unpack
from diagramloop.data.sources._download import Wanted, download, sha256_of
from diagramloop.data.sources._files import check_id, read_json
from diagramloop.data.sources._rows import Row, Said, validate
from diagramloop.errors import DiagramloopError


class Unpack(Row):
    """Which folder of an archive is the data set, and the name of the folder it becomes."""

    folder: str
    into: str


class RemoteFile(Row):
    """One file of a manifest; see the module's docstring."""

    path: str
    url: Annotated[str, StringConstraints(pattern=r"^https?://")]
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None
    unverified: bool = False
    max_bytes: Annotated[int, Field(gt=0)] = 2_000_000_000
    unpack: Unpack | None = None

    @model_validator(mode="after")
    def _vouched_for(self) -> Self:
        if (self.sha256 is None) != self.unverified:
            raise ValueError("either a sha256, or null and unverified: true")
        return self


class Manifest(Row):
    """The files of a data set and its licence."""

    name: Said
    licence: Said
    files: Annotated[list[RemoteFile], Field(min_length=1)]


def known_manifests() -> list[str]:
    """The names of the manifests that are shipped."""
    shipped = (resources.files("diagramloop.data.sources") / "manifests").iterdir()
    return sorted(file.name.removesuffix(".json") for file in shipped if file.name.endswith(".json"))


def read_manifest(name_or_path: str) -> Manifest:
    """A manifest that diagramloop knows by name, or the one in a file.

    Raises:
        SourceError: absent, or not in the documented form.
    """
    with resources.as_file(resources.files("diagramloop.data.sources") / "manifests") as known:
        own = known / f"{name_or_path}.json"
        path = own if name_or_path.isidentifier() and own.exists() else Path(name_or_path)
        return validate(Manifest, read_json(path.parent, path.name))


def fetch(manifest: Manifest, destination: Path, *, quiet: bool = False) -> list[Path]:
    """Downloads and unpacks what is not there yet; an interrupted call goes on where it was cut.

    Returns:
        The files and unpacked folders, in the manifest's order.

    Raises:
        FetchError: see :mod:`diagramloop.data.sources._download` and :mod:`diagramloop.data.sources._archive`.
        SourceError: a path in the manifest is no safe name.
    """
    return [_fetch(file, destination, quiet) for file in manifest.files]


def _fetch(file: RemoteFile, destination: Path, quiet: bool) -> Path:
    parts = [check_id(part) for part in PurePosixPath(file.path).parts]
    unpacked = destination / check_id(file.unpack.into) if file.unpack else None
    if unpacked and unpacked.exists():
        return unpacked
    wanted = Wanted(file.url, destination.joinpath(*parts), file.sha256, file.max_bytes)
    path = download(wanted, quiet=quiet)
    return unpack(path, file.unpack.folder, unpacked) if file.unpack and unpacked else path


def main(arguments: list[str] | None = None) -> int:
    """Fetches by name or manifest; prints what came, with its SHA-256 where the manifest has none."""
    parser = argparse.ArgumentParser(prog="python -m diagramloop.data.sources.fetch", description="Fetch a data set.")
    parser.add_argument("manifest", help=f"{', '.join(known_manifests())}, or the path of a manifest")
    parser.add_argument("destination", type=Path)
    options = parser.parse_args(arguments)
    try:
        manifest = read_manifest(options.manifest)
        print(f"{manifest.name}: licence {manifest.licence}")
        for path in fetch(manifest, options.destination):
            print(path)
        for file in manifest.files:
            if file.unverified:
                print(f"unverified, SHA-256 {sha256_of(options.destination / file.path)}: {file.path}")
    except DiagramloopError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
