"""Names of files and folders are those that DVC gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.listings import cached_listing, listed, md5_of, part_of
from pipelines.project import Project
from pipelines.repro import track

NAMES = ("b.txt", "a/b.txt", "a.txt", 'é/ü "x".txt', "a/__pycache__/x.txt", "a/y.pyc", "B")


@pytest.fixture
def folder(toy: Project) -> Path:
    for name in NAMES:
        path = toy.root / "made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (toy.root / ".dvcignore").write_text("__pycache__/\n*.pyc\n")
    return toy.root / "made"


def test_a_folder_has_the_name_that_dvc_gives_it(toy: Project, folder: Path) -> None:
    track(toy, "made")
    md5 = md5_of(folder)
    assert f"md5: {md5}" in (toy.root / "made.dvc").read_text()
    assert cached_listing(toy, md5) == listed(folder)
    assert list(part_of(listed(folder), "a")) == ["b.txt"]


def test_a_listing_that_is_lost_or_damaged_is_none(toy: Project, folder: Path) -> None:
    track(toy, "made")
    md5 = md5_of(folder)
    path = toy.root / ".dvc/cache/files/md5" / md5[:2] / md5[2:]
    path.chmod(0o644)
    path.write_text("[]")
    assert cached_listing(toy, md5) is None
    path.unlink()
    assert cached_listing(toy, md5) is None
