"""Makes Live Photos of videos, and looks at both halves as other people's programs see them.

Usage: live [--files PATTERN] [--keep FOLDER] [PROGRAM]

For each playable video of the corpus (its EXPECT.tsv tells which), for the videos of its real pairs, and for the rotated
sample: a pair by `shiying convert --to live`, and then

verify      `shiying verify` finds a pair
identifier  exiftool reads the same one from both halves
track       the still-image-time track has the structure of an iPhone's, byte for byte but for times, numbers and places
streams     ffprobe and mediainfo find nothing wrong; H.264 as avc1 or HEVC as hvc1
silence     ffmpeg decodes the video without a word
picture     the still equals the video's frame at that time, as ffmpeg decodes and turns it; with --at it also equals the
            source's frame at the time asked for
depth       HDR stays HDR in both halves: ten bits, and the same transfer curve

A video that can't be played gives one line and exit code 1, and nothing is delivered. --keep writes both pictures of each pair
as PNG, side by side, to be looked at. Exit 1 on any deviation.
"""
import csv
import fnmatch
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy
import pillow_heif
from PIL import Image

from support import REPOSITORY, SAMPLES, Results, Run, environment, need, program_path, tree

pillow_heif.register_heif_opener(thumbnails=False)

# Mean absolute difference of 8-bit samples between the still and the frame: coding alone stays below 2, a neighbouring
# frame or another matrix does not stay below 4 where anything moves or is coloured.
LARGEST_DISTANCE = 4.0
# Ticks of 1/600 s are what a still's time is told in.
TICK = 1 / 600
# Bytes of a still-image-time track (of 604) that are each movie's own: times, numbers, volume, lengths, the sample's place.
OWN = [(20, 32), (36, 40), (52, 54), (124, 128), (164, 168), (188, 196), (600, 604)]
# The sources that are made into more than one pair, and how.
VARIANTS = {
    "mei_with-gps.mov": [["--still", "jpeg"], ["--length", "full"], ["--at", "1"], ["--start", "1", "--length", "1.5"],
                         ["--at", "2.5", "--start", "2", "--length", "1"], ["--at", "0"]],
    "amx_rot270.mp4": [["--still", "jpeg"], ["--at", "4.2", "--length", "1"]],
    "syn_mirrored_hflip_matrix.mp4": [["--still", "jpeg", "--at", "0.5"]],
    "syn_vfr_screenrec.mp4": [["--at", "1.9"], ["--start", "2.2", "--length", "1"]],
    "amx_bbb_avc_pyramid_3b.mp4": [["--at", "2.05", "--length", "0.5"]],
    "amx_hdr10-av1.mp4": [["--still", "jpeg", "--hdr", "sdr"]],
    "amx_hlg10-color-test.mp4": [["--hdr", "sdr"]],
    "lplg_video.MOV": [["--length", "full"], ["--start", "0.5", "--at", "3"]],
    "mei_sony_a7m3.mts": [["--at", "0.2"]],
}


def corpus(name):
    folder = os.environ.get("SHIYING_CORPUS") or os.path.join(REPOSITORY, "..", "shared", "corpus")
    return os.path.join(os.path.realpath(folder), name)


# Boxes

