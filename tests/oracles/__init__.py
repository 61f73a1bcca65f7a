"""Full-size answers that share no code with combin; run one by `python -m oracles.<name>` from the
folder tests.
"""
