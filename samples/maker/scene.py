"""The scenes: a lake with a boat, the sun alone, and what of them shines brighter than paper."""
import math

from picture import Picture

DAY = {
    "sky": ((0.16, 0.47, 0.80), (0.80, 0.92, 0.98)), "sun": (1.0, 0.93, 0.55), "glow": 0.35,
    "hills": ((0.33, 0.52, 0.46), (0.18, 0.40, 0.28)), "water": ((0.35, 0.62, 0.74), (0.07, 0.27, 0.42)),
}
EVENING = {
    "sky": ((0.20, 0.20, 0.46), (0.99, 0.62, 0.36)), "sun": (1.0, 0.86, 0.42), "glow": 0.85,
    "hills": ((0.42, 0.28, 0.40), (0.20, 0.16, 0.28)), "water": ((0.93, 0.56, 0.40), (0.13, 0.13, 0.30)),
}
CHART = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0), (0.25,) * 3, (0.5,) * 3,
         (0.75,) * 3, (1, 1, 1)]
HORIZON = 0.56


def mix(a, b, t):
    return a + (b - a) * t


def polygon(*points):
    """Signed distance to a convex polygon; the corners go clockwise as seen on the screen."""
    edges = []
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        length = math.hypot(x1 - x0, y1 - y0)
        edges.append(((y1 - y0) / length, (x0 - x1) / length, x0, y0))
    return lambda x, y: max((x - x0) * nx + (y - y0) * ny for nx, ny, x0, y0 in edges)


def circle(cx, cy, radius):
    return lambda x, y: math.hypot(x - cx, y - cy) - radius


def paint(picture, distance, colour, box):
    """Paints what lies inside a shape, with soft edges one pixel wide. The colour may depend on the row."""
    width, height = picture.width, picture.height
    red, green, blue = picture.planes[:3]
    left, top, right, bottom = (int(v) for v in box)
    for y in range(max(top - 1, 0), min(bottom + 2, height)):
        r, g, b = colour(y / height) if callable(colour) else colour
        for x in range(max(left - 1, 0), min(right + 2, width)):
            cover = 0.5 - distance(x + 0.5, y + 0.5)
            if cover > 0:
                cover, at = min(cover, 1.0), x + y * width
                red[at] += (r - red[at]) * cover
                green[at] += (g - green[at]) * cover
                blue[at] += (b - blue[at]) * cover


def lake(width, height, light, drift=0.0):
    """Sky, sun, hills, water, boat and colour strip. drift 0...1 moves boat and ripples, for videos."""
    picture = Picture(width, height)
    red, green, blue = picture.planes
    unit, horizon = min(width, height), int(height * HORIZON)
    sun_x, sun_y, sun_radius = width * 0.76, height * 0.22, unit * 0.075
    (sky_top, sky_low), (water_top, water_low) = light["sky"], light["water"]
    for y in range(height):
        above = y < horizon
        t = y / horizon if above else (y - horizon) / (height - horizon)
        first, last = (sky_top, sky_low) if above else (water_top, water_low)
        row = [mix(a, b, t ** (1.4 if above else 0.8)) for a, b in zip(first, last)]
        for x in range(width):
            if above:
                shine = light["glow"] * math.exp(-math.hypot(x - sun_x, y - sun_y) / (unit * 0.22))
            else:
                wave = math.sin((y - horizon) ** 0.75 * 1.9 + math.sin(x / unit * 9 + drift * 6.2832) * 1.3)
                shine = max(wave, 0.0) * 0.8 * math.exp(-abs(x - sun_x) / (unit * (0.05 + 0.14 * t))) * (1 - 0.6 * t)
            at = x + y * width
            for plane, base, bright in zip((red, green, blue), row, light["sun"]):
                plane[at] = base + (bright - base) * shine
    paint(picture, circle(sun_x, sun_y, sun_radius), light["sun"], around(sun_x, sun_y, sun_radius))
    far, near = light["hills"]
    for peak, foot, base, colour in [(0.33, 0.42, 0.0, near), (0.39, 0.46, 0.45, far), (0.45, 0.40, 0.80, near)]:
        points = ((width * (base - foot), horizon), (width * base, height * peak), (width * (base + foot), horizon))
        paint(picture, polygon(*points), colour, (points[0][0], height * peak, points[2][0], horizon))
    boat(picture, width * (0.24 + 0.06 * drift), height * 0.74, unit * 0.17)
    strip(picture)
    return picture


