"""Copies of HDR photos as other people's programs see them.

Usage: hdr [--keep FOLDER] [PROGRAM]
       hdr --bench [PROGRAM]

For each photo of the corpus with a gain map, and for the sample, copies as JPEG, HEIC and AVIF:

numbers     the ISO 21496-1 payload of the copy, found by a box and a segment reader of this script's own, says what the source
            says: the very fractions of a source with a tone map item, else the headroom to 1 in 1,000
map         the copy's samples through the copy's numbers against the source's samples through the source's own formula,
            mean difference in stops; HEIC and AVIF maps are lifted out of the file and decoded by libheif and libavif
apple       the auxiliary picture that libheif finds in a HEIC copy, through Apple's formula and the XMP headroom
decoder     JPEG: what libultrahdr shows of the copy against the copy's base picture times the source's gain, in stops
index       exiftool finds the second picture by the index of the JPEG, and GContainer tells its length

PQ and HLG photos: the copy says its transfer (libheif, PNG's cICP), or in JPEG libultrahdr shows the light of the source.
Round trips JPEG -> HEIC -> JPEG keep the headroom to 1 % and the map. A copy scaled by --long-edge has its map where it was.
Copies in standard range do not claim HDR anywhere that exiftool looks. What is not HDR asks nothing; what can't be kept asks.

--bench prints which programs keep the HDR of which file. Exit 1 on any deviation.
"""
import io
import json
import os
import struct
import subprocess
import sys
import tempfile

import imagecodecs
import numpy
import pillow_heif
from PIL import Image

from support import REPOSITORY, SAMPLES, Results, Run, environment, need, program_path

CORPUS = os.path.join(os.environ.get("SHIYING_CORPUS", os.path.join(os.path.dirname(REPOSITORY), "shared", "corpus")), "still")
GAIN_MAPS = [
    "heic/iphone13promax-gainmap-irot270.HEIC", "heic/iphone13pro-gainmap-depth.heic", "heic/iphone15plus-ios18-tmap.HEIC",
    "derived/ios18-auxl-to-two-items.heic", "heic/galaxyS25ultra-tmap-gainmap.heic", "avif/gainmap-sdr-base.avif",
    "jpeg/apple-gainmap-mpf-v65536.jpg", "jpeg/ultrahdr-libultrahdr.jpg", "jpeg/ultrahdr-pixel6pro-extxmp.jpg",
    "jpeg/ultrahdr-sphinx.jpg",
]
TRANSFERS = ["avif/hdr-p3pq-10bit.avif", "avif/p3-pq-10bit-clli-5594.avif"]
LOOK_ALIKES = ["jpeg/iphone-hdr-yes.jpg", "heic/sonyA7SIII-10bit-422.hif", "png/rgb16.png", "jpeg/gps-nikon-DSCN0010.jpg"]
# Means in stops. Remapping and coding of Apple's maps stay below 0.02; numbers are told apart from that.
LARGEST_ERROR = 0.03
ENDINGS = {"jpeg": "jpg", "heic": "heic", "avif": "avif", "png": "png", "jxl": "jxl", "webp": "webp", "tiff": "tif"}


# Reading, by this script alone


def boxes(data, start, end):
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        if size == 0:
            size = end - start
        yield kind.decode("latin-1"), start + head, start + size
        start += size


