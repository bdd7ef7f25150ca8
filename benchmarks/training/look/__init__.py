"""Material and fitting of the look that tells a diagram, and which one, from whatever else stands in documents."""
