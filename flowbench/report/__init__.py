"""What people look at: the leaderboard in a terminal, and the report page."""

from flowbench.report._bidi import isolated
from flowbench.report._extracted import Extracted, Round
from flowbench.report._figure import Bar, Figure, count_figure, stratum_figures, value_figure
from flowbench.report._grounding import Grounding
from flowbench.report._heat_map import HeatMap
from flowbench.report._plot import Curve, Plot
from flowbench.report._reading import Reading
from flowbench.report._rows import COLUMNS, Board, LeaderboardRow, boards, headline, read_rows, write_rows
from flowbench.report._sample import Drawing, Panel, Passage, Sample, Table
from flowbench.report._site import write_site
from flowbench.report._statistics import correlation_figure, density_plot
from flowbench.report._talk import Talk
from flowbench.report.terminal import print_leaderboard

__all__ = [
    "COLUMNS",
    "Bar",
    "Board",
    "Curve",
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
    "Table",
    "Talk",
    "boards",
    "correlation_figure",
    "count_figure",
    "density_plot",
    "headline",
    "isolated",
    "print_leaderboard",
    "read_rows",
    "stratum_figures",
    "value_figure",
    "write_rows",
    "write_site",
]
