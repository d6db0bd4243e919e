"""Focus, exposure and white balance of a camera, locked where its driver allows, and what came of it.

A camera that refocuses zooms a little, and one that changes its exposure or its colours shows other colours
for the same faction. The automatics may first settle on the table; then each is switched off at the value
that it found, read back, and looked at again later: drivers ignore what they are told, and some deny it.
"""

import sys
from dataclasses import dataclass
from typing import Final, Literal, Protocol, runtime_checkable

import cv2
import msgspec

Outcome = Literal["locked", "not offered", "ignored", "drifting"]

_MANUAL_EXPOSURE = {"linux": 1.0, "win32": 0.25}.get(sys.platform, 0.0)
_SAME = 0.01  # of a control's value; drivers round


@runtime_checkable
class Adjustable(Protocol):
    """A capture whose driver may have settings, by OpenCV's property numbers."""

    def get(self, setting: int) -> float:
        """A setting's value; 0 or less where there is none."""

    def set(self, setting: int, value: float) -> bool:
        """Ask for a value; whether the driver says that it took it."""


class Control(msgspec.Struct, frozen=True):
    """What became of one control: `text` is a sentence for people."""

    name: str
    outcome: Outcome
    text: str


@dataclass(frozen=True)
class _Knob:
    """A control: its switch between automatic and manual, what manual is, and its value."""

    name: str
    automatic: int
    manual: float
    value: int
    todo: str


KNOBS: Final = (
    _Knob(
        "focus",
        cv2.CAP_PROP_AUTOFOCUS,
        0.0,
        cv2.CAP_PROP_FOCUS,
        "see that the camera does not refocus by itself, and calibrate it as it is focused",
    ),
    _Knob(
        "exposure",
        cv2.CAP_PROP_AUTO_EXPOSURE,
        _MANUAL_EXPOSURE,
        cv2.CAP_PROP_EXPOSURE,
        "keep the light even, and bright sleeves off the board",
    ),
    _Knob(
        "white balance",
        cv2.CAP_PROP_AUTO_WB,
        0.0,
        cv2.CAP_PROP_WB_TEMPERATURE,
        "keep to one kind of lamp all evening",
    ),
)


@dataclass(frozen=True)
class Lock:
    """The controls as they were locked: the values that they had then, by name."""

    controls: tuple[Control, ...]
    values: dict[str, float]


def lock(camera: Adjustable) -> Lock:
    """Switch every automatic off, at the value that it has found."""
    controls, values = [], {}
    for knob in KNOBS:
        value = camera.get(knob.value)
        taken = camera.set(knob.automatic, knob.manual)
        if taken and value > 0:
            camera.set(knob.value, value)  # some drivers fall back to a value of their own
        if not taken:
            controls.append(
                _control(knob, "not offered", "cannot be locked: the driver offers no such setting")
            )
        elif abs(camera.get(knob.automatic) - knob.manual) > _SAME:
            controls.append(_control(knob, "ignored", "was told to stay, but the driver keeps it automatic"))
        else:
            values[knob.name] = camera.get(knob.value)
            controls.append(Control(knob.name, "locked", f"{knob.name} is locked at {values[knob.name]:g}"))
    return Lock(tuple(controls), values)


def looked_at_again(camera: Adjustable, locked: Lock) -> tuple[Control, ...]:
    """The controls as they are some time after they were locked."""
    return tuple(
        _still_locked(camera, knob, control, locked.values.get(knob.name))
        for knob, control in zip(KNOBS, locked.controls, strict=True)
    )


def _still_locked(camera: Adjustable, knob: _Knob, control: Control, value: float | None) -> Control:
    if value is None:
        return control
    now = camera.get(knob.value)
    if abs(camera.get(knob.automatic) - knob.manual) > _SAME:
        return _control(knob, "drifting", "was locked, but has become automatic again")
    if abs(now - value) > _SAME * max(1.0, abs(value)):
        return _control(knob, "drifting", f"is said to be locked, but went from {value:g} to {now:g}")
    return control


def _control(knob: _Knob, outcome: Outcome, why: str) -> Control:
    return Control(knob.name, outcome, f"{knob.name} {why}; {knob.todo}")
