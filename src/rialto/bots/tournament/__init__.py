"""Matches between bots: jobs, results, standings, statistics."""
