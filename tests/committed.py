"""A project as its history in git knows it."""

from __future__ import annotations

import subprocess

from pipelines.project import Project


def commit(project: Project) -> None:
    """Commits everything but what is made."""
    (project.root / ".gitignore").write_text("/artifacts\n/data\n/.diagramloop\n__pycache__\n")
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for line in (["add", "--all"], [*name, "commit", "--quiet", "--message", "as it is"]):
        subprocess.run(["git", *line], cwd=project.root, check=True)
