"""The simulation agent: executes a procedural graph and reports what goes wrong (text2flow, Section 4.3.1)."""

from diagramloop.engines.extract.simulation_agent._simulate import TRIALS, Simulation, Trace, simulate

__all__ = ["TRIALS", "Simulation", "Trace", "simulate"]
