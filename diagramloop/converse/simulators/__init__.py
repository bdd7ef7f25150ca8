"""Users that are played."""
