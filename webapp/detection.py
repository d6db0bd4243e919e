"""What `pennysight detect` says of one picture: the scene, and how it was seen."""

from typing import Any

import msgspec
from pennysight.calibration.pictures import read_picture
from pennysight.rules.scene import Scene
from pennysight.vision.observation import Observation
from pennysight.vision.pipeline import Pipeline
from pennysight.vision.sources import Frame
from pennysight.webapp.scenes import observed_scene, shown_figures


class NoTableError(ValueError):
    """A picture shows no table that can be read; the message is one sentence."""


class Detection(msgspec.Struct, frozen=True):
    """A picture's observation, and the scene made of it."""

    picture: str
    observation: Observation
    scene: Scene


def detect(path: str, pipeline: Pipeline) -> Detection:
    """See one picture, by a pipeline for pictures of which each is a table of its own.

    Raises PictureError, or NoTableError when it shows no table or was not made by this camera.
    """
    image = read_picture(path)
    observation = pipeline.see(Frame(image, captured_s=0.0, number=0))
    scene = observed_scene(observation)
    if scene is None:
        raise NoTableError(f"{path}: {observation.problem or 'no table can be seen'}")
    return Detection(path, observation, scene)


def detection_builtins(detection: Detection) -> dict[str, Any]:
    """The scene (`pennysight-scene/1`) with what is known of how it was seen."""
    observation, table = detection.observation, detection.observation.table
    assert table is not None  # noqa: S101  # there is a scene of it
    view = table.view
    scene: dict[str, Any] = msgspec.to_builtins(detection.scene)
    for figure, (seen, hat) in zip(scene["figures"], shown_figures(observation), strict=True):
        figure.update(capped=None if hat else seen.capped, confidence=seen.confidence)
    return scene | {
        "camera_pose": {"R": view.R.tolist(), "t": view.t.tolist(), "height_in": view.height_in},
        "marker_rms_px": table.marker_rms_px,
        "hand": observation.hand,
        "cards": msgspec.to_builtins(observation.cards),
    }


def detection_text(detection: Detection) -> str:
    """The same for people."""
    scene = detection.scene
    lines = [
        f"{detection.picture}: board {scene.board.width_in:.0f} x {scene.board.height_in:.0f} in, "
        f"{len(scene.tiles)} tiles, {len(scene.figures)} figures, {len(scene.tokens)} tokens"
        + (", a hand" if detection.observation.hand else "")
    ]
    if scene.figures:
        lines.append(
            f"  {'figure':<20} {'x in':>7} {'y in':>7} {'± in':>6} {'facing':>7} {'± deg':>6} {'sure':>6}"
        )
    for figure, (seen, hat) in zip(scene.figures, shown_figures(detection.observation), strict=True):
        facing = "unknown" if figure.facing_deg is None else f"{figure.facing_deg:.1f}"
        lines.append(
            f"  {figure.id:<20} {figure.x_in:>7.2f} {figure.y_in:>7.2f} {figure.sd_in:>6.3f} "
            f"{facing:>7} {figure.sd_deg:>6.1f} {seen.confidence:>6.2f}" + (f"  {hat} hat" if hat else "")
        )
    if scene.tokens:
        lines.append(f"  {'token':<20} {'x in':>7} {'y in':>7} {'± in':>6} {'turned':>7}")
    for token in scene.tokens:
        name = f"{token.kind} {token.marker}"
        lines.append(
            f"  {name:<20} {token.x_in:>7.2f} {token.y_in:>7.2f} {token.sd_in:>6.3f} "
            f"{token.rotation_deg:>7.1f}"
        )
    if cards := detection.observation.cards:
        lines.append(f"  {'shack':<28} {'card':>7}")
        lines += [f"  {card.shack:<28} {card.state:>7}" for card in cards]
    return "\n".join(lines)