def boxes(data, start=0, end=None):
    """(type, start of content, end) of the boxes in a range."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start:start + 8])
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[start + 8:start + 16])[0], 16
        if size == 0:
            size = end - start
        if size < head or start + size > end:
            return
        yield kind.decode("latin-1"), start + head, start + size
        start += size


def find(data, path, start=0, end=None):
    """The first box at a path of types: (start of content, end), or None."""
    for kind, first, last in boxes(data, start, end):
        if kind == path[0]:
            return (first, last) if len(path) == 1 else find(data, path[1:], first, last)
    return None


class Movie:
    """What the boxes of a .MOV say."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.timescale = self.number(find(self.data, ["moov", "mvhd"])[0] + 12)
        first, last = find(self.data, ["moov"])
        self.tracks = [box[1:] for box in boxes(self.data, first, last) if box[0] == "trak"]
        marks = [box for box in self.tracks if b"com.apple.quicktime.still-image-time" in self.data[box[0]:box[1]]]
        self.mark = self.data[marks[0][0] - 8:marks[0][1]] if len(marks) == 1 else None
        self.clap = next((place for box in self.tracks for place in [self.data.find(b"clap", *box)]
                          if place > 0 and b"vide" in self.data[box[0]:box[1]]), None)

    def number(self, at):
        return struct.unpack(">I", self.data[at:at + 4])[0]

    @property
    def aperture(self):
        """Width and height of the clean part; None where nothing says."""
        if self.clap is None:
            return None
        numbers = struct.unpack(">8i", self.data[self.clap + 4:self.clap + 36])
        return numbers[0] / numbers[1], numbers[2] / numbers[3]

    def edits(self):
        first, _ = find(self.mark, ["trak", "edts", "elst"])
        count = struct.unpack(">I", self.mark[first + 4:first + 8])[0]
        return [struct.unpack(">Ii", self.mark[first + 8 + 12 * i:first + 16 + 12 * i]) for i in range(count)]

    def still_time(self):
        return sum(ticks for ticks, media in self.edits() if media == -1) / self.timescale

    def sample(self):
        first, _ = find(self.mark, ["trak", "mdia", "minf", "stbl", "stco"])
        place = struct.unpack(">I", self.mark[first + 8:first + 12])[0]
        return self.data[place:place + 9]


def masked(mark):
    """The track without what is its own; an empty edit is put in where the still's time is 0 and it is left out."""
    if len(mark) == 592:
        # trak, edts and elst grow by the entry.
        mark = (struct.pack(">I", 604) + mark[4:100] + struct.pack(">I4sI4s4xI", 48, b"edts", 40, b"elst", 2)
                + struct.pack(">IiI", 0, -1, 0x10000) + mark[124:])
    mark = bytearray(mark)
    for first, last in OWN:
        mark[first:last] = bytes(last - first)
    return bytes(mark)


# Pictures

def quiet(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment())


def probe(path):
    done = quiet(["ffprobe", "-v", "error", "-show_streams", "-of", "json", path])
    return json.loads(done.stdout or b"{}").get("streams", []), done.stderr.decode(errors="replace").strip()


def picture_stream(path):
    """The stream that players show, and its number among all."""
    streams = probe(path)[0]
    found = [s for s in streams if s["codec_type"] == "video" and not s.get("disposition", {}).get("attached_pic")]
    return next((s for s in found if s.get("disposition", {}).get("default")), found[0])


def frame_times(path, stream):
    done = quiet(["ffprobe", "-v", "quiet", "-select_streams", str(stream["index"]), "-show_entries",
                  "frame=best_effort_timestamp_time", "-of", "csv=p=0", path])
    return [float(line.split(b",")[0]) for line in done.stdout.split() if line.split(b",")[0] not in (b"", b"N/A")]


