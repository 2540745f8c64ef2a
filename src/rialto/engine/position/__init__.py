"""The words of a Position, in groups; `words.py` puts them in order."""
