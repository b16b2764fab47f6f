"""Pictures in memory, PNG and ICC profiles, with nothing but the standard library."""
import struct
import zlib


class Picture:
    """Rows of samples 0...1: red, green, blue and, if there is a fourth plane, alpha."""

    def __init__(self, width, height, planes=3):
        self.width, self.height = width, height
        self.planes = [[0.0] * (width * height) for _ in range(planes)]

    def turned_left(self):
        """A quarter turn against the clock: what a camera writes when Orientation 6 is to set it upright again."""
        turned = Picture(self.height, self.width, len(self.planes))
        width, height = self.width, self.height
        turned.planes = [
            [plane[x + y * width] for x in range(width - 1, -1, -1) for y in range(height)] for plane in self.planes]
        return turned

    def samples(self, bits):
        """Interleaved samples, big-endian when there are 16 bits."""
        limit = (1 << bits) - 1
        count = len(self.planes)
        flat = [0] * (count * self.width * self.height)
        for index, plane in enumerate(self.planes):
            flat[index::count] = [int(min(max(v, 0.0), 1.0) * limit + 0.5) for v in plane]
        return bytes(flat) if bits == 8 else struct.pack(f">{len(flat)}H", *flat)

    def ppm(self):
        kind = b"P6" if len(self.planes) == 3 else b"P5"
        return kind + b"\n%d %d\n255\n" % (self.width, self.height) + self.samples(8)


def png(picture, bits, exif=None, xmp=None):
    """A PNG; Exif in eXIf, XMP in iTXt as the XMP specification part 3 says."""
    kinds = {1: 0, 3: 2, 4: 6}
    channels = len(picture.planes)
    samples, stride = picture.samples(bits), picture.width * channels * bits // 8
    distance = channels * bits // 8
    lines = []
    for row in range(picture.height):
        line = samples[row * stride:(row + 1) * stride]
        shifted = bytes(distance) + line[:-distance]
        lines.append(b"\1" + bytes((a - b) & 255 for a, b in zip(line, shifted)))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, bits, kinds[channels], 0, 0, 0)
    result = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"sRGB", b"\0")
    if exif:
        result += chunk(b"eXIf", exif)
    if xmp:
        result += chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp)
    return result + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b"")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def display_p3():
    """Display P3 as a version 4 matrix profile: the primaries adapted to D50, and sRGB's curve."""
    def fixed(*values):
        return b"".join(struct.pack(">i", round(v * 65536)) for v in values)

    def text(value):
        encoded = value.encode("utf-16-be")
        return b"mluc" + struct.pack(">IIIHHII", 0, 1, 12, 0x656E, 0x5553, len(encoded), 28) + encoded

    curve = b"para\0\0\0\0\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    tags = [
        (b"desc", text("Display P3")), (b"cprt", text("Public domain")),
        (b"wtpt", b"XYZ \0\0\0\0" + fixed(0.96420, 1.0, 0.82491)),
        (b"rXYZ", b"XYZ \0\0\0\0" + fixed(0.51512, 0.24120, -0.00105)),
        (b"gXYZ", b"XYZ \0\0\0\0" + fixed(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", b"XYZ \0\0\0\0" + fixed(0.15710, 0.06657, 0.78407)),
        (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve),
    ]
    table, data, places = struct.pack(">I", len(tags)), b"", {}
    start = 128 + 4 + 12 * len(tags)
    for name, content in tags:
        if content not in places:
            places[content] = start + len(data)
            data += content + b"\0" * (-len(content) % 4)
        table += name + struct.pack(">II", places[content], len(content))
    header = struct.pack(
        ">I4sI4s4s4s6H4s4sIIIQI", start + len(data), b"\0\0\0\0", 0x04000000, b"mntr", b"RGB ", b"XYZ ",
        2024, 3, 9, 0, 0, 0, b"acsp", b"\0\0\0\0", 0, 0, 0, 0, 0) + fixed(0.96420, 1.0, 0.82491)
    return header.ljust(128, b"\0") + table + data