class HEIF:
    """The items of a file: types, data, properties, references, groups."""

    def __init__(self, data):
        self.data = data
        meta = next((s + 4, e) for k, s, e in boxes(data, 0, len(data)) if k == "meta")
        parts = {k: (s, e) for k, s, e in boxes(data, *meta)}
        self.primary = self.number(parts["pitm"][0] + 4, 2 if data[parts["pitm"][0]] == 0 else 4)
        self.types, self.hidden, self.extents, self.properties, self.references = {}, set(), {}, {}, []
        start, end = parts["iinf"]
        for _, s, _ in boxes(data, start + (6 if data[start] == 0 else 8), end):
            wide = 4 if data[s] == 3 else 2
            item = self.number(s + 4, wide)
            self.types[item] = data[s + 6 + wide:s + 10 + wide].decode("latin-1")
            if data[s + 3] & 1:
                self.hidden.add(item)
        self.locations(*parts["iloc"], parts.get("idat", (0, 0))[0])
        start, end = parts["iref"]
        wide = 2 if data[start] == 0 else 4
        for kind, s, _ in boxes(data, start + 4, end):
            count = self.number(s + wide, 2)
            targets = [self.number(s + wide + 2 + i * wide, wide) for i in range(count)]
            self.references.append((kind, self.number(s, wide), targets))
        inner = {k: (s, e) for k, s, e in boxes(data, *parts["iprp"])}
        found = list(boxes(data, *inner["ipco"]))
        start = inner["ipma"][0]
        wide, size = (2 if data[start] == 0 else 4), (2 if data[start + 3] & 1 else 1)
        position = start + 8
        for _ in range(self.number(start + 4, 4)):
            item, count = self.number(position, wide), data[position + wide]
            position += wide + 1
            words = [self.number(position + i * size, size) & (0x7FFF if size == 2 else 0x7F) for i in range(count)]
            self.properties[item] = [found[w - 1] for w in words if w]
            position += count * size
        self.groups = []
        if "grpl" in parts:
            for kind, s, _ in boxes(data, *parts["grpl"]):
                self.groups.append((kind, [self.number(s + 12 + i * 4, 4) for i in range(self.number(s + 8, 4))]))

    def number(self, position, count):
        return int.from_bytes(self.data[position:position + count], "big")

    def locations(self, start, end, idat):
        version = self.data[start]
        sizes = self.number(start + 4, 2)
        offset, length, base, index = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, (sizes & 15 if version else 0)
        position = start + 6
        wide = 4 if version == 2 else 2
        count = self.number(position, wide)
        position += wide
        for _ in range(count):
            item = self.number(position, wide)
            position += wide
            method = self.number(position, 2) & 15 if version else 0
            position += 2 if version else 0
            origin = self.number(position + 2, base) + (idat if method == 1 else 0)
            position += 2 + base
            pieces = self.number(position, 2)
            position += 2
            ranges = []
            for _ in range(pieces):
                at = origin + self.number(position + index, offset)
                ranges.append((at, at + self.number(position + index + offset, length)))
                position += index + offset + length
            self.extents[item] = ranges

    def content(self, item):
        return b"".join(self.data[s:e] for s, e in self.extents[item])

    def tone_map(self):
        """The payload of the tone map item of the primary picture, and the map's item."""
        for kind, item, targets in self.references:
            if kind == "dimg" and self.types[item] == "tmap" and targets[0] == self.primary:
                return self.content(item), targets[1], item
        return None

    def lifted(self, item):
        """A file of its own that shows one coded item."""
        codec = self.types[item]
        brand = b"avif" if codec == "av01" else b"heic"

        def box(kind, content):
            return struct.pack(">I4s", len(content) + 8, kind) + content
        chosen = [self.data[s - 8:e] for k, s, e in self.properties[item] if k in ("ispe", "pixi", "av1C", "hvcC", "colr")]
        content = self.content(item)
        ipma = struct.pack(">IIHB", 0, 1, 1, len(chosen)) + bytes(
            (i + 1) | (0x80 if c[4:8] in (b"av1C", b"hvcC") else 0) for i, c in enumerate(chosen))

        def meta(offset):
            return box(b"meta", bytes(4) + box(b"hdlr", bytes(8) + b"pict" + bytes(13)) + box(b"pitm", bytes(4) + b"\0\1")
                       + box(b"iloc", bytes(4) + b"\x44\0\0\1" + b"\0\1\0\0\0\1" + struct.pack(">II", offset, len(content)))
                       + box(b"iinf", bytes(4) + b"\0\1" + box(b"infe", b"\2\0\0\0\0\1\0\0" + codec.encode() + b"\0"))
                       + box(b"iprp", box(b"ipco", b"".join(chosen)) + box(b"ipma", ipma)))
        head = box(b"ftyp", brand + bytes(4) + brand + b"mif1miaf")
        return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", content)

    def picture(self, item):
        file = self.lifted(item)
        if self.types[item] == "av01":
            return numpy.asarray(imagecodecs.avif_decode(file))
        return numpy.asarray(pillow_heif.open_heif(file).to_pillow())


