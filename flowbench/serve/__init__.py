"""The local web pages: annotation, conversation, verification."""
