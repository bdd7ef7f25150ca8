"""Planning agents that need no model: ranked passages, and who does what to what by the frames of verbs."""
