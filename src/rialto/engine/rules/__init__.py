"""The rules, in files named after the rulebook's headings. `flow.py` is the table of contents."""
