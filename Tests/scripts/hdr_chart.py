"""Charts of known codes, made into GIFs, against the formulas of ITU-R BT.2100-2 and BT.2390-10 in double precision.

Each field of a chart has one colour; ffmpeg codes it losslessly, the program makes a GIF of it, and the middle of every field is
compared by CIEDE2000 with what the formulas give for the coded numbers. What is left is rounding, and the palette of the GIF.
"""
import json
import os
import subprocess

import numpy

import gifs
from support import Run, environment

SIDE, COLUMNS = 32, 8
# What the road may cost beside the formulas: the mean and the worst field. An eye tells 1 side by side.
LARGEST_MEAN, LARGEST = 0.5, 1.5

M1, M2, C1, C2, C3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
XYZ_OF_709 = numpy.array([[.4124, .3576, .1805], [.2126, .7152, .0722], [.0193, .1192, .9505]])
TO_709 = numpy.array([[1.6605, -.5876, -.0728], [-.1246, 1.1329, -.0083], [-.0182, -.1006, 1.1187]])


def light_of_pq(code):
    root = numpy.maximum(code, 0) ** (1 / M2)
    return 10_000 * (numpy.maximum(root - C1, 0) / (C2 - C3 * root)) ** (1 / M1)


def pq(light):
    root = (numpy.maximum(light, 0) / 10_000) ** M1
    return ((C1 + C2 * root) / (1 + C3 * root)) ** M2


def light_of_hlg(codes):
    """cd/m2 on a display of 1,000: the OOTF works on luminance."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = numpy.where(codes <= 0.5, codes ** 2 / 3, (numpy.exp((codes - c) / a) + b) / 12)
    luminance = numpy.maximum(scene @ [0.2627, 0.6780, 0.0593], 0)
    return 1000 * luminance[..., None] ** 0.2 * scene


def rolled_off(light, peak):
    top, target = pq(peak), pq(203) / pq(peak)
    code = numpy.minimum(pq(light) / top, 1)
    knee = 1.5 * target - 0.5
    t = (code - knee) / max(1 - knee, 1e-12)
    spline = (2 * t ** 3 - 3 * t ** 2 + 1) * knee + (t ** 3 - 2 * t ** 2 + t) * (1 - knee) + (3 * t ** 2 - 2 * t ** 3) * target
    return numpy.where(code < knee, light, light_of_pq(top * spline))


def shown(light, peak):
    """sRGB numbers 0...255 of BT.2020 light: half of the curve by the brightest channel, half channel by channel."""
    narrow = numpy.maximum(light @ TO_709.T, 0)
    brightest = numpy.maximum(narrow.max(axis=-1, keepdims=True), 1e-9)
    linear = (narrow * rolled_off(brightest, peak) / brightest + rolled_off(narrow, peak)) / 2 / 203
    return 255 * numpy.where(linear <= .0031308, 12.92 * linear, numpy.minimum(1.055 * numpy.maximum(linear, 1e-9) ** (1 / 2.4) - .055, 1))


def lab(numbers):
    code = numpy.asarray(numbers, float) / 255
    linear = numpy.where(code <= .04045, code / 12.92, ((code + .055) / 1.055) ** 2.4)
    part = linear @ XYZ_OF_709.T / [.9505, 1, 1.089]
    f = numpy.where(part > 216 / 24389, numpy.cbrt(part), (24389 / 27 * part + 16) / 116)
    return numpy.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def ciede2000(first, second):
    """CIE 142, as Sharma, Wu and Dalal explain it (2005)."""
    (l1, a1, b1), (l2, a2, b2) = numpy.moveaxis(first, -1, 0), numpy.moveaxis(second, -1, 0)

    def grey(chroma):
        return numpy.sqrt(chroma ** 7 / (chroma ** 7 + 25.0 ** 7))
    stretch = 1 + (1 - grey((numpy.hypot(a1, b1) + numpy.hypot(a2, b2)) / 2)) / 2
    c1, c2 = numpy.hypot(a1 * stretch, b1), numpy.hypot(a2 * stretch, b2)
    h1, h2 = (numpy.degrees(numpy.arctan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    turn = numpy.where(c1 * c2 == 0, 0, turn)
    hue = numpy.where(c1 * c2 == 0, h1 + h2, numpy.where(abs(h1 - h2) > 180, (h1 + h2 + 360) / 2, (h1 + h2) / 2))

    def cosine(angle):
        return numpy.cos(numpy.radians(angle))
    lightness, chroma = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    t = 1 - .17 * cosine(hue - 30) + .24 * cosine(2 * hue) + .32 * cosine(3 * hue + 6) - .20 * cosine(4 * hue - 63)
    dl = (l2 - l1) / (1 + .015 * lightness ** 2 / numpy.sqrt(20 + lightness ** 2))
    dc = (c2 - c1) / (1 + .045 * chroma)
    dh = 2 * numpy.sqrt(c1 * c2) * numpy.sin(numpy.radians(turn / 2)) / (1 + .015 * chroma * t)
    bend = numpy.sin(numpy.radians(60 * numpy.exp(-((hue - 275) / 25) ** 2)))
    return numpy.sqrt(dl ** 2 + dc ** 2 + dh ** 2 - 2 * grey(chroma) * bend * dc * dh)


def colours(levels, skin):
    """The example of BT.2100's OOTF, greys, skin, and the primaries and their mixtures at these levels, pure and less so."""
    found = [[0.75, 0.40, 0.30]] + [[n / 20] * 3 for n in range(21)] + skin
    for level in levels:
        for dim in (0.3 * level, 0):
            found += [[level if number >> bit & 1 else dim for bit in range(3)] for number in range(1, 7)]
    return numpy.array(found)


