"""The contestants: what reads, extracts, attributes, talks, answers and generates, and what trains that.

The core (graph, render, scores, evaluation, report) never imports them: engines are found by their entry points.
"""
