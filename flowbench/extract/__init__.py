"""Documents to procedural graphs (text2flow)."""
