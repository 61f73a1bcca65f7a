"""The rules of a game as a page of text: what people write, sign and compare."""
