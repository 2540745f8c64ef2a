"""What greedy and search think with: terms, plays, policy, tree."""
