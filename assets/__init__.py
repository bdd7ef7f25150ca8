"""What the benchmark makes: one module per group, one declared stage per artifact."""
