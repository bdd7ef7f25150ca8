"""Training of the embedded engines that read language: weights, lineage, and honest figures."""
