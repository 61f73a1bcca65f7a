"""Lays out rules and results for people and for programs; computes nothing."""
