"""Our own little people: six of each faction, drawn from bodies, heads, hats and what they carry.

Each part is drawn by a function that takes a pen standing where the part belongs: at the middle of the feet,
of the head, of the hand. Inches, for a character about 1.15 in high.
"""
