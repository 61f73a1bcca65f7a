"""The published reports: which list fits on which card, and files written whole and compared."""
