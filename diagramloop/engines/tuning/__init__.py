"""Published checkpoints tuned on diagrams: sets of examples, trainers of the field, weights with lineage."""
