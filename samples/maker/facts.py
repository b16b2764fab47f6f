"""What a camera and a photo program say of a picture, as Exif and as XMP."""
import struct

NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/", "xmp": "http://ns.adobe.com/xap/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "lr": "http://ns.adobe.com/lightroom/1.0/", "digiKam": "http://www.digikam.org/ns/1.0/",
    "fstop": "http://www.fstopapp.com/xmp/",
}


class Facts:
    def __init__(self, date, fraction, offset, place, tags=(), favourite=False, rating=None, title=None,
                 description=None, pair=None, profile="srgb"):
        self.date, self.fraction, self.offset, self.place, self.tags = date, fraction, offset, place, list(tags)
        self.favourite, self.rating, self.title, self.description = favourite, rating, title, description
        self.pair, self.profile = pair, profile

    @property
    def iso_date(self):
        day, time = self.date.split(" ")
        return f"{day.replace(':', '-')}T{time}{'.' + self.fraction if self.fraction else ''}{self.offset}"

    def exif(self, orientation=1, jpeg_size=None):
        """A big-endian TIFF structure, as cameras write it. In a JPEG some more tags are required (CIPA DC-008 4.6.8)."""
        first = [
            text(0x010F, "Shiying"), text(0x0110, "Sample Camera"), short(0x0112, orientation),
            rationals(0x011A, (72, 1)), rationals(0x011B, (72, 1)), short(0x0128, 2), text(0x0132, self.date),
        ]
        if self.rating is not None:
            percent = {1: 1, 2: 25, 3: 50, 4: 75, 5: 99}[self.rating]
            first += [short(0x4746, self.rating), short(0x4749, percent)]
        details = [
            rationals(0x829A, (1, 250)), rationals(0x829D, (28, 10)), short(0x8827, 100), (0x9000, 7, 4, b"0232"),
            text(0x9003, self.date), text(0x9004, self.date), rationals(0x920A, (35, 1)),
            short(0xA001, 0xFFFF if self.profile == "p3" else 1),
        ]
        if jpeg_size:
            first.append(short(0x0213, 1))
            details += [
                (0x9101, 7, 4, b"\1\2\3\0"), (0xA000, 7, 4, b"0100"), short(0xA002, jpeg_size[0]),
                short(0xA003, jpeg_size[1])]
        if self.offset:
            details += [text(tag, self.offset) for tag in (0x9010, 0x9011, 0x9012)]
        if self.fraction:
            details += [text(tag, self.fraction) for tag in (0x9290, 0x9291, 0x9292)]
        if self.pair:
            note = maker_note(self.pair)
            details.append((0x927C, 7, len(note), note))
        return tiff(first, details, self.gps())

    def gps(self):
        if not self.place:
            return []
        latitude, longitude, altitude = self.place
        return [
            (0, 1, 4, b"\x02\x03\0\0"), text(1, "N" if latitude >= 0 else "S"), angle(2, latitude),
            text(3, "E" if longitude >= 0 else "W"), angle(4, longitude),
            (5, 1, 1, b"\1" if altitude < 0 else b"\0"), rationals(6, (round(abs(altitude) * 1000), 1000)),
        ]

    def xmp(self):
        """The packet with one property per element, as the simplest readers want it; the favourite is an attribute."""
        body = element("xmp:CreateDate", self.iso_date) + element("exif:DateTimeOriginal", self.iso_date)
        body += element("photoshop:DateCreated", self.iso_date)
        if self.rating is not None:
            body += element("xmp:Rating", self.rating)
        for name, value in (("dc:title", self.title), ("dc:description", self.description)):
            if value:
                body += element(name, f'<rdf:Alt><rdf:li xml:lang="x-default">{value}</rdf:li></rdf:Alt>')
        if self.tags:
            body += element("dc:subject", items("Bag", [tag.split("/")[-1] for tag in self.tags]))
            body += element("lr:hierarchicalSubject", items("Bag", [tag.replace("/", "|") for tag in self.tags]))
            body += element("digiKam:TagsList", items("Seq", self.tags))
        return packet(NAMESPACES, ' fstop:favorite="1"' if self.favourite else "", body)


def packet(namespaces, attributes, body):
    declared = "".join(f'\n    xmlns:{prefix}="{uri}"' for prefix, uri in namespaces.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'  <rdf:Description rdf:about=""{declared}{attributes}>\n{body}  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n'
        '<?xpacket end="w"?>').encode()


def element(name, value):
    return f"   <{name}>{value}</{name}>\n"


def items(kind, values):
    return f"<rdf:{kind}>" + "".join(f"<rdf:li>{value}</rdf:li>" for value in values) + f"</rdf:{kind}>"


def text(tag, value):
    return (tag, 2, len(value) + 1, value.encode() + b"\0")


def short(tag, value):
    return (tag, 3, 1, struct.pack(">H", value))


def rationals(tag, *pairs):
    return (tag, 5, len(pairs), b"".join(struct.pack(">II", *pair) for pair in pairs))


def angle(tag, degrees):
    hundred_thousandths = round(abs(degrees) * 3600 * 10000)
    whole, rest = divmod(hundred_thousandths, 36_000_000)
    minutes, seconds = divmod(rest, 600_000)
    return rationals(tag, (whole, 1), (minutes, 1), (seconds, 10000))


def maker_note(identifier):
    """Apple's maker note with one entry, 0x0011 ContentIdentifier. Offsets count from the note's own start."""
    value = identifier.encode() + b"\0"
    entry = struct.pack(">HHII", 0x0011, 2, len(value), 32)
    return b"Apple iOS\0" + b"\0\1MM" + struct.pack(">H", 1) + entry + b"\0\0\0\0" + value


def tiff(first, details, gps):
    pointers = [(0x8769, 4, 1, b"\0\0\0\0")] + ([(0x8825, 4, 1, b"\0\0\0\0")] if gps else [])
    details_at = 8 + directory_size(first + pointers)
    gps_at = details_at + directory_size(details)
    pointers = [(0x8769, 4, 1, struct.pack(">I", details_at))]
    if gps:
        pointers.append((0x8825, 4, 1, struct.pack(">I", gps_at)))
    result = b"MM\0*\0\0\0\x08" + directory(first + pointers, 8) + directory(details, details_at)
    return result + (directory(gps, gps_at) if gps else b"")


def directory_size(entries):
    return 6 + 12 * len(entries) + sum((len(value) + 1) & ~1 for _, _, _, value in entries if len(value) > 4)


def directory(entries, at):
    head, tail = struct.pack(">H", len(entries)), b""
    data_at = at + 6 + 12 * len(entries)
    for tag, kind, count, value in sorted(entries):
        head += struct.pack(">HHI", tag, kind, count)
        if len(value) <= 4:
            head += value.ljust(4, b"\0")
        else:
            head += struct.pack(">I", data_at + len(tail))
            tail += value + b"\0" * (len(value) % 2)
    return head + b"\0\0\0\0" + tail
