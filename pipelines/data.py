"""Brings the input data to ``data/``.

The shipped corpus comes from the checkout itself: ``data.dvc`` is a DVC import of ``diagramloop/corpus``, so a fresh
clone needs no network and the pin says which bytes it got. Data that may not be shipped stays where its
owner keeps it: ``real_data=PATH`` links each source's folder, and DVC hashes what it finds behind the link.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pipelines.plan import Plan
from pipelines.project import Project, ProjectError
from pipelines.repro import DATA, reproduce

REAL_DATA = "real_data="


def split_real_data(overrides: Sequence[str]) -> tuple[list[str], Path | None]:
    """Takes ``real_data=PATH`` out of ``overrides``: a path is no configuration, and need not obey Hydra's grammar."""
    paths = [item.removeprefix(REAL_DATA) for item in overrides if item.startswith(REAL_DATA)]
    rest = [item for item in overrides if not item.startswith(REAL_DATA)]
    return rest, Path(paths[-1]).expanduser().absolute() if paths and paths[-1] else None


def bring_data(project: Project, plan: Plan, real_data: Path | None) -> None:
    """Makes every data folder that the plan reads be there.

    Raises:
        ProjectError: a folder is in neither the shipped data nor ``real_data``.
    """
    reproduce(project, [DATA])
    for folder in _folders(plan):
        _bring(project.root / folder, real_data)


def is_brought(project: Project, real_data: Path | None) -> bool:
    """True if :func:`bring_data` would link no folder of ``data/`` anew."""
    return real_data is None or not any(_is_elsewhere(link, real_data) for link in (project.root / "data").glob("*"))


def _folders(plan: Plan) -> list[str]:
    return list(dict.fromkeys(step.data for step in plan.steps if step.data))


def _bring(folder: Path, real_data: Path | None) -> None:
    wanted = real_data / folder.name if real_data is not None else None
    if wanted is not None and wanted.is_dir() and (folder.is_symlink() or not folder.exists()):
        folder.unlink(missing_ok=True)
        folder.parent.mkdir(exist_ok=True)
        folder.symlink_to(wanted, target_is_directory=True)
    if not folder.is_dir():
        where = f"{real_data} holds no folder {folder.name!r}" if real_data else "give real_data=PATH"
        raise ProjectError(f"the data of source {folder.name!r} is not there: {where} (PATH/{folder.name}/ is read)")


def _is_elsewhere(link: Path, real_data: Path) -> bool:
    """True of a link that is to lead into ``real_data``, and does not."""
    wanted = real_data / link.name
    return link.is_symlink() and wanted.is_dir() and not (link.exists() and link.samefile(wanted))
