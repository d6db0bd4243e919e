"""Whoever does as the guide says has a true lens soon; whoever does not is told what is amiss."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from pennysight.calibration.camera import load_camera
from pennysight.calibration.charuco import CalibrationRefused
from pennysight.calibration.charuco_board import parse_board
from pennysight.vision.sources import Frame
from pennysight.webapp import lens_guide
from pennysight.webapp.lens_guide import LensGuide, Look

from tests.calibration.board_on_film import (
    FOCAL_PX,
    FRAMES_PER_S,
    HEIGHT_PX,
    WIDTH_PX,
    Image,
    held,
    obeying,
)
from tests.webapp.running import running

BOARD = parse_board("charuco-9x6")


def guide(still: bool = False) -> LensGuide:
    return LensGuide(BOARD, "desk", "2026-01-31", still)


def shown(to: LensGuide, *images: Image, from_s: float = 0.0) -> list[Look]:
    return [to.look(Frame(image, from_s + n / FRAMES_PER_S, n)) for n, image in enumerate(images)]


@pytest.fixture(scope="module")
def looks() -> list[tuple[Image, Look]]:
    """All that a person showed, who began in the middle and then did as told, until it was enough."""
    to, rng = guide(), np.random.default_rng(5)
    seen: list[tuple[Image, Look]] = []
    for _ in range(40):
        step = to.step
        for image in obeying(((1, 1), None) if step is None else (step.part, step.away), rng):
            seen.append((image, to.look(Frame(image, len(seen) / FRAMES_PER_S, len(seen)))))
            if seen[-1][1].done is not None:
                return seen
    raise AssertionError("it was never enough")


@pytest.mark.slow
def test_who_does_as_told_has_the_lens_within_three_thousandths(looks: list[tuple[Image, Look]]) -> None:
    done = looks[-1][1].done
    assert done is not None
    for axis in (0, 1):
        assert done.camera.K[axis][axis] == pytest.approx(FOCAL_PX[axis], rel=0.003)
    assert done.focal_sd < 0.001
    assert done.camera.rms_px < 0.4
    assert (done.camera.width_px, done.camera.height_px) == (WIDTH_PX, HEIGHT_PX)
    taken = [look for _, look in looks if look.taken]
    assert 12 <= len(taken) <= 25
    progress = [look.gathered.progress for look in taken]
    assert progress == sorted(progress), "every view that is taken is a step ahead"
    assert progress[0] < 0.2
    assert progress[-1] == 1


@pytest.mark.slow
def test_a_camera_that_never_gets_so_exact_is_asked_for_more_and_taken_when_it_is_enough(
    looks: list[tuple[Image, Look]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lens_guide, "GOOD_FOCAL_SD", 1e-6)
    images = [image for image, _ in looks]
    asked = shown(guide(), *images)[-1]
    assert asked.taken
    assert asked.done is None
    assert not asked.gathered.needs.met, "more tilts are asked for"
    monkeypatch.setattr(lens_guide, "ENOUGH_VIEWS", len(asked.gathered.views))
    assert shown(guide(), *images)[-1].done is not None


@pytest.mark.slow
def test_the_program_makes_a_camera_file_of_a_film_and_shows_it_on_the_way(
    looks: list[tuple[Image, Look]], tmp_path: Path
) -> None:
    film = cv2.VideoWriter(
        str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), FRAMES_PER_S, (WIDTH_PX, HEIGHT_PX)
    )
    for image, _ in looks:
        film.write(image)
    film.release()
    file = tmp_path / "desk.json"
    with running("calibrate", "--source", tmp_path / "film.avi", "-o", file) as program:
        with program.stream() as happening:
            states = [data for name, data in happening if name == "table"]
        assert program.process.wait(60) == 0
    said = "".join(program.said)
    camera = load_camera(file)
    assert camera.name == "desk"
    assert camera.K[0][0] == pytest.approx(FOCAL_PX[0], rel=0.003)
    assert "100%  Done: the focal length is" in said
    assert "On a phone in the same Wi-Fi" in said or "is on no network" in said
    assert states[-1]["state"] == "found"
    assert [state["progress"] for state in states] == sorted(state["progress"] for state in states)


def upright(roll_deg: float = 0.0) -> Image:
    return held((0.5, 0.5), 0.5, None, 0.0, roll_deg, 1)


def test_a_view_is_taken_when_it_is_new_and_the_board_is_held_still() -> None:
    to, here = guide(), upright()
    first, second, third = shown(to, here, here, here)
    assert (first.taken, first.note) == (False, lens_guide.NOT_STILL)
    assert (second.taken, second.note) == (True, "")
    assert (third.taken, third.note) == (False, lens_guide.HAD)
    (moved,) = shown(to, held((0.2, 0.3), 0.5, "left", 30.0, 0.0, 2), from_s=0.4)
    assert (moved.taken, moved.note) == (False, lens_guide.NOT_STILL)
    (late,) = shown(to, held((0.2, 0.3), 0.5, "left", 30.0, 0.0, 3), from_s=9.0)
    assert (late.taken, late.note) == (False, lens_guide.NOT_STILL), "nobody knows what was in between"


def test_pictures_in_a_folder_need_not_be_of_a_board_held_still() -> None:
    (look,) = shown(guide(still=True), upright())
    assert look.taken


def test_what_is_amiss_with_a_frame_is_said_with_what_to_do() -> None:
    here = upright()

    def note(image: Image, board: str = "charuco-9x6", marker_in: float = 0.75) -> str:
        to = LensGuide(parse_board(board, 1.0, marker_in), "desk", "")
        (look,) = shown(to, np.ascontiguousarray(image))
        assert look.view is None
        assert not look.taken
        assert "\n" not in look.note
        return look.note

    assert note(here[:, ::-1]) == "it is mirrored: switch off mirroring in the camera's settings"
    assert note(np.asarray(cv2.GaussianBlur(here, (0, 0), 3.5))).startswith("it is blurred, edges are ")
    assert "no charuco-9x6 can be read in it: show the whole board" in note(here * 0 + 60)
    assert "do not lie as on a charuco-8x6" in note(here, "charuco-8x6")
    assert "measure one square and one marker" in note(here, marker_in=0.5)


def test_another_size_of_pictures_on_the_way_is_refused() -> None:
    to, here = guide(), upright()
    shown(to, here)
    with pytest.raises(CalibrationRefused, match="were 1280x720 and are 640x360 now: leave the camera's"):
        shown(to, np.asarray(cv2.resize(here, None, fx=0.5, fy=0.5)))


def test_too_little_at_the_end_is_refused() -> None:
    to, here = guide(), upright()
    with pytest.raises(CalibrationRefused, match=r"0 different views .* expected at least 6: take a dozen"):
        to.finish()
    shown(to, here, here, here)
    with pytest.raises(CalibrationRefused, match="1 different view of the board can be used"):
        to.finish()
