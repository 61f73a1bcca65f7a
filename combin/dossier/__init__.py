"""What a report says of a game, gathered as data; nothing here is laid out."""
