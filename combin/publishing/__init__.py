"""The published reports: which list fits which card, files written whole and compared."""
