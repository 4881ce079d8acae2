"""Information-set Monte-Carlo tree search: the tree, the loops, and thinking within a budget."""
