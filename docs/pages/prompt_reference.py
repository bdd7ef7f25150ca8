"""The body of reference/prompts.md: how long answers may be by role, the prompt files of every package, their slots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from diagramloop.models.allowances import KINDS, OTHER
from diagramloop.models.prompts import prompt_names, slots

PAGE = "reference/prompts.md"
LIBRARY = Path(__file__).parents[2] / "diagramloop"


def completed(markdown: str) -> str:
    """Adds the lengths of answers, and a table for each package that has prompts, to the page's own text."""
    return "\n".join([markdown, *_lengths(), *_tables()])


def packages() -> list[str]:
    """Full names of the packages that have prompts, in order."""
    folders = {path.parent.parent for path in LIBRARY.rglob("prompts/*.txt")}
    return sorted(".".join(folder.relative_to(LIBRARY.parent).parts) for folder in folders)


def _lengths() -> Iterator[str]:
    """Rows behind the page's last heading, which is of them."""
    yield "\n| kind | tokens | roles |\n|---|---|---|"
    for name, kind in KINDS.items():
        roles = ", ".join(f"`{role}`" for role in kind.roles) if name != OTHER else "any that is not listed"
        yield f"| `{name}` | {kind.tokens:,} | {roles} |"


def _tables() -> Iterator[str]:
    for package in packages():
        yield f"\n## {package} {{#{package.replace('.', '-')}}}\n"
        yield "| file | slots that must be there | slots that may be left out |\n|---|---|---|"
        yield from (_row(package, name) for name in prompt_names(package))


def _row(package: str, name: str) -> str:
    found = slots(package, name)
    told = (", ".join(f"`${slot}`" for slot, needed in found.items() if needed is wanted) for wanted in (True, False))
    return f"| `{name}.txt` | {' | '.join(told)} |"
