"""The page on which a phone takes pictures of the table and sends them, where no camera hangs over it."""

from flask import Blueprint, Response, abort, render_template, request
from pennysight.calibration.camera import Camera, CameraError
from pennysight.calibration.pictures import PictureError, decode_picture
from pennysight.vision.sources import Uploads

LARGEST_PICTURE_BYTES = 30 * 1024 * 1024


def upload_pages(uploads: Uploads, camera: Camera) -> Blueprint:
    """The page, and the way for its pictures; they must be this camera's."""
    pages = Blueprint("uploads", __name__)

    @pages.get("/camera")
    def page() -> str:
        return render_template("upload.html")

    @pages.post("/api/pictures")
    def picture() -> Response:
        request.max_content_length = LARGEST_PICTURE_BYTES
        try:
            image = decode_picture(request.get_data(), "the picture")
            height_px, width_px = image.shape[:2]
            camera.for_size(width_px, height_px)
        except (PictureError, CameraError) as error:
            abort(400, str(error))
        uploads.put(image)
        return Response(status=204)

    return pages
