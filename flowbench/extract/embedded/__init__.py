"""The embedded extractor: procedural graphs from text without a language model."""
