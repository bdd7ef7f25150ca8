"""A package as an installation leaves it: what it says of itself, on Python's path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def leave_installed(
    folder: Path, name: str, offered: Mapping[str, Mapping[str, str]], version: str = "1.0", module: str = ""
) -> None:
    """Writes the metadata of a distribution into ``folder``.

    Args:
        offered: by group of entry points, the place of each name.
        module: the text of its one module, which is called as the package is.
    """
    metadata = folder / f"{name}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = ("\n".join([f"[{group}]", *(f"{k} = {v}" for k, v in names.items())]) for group, names in offered.items())
    (metadata / "entry_points.txt").write_text("\n".join(groups) + "\n")
    if module:
        (folder / f"{name}.py").write_text(module)
