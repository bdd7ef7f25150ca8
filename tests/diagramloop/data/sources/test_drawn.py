"""Drawn data sets: splits, looks, captures, and drawings that were made beforehand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from diagramloop.data.sources import Chart, Rejected, in_split, open_source
from diagramloop.data.synth import Drawing, drawn, look_named
from diagramloop.errors import DiagramloopError, SourceError
from diagramloop.graph.json_form import write_json
from diagramloop.graph.mermaid import read_mermaid

DRAWN = "diagramloop.data.sources.drawn:DrawnCharts"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "charts" / "kitchen"
    place.mkdir(parents=True)
    for name in ("tea", "soup", "bread", "jam"):
        (place / f"{name}.mmd").write_text(f"flowchart TD\na[Take {name}] --> b[Eat]\n")
    return tmp_path


def charts(name: str, root: Path, **options: object) -> list[Chart]:
    found = list(open_source(name, root, **options).charts())
    assert not [item for item in found if isinstance(item, Rejected)]
    return [item for item in found if isinstance(item, Chart)]


def test_splits_are_disjoint_and_an_item_does_not_depend_on_the_others(folder: Path) -> None:
    options = {"charts": "corpus", "look": "print", "look_options": {"engine": "graphviz"}, "capture": "half"}
    every = {c.id: c for c in charts(DRAWN, folder, **options)}
    dev, held = (charts(DRAWN, folder, **options, split=split) for split in ("dev", "held"))
    assert {c.id for c in dev} | {c.id for c in held} == set(every)
    assert [c.id for c in dev] == [id for id in every if in_split(id, "dev")]
    assert all(every[c.id] == c for c in (*dev, *held))
    assert every["tea"].picture
    assert every["tea"].graph.nodes[0].box
    assert every["tea"].domain == "kitchen"
    assert [c.id for c in charts(DRAWN, folder, **options, every=2)] == list(every)[::2]


def test_what_the_data_set_rejects_stays_rejected(folder: Path) -> None:
    (folder / "charts" / "kitchen" / "spilt.mmd").write_text("flowchart TD\n a[")
    (spilt,) = (item for item in open_source("corpus", folder).charts() if isinstance(item, Rejected))
    options = {"look": "print", "look_options": {"engine": "graphviz"}, "every": 2}
    items = list(open_source(DRAWN, folder, **options).charts())
    assert [i for i in items if isinstance(i, Rejected)] == [replace(spilt, source=items[-1].source)]
    assert any(isinstance(i, Chart) for i in items)


def drawing() -> Drawing:
    chart = read_mermaid("flowchart TD\na[Take tea] --> b[Drink]")
    return drawn(chart, look_named("print", {"style": "mono", "engine": "graphviz"}), "tea")


def test_own_pictures_are_captured(tmp_path: Path) -> None:
    made = drawing()
    tool = tmp_path / "tool"
    tool.mkdir()
    (tool / "one.json").write_text(write_json(made.graph).text)
    (tool / "one.png").write_bytes(made.png)
    (beforehand,) = charts("diagramloop.data.sources.drawings:Drawings", tmp_path)
    assert (beforehand.id, beforehand.domain, beforehand.picture) == ("tool.one", "tool", made.png)
    options = {"charts": "diagramloop.data.sources.drawings:Drawings", "look": "own", "capture": "half"}
    (half,) = charts(DRAWN, tmp_path, **options)
    assert half.graph.size == tuple(round(side / 2) for side in made.graph.size or ())
    assert half.picture != made.png


def test_drawings_are_chosen_by_tool(tmp_path: Path) -> None:
    made = drawing()
    for tool in ("a", "b"):
        (tmp_path / tool).mkdir()
        (tmp_path / tool / "one.json").write_text(json.dumps(read_mermaid("flowchart TD\nx --> y\n").to_dict()))
        (tmp_path / tool / "one.png").write_bytes(made.png)
        (tmp_path / tool / "one.svg").write_text(made.svg)
    source = "diagramloop.data.sources.drawings:Drawings"
    assert [c.id for c in charts(source, tmp_path)] == ["a.one", "b.one"]
    assert [c.id for c in charts(source, tmp_path, leave_out=["a"])] == ["b.one"]
    assert [c.svg for c in charts(source, tmp_path, only=["a"])] == [made.svg]
    (tmp_path / "a" / "one.png").unlink()
    assert [item.id for item in open_source(source, tmp_path).charts() if isinstance(item, Rejected)] == ["a.one"]


@pytest.mark.parametrize(
    "options", [{"look": "oil"}, {"capture": "fax"}, {"turned": 45}, {"colour": "red"}, {"look_options": {"ink": 1}}]
)
def test_what_is_unknown_is_said_before_anything_is_drawn(folder: Path, options: dict[str, object]) -> None:
    with pytest.raises(DiagramloopError):
        open_source(DRAWN, folder, **options)


def test_fonts_are_split_and_a_folder_without_any_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no font of the split 'dev'"):
        open_source(DRAWN, folder, look="pen", look_options={"fonts": str(tmp_path)}, split="dev")
