"""The net's inference: whole numbers only, the same on every machine."""
