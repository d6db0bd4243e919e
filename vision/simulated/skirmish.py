"""The skirmish that the demonstration shows: four factions round the mansion, each move made, then unmade.

It is written for our tile library (`tests/vision/test_simulated_skirmish.py` holds it to the rules' ground).
"""

from pennysight.vision.simulated.cards import Card
from pennysight.vision.simulated.figures import Pose
from pennysight.vision.simulated.script import Move, Script, Spot, Take

LAYOUT = [
    ["marsh-home", "storm-hollow", "old-oak-road", "deghoule-home"],
    ["mason-lane", "thuh-mansion", "jacobs-rest", "lonesome-road"],
    ["devil-hill", "crossroads", "strange-old-shack", "marsh-end"],
    ["whateley-home", "judgement-field", "old-bishop-place", "cult-home"],
]

FIGURES = [
    Pose("marsh-1", "marsh", 1, 12.2, 13.4, 180.0),
    Pose("marsh-2", "marsh", 2, 4.5, 31.5, 300.0),
    Pose("marsh-3", "marsh", 3, 20.3, 24.9, 350.0),
    Pose("marsh-4", "marsh", 4, 12.5, 30.7, 250.0),
    Pose("deghoule-1", "deghoule", 1, 30.5, 22.4, 200.0),
    Pose("deghoule-2", "deghoule", 2, 24.2, 22.6, 240.0),
    Pose("deghoule-3", "deghoule", 3, 31.5, 31.5, 225.0),
    Pose("deghoule-4", "deghoule", 4, 13.6, 8.3, 280.0),
    Pose("whateley-1", "whateley", 1, 7.95, 13.2, 10.0),
    Pose("whateley-2", "whateley", 2, 4.6, 13.9, 285.0),
    Pose("whateley-3", "whateley", 3, 14.5, 4.4, 90.0),
    Pose("cult-1", "cult", 1, 22.5, 3.0, 150.0),
    Pose("cult-2", "cult", 2, 16.1, 13.0, 90.0),
    Pose("cult-5", "cult", 5, 19.5, 13.7, 170.0),
]

CARDS = (
    Card(15.9, 33.8, 4.0),  # storm-hollow
    Card(20.05, 29.35, 92.0),  # old-oak-road
    Card(25.1, 34.1, 358.0),
    Card(1.95, 23.7, 10.0),  # mason-lane
    Card(7.1, 21.2, 87.0),
    Card(20.1, 20.6, 355.0),  # jacobs-rest
    Card(33.55, 25.15, 3.0),  # lonesome-road
    Card(22.5, 13.9, 20.0),  # strange-old-shack
    Card(29.35, 13.65, 95.0),  # marsh-end
    Card(22.45, 6.8, 0.0),  # old-bishop-place
)
"""A card on each shack (H-089) but for two that a figure has searched, or will stand in."""
TAKEN = 5
TAKE_S = 0.8

STILL_S = 5.0  # between a hand's going and the next one's coming
HAND_S = 1.8  # for a hand to come and go


def _moves() -> list[Move]:
    turns: list[tuple[str, list[Spot], float, float, bool, float]] = [
        # figure, path, facing, arm, lifted, seconds held
        ("cult-2", [(16.08, 14.1), (16.08, 15.9)], 90.0, 270.0, False, 2.0),  # in at a door
        ("marsh-1", [(10.5, 13.35), (8.8, 13.25)], 184.0, 0.0, False, 2.0),  # into melee
        ("deghoule-1", [(30.5, 22.4)], 20.0, 0.0, False, 1.4),  # turns in place
        ("whateley-3", [(17.3, 4.2), (17.45, 2.7), (16.2, 2.2)], 150.0, 270.0, False, 2.4),  # behind a wall
        ("deghoule-2", [(24.1, 21.15)], 100.0, 0.0, True, 1.8),  # over a fence and down behind it
        ("cult-2", [(16.08, 14.1), (16.1, 13.0)], 90.0, 270.0, False, 2.0),
        ("marsh-1", [(10.5, 13.35), (12.2, 13.4)], 180.0, 0.0, False, 2.0),
        ("deghoule-1", [(30.5, 22.4)], 200.0, 0.0, False, 1.4),
        ("whateley-3", [(17.45, 2.7), (17.3, 4.2), (14.5, 4.4)], 90.0, 270.0, False, 2.4),
        ("deghoule-2", [(24.2, 22.6)], 240.0, 0.0, True, 1.8),
    ]
    moves, now_s = [], STILL_S
    for figure, path, facing_deg, arm_deg, lifted, held_s in turns:
        start_s = now_s + HAND_S / 2
        moves.append(Move(figure, start_s, start_s + held_s, path, facing_deg, arm_deg, lifted))
        now_s += HAND_S + held_s + STILL_S
    return moves


def _takes(last_s: float) -> tuple[Take, Take]:
    """A card is taken and laid back, after all moves."""
    takes, now_s = [], last_s
    for laid_back in (False, True):
        start_s = now_s + STILL_S + HAND_S / 2
        now_s = start_s + TAKE_S + HAND_S / 2
        takes.append(Take(TAKEN, start_s, start_s + TAKE_S, 90.0, laid_back))
    return takes[0], takes[1]


def _skirmish() -> Script:
    moves = _moves()
    takes = _takes(moves[-1].end_s + HAND_S / 2)
    length_s = takes[-1].end_s + HAND_S / 2
    return Script(LAYOUT, FIGURES, moves, length_s, cards=CARDS, takes=takes)


SKIRMISH = _skirmish()
