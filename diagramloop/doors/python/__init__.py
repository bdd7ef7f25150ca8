"""The one door: `diagramloop.read`, `convert`, `score`, `extract`, `ask`, `evaluate`, for scripts and notebooks.

Command line and services read by the same function. What lies behind them is inside: it may move.
"""
