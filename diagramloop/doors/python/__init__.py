"""The one door: `diagramloop.read`, `convert`, `score`, `extract`, `ask`, `evaluate`, for scripts and notebooks.

Command line, services and plug-ins call the same functions. What lies behind them is inside: it may move.
"""
