"""The Text Spotter's room: lines of text and what they say."""
