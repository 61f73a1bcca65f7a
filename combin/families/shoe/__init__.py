"""Cards from a shoe, counted by kind."""
