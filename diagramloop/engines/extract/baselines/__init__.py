"""The methods that text2flow is measured beside (Section 5.1, Table 1), as far as its account of each goes.

Each is a few sentences there and a paper of its own; what these leave open is said in design/extraction.md. Where
weights or a parser of English are to be given, a row without them says so.
"""
