"""Documents with known diagrams, made by real tools, and how many of these are found in them."""