def frame(path, time, is_deep, from_first=False):
    """The frame shown at a time, as RGB: turned by ffmpeg, square pixels, the clean part. A number of 0...255 a sample."""
    stream = picture_stream(path)
    times = frame_times(path, stream)
    origin = times[0] if from_first else 0
    shown = [index for index, at in enumerate(times) if at - origin <= time + (1e-6 if from_first else TICK)]
    # A frame that begins at the tick that the time was rounded up to is not the one that was meant.
    number = shown[-1] if shown else 0
    # Without tags players take BT.709 for high definition and BT.601 for the rest; ffmpeg takes BT.601 for all.
    tags = stream.get("color_space", "unknown")
    matrix = "" if tags != "unknown" else ("in_color_matrix=bt709:" if is_high(stream) else "in_color_matrix=bt601:")
    filters = (f"select=eq(n\\,{number}),scale={matrix}w='trunc(iw*sar+0.5)':h=ih:"
               "flags=bicubic+accurate_rnd+full_chroma_int,setsar=1")
    form = "rgb48le" if is_deep else "rgb24"
    done = quiet(["ffmpeg", "-v", "error", "-i", path, "-map", f"0:{stream['index']}", "-vf", filters, "-vsync", "0",
                  "-frames:v", "1", "-pix_fmt", form, "-f", "rawvideo", "-"])
    ratio = [float(n) for n in stream.get("sample_aspect_ratio", "1:1").split(":")]
    width, height = int(stream["width"]), int(stream["height"])
    if is_turned(stream):
        width, height = height, width
        ratio.reverse()
    width = int(width * (ratio[0] / ratio[1] if all(ratio) else 1) + 0.5)
    kind = numpy.uint16 if is_deep else numpy.uint8
    pixels = numpy.frombuffer(done.stdout, kind)
    if pixels.size != width * height * 3:
        raise ValueError(f"ffmpeg gives {pixels.size} samples, not {width}x{height}x3: {done.stderr.decode()[-200:]}")
    pixels = pixels.reshape(height, width, 3).astype(numpy.float32) / (257 if is_deep else 1)
    return pixels, is_turned(stream)


def is_high(stream):
    return int(stream["height"]) >= 720 or int(stream["width"]) > 1024


def is_turned(stream):
    turns = [int(float(side.get("rotation", 0))) for side in stream.get("side_data_list", [])]
    return any(abs(turn) % 180 == 90 for turn in turns)


def cropped(pixels, size):
    width, height = (int(round(side)) for side in size)
    top, left = (pixels.shape[0] - height) // 2, (pixels.shape[1] - width) // 2
    return pixels[top:top + height, left:left + width] if top >= 0 and left >= 0 else pixels


def still(path):
    """The still's samples as numbers of 0...255, and its bit depth and transfer curve."""
    if not path.lower().endswith(".heic"):
        image = Image.open(path)
        return numpy.asarray(image.convert("RGB"), numpy.float32), 8, None
    opened = pillow_heif.open_heif(path, convert_hdr_to_8bit=False)
    depth = int(opened.info.get("bit_depth", 8))
    profile = opened.info.get("nclx_profile") or {}
    pixels = numpy.asarray(opened)[..., :3].astype(numpy.float32)
    return pixels / (257 if depth > 8 else 1), depth, profile.get("transfer_characteristics")


def distance(own, other):
    """Mean difference; sides that differ by a pixel or two (odd sizes, shapes of pixels) are cut to the smaller ones."""
    if any(abs(a - b) > 2 for a, b in zip(own.shape[:2], other.shape[:2])):
        return None
    height, width = (min(a, b) for a, b in zip(own.shape[:2], other.shape[:2]))
    return float(numpy.abs(own[:height, :width] - other[:height, :width]).mean())


# One pair

