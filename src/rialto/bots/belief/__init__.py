"""What the others may hold: guesses of the hidden cards, weighed by what they have done."""
