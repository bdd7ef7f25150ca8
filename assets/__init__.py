"""Artifacts of the benchmark: one module per group, one declared stage per artifact."""