class Pair:
    """A pair that was made, and what is wrong with it."""

    def __init__(self, program, name, source, options, item, reference):
        self.program, self.name, self.source, self.options = program, name, source, options
        outputs = {output["role"]: output["path"] for output in item.get("outputs", [])}
        self.still, self.video = outputs.get("still"), outputs.get("video")
        self.reference = reference
        self.problems, self.told = [], []
        if not self.still or not self.video:
            codes = [note["code"] for note in item.get("notes", [])]
            self.problems.append(f"no pair: {sorted(outputs)} {codes}")
            return
        self.movie = Movie(self.video)
        for check in (self.verify, self.identifiers, self.track, self.streams, self.silence, self.pictures):
            try:
                check()
            except (OSError, ValueError, KeyError, TypeError, IndexError, struct.error) as error:
                self.problems.append(f"{check.__name__}: {type(error).__name__}: {error}")

    def verify(self):
        done = Run([self.program, "verify", self.still, self.video])
        if done.code != 0:
            self.problems.append(f"verify: exit {done.code}: {done.errors.strip()[-200:]}")

    def identifiers(self):
        done = quiet(["exiftool", "-j", "-G1", "-MediaGroupUUID", "-ContentIdentifier", self.still, self.video])
        found = [sorted({value for key, value in entry.items() if key != "SourceFile"}) for entry in json.loads(done.stdout)]
        if len(found) != 2 or found[0] != found[1] or len(found[0]) != 1 or len(found[0][0]) != 36:
            self.problems.append(f"identifiers: {found}")

    def track(self):
        mark = self.movie.mark
        if mark is None:
            self.problems.append("not one still-image-time track")
            return
        own = masked(mark)
        if self.reference and own != self.reference:
            self.problems.append(f"track: {len(mark)} bytes, differs at "
                                 f"{[i for i, (a, b) in enumerate(zip(own, self.reference)) if a != b][:8]}")
        if self.movie.sample() != bytes.fromhex("0000000900000001ff"):
            self.problems.append(f"track: the sample is {self.movie.sample().hex()}")
        if self.movie.edits()[-1] != (1, 0):
            self.problems.append(f"track: the edits are {self.movie.edits()}")

    def streams(self):
        streams, errors = probe(self.video)
        if errors:
            self.problems.append(f"ffprobe: {errors[:200]}")
        video = [s for s in streams if s["codec_type"] == "video"]
        form = [(s["codec_name"], s["codec_tag_string"]) for s in video]
        if form not in ([("h264", "avc1")], [("hevc", "hvc1")]):
            self.problems.append(f"ffprobe: the pictures are {form}")
        self.told.append("/".join(sorted(s.get("codec_name", s["codec_tag_string"]) for s in streams)))
        for path in (self.still, self.video):
            done = quiet(["mediainfo", "--Output=JSON", path])
            tracks = json.loads(done.stdout)["media"]["track"]
            kinds = [track["@type"] for track in tracks]
            if not set(kinds) & {"Video", "Image"}:
                self.problems.append(f"mediainfo: {os.path.basename(path)} has {kinds}")
            for track in tracks:
                wrong = {"IsTruncated", "ConformanceErrors"} & (set(track) | set(track.get("extra", {})))
                if wrong:
                    self.problems.append(f"mediainfo: {track['@type']}: {wrong} {track.get('extra')}")

    def silence(self):
        done = quiet(["ffmpeg", "-v", "error", "-i", self.video, "-map", "0:v", "-map", "0:a?", "-f", "null", "-"])
        if done.returncode or done.stderr:
            words = done.stderr.decode(errors="replace").strip()
            # What is broken in the source's own pictures is broken in a copy of them.
            own = quiet(["ffmpeg", "-v", "error", "-i", self.source, "-map", "0:V", "-map", "0:a?", "-f", "null", "-"])
            if own.stderr and not done.returncode:
                self.told.append("the source is not silent either")
            else:
                self.problems.append(f"ffmpeg: {words[:200]}")

    def pictures(self):
        pixels, depth, transfer = still(self.still)
        stream = picture_stream(self.video)
        is_hdr = stream.get("color_transfer") in ("smpte2084", "arib-std-b67")
        expected = {"smpte2084": 16, "arib-std-b67": 18}.get(stream.get("color_transfer"))
        if is_hdr and (depth < 10 or transfer != expected):
            self.problems.append(f"depth: {depth} bits, transfer {transfer} instead of {expected}")
        source = picture_stream(self.source)
        was_hdr = source.get("color_transfer") in ("smpte2084", "arib-std-b67")
        if was_hdr and not is_hdr and "sdr" not in self.options:
            self.problems.append("depth: HDR is gone from the video")
        time = self.movie.still_time()
        shown, turned = frame(self.video, time, depth > 8)
        if self.movie.aperture:
            shown = cropped(shown, reversed(self.movie.aperture) if turned else self.movie.aperture)
        self.compare("the video's frame", pixels, shown)
        self.told.append(f"{pixels.shape[1]}x{pixels.shape[0]} {depth} bits, still at {time:.3f} s")
        if "--at" in self.options and is_hdr == was_hdr:
            asked = float(self.options[self.options.index("--at") + 1])
            self.compare("the source's frame", pixels, frame(self.source, asked, depth > 8, from_first=True)[0])
        self.sheet = numpy.hstack([pixels, shown[:pixels.shape[0]]]) if pixels.shape[0] <= shown.shape[0] else pixels

    def compare(self, what, pixels, other):
        found = distance(pixels, other)
        if found is None:
            self.problems.append(f"{what}: {other.shape[1]}x{other.shape[0]}, the still {pixels.shape[1]}x{pixels.shape[0]}")
        elif found > LARGEST_DISTANCE:
            self.problems.append(f"{what}: a distance of {found:.2f}")
        else:
            self.told.append(f"{found:.2f} from {what}")


