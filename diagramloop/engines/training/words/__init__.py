"""Training the reader of words: from handwriting and print to text."""
