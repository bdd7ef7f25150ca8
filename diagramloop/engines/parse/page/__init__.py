"""The Environment Curator's room: from any picture to a flat, evenly lit page and its scales."""