def second_stream(data):
    """The second picture of a JPEG by its index (CIPA DC-007), and the ISO payloads of both."""
    at = data.find(b"MPF\0MM\0*")
    if at < 0:
        return None
    base = at + 4
    size, offset = struct.unpack_from(">II", data, base + 50 + 16 + 4)
    return data[base + offset:base + offset + size]


def iso_payload(stream):
    mark = b"urn:iso:std:iso:ts:21496:-1\0"
    at = stream.find(mark)
    if at < 0:
        return None
    length = struct.unpack_from(">H", stream, at - 2)[0]
    return stream[at + len(mark):at - 2 + length]


def numbers(payload):
    """ISO 21496-1: log2 headroom and [min, max, gamma, base offset, alternate offset] a channel, as fractions."""
    count = 3 if payload[4] & 0x80 else 1
    values = []
    for index in range(2 + 5 * count):
        signed = index > 1 and (index - 2) % 5 in (0, 1, 3, 4)
        values.append(struct.unpack_from(">iI" if signed else ">II", payload, 5 + index * 8))
    return values


def gains(samples, values):
    """log2 gain of samples 0...1 of shape (..., channels)."""
    real = [n / d for n, d in values]
    channels = [real[2 + 5 * i:7 + 5 * i] for i in range((len(real) - 2) // 5)]
    result = numpy.empty(samples.shape)
    for index in range(samples.shape[-1]):
        low, high, gamma, _, _ = channels[min(index, len(channels) - 1)]
        result[..., index] = low + (high - low) * samples[..., index] ** (1 / gamma)
    return result


def apple_gains(samples, headroom):
    return numpy.log2(1 + (headroom - 1) * samples ** 1.961)


def planes(picture):
    picture = numpy.asarray(picture).astype(float) / 255
    if picture.ndim == 2:
        picture = picture[..., None]
    picture = picture[..., :3]
    # A grey map that is coded as colours.
    if picture.shape[-1] == 3 and numpy.abs(picture - picture[..., 1:2]).max() <= 2 / 255:
        picture = picture[..., 1:2]
    return picture


def like(picture, shape):
    """A picture of log2 gains in another size."""
    if picture.shape[:2] == shape:
        return picture
    return numpy.stack([
        numpy.asarray(Image.fromarray(picture[..., c].astype(numpy.float32)).resize((shape[1], shape[0]), Image.BILINEAR))
        for c in range(picture.shape[-1])], -1)


def exif(path, *tags):
    output = subprocess.run(["exiftool", "-json", "-n", "-a", "-G1", *tags, path], capture_output=True, check=False).stdout
    return json.loads(output)[0] if output else {}


class Source:
    """What a photo with a gain map says by its own formula: log2 gains, upright, and its numbers."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.exact, self.headroom, self.is_apple = None, None, False
        if data[:2] == b"\xff\xd8":
            self.read_jpeg(path, data)
        else:
            self.read_heif(path, data)

    def read_jpeg(self, path, data):
        stream = subprocess.run(["exiftool", "-b", "-MPImage2", path], capture_output=True, check=False).stdout
        with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
            file.write(stream)
            file.flush()
            facts = exif(file.name, "-XMP:all")
        samples = planes(Image.open(io.BytesIO(stream)))
        turn = {3: 2, 6: 3, 8: 1}.get(exif(path, "-Orientation").get("IFD0:Orientation", 1), 0)
        samples = numpy.rot90(samples, turn)
        if "XMP-hdrgm:GainMapMax" in facts:
            names = ["GainMapMin", "GainMapMax", "Gamma", "OffsetSDR", "OffsetHDR"]
            said = [facts.get("XMP-hdrgm:" + n, d) for n, d in zip(names, (0, None, 1, 1 / 64, 1 / 64))]
            self.headroom = facts["XMP-hdrgm:HDRCapacityMax"]
            self.gains = gains(samples, [(0, 1), (self.headroom, 1)] + [(s, 1) for s in said])
        else:
            self.read_apple(path, samples)

    def read_apple(self, path, samples):
        facts = exif(path, "-XMP-HDRGainMap:all", "-Apple:HDRHeadroom", "-Apple:HDRGain")
        factor = facts.get("XMP-HDRGainMap:HDRGainMapHeadroom")
        if factor is None:
            one, two = facts["Apple:HDRHeadroom"], facts.get("Apple:HDRGain", 0)
            if one < 1:
                stops = -20 * two + 1.8 if two <= 0.01 else -0.101 * two + 1.601
            else:
                stops = -70 * two + 3.0 if two <= 0.01 else -0.303 * two + 2.303
            factor = 2 ** max(stops, 0)
        self.is_apple, self.headroom = True, float(numpy.log2(factor))
        self.gains = apple_gains(samples[..., :1], factor)

    def read_heif(self, path, data):
        file = HEIF(data)
        tone = file.tone_map()
        if tone:
            self.exact = numbers(tone[0][1:])
            self.headroom = self.exact[1][0] / self.exact[1][1]
        if tone and file.types[tone[1]] != "grid":
            samples = planes(file.picture(tone[1]))
            turn = next((data[s] & 3 for k, s, _ in file.properties[tone[1]] if k == "irot"), 0)
            samples = numpy.rot90(samples, turn)
        else:
            opened = pillow_heif.open_heif(path)
            names = [n for n in opened.info["aux"] if "hdrgainmap" in n]
            samples = planes(opened.get_aux_image(opened.info["aux"][names[0]][0]).to_pillow())
        if self.exact:
            self.gains = gains(samples, self.exact)
        else:
            self.read_apple(path, samples)


# Checks


class Checks:
    def __init__(self, program, results, folder):
        self.program, self.results, self.folder = program, results, folder

    def convert(self, path, target, *options, name=None):
        copy = os.path.join(self.folder, (name or os.path.splitext(os.path.basename(path))[0]) + "." + ENDINGS[target])
        if os.path.exists(copy):
            os.remove(copy)
        words = ["convert", "--to", target, "--quality", "90", "-q", "--sidecar", "never", "-o", copy]
        run = Run([self.program, *words, *options, path], limit=300)
        return copy if run.code == 0 else None, run

    def expect(self, what, holds, found=""):
        self.results.check(what, [] if holds else [found or "not so"])

    @staticmethod
    def note(text):
        print(f"      {text}", flush=True)

    def gain_map(self, path, target):
        label = f"{os.path.basename(path)} -> {target}"
        source = Source(path)
        copy, run = self.convert(path, target)
        self.expect(f"{label} delivered", copy is not None, run.errors.strip())
        if copy is None:
            return
        with open(copy, "rb") as file:
            data = file.read()
        if target == "jpeg":
            stream = second_stream(data)
            self.expect(f"{label} index", stream is not None and stream[:2] == b"\xff\xd8" and stream[-2:] == b"\xff\xd9")
            container = exif(copy, "-XMP-GContainer:all", "-MPImageLength", "-MPF:all")
            self.expect(f"{label} container", str(len(stream)) in str(container), f"{len(stream)} in {container}")
            self.expect(f"{label} ends with its map", data.endswith(stream))
            self.expect(f"{label} primary ISO", iso_payload(data) == bytes(4))
            payload, samples = iso_payload(stream), planes(Image.open(io.BytesIO(stream)))
        else:
            file = HEIF(data)
            tone = file.tone_map()
            payload, samples = tone[0][1:], planes(file.picture(tone[1]))
            self.expect(f"{label} tone map", tone[0][0] == 0 and len(tone[0]) in (62, 142), f"{len(tone[0])} bytes")
            self.expect(f"{label} group", ("altr", [tone[2], file.primary]) in file.groups, f"{file.groups}")
            self.expect(f"{label} hidden", tone[1] in file.hidden)
        found = numbers(payload)
        if source.exact and (samples.shape[-1] == 1 or len(source.exact) > 7):
            self.expect(f"{label} numbers", found == source.exact, f"{found}")
        headroom = found[1][0] / found[1][1]
        self.expect(f"{label} headroom", abs(headroom - source.headroom) < 0.001, f"{headroom} for {source.headroom}")
        reached = like(gains(samples, found), source.gains.shape[:2])
        error = numpy.abs(reached - source.gains)
        self.note(f"{label}: headroom {headroom:.4f}, map mean {error.mean():.4f} p99 {numpy.quantile(error, 0.99):.4f} stops")
        self.expect(f"{label} map", error.mean() <= LARGEST_ERROR, f"{error.mean():.4f} stops")
        if target == "jpeg":
            self.decoded(label, data, source)
        if target == "heic":
            self.apple(label, copy, source)

    def decoded(self, label, data, source):
        shown = imagecodecs.ultrahdr_decode(data)[..., :3].astype(float)
        base = numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(float) / 255
        base = numpy.where(base <= 0.04045, base / 12.92, ((base + 0.055) / 1.055) ** 2.4)
        expected = base * 2 ** like(source.gains, base.shape[:2])
        # Darker pixels are all rounding: of half floats, and of 8-bit codes.
        bright = base.max(-1) > 0.02
        error = numpy.abs(numpy.log2((shown.max(-1)[bright] + 1e-4) / (expected.max(-1)[bright] + 1e-4)))
        self.note(f"{label}: libultrahdr mean {error.mean():.4f} p99 {numpy.quantile(error, 0.99):.4f} stops")
        # Offsets and colour maps are the decoder's own business; the bound is for Apple's formula.
        if source.is_apple:
            self.expect(f"{label} libultrahdr", error.mean() <= LARGEST_ERROR, f"{error.mean():.4f} stops")

    def apple(self, label, copy, source):
        opened = pillow_heif.open_heif(copy)
        items = opened.info.get("aux", {}).get("urn:com:apple:photo:2020:aux:hdrgainmap")
        if source.gains.shape[-1] > 1 or source.gains.min() < -0.001:
            return self.expect(f"{label} no Apple map", items is None)
        self.expect(f"{label} Apple map", bool(items))
        if not items:
            return
        factor = exif(copy, "-XMP-HDRGainMap:all").get("XMP-HDRGainMap:HDRGainMapHeadroom", 0)
        self.expect(f"{label} Apple headroom", abs(numpy.log2(factor) - source.headroom) < 0.002, f"{factor}")
        reached = apple_gains(planes(opened.get_aux_image(items[0]).to_pillow())[..., :1], factor)
        error = numpy.abs(like(reached, source.gains.shape[:2]) - source.gains)
        self.note(f"{label}: Apple's reading mean {error.mean():.4f} stops")
        # Of a source with both, the two readings differ by themselves.
        bound = 0.15 if source.exact else LARGEST_ERROR
        self.expect(f"{label} Apple samples", error.mean() <= bound, f"{error.mean():.4f} stops")

    def round_trip(self, path):
        label = f"{os.path.basename(path)} -> heic -> jpeg"
        first, _ = self.convert(path, "heic", name="trip")
        second, _ = self.convert(first, "jpeg", name="trip-back") if first else (None, None)
        self.expect(f"{label} delivered", second is not None)
        if not second:
            return
        before, after = Source(path), Source(second)
        ratio = 2 ** (after.headroom - before.headroom)
        error = numpy.abs(like(after.gains, before.gains.shape[:2]) - before.gains).mean()
        self.note(f"{label}: headroom {ratio:.5f} of what it was, map mean {error:.4f} stops")
        self.expect(f"{label} headroom", abs(ratio - 1) < 0.01, f"{ratio}")
        self.expect(f"{label} map", error <= LARGEST_ERROR, f"{error}")

    def aligned(self, path, edge):
        """Correlation of the gains of a scaled copy with the source's is highest where nothing is shifted."""
        label = f"{os.path.basename(path)} --long-edge {edge}"
        copy, _ = self.convert(path, "jpeg", "--long-edge", str(edge), name="scaled")
        self.expect(f"{label} delivered", copy is not None)
        if not copy:
            return
        with open(copy, "rb") as file:
            stream = second_stream(file.read())
        small = gains(planes(Image.open(io.BytesIO(stream))), numbers(iso_payload(stream)))
        source = like(Source(path).gains, small.shape[:2])[..., 0]
        small = small[..., 0]
        center = (slice(4, -4), slice(4, -4))
        scores = {(y, x): numpy.abs(numpy.roll(small, (y, x), (0, 1))[center] - source[center]).mean()
                  for y in (-1, 0, 1) for x in (-1, 0, 1)}
        best = min(scores, key=scores.get)
        self.expect(f"{label} aligned", best == (0, 0), f"best at {best}: {scores[best]:.4f}, unshifted {scores[0, 0]:.4f}")

    def transfer(self, path):
        name = os.path.basename(path)
        for target in ("heic", "avif", "png"):
            copy, run = self.convert(path, target, "--long-edge", "1000")
            self.expect(f"{name} -> {target} delivered", copy is not None, run.errors.strip())
            if not copy:
                continue
            with open(copy, "rb") as file:
                data = file.read()
            if target == "png":
                at = data.find(b"cICP")
                self.expect(f"{name} -> png cICP", data[at + 5] == 16 and data[24] == 16)
            else:
                at = data.find(b"colrnclx")
                self.expect(f"{name} -> {target} nclx", struct.unpack_from(">H", data, at + 10)[0] == 16)
        first, _ = self.convert(path, "png", "--long-edge", "1000")
        second, run = self.convert(path, "jpeg", "--long-edge", "1000")
        self.expect(f"{name} -> jpeg delivered", second is not None, run.errors.strip())
        if not first or not second:
            return
        codes = imagecodecs.png_decode(open(first, "rb").read())[..., :3].astype(float) / 65535
        root = codes ** (1 / 78.84375)
        light = 10000 / 203 * (numpy.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
        with open(second, "rb") as file:
            data = file.read()
        shown = imagecodecs.ultrahdr_decode(data)[..., :3].astype(float)
        bright = (light.max(-1) > 0.05) & (light.min(-1) > 0.02)
        error = numpy.abs(numpy.log2((shown.max(-1)[bright] + 1e-4) / (light.max(-1)[bright] + 1e-4)))
        self.note(f"{name} -> jpeg: libultrahdr against PQ mean {error.mean():.4f} p99 {numpy.quantile(error, 0.99):.4f} stops")
        self.expect(f"{name} -> jpeg light", error.mean() <= 0.1, f"{error.mean():.4f} stops")

    def standard(self, path):
        for target in ("jpeg", "heic", "avif", "png", "webp", "tiff"):
            copy, run = self.convert(path, target, "--hdr", "sdr", "--long-edge", "800", name="standard")
            self.expect(f"{os.path.basename(path)} -> {target} sdr delivered", copy is not None, run.errors.strip())
            if not copy:
                continue
            facts = exif(copy, "-XMP:all", "-MPF:all", "-ee")
            claims = [k for k in facts if any(w in k for w in ("hdrgm", "HDRGainMap", "GContainer", "MPF"))]
            # A depth map that is carried along describes itself in the same namespace.
            claims += [k for k, v in facts.items() if "apdi" in k and "hdrgainmap" in str(v)]
            self.expect(f"{os.path.basename(path)} -> {target} sdr claims no HDR", not claims, ", ".join(claims))
            with open(copy, "rb") as file:
                data = file.read()
            self.expect(f"{os.path.basename(path)} -> {target} sdr has no map",
                        b"tmap\0" not in data[:4096] and b"iso:ts:21496" not in data and b"hdrgainmap" not in data)

    def asked(self, path, target):
        _, run = self.convert(path, target, "--no-input", name="asked")
        self.expect(f"{os.path.basename(path)} -> {target} asks", run.code == 1 and "--hdr sdr" in run.errors, run.errors.strip())

    def unasked(self, path, target):
        copy, run = self.convert(path, target, "--no-input", name="unasked")
        self.expect(f"{os.path.basename(path)} -> {target} asks nothing", copy is not None, run.errors.strip())


def bench(program, folder):
    """Who keeps what, of gain maps and PQ, in JPEG and HEIC."""
    def has_map(copy):
        try:
            with open(copy, "rb") as file:
                data = file.read()
            if data[:2] == b"\xff\xd8":
                stream = second_stream(data)
                return "kept" if stream and iso_payload(stream) and imagecodecs.ultrahdr_decode(data) is not None else "lost"
            return "kept" if HEIF(data).tone_map() or b"aux:hdrgainmap" in data else "lost"
        except (OSError, ValueError, KeyError, StopIteration, imagecodecs.UltrahdrError):
            return "lost"
    peers = {
        "shiying": lambda i, o: [program, "convert", "-q", "--quality", "90", "--sidecar", "never", "--to",
                                 "jpeg" if o.endswith("jpg") else "heic", "-o", o, i],
        "heif-convert/enc": lambda i, o: ["heif-convert", "-q", "90", i, o] if o.endswith("jpg") else ["heif-enc", "-o", o, i],
        "vips": lambda i, o: ["vips", "copy", i, o], "ImageMagick": lambda i, o: ["convert", i, o],
        "ffmpeg": lambda i, o: ["ffmpeg", "-v", "error", "-y", "-i", i, o],
    }
    print(f"{'file':44}{'to':6}" + "".join(f"{name:20}" for name in peers))
    for name in GAIN_MAPS + TRANSFERS:
        for ending in ("jpg", "heic"):
            cells = []
            for peer, command in peers.items():
                copy = os.path.join(folder, f"bench.{ending}")
                if os.path.exists(copy):
                    os.remove(copy)
                try:
                    run = Run(command(os.path.join(CORPUS, name), copy), limit=300)
                    made = run.code == 0 and os.path.exists(copy)
                    cell = (has_map(copy) if name in GAIN_MAPS or ending == "jpg" else transfer_of(copy)) if made else f"fails ({run.code})"
                    cells.append(cell + (", exit 0" if made and cell == "lost" else ""))
                except FileNotFoundError:
                    cells.append("not installed")
            print(f"{name:44}{ending:6}" + "".join(f"{cell:20}" for cell in cells), flush=True)


def transfer_of(copy):
    with open(copy, "rb") as file:
        data = file.read()
    at = data.find(b"colrnclx")
    return "kept" if at > 0 and struct.unpack_from(">H", data, at + 10)[0] in (16, 18) else "lost"


def main():
    arguments = sys.argv[1:]
    is_bench = "--bench" in arguments
    arguments = [a for a in arguments if a != "--bench"]
    kept = None
    if arguments[:1] == ["--keep"]:
        kept, arguments = arguments[1], arguments[2:]
    program = program_path(arguments)
    need(["exiftool"])
    with tempfile.TemporaryDirectory() as folder:
        folder = kept or folder
        os.makedirs(folder, exist_ok=True)
        if is_bench:
            return bench(program, folder)
        results = Results()
        checks = Checks(program, results, folder)
        sample = os.path.join(SAMPLES, "sunset-ultra-hdr.jpg")
        paths = [os.path.join(CORPUS, n) for n in GAIN_MAPS if os.path.exists(os.path.join(CORPUS, n))]
        if not paths:
            print(f"hdr: no corpus at {CORPUS}; samples only")
        for path in [sample] + paths:
            for target in ("jpeg", "heic", "avif"):
                checks.gain_map(path, target)
            for target in ("png", "webp", "tiff", "jxl"):
                checks.asked(path, target)
        for path in [sample] + [p for p in paths if p.endswith(".jpg")]:
            checks.round_trip(path)
        for path in [sample] + paths[:3]:
            checks.aligned(path, 777)
            checks.standard(path)
        for name in TRANSFERS:
            if os.path.exists(os.path.join(CORPUS, name)):
                checks.transfer(os.path.join(CORPUS, name))
                checks.asked(os.path.join(CORPUS, name), "webp")
        for name in LOOK_ALIKES:
            if os.path.exists(os.path.join(CORPUS, name)):
                checks.unasked(os.path.join(CORPUS, name), "webp")
        return results.finish()


if __name__ == "__main__":
    sys.exit(main())