HLG = colours([0.2, 0.4, 0.6, 0.75, 0.9, 1], [[0.62, 0.53, 0.47], [0.55, 0.45, 0.38], [0.45, 0.34, 0.28], [0.30, 0.22, 0.17]])
PQ = colours([float(pq(light)) for light in (1, 10, 50, 100, 203, 600, 1000)],
             [[0.52, 0.47, 0.44], [0.49, 0.44, 0.40], [0.44, 0.38, 0.34], [0.36, 0.30, 0.26]])
SDR = colours([0.25, 0.5, 0.75, 1], [[0.80, 0.62, 0.52], [0.60, 0.42, 0.33]])

MATRICES = {"bt2020nc": (0.2627, 0.0593), "bt709": (0.2126, 0.0722), "bt601": (0.299, 0.114)}


class Chart:
    """Codes R'G'B' 0...1 as planes of a video, and what they are once they were rounded."""

    def __init__(self, codes, matrix, bits, is_full):
        red, blue = MATRICES[matrix]
        y = codes @ [red, 1 - red - blue, blue]
        u, v = (codes[:, 2] - y) / (2 - 2 * blue), (codes[:, 0] - y) / (2 - 2 * red)
        scale, top = 1 << bits - 8, (1 << bits) - 1
        if is_full:
            numbers = y * top, u * top + 128 * scale, v * top + 128 * scale
            ranges = (0, top), (128 * scale, top)
        else:
            numbers = y * 219 * scale + 16 * scale, u * 224 * scale + 128 * scale, v * 224 * scale + 128 * scale
            ranges = (16 * scale, 219 * scale), (128 * scale, 224 * scale)
        self.planes = [numpy.clip(numpy.rint(plane), 0, top).astype(numpy.uint16 if bits > 8 else numpy.uint8) for plane in numbers]
        y = (self.planes[0] - float(ranges[0][0])) / ranges[0][1]
        u, v = ((plane - float(ranges[1][0])) / ranges[1][1] for plane in self.planes[1:])
        r, b = y + (2 - 2 * red) * v, y + (2 - 2 * blue) * u
        g = (y - red * r - blue * b) / (1 - red - blue)
        self.codes = numpy.clip(numpy.stack([r, g, b], -1), 0, 1)
        self.bits = bits
        self.rows = -(-len(codes) // COLUMNS)

    def raw(self, side):
        """4:2:0, fields of `side` luma samples; the last row is filled up with the last colour."""
        data = b""
        for number, plane in enumerate(self.planes):
            filled = numpy.concatenate([plane, numpy.repeat(plane[-1:], self.rows * COLUMNS - len(plane))])
            size = side if number == 0 else side // 2
            data += filled.reshape(self.rows, COLUMNS).repeat(size, axis=0).repeat(size, axis=1).tobytes()
        return data


def coded(chart, side, path, tags, parameters):
    """Two equal frames, without loss."""
    size = f"{COLUMNS * side}x{chart.rows * side}"
    form = "yuv420p10le" if chart.bits > 8 else "yuvj420p" if "pc" in tags else "yuv420p"
    encoder = (["-c:v", "libx265", "-x265-params", ":".join(["log-level=error", "lossless=1", *parameters]), "-tag:v", "hvc1"]
               if chart.bits > 8 else ["-c:v", "libx264", "-qp", "0"])
    done = subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", form, "-s", size, "-r", "10", *tags, "-i", "-",
                           *encoder, "-pix_fmt", form, *tags, path], input=chart.raw(side) * 2, env=environment(), capture_output=True)
    if done.returncode:
        raise ValueError(done.stderr.decode(errors="replace").strip()[-300:])


