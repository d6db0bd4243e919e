"""Focus, exposure and white balance: locked where the driver obeys, and said where it does not."""

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from pennysight.vision.sources import Image
from pennysight.vision.sources.controls import KNOBS, Control, lock, looked_at_again
from pennysight.vision.sources.live import LOCK_AFTER_S, LOOK_AGAIN_S, LiveSource

VALUES = {cv2.CAP_PROP_FOCUS: 30.0, cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
AUTOMATIC = {knob.automatic: 3.0 if knob.name == "exposure" else 1.0 for knob in KNOBS}


@dataclass
class Driver:
    """A camera's driver that obeys; `deaf` settings are not there, `ignored` ones stay what they were."""

    deaf: frozenset[int] = frozenset()
    ignored: frozenset[int] = frozenset()
    settings: dict[int, float] = field(default_factory=lambda: VALUES | AUTOMATIC)

    def get(self, setting: int) -> float:
        return -1.0 if setting in self.deaf else self.settings[setting]

    def set(self, setting: int, value: float) -> bool:
        if setting in self.deaf:
            return False
        if setting not in self.ignored:
            self.settings[setting] = value
        return True


def outcomes(controls: tuple[Control, ...]) -> dict[str, str]:
    return {control.name: control.outcome for control in controls}


def test_a_driver_that_obeys_has_all_locked_at_what_they_found() -> None:
    driver = Driver()
    locked = lock(driver)
    assert outcomes(locked.controls) == dict.fromkeys(("focus", "exposure", "white balance"), "locked")
    assert [control.text for control in locked.controls] == [
        "focus is locked at 30",
        "exposure is locked at 157",
        "white balance is locked at 4600",
    ]
    assert all(driver.settings[knob.automatic] == knob.manual for knob in KNOBS)
    assert looked_at_again(driver, locked) == locked.controls


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_a_driver_without_the_setting_is_said_to_offer_none(knob: object) -> None:
    of = next(one for one in KNOBS if one is knob)
    locked = lock(Driver(deaf=frozenset({of.automatic, of.value})))
    assert outcomes(locked.controls)[of.name] == "not offered"
    text = next(control.text for control in locked.controls if control.name == of.name)
    assert text.startswith(f"{of.name} cannot be locked: the driver offers no such setting; ")
    assert list(outcomes(locked.controls).values()).count("locked") == 2


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_a_driver_that_says_yes_and_does_not_is_found_out(knob: object) -> None:
    of = next(one for one in KNOBS if one is knob)
    locked = lock(Driver(ignored=frozenset({of.automatic})))
    assert outcomes(locked.controls)[of.name] == "ignored"


def test_a_driver_that_goes_on_by_itself_is_found_out_later() -> None:
    driver = Driver()
    locked = lock(driver)
    driver.settings[cv2.CAP_PROP_FOCUS] = 44.0
    driver.settings[cv2.CAP_PROP_AUTO_WB] = 1.0
    focus, exposure, balance = looked_at_again(driver, locked)
    assert (focus.outcome, exposure.outcome, balance.outcome) == ("drifting", "locked", "drifting")
    assert "went from 30 to 44" in focus.text
    assert "automatic again" in balance.text


@dataclass
class Camera(Driver):
    """A camera with such a driver, that makes ten pictures a second; `now_s` is its clock."""

    now_s: float = 0.0
    period_s: float = 0.1
    frame_count: int = 0
    position_s: float = 0.0

    def grab(self) -> bool:
        self.now_s += self.period_s
        return True

    def retrieve(self) -> Image | None:
        return np.zeros((4, 4, 3), np.uint8)

    def release(self) -> None:
        pass


def test_a_live_camera_is_locked_once_it_has_settled_and_watched_from_then_on() -> None:
    camera = Camera()
    source = LiveSource("camera 0", lambda: camera, clock=lambda: camera.now_s, pause=lambda _: None)
    seen = []
    for frame in source.frames():
        if frame.captured_s > 1.0:
            camera.settings[cv2.CAP_PROP_EXPOSURE] = max(camera.settings[cv2.CAP_PROP_EXPOSURE], 200.0)
        if frame.captured_s > LOCK_AFTER_S + 3.0:
            camera.settings[cv2.CAP_PROP_FOCUS] = 31.0
        seen.append((frame.captured_s, outcomes(source.controls)))
        if frame.captured_s > LOCK_AFTER_S + LOOK_AGAIN_S + 1.0:
            source.close()
    assert all(not controls for at_s, controls in seen if at_s < LOCK_AFTER_S)
    assert seen[round(10 * (LOCK_AFTER_S + 1))][1]["exposure"] == "locked"
    assert camera.settings[cv2.CAP_PROP_EXPOSURE] == 200.0  # as it was after it had settled
    assert seen[-1][1] == {"focus": "drifting", "exposure": "locked", "white balance": "locked"}
