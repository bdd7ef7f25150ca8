"""What people look at: the leaderboard in a terminal, and the report page."""

from flowbench.report._rows import Board, LeaderboardRow, boards, headline, read_rows, write_rows
from flowbench.report._site import Drawing, Reading, write_site
from flowbench.report.terminal import print_leaderboard

__all__ = [
    "Board",
    "Drawing",
    "LeaderboardRow",
    "Reading",
    "boards",
    "headline",
    "print_leaderboard",
    "read_rows",
    "write_rows",
    "write_site",
]
