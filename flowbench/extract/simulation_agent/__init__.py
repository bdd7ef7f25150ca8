"""The simulation agent: executes a procedural graph and reports what goes wrong (text2flow, Section 4.3.1)."""

from flowbench.extract.simulation_agent._simulate import Simulation, Trace, simulate

__all__ = ["Simulation", "Trace", "simulate"]
