"""Options that several commands have and that are no settings."""

import click

camera_option = click.option(
    "--camera",
    required=True,
    metavar="CAMERA.json",
    help="The camera's file, made by `pennysight calibrate`.",
)