def made(program, source, options, work):
    library = os.path.join(work, f"library-{len(os.listdir(work))}")
    done = Run([program, "convert", "--to", "live", *options, "-L", library, "--json", "--no-input", source], limit=600)
    items = [json.loads(line) for line in done.output.splitlines()]
    return done, next((item for item in items if item["type"] == "item"), {}), library


def sources():
    """(name, path, whether it plays), and the options of each pair to make."""
    with open(corpus("video/EXPECT.tsv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        name = row["file"]
        plays = row["ffmpeg_rc"] == "0" and int(row["frames_decoded"] or 0) > 0
        yield name, corpus(f"video/{name}"), plays
    for name in sorted(os.listdir(corpus("live/pairs"))):
        if name.endswith(".MOV"):
            yield name, corpus(f"live/pairs/{name}"), True
    yield "rotated.mp4", os.path.join(SAMPLES, "rotated.mp4"), True


def check_unplayable(name, source, program, work, results):
    done, item, library = made(program, source, [], work)
    problems = []
    if done.code != 1 or item.get("status") != "failed":
        problems.append(f"exit {done.code}, {item.get('status')}")
    about = [line for line in done.errors.splitlines() if name in line]
    if len(about) != 1:
        problems.append(f"{len(about)} lines about it: {done.errors[-300:]}")
    if tree(library):
        problems.append(f"delivered: {list(tree(library))}")
    if results.check(f"{name}: refused", problems):
        print(f"      {about[0]}", flush=True)


def main(arguments):
    pattern = keep = None
    while arguments[:1] in (["--files"], ["--keep"]):
        pattern, keep = (arguments[1], keep) if arguments[0] == "--files" else (pattern, arguments[1])
        arguments = arguments[2:]
    if arguments[:1] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    need(["exiftool", "ffprobe", "ffmpeg", "mediainfo"])
    program, results = program_path(arguments), Results()
    if not os.path.isdir(corpus("video")):
        results.skip("live", f"the corpus is not there ({corpus('video')})")
        sys.exit(0)
    phone = Movie(corpus("live/pairs/iphone7plus-ios10.MOV"))
    reference = masked(phone.mark)
    with tempfile.TemporaryDirectory(prefix="shiying-live-") as work:
        for name, source, plays in sources():
            if pattern and not fnmatch.fnmatch(name, pattern):
                continue
            if not plays:
                check_unplayable(name, source, program, work, results)
                continue
            for options in [[]] + VARIANTS.get(name, []):
                title = " ".join([name] + options)
                done, item, _ = made(program, source, options, work)
                if done.code != 0:
                    results.check(title, [f"exit {done.code}: {done.errors[-300:].strip()}"])
                    continue
                pair = Pair(program, title, source, options, item, reference)
                results.check(title, pair.problems)
                print(f"      {'; '.join(pair.told)}", flush=True)
                if keep and hasattr(pair, "sheet"):
                    os.makedirs(keep, exist_ok=True)
                    Image.fromarray(pair.sheet.clip(0, 255).astype(numpy.uint8)).save(
                        os.path.join(keep, title.replace(" ", "_").replace("/", "_") + ".png"))
    results.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
