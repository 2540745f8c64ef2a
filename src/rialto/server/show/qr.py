"""A seat link as a QR code."""

import io


def draw(link: str) -> str:
    """The code as an SVG, dark on light whatever the theme: that is what cameras read."""
    import segno  # it takes longer to load than the server may take to start

    picture = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(picture, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return picture.getvalue().decode()
