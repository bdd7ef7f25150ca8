"""The size of an installation on the disk: ``python -m benchmarks.install_size [EXTRA...]``.

Makes an environment in a temporary folder for the core, and one for each extra that is named (``read`` unless told),
installs the checkout there with the pins of constraints.txt, and prints the megabytes (10^6 bytes) of the files that
each distribution brings. Bytecode, which Python writes, is counted apart; pip itself is not counted.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).parents[1]
LISTED = 12
LIMITS = {"": 150.0, "read": 450.0}
"""Megabytes at most, by extra."""
MEGABYTE = 1e6


def installed(extra: str, place: Path) -> list[Distribution]:
    """Distributions of a fresh environment at ``place`` with the checkout and one of its extras."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    source = place / "source"  # a copy, for a build leaves its folder there
    shutil.copytree(ROOT / "diagramloop", source / "diagramloop", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    wanted = f"{source}[{extra}]" if extra else str(source)
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(place / "bin" / "python")]
    subprocess.run([*command, "--constraints", str(ROOT / "constraints.txt"), wanted], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    return list(distributions(path=[str(packages)]))


def megabytes(distribution: Distribution) -> float:
    """Size of the files that its wheel brings."""
    files = [Path(str(distribution.locate_file(file))) for file in distribution.files or ()]
    return sum(file.stat().st_size for file in files if file.suffix != ".pyc" and file.exists()) / MEGABYTE


def main(extras: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """Measure and print; exits with 1 where a limit is passed."""
    too_large = False
    for extra in ("", *(extras or ["read"])):
        with tempfile.TemporaryDirectory() as folder:
            sizes = {found.name: megabytes(found) for found in installed(extra, Path(folder) / "venv")}
        total, limit = sum(sizes.values()), LIMITS.get(extra)
        most = f", at most {limit:.0f}" if limit else ""
        typer.echo(f"pip install '.{f'[{extra}]' if extra else ''}': {total:.1f} MB{most}, {len(sizes)} distributions")
        for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:LISTED]:
            typer.echo(f"  {size:7.1f}  {name}")
        too_large |= limit is not None and total > limit
    raise typer.Exit(too_large)


if __name__ == "__main__":
    typer.run(main)
