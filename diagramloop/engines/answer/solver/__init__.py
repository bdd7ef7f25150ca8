"""The embedded solver: what a question asks of the graph is computed. No model, and no guess."""

from diagramloop.engines.answer.solver._solver import Solver

__all__ = ["Solver"]
