"""Figures of the time that tools take (Follow the Flow, Figures 7, 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.machinery import Input, Rows
from diagramloop.engines.attribute import Step
from diagramloop.engines.attribute.tool_use import CallTime, TracedQuestion, times, times_by_size, times_by_step
from diagramloop.report import Bar, Figure

SPREAD = ("least", "lower", "median", "upper", "most")


def tool_time_figures(made: Input) -> Iterator[Figure]:
    """Of one attributor: by tool; by tool and size of the chart; by tool and step."""
    questions = list(_timed(made))
    by_tool = times(questions)
    if not by_tool:
        return
    name = f"{made.key['attributor']} on {made.key['source']}"
    yield _spread(f"Time of a call, by tool: {name} (Follow the Flow, Figure 7)", by_tool)
    by_size, by_step = times_by_size(questions), times_by_step(questions)
    yield _medians(f"Median time of a call, by nodes of the chart: {name} (Follow the Flow, Figure 10)", by_size)
    yield _medians(f"Median time of a call, by step: {name} (Follow the Flow, Figure 11)", by_step)


def _timed(made: Input) -> Iterator[TracedQuestion]:
    for row in Rows(made.folder, ["nodes", "tools", "milliseconds"]):
        steps = zip(row["tools"], row["milliseconds"], strict=True)
        yield TracedQuestion("", row["nodes"], tuple(Step(tool, {}, None, taken) for tool, taken in steps))


def _spread(caption: str, rows: Sequence[CallTime]) -> Figure:
    """A box plot in numbers: the quartiles and the extremes of each tool."""
    made = tuple(
        (f"{row.tool} ({row.calls} calls)", tuple(_bar(getattr(row, name)) for name in SPREAD)) for row in rows
    )
    return Figure(caption, ("tool", *SPREAD), made, longest=max(row.most for row in rows))


def _medians(caption: str, rows: Sequence[CallTime]) -> Figure:
    """The median of each tool in each part."""
    found = {(row.tool, row.part): row.median for row in rows}
    parts, tools = sorted({row.part for row in rows}), dict.fromkeys(row.tool for row in rows)
    made = tuple((tool, tuple(_bar(found.get((tool, part))) for part in parts)) for tool in tools)
    return Figure(caption, ("tool", *parts), made, longest=max(found.values()))


def _bar(milliseconds: float | None) -> Bar:
    return Bar(milliseconds, "–" if milliseconds is None else f"{milliseconds:.3f} ms")