def around(x, y, radius):
    return (x - radius, y - radius, x + radius, y + radius)


def boat(picture, x, y, size):
    hull = ((x - size, y), (x + size, y), (x + size * 0.62, y + size * 0.42), (x - size * 0.72, y + size * 0.42))
    sail = ((x - size * 0.05, y - size * 1.35), (x + size * 0.85, y - size * 0.1), (x - size * 0.05, y - size * 0.1))
    jib = ((x - size * 0.14, y - size * 1.15), (x - size * 0.14, y - size * 0.1), (x - size * 0.75, y - size * 0.1))
    box = (x - size, y - size * 1.4, x + size, y + size * 0.5)
    paint(picture, polygon(*hull), (0.80, 0.10, 0.12), box)
    paint(picture, polygon(*sail), (0.99, 0.98, 0.94), box)
    paint(picture, polygon(*jib), (0.95, 0.88, 0.74), box)


def strip(picture):
    """Pure colours and a grey wedge along the lower edge."""
    width, height = picture.width, picture.height
    top = int(height * 0.94)
    for y in range(top, height):
        for x in range(width):
            colour = CHART[min(x * len(CHART) // width, len(CHART) - 1)]
            for plane, value in zip(picture.planes, colour):
                plane[x + y * width] = value


def sun(size):
    """The sun with rays on nothing: colour goes on below the transparent edge, so that no dark rim can appear."""
    picture = Picture(size, size, 4)
    red, green, blue, alpha = picture.planes
    middle = size / 2
    for y in range(size):
        for x in range(size):
            dx, dy = x + 0.5 - middle, y + 0.5 - middle
            far, angle, at = math.hypot(dx, dy) / middle, math.atan2(dy, dx), x + y * size
            ray = 0.72 + 0.2 * math.cos(angle * 12)
            red[at], green[at], blue[at] = 1.0, 0.86 - 0.45 * min(far, 1.0), 0.25 * (1 - min(far, 1.0))
            alpha[at] = 1.0 if far < 0.45 else max(0.0, min(1.0, (ray - far) * 4)) * (1.45 - far)
            alpha[at] = min(max(alpha[at], 0.0), 1.0)
    return picture


def glow(width, height):
    """How much brighter than paper the lake's scene is, 0...1 of the gain map's range: the sun and its light."""
    picture = Picture(width, height, 1)
    unit, plane = min(width, height), picture.planes[0]
    sun_x, sun_y, radius = width * 0.76, height * 0.22, unit * 0.075
    for y in range(int(height * HORIZON)):
        for x in range(width):
            beyond = max(math.hypot(x - sun_x, y - sun_y) - radius, 0)
            plane[x + y * width] = 0.04 + 0.96 * math.exp(-beyond / (unit * 0.05))
    return picture


def lantern(width, height):
    """A lantern in the dark, as absolute light up to 1000 cd/m2, coded with PQ (SMPTE ST 2084) in BT.2020."""
    picture = Picture(width, height)
    for y in range(height):
        for x in range(width):
            far = math.hypot(x - width * 0.7, y - height * 0.4) / height
            light = 1000 * math.exp(-(far * 9) ** 2) + 60 * math.exp(-far * 4) + 0.5
            if y > height * 0.94:
                colour = [203 * v for v in CHART[min(x * len(CHART) // width, len(CHART) - 1)]]
            else:
                colour = (light, light * 0.62, light * 0.28)
            for plane, value in zip(picture.planes, colour):
                plane[x + y * width] = perceptual_quantizer(value)
    return picture


def perceptual_quantizer(light):
    m = (max(light, 0) / 10000) ** 0.1593017578125
    return ((0.8359375 + 18.8515625 * m) / (1 + 18.6875 * m)) ** 78.84375
