"""The second derivation of every number: the rules played literally, deal by deal, and compared
with the engine.
"""
