"""A live game: its seats, clock, log and the commands that change it."""
