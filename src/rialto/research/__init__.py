"""The researchers' door: one engine behind PettingZoo, Gymnasium, OpenSpiel and a vector env.

Nothing is imported here, so that each interface costs only what it needs.
"""
