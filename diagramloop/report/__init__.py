"""Views for people: the leaderboard in a terminal, and the report page."""

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._answered import Answered
from diagramloop.report._bidi import isolated
from diagramloop.report._closing import closing_lines
from diagramloop.report._columns import COLUMNS, columns
from diagramloop.report._definitions import profile_figure
from diagramloop.report._extracted import Extracted, Round
from diagramloop.report._figure import Bar, Figure, count_figure, stratum_figures, value_figure
from diagramloop.report._grounding import Grounding
from diagramloop.report._heat_map import HeatMap
from diagramloop.report._plot import Curve, Plot
from diagramloop.report._reading import Reading
from diagramloop.report._rows import Board, boards, headlines, read_rows, task_headline, write_rows
from diagramloop.report._sample import Drawing, Panel, Passage, Sample, Table, unread_table
from diagramloop.report._scatter import Dot, Scatter
from diagramloop.report._site import AnyFigure, write_site
from diagramloop.report._statistics import correlation_figure, density_plot
from diagramloop.report._talk import Talk
from diagramloop.report.terminal import print_leaderboard

__all__ = [
    "COLUMNS",
    "Answered",
    "AnyFigure",
    "Bar",
    "Board",
    "Curve",
    "Dot",
    "Drawing",
    "Extracted",
    "Figure",
    "Grounding",
    "HeatMap",
    "LeaderboardRow",
    "Panel",
    "Passage",
    "Plot",
    "Reading",
    "Round",
    "Sample",
    "Scatter",
    "Table",
    "Talk",
    "boards",
    "closing_lines",
    "columns",
    "correlation_figure",
    "count_figure",
    "density_plot",
    "headlines",
    "isolated",
    "print_leaderboard",
    "profile_figure",
    "read_rows",
    "stratum_figures",
    "task_headline",
    "unread_table",
    "value_figure",
    "write_rows",
    "write_site",
]