def tags(primaries, transfer, matrix, is_full=False):
    return ["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix, "-color_range", "pc" if is_full else "tv"]


HLG_TAGS, PQ_TAGS = tags("bt2020", "arib-std-b67", "bt2020nc"), tags("bt2020", "smpte2084", "bt2020nc")
# x265 wants primaries in 1/50,000 and light in 1/10,000 cd/m2.
MASTERING = "master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L({},1)"


def cases():
    """(name, chart, side of a field, tags, x265's parameters, the sRGB numbers that are right)"""
    hlg, pq_chart = Chart(HLG, "bt2020nc", 10, False), Chart(PQ, "bt2020nc", 10, False)
    yield "HLG", hlg, SIDE, HLG_TAGS, [], shown(light_of_hlg(hlg.codes), 1000)
    full = Chart(HLG, "bt2020nc", 10, True)
    yield ("HLG, full range", full, SIDE, tags("bt2020", "arib-std-b67", "bt2020nc", True), ["range=full"],
           shown(light_of_hlg(full.codes), 1000))
    light = light_of_pq(pq_chart.codes)
    yield "PQ, no peak stated", pq_chart, SIDE, PQ_TAGS, [], shown(light, 1000)
    yield "PQ, MaxCLL 400", pq_chart, SIDE, PQ_TAGS, ["max-cll=400,100"], shown(numpy.minimum(light, 400), 400)
    yield ("PQ, mastered at 4,000", pq_chart, SIDE, PQ_TAGS, [MASTERING.format(40_000_000)], shown(numpy.minimum(light, 4000), 4000))
    yield ("PQ, mastered at 0.005", pq_chart, SIDE, PQ_TAGS, [MASTERING.format(50)], shown(light, 1000))
    for name, matrix, side, stated, is_full in [
            ("SDR, tagged BT.709", "bt709", SIDE, tags("bt709", "bt709", "bt709"), False),
            ("SDR, full range", "bt709", SIDE, tags("bt709", "bt709", "bt709", True), True),
            ("SDR, gamma 2.2", "bt709", SIDE, tags("bt709", "gamma22", "bt709"), False),
            ("SDR, untagged, small", "bt601", SIDE, [], False),
            ("SDR, untagged, 1280 wide", "bt709", 160, [], False)]:
        chart = Chart(SDR, matrix, 8, is_full)
        yield name, chart, side, stated, [], 255 * chart.codes


def check_charts(program, work, results):
    for number, (name, chart, side, stated, parameters, expected) in enumerate(cases()):
        path, made = (os.path.join(work, f"chart-{number}.{ending}") for ending in ("mp4", "gif"))
        try:
            coded(chart, side, path, stated, parameters)
            done = Run([program, "convert", "--to", "gif", "--quality", "100", "--dither", "none", "--no-input", "-o", made, path])
            if done.code != 0:
                results.check(f"chart: {name}", [f"exit {done.code}: {done.errors[-300:].strip()}"])
                continue
            picture = gifs.by_pillow(made, gifs.Blocks(made))[0][..., :3]
        except (OSError, ValueError) as error:
            results.check(f"chart: {name}", [f"{type(error).__name__}: {error}"])
            continue
        height, width = picture.shape[:2]
        places = [((n // COLUMNS + 0.5) * height / chart.rows, (n % COLUMNS + 0.5) * width / COLUMNS) for n in range(len(chart.codes))]
        found = numpy.array([picture[int(y), int(x)] for y, x in places]).astype(float)
        distances, steps = ciede2000(lab(expected), lab(found)), abs(expected - found).max(axis=-1)
        worst = int(distances.argmax())
        problems = []
        if distances.mean() > LARGEST_MEAN or distances.max() > LARGEST:
            problems.append(f"{chart.codes[worst].round(3).tolist()}: {found[worst].tolist()} instead of "
                            f"{expected[worst].round(1).tolist()}, distance {distances[worst]:.2f}; mean {distances.mean():.2f}")
        results.check(f"chart: {name}", problems)
        print(f"      {len(distances)} colours: CIEDE2000 mean {distances.mean():.2f}, most {distances.max():.2f}; "
              f"numbers at most {steps.max():.1f} off", flush=True)


if __name__ == "__main__":
    print(json.dumps([float(ciede2000(numpy.array([50, 2.6772, -79.7751]), numpy.array([50, 0, -82.7485])))]))
