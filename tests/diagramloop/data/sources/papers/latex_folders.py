"""Papers as folders of LaTeX."""

from __future__ import annotations

from pathlib import Path

from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.data.sources.papers.manuscript import Manuscript

HEAD, TAIL = "\\documentclass{article}\n\\begin{document}\n", "\n\\end{document}\n"


def folder_of(tmp_path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "source"


def read(tmp_path: Path, body: str, **files: str) -> Manuscript:
    return read_latex(folder_of(tmp_path, {"main.tex": HEAD + body + TAIL, **files}))
