"""HEIC: HEVC through heif-enc, the file around it written here.

heif-enc's own files are legal, but exiv2 0.27 finds no metadata in them (it wants base_offset_size 0), and they hold no
colour description. So the coded picture and its decoder configuration are taken out and put into a file of our own.
"""
import os
import struct
import subprocess

import picture as pictures


def make(work, picture, quality, exif, xmp, profile, bits=8):
    """One hvc1 item with ispe, pixi, colr; Exif and XMP as items that describe it (ISO 23008-12)."""
    source, coded = os.path.join(work, "coded.png"), os.path.join(work, "coded.heic")
    with open(source, "wb") as file:
        file.write(pictures.png(picture, 8 if bits == 8 else 16))
    primaries, transfer, matrix = (9, 16, 9) if bits > 8 else (12 if profile else 1, 13, 6)
    subprocess.run(
        ["heif-enc", "-q", str(quality), "-b", str(bits), "--matrix_coefficients", str(matrix), "--colour_primaries",
         str(primaries), "--transfer_characteristic", str(transfer), "--full_range_flag", "1", source, "-o", coded],
        check=True, stdout=subprocess.DEVNULL)
    with open(coded, "rb") as file:
        configuration, stream = primary_of(file.read())
    colours = [box(b"colr", b"nclx" + struct.pack(">HHHB", primaries, transfer, matrix, 0x80))]
    if profile:
        colours.append(box(b"colr", b"prof" + profile))
    properties = [
        configuration, full(b"ispe", 0, struct.pack(">II", picture.width, picture.height)),
        full(b"pixi", 0, bytes([3, bits, bits, bits]))] + colours
    items = [(1, b"hvc1", b"\0", stream), (2, b"Exif", b"\0", struct.pack(">I", 6) + b"Exif\0\0" + exif)]
    if xmp:
        items.append((3, b"mime", b"\0application/rdf+xml\0", xmp))
    ftyp = box(b"ftyp", b"heic\0\0\0\0mif1heicmiaf" + (b"" if bits > 8 else b"MiHB"))
    start = len(ftyp) + len(meta(items, properties, 0)) + 8
    return ftyp + meta(items, properties, start) + box(b"mdat", b"".join(item[3] for item in items))


def meta(items, properties, start):
    places = b""
    for number, _, _, data in items:
        places += struct.pack(">HHHHII", number, 0, 0, 1, start, len(data))
        start += len(data)
    entries = b"".join(full(b"infe", 2, struct.pack(">HH", number, 0) + kind + name) for number, kind, name, _ in items)
    links = b"".join(box(b"cdsc", struct.pack(">HHH", number, 1, 1)) for number, _, _, _ in items[1:])
    # Only the decoder configuration is essential (bit 7).
    used = bytes([index | (0x80 if index == 1 else 0) for index in range(1, len(properties) + 1)])
    associations = struct.pack(">IHB", 1, 1, len(used)) + used
    return full(b"meta", 0, b"".join([
        full(b"hdlr", 0, b"\0\0\0\0pict" + b"\0" * 12 + b"\0"), full(b"pitm", 0, struct.pack(">H", 1)),
        # Version 1, offsets and lengths of 4 bytes, no base offset.
        full(b"iloc", 1, b"\x44\0" + struct.pack(">H", len(items)) + places),
        full(b"iinf", 0, struct.pack(">H", len(items)) + entries), full(b"iref", 0, links),
        box(b"iprp", box(b"ipco", b"".join(properties)) + full(b"ipma", 0, associations))]))


def box(kind, content):
    return struct.pack(">I", len(content) + 8) + kind + content


def full(kind, version, content):
    return box(kind, struct.pack(">B3x", version) + content)


def boxes(data, at, end):
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, at, at + 8, at + size
        at += size


def find(data, at, end, *path):
    for kind, start, content, stop in boxes(data, at, end):
        if kind == path[0]:
            skip = 4 if kind == b"meta" else 0
            return (start, content, stop) if len(path) == 1 else find(data, content + skip, stop, *path[1:])
    raise ValueError(f"no {path[0]} in heif-enc's file")


def primary_of(data):
    """The hvcC box and the coded bytes of the only hvc1 item in a file of heif-enc."""
    start, _, stop = find(data, 0, len(data), b"meta", b"iprp", b"ipco", b"hvcC")
    configuration = data[start:stop]
    _, content, stop = find(data, 0, len(data), b"meta", b"iinf")
    if data.count(b"hvc1", content, stop) != 1 or b"grid" in data[content:stop]:
        raise ValueError("heif-enc has cut the picture into tiles: choose sides that are multiples of 8, at least 64")
    _, content, _ = find(data, 0, len(data), b"meta", b"iloc")
    version, sizes, base_size = data[content], data[content + 4], data[content + 5] >> 4
    if (version, sizes) not in ((0, 0x44), (1, 0x44)):
        raise ValueError("heif-enc writes another form of iloc")
    # Item, in version 1 the construction method, data reference, base offset, extent count, offset and length.
    at = content + 8 + (6 if version == 1 else 4)
    base = int.from_bytes(data[at:at + base_size], "big")
    offset, length = struct.unpack(">II", data[at + base_size + 2:at + base_size + 10])
    return configuration, data[base + offset:base + offset + length]
