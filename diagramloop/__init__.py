"""diagramloop: closing the loop on flowcharts and scientific diagrams."""

__version__ = "0.1.0"
