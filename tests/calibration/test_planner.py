"""Where a camera must hang: all is in view there, and nowhere lower."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pennysight.calibration.planned_camera import (
    NO_DIST,
    RESOLUTIONS,
    PlanError,
    fields_of_view_deg,
    parse_size,
    planned_camera,
)
from pennysight.calibration.planner import (
    Board,
    InView,
    aimed,
    hung,
    is_in_view,
    least_hanging,
    outline_in,
    parse_board,
    squares_px,
)

BOARD = Board(4, 4)
WANTED = InView(BOARD, 1.75, 0.5, table_markers=False)


@pytest.mark.parametrize("diagonal", [False, True])
@settings(deadline=None)
@given(fov_deg=st.floats(20, 110), size_px=st.sampled_from(sorted(RESOLUTIONS.values())))
def test_a_camera_has_the_field_of_view_that_its_box_gives(
    diagonal: bool, fov_deg: float, size_px: tuple[int, int]
) -> None:
    camera = planned_camera(size_px, fov_deg, diagonal)
    assert fields_of_view_deg(camera)[diagonal] == pytest.approx(fov_deg, abs=0.02)


def test_without_distortion_the_height_is_that_of_schoolbook_triangles() -> None:
    camera = planned_camera((1920, 1080), 65.0, dist=NO_DIST)
    slope = math.tan(math.radians(65 / 2)) * 1080 / 1920
    flat_in, raised_in = 18.5 / slope, (18.5 + 0.375) / slope + 1.75
    hanging = least_hanging(camera, WANTED, 0.0, None)
    assert 0 <= hanging.height_in - max(flat_in, raised_in) < 0.25


@settings(deadline=None, max_examples=30)
@given(
    fov_deg=st.floats(40, 100),
    columns=st.integers(1, 5),
    rows=st.integers(1, 5),
    offset_in=st.floats(-10, 10),
    table_markers=st.booleans(),
)
def test_all_is_in_view_at_the_height_and_not_just_below(
    fov_deg: float, columns: int, rows: int, offset_in: float, table_markers: bool
) -> None:
    camera = planned_camera((1920, 1080), fov_deg)
    wanted = InView(Board(columns, rows), 1.75, 0.5, table_markers)
    hanging = least_hanging(camera, wanted, offset_in, None)
    view = hung(camera, wanted.board, hanging)
    assert view.height_in == pytest.approx(hanging.height_in)
    pixels = view.to_pixels(outline_in(wanted))
    assert (pixels >= -0.5).all()
    assert (pixels <= (1919.5, 1079.5)).all()
    below = aimed(hanging.height_in - 0.25, offset_in, None)
    assert not is_in_view(hung(camera, wanted.board, below), wanted)


def test_a_long_board_lies_along_the_picture_whichever_way_it_is_called() -> None:
    camera = planned_camera((1920, 1080), 65.0)
    heights = {
        least_hanging(camera, InView(board, 1.75, 0.5, False), 0.0, None).height_in
        for board in (Board(5, 3), Board(3, 5))
    }
    assert len(heights) == 1


def test_higher_figures_margins_and_table_markers_need_height() -> None:
    camera = planned_camera((1920, 1080), 65.0)
    usual = least_hanging(camera, WANTED, 0.0, None).height_in
    for wanted in (
        InView(BOARD, 3.0, 0.5, False),
        InView(BOARD, 1.75, 2.0, False),
        InView(BOARD, 1.75, 0.5, True),
    ):
        assert least_hanging(camera, wanted, 0.0, None).height_in > usual


def test_a_camera_off_the_middle_looks_at_it() -> None:
    view = hung(planned_camera((1920, 1080), 65.0), BOARD, aimed(50.0, 8.0, None))
    assert view.centre_in == pytest.approx([18.0, 10.0, 50.0])
    assert view.to_plane([(959.5, 539.5)])[0] == pytest.approx([18.0, 18.0])
    north, south = view.to_pixels([(18, 30, 0), (18, 6, 0)])
    assert north[1] < south[1]  # north is up in the picture


def test_squares_in_the_picture_have_the_size_of_their_scale() -> None:
    camera = planned_camera((1920, 1080), 65.0, dist=NO_DIST)
    view = hung(camera, BOARD, aimed(50.0, 0.0, None))
    places = np.array([(18.0, 18.0), (0.0, 0.0)])
    assert squares_px(view, places, 0.0, 1.0) == pytest.approx([camera.K[0][0] / 50] * 2)
    assert squares_px(view, places, 1.75, 0.75) == pytest.approx([0.75 * camera.K[0][0] / 48.25] * 2)


def test_a_tilt_past_which_nothing_helps_is_refused() -> None:
    with pytest.raises(PlanError, match="never whole in the picture"):
        least_hanging(planned_camera((1920, 1080), 30.0), WANTED, 0.0, 50.0)


@pytest.mark.parametrize(
    ("text", "size_px"),
    [("1080p", (1920, 1080)), ("4K", (3840, 2160)), ("pi3", (4608, 2592)), ("1600 x 1200", (1600, 1200))],
)
def test_picture_sizes_are_read_as_people_write_them(text: str, size_px: tuple[int, int]) -> None:
    assert parse_size(text) == size_px


@pytest.mark.parametrize("text", ["", "8k", "1920", "0x0", "1920x-3", "99999999x2", "50x50", "30000x20000"])
def test_a_size_that_is_none_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(PlanError, match=r"the resolution is .*expected"):
        parse_size(text)


def test_boards_are_read_in_inches() -> None:
    assert parse_board("36x36") == Board(4, 4)
    assert parse_board("45 x 27 in") == Board(5, 3)
    assert parse_board("30x22.5", 7.5) == Board(4, 3, 7.5)


@pytest.mark.parametrize("text", ["", "36", "40x36", "0x36", "-9x9", "nanxnan", "81x81", "36x36mm", "1x1"])
def test_a_board_of_no_whole_tiles_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(PlanError, match="board") as refused:
        parse_board(text)
    assert f"'{text}'" in str(refused.value)


@pytest.mark.parametrize("fov_deg", [0.0, -65.0, 180.0, math.nan, math.inf])
def test_a_field_of_view_of_no_lens_is_refused(fov_deg: float) -> None:
    with pytest.raises(PlanError, match="the field of view is"):
        planned_camera((1920, 1080), fov_deg)
