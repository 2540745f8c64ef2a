"""Looking at games: what a seat should have believed, and how far chances can be trusted."""
