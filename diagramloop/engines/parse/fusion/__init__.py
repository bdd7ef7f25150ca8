"""The Fusion Arbiter's room: which text belongs to which shape."""
