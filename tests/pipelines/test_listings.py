"""Names of files and folders are those that DVC gives them."""

from __future__ import annotations

import pytest

from pipelines.listings import cached_listing, file_md5
from pipelines.project import Project, load_yaml
from pipelines.repro import track

NAMES = ("b.txt", "a/b.txt", "a.txt", 'é/ü "x".txt', "B")


@pytest.fixture
def md5(toy: Project) -> str:
    """DVC's name of a tracked folder."""
    for name in NAMES:
        path = toy.root / "made" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    track(toy, "made")
    name: str = load_yaml(toy.root / "made.dvc")["outs"][0]["md5"]
    return name


def test_a_listing_has_the_files_and_their_md5s(toy: Project, md5: str) -> None:
    assert cached_listing(toy, md5) == {name: file_md5(toy.root / "made" / name) for name in NAMES}


def test_a_listing_that_is_lost_or_damaged_is_none(toy: Project, md5: str) -> None:
    path = toy.root / ".dvc/cache/files/md5" / md5[:2] / md5[2:]
    path.chmod(0o644)
    path.write_text("[]")
    assert cached_listing(toy, md5) is None
    path.unlink()
    assert cached_listing(toy, md5) is None
