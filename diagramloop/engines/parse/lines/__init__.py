"""The Topology Coder's room: lines, their heads, and the edges that they explain."""
