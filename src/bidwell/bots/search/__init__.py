"""Information-set Monte Carlo tree search: the tree, the loops, and search within a budget."""
