"""Ways to count the deals of a plan, side by side: each in a file of its own, all with the same
integers. `combin.families.methods` lists them, with those of single families.
"""
