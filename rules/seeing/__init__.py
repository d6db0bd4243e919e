"""Who sees whom: the geometry of straight lines from fold to fold, for many pairs of figures at once.

Public answers are in `pennysight.rules.sight` and `pennysight.rules.melee`; these are their parts, from the
ground up: `nearby` and `scope` gather what is about two figures; `views` cuts it to the ground between
their folds; `linespace` and `lines` find the free lines, exactly; `room` tells how far a free line keeps
from everything, `growth` how far hidden folds must grow to be seen; `exemption` says what costs the
attacker nothing; `between`, `unseen` and `certainty` what holds for every placement within the deviations;
`looks` puts it all together.
"""
