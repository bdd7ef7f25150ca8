"""The test files that a change can reach: what ``make test CHANGED=1`` runs, and ``make test CHANGED=1 BASE=REVISION``.

    python tests/reached.py [REVISION]

Prints their names, and on stderr one line about the choice. A test file is chosen where it, a ``conftest.py`` above it
or a module that either stands on (as stages on their code, :mod:`assets.machinery.identity`) was changed, or names
a file that was and is no Python, or the folder at the top that such a file lies in. A comment changes no module; tests
that look at the text of all modules run whenever one was touched. What no test is known to look at chooses every test.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from assets.machinery import CodeIdentity  # noqa: E402
from assets.machinery.code_facts import facts_of  # noqa: E402

DECIDES_ALL = ("pyproject.toml", "tests/conftest.py")
PROGRAMS = ("diagramloop", "pipelines", "docs", "benchmarks", "diagnosis")
"""Packages that tests start as programs, by a name that is none of a module."""
_LOOKS_AT_ALL = r"ls-files|\*\.py\b"


class Reach:
    """The reach of the changes in the working tree of ``root`` since ``revision``."""

    def __init__(self, root: Path, revision: str = "HEAD", cache: Path | None = None) -> None:
        self._root, self._revision = root, revision
        self._identity = CodeIdentity(root, cache, beside=[root / "tests"])
        modules = (*self._git("ls-files", "-z", "*.py"), *self._new("*.py"))
        self._texts = {path: (root / path).read_text("utf-8") for path in modules if (root / path).is_file()}
        self.tests = sorted(path for path in self._texts if re.fullmatch(r"tests/(.*/)?test_\w+\.py", path))

    @cached_property
    def changed(self) -> list[str]:
        """The files that were changed, added or removed, relative to the root."""
        return sorted({*self._git("diff", "--name-only", "-z", self._revision), *self._new()})

    def chosen(self) -> list[str]:
        """The test files that the changes can reach."""
        modules: set[str] = set()
        for path in self.changed:
            files = self._modules_of(path)
            if files is None:
                return self.tests
            modules |= files
        for program in PROGRAMS:
            if self._identity.reaching([f"{program}.__main__"], modules):
                modules |= self._mentioning(rf"\"{program}\"|-m {program}\b", "tests/")
        names = {path: list(_names(path)) for path in self.tests}
        reached = self._identity.reaching((name for every in names.values() for name in every), modules)
        return [path for path, every in names.items() if not reached.isdisjoint(every)]

    def _modules_of(self, path: str) -> set[str] | None:
        """The modules that stand for a file that was changed; None where nobody knows who looks at it."""
        if path in DECIDES_ALL:
            return None
        if not path.endswith(".py"):
            return self._readers(path) or None
        if path not in self._texts:
            return None  # who imports what is gone
        lookers = self._mentioning(_LOOKS_AT_ALL, "tests/")
        if self._says_the_same(path):
            return lookers
        if path.endswith("/__init__.py"):  # whoever imports a module behind the door, goes through it
            folder = path.removesuffix("__init__.py")
            return lookers | {name for name in self._texts if name.startswith(folder)}
        return lookers | {path}

    def _readers(self, path: str) -> set[str]:
        """The modules beside a file, and those that name it or the folder at the top that it lies in."""
        folder, _, name = path.rpartition("/")
        words = {name, path.partition("/")[0]} - {"tests", "diagramloop"}
        named = self._mentioning("|".join(rf"[\"'/]{re.escape(word)}[\"'/]" for word in words))
        beside: set[str] = set()
        while folder and not beside:
            beside = {module for module in self._texts if module.rpartition("/")[0] == folder}
            folder = folder.rpartition("/")[0]
        return named | beside

    def _mentioning(self, pattern: str, folder: str = "") -> set[str]:
        search = re.compile(pattern).search
        return {path for path, text in self._texts.items() if path.startswith(folder) and search(text)}

    def _says_the_same(self, path: str) -> bool:
        """True where comments, docstrings and layout alone are others."""
        command = ["git", "show", f"{self._revision}:{path}"]
        before = subprocess.run(command, cwd=self._root, capture_output=True, check=False)
        if before.returncode:
            return False
        return facts_of(before.stdout.decode("utf-8"), path).digest == facts_of(self._texts[path], path).digest

    def _new(self, *patterns: str) -> list[str]:
        return self._git("ls-files", "-z", "--others", "--exclude-standard", *patterns)

    def _git(self, *arguments: str) -> list[str]:
        answer = subprocess.run(["git", *arguments], cwd=self._root, capture_output=True, text=True, check=True)
        return [name for name in answer.stdout.split("\0") if name]


def _names(path: str) -> Iterator[str]:
    """The dotted names of a test module, and of each ``conftest.py`` that may stand above it."""
    parts = path.removesuffix(".py").split("/")
    yield ".".join(parts)
    yield from (".".join([*parts[:end], "conftest"]) for end in range(1, len(parts)))


def main(revision: str = "HEAD") -> None:
    """Prints the names."""
    reach = Reach(ROOT, revision, ROOT / ".diagramloop" / "code.json")
    chosen, every = reach.chosen(), len(reach.tests)
    files = f"{len(reach.changed)} files changed since {revision}"
    print(f"{len(chosen)} of {every} test files can see {files}; {every - len(chosen)} are left out", file=sys.stderr)
    print(" ".join(chosen))


if __name__ == "__main__":
    main(*sys.argv[1:2])
