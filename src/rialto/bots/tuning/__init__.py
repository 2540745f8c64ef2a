"""How the weights were found."""
