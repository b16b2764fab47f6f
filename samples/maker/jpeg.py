"""JPEG: pixels through cjpeg, everything else as segments."""
import struct
import subprocess

import facts


def make(work, picture, quality, segments):
    encoded = subprocess.run(
        ["cjpeg", "-quality", str(quality), "-optimize", "-sample", "1x1" if len(picture.planes) == 1 else "2x2"],
        input=picture.ppm(), stdout=subprocess.PIPE, check=True).stdout
    return with_segments(encoded, segments)


def with_segments(encoded, segments):
    """Puts segments in JFIF's place: what carries Exif needs no JFIF header."""
    rest = 2
    if segments and encoded[2:4] == b"\xff\xe0":
        rest = 4 + struct.unpack(">H", encoded[4:6])[0]
    body = b"".join(b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data for marker, data in segments)
    return encoded[:2] + body + encoded[rest:]


def exif(tiff):
    return (0xE1, b"Exif\0\0" + tiff)


def xmp(packet):
    return (0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)


def iptc(tags):
    """IPTC-IIM in a Photoshop resource 0x0404: 1:90 says UTF-8, 2:25 is a keyword."""
    def dataset(record, number, value):
        return struct.pack(">BBBH", 0x1C, record, number, len(value)) + value

    data = dataset(1, 90, b"\x1b%G") + dataset(2, 0, b"\0\4")
    data += b"".join(dataset(2, 25, tag.split("/")[-1].encode()) for tag in tags)
    padding = b"\0" * (len(data) % 2)
    return (0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", len(data)) + data + padding)


def ultra_hdr(base, gain, stops, about):
    """Ultra HDR 1.1: the gain map is a second JPEG behind the first, found by GContainer and by MPF (CIPA DC-007)."""
    gain_facts = (
        f' hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="{stops}" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625"'
        f' hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="{stops}"'
        ' hdrgm:BaseRenditionIsHDR="False"')
    hdrgm = {"hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/"}
    gain = with_segments(gain, [xmp(facts.packet(hdrgm, gain_facts, ""))])
    container = {
        "Container": "http://ns.google.com/photos/1.0/container/",
        "Item": "http://ns.google.com/photos/1.0/container/item/"}
    listed = "".join(
        f'<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="{what}" Item:Mime="image/jpeg"{length}/></rdf:li>'
        for what, length in (("Primary", ""), ("GainMap", f' Item:Length="{len(gain)}"')))
    packet = facts.packet(
        facts.NAMESPACES | hdrgm | container, ' hdrgm:Version="1.0"',
        f"   <Container:Directory><rdf:Seq>{listed}</rdf:Seq></Container:Directory>\n" + body_of(about.xmp()))

    def assemble(size, offset):
        index = struct.pack(">HHI4s", 0xB000, 7, 4, b"0100") + struct.pack(">HHII", 0xB001, 4, 1, 2)
        index += struct.pack(">HHIII", 0xB002, 7, 32, 50, 0)
        images = struct.pack(">IIIHH", 0x030000, size, 0, 0, 0) + struct.pack(">IIIHH", 0, len(gain), offset, 0, 0)
        multi_picture = b"MPF\0MM\0*" + struct.pack(">IH", 8, 3) + index + images
        return with_segments(base, [exif(about.exif(jpeg_size=size_of(base))), xmp(packet), (0xE2, multi_picture)])

    draft = assemble(0, 0)
    start = draft.index(b"MPF\0") + 4
    return assemble(len(draft), len(draft) - start) + gain


def size_of(encoded):
    """Width and height out of the frame header (SOF0 or SOF2)."""
    at = 2
    while encoded[at + 1] not in (0xC0, 0xC2):
        at += 2 + struct.unpack(">H", encoded[at + 2:at + 4])[0]
    return struct.unpack(">HH", encoded[at + 5:at + 9])[::-1]


def body_of(packet):
    lines = packet.decode().split("\n")
    return "\n".join(line for line in lines if line.startswith("   <")) + "\n"
