"""Makes GIFs of videos, and looks at them as other people's programs see them.

Usage: gif [--files PATTERN] [--keep FOLDER] [--no-browser] [PROGRAM]

For each video of the corpus (its EXPECT.tsv says what ffmpeg makes of it), each video of its real pairs and the rotated sample:
a GIF by `shiying convert --to gif`, and then

size        upright, square pixels, 480 on the longer side, never enlarged
times       a frame begins at a tick of 0.08 s, or at the source's own times where it is slower; the GIF is as long as the
            source; all within 0.01 s
pictures    what the GIF shows at each tick is the frame that the source shows then, as ffmpeg decodes and turns it: no other
            frame nearby is nearer; the first and the last within a mean distance (HDR: not measured, for ffmpeg does not bring it
            into standard range)
decoders    giflib, ffmpeg, gifsicle, ImageMagick, Pillow and Chromium see the same pictures, to the bit, without a word; a page
            with a GIF of one frame looks like that frame
structure   loop block where there is more than one frame, no delay under 0.02 s, no box outside

A video that can't be played gives one line and exit code 1, and nothing is delivered; gif-expected.tsv says what and why
where the outcome is another than EXPECT.tsv lets expect. Then what is carried over, as exiftool reads it, and charts of known
HLG and PQ codes against the formulas of BT.2100. --keep writes first and last pictures beside the source's as PNG. Exit 1 on
any deviation.
"""
import csv
import fnmatch
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

import gifs
from hdr_chart import check_charts
from live import Movie, corpus, frame_times, is_high, is_turned, picture_stream
from support import HERE, SAMPLES, Results, Run, need, program_path, tree

TICK = 8
LONG_EDGE = 480
# Mean absolute difference of 8-bit samples between a picture of the GIF and the frame as ffmpeg scales it: another matrix or
# frame is further away where anything moves or is coloured.
LARGEST_DISTANCE = 5.0
# Frames that are so much nearer than the right one are another one.
NEARER = 0.3


def expectations():
    """file -> (outcome, reason) where it is another than EXPECT.tsv lets expect."""
    with open(os.path.join(HERE, "gif-expected.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {name: (outcome, reason) for name, outcome, reason in rows}


# The source as ffmpeg sees it

class Source:
    """Frames of a video with their times, in the size of the GIF."""

    def __init__(self, path):
        self.path, self.stream = path, picture_stream(path)
        times = frame_times(path, self.stream)
        self.origin = times[0]
        self.times = [time - self.origin for time in times]
        ratio = [float(n) for n in self.stream.get("sample_aspect_ratio", "1:1").split(":")]
        self.ratio = ratio[0] / ratio[1] if all(ratio) else 1
        self.is_hdr = self.stream.get("color_transfer") in ("smpte2084", "arib-std-b67")
        # Live Photos of iPhones: a part of what is coded, which ffmpeg does not cut out.
        aperture = Movie(path).aperture if path.endswith(".MOV") else None
        self.aperture = (aperture[::-1] if is_turned(self.stream) else aperture) if aperture else None

    @property
    def shown_size(self):
        """As players show it, before it is made smaller."""
        if self.aperture:
            return self.aperture
        size = self.stream["width"] * self.ratio, self.stream["height"]
        return (size[1], size[0]) if is_turned(self.stream) else size

    @property
    def expected_size(self):
        width, height = self.shown_size
        part = min(1, LONG_EDGE / max(width, height))
        return width * part, height * part

    @property
    def ends(self):
        """When the last frame ends: as its packet says, and as the track says, which may be a little longer."""
        done = gifs.quiet(["ffprobe", "-v", "quiet", "-select_streams", str(self.stream["index"]), "-show_entries",
                           "packet=pts_time,duration_time", "-of", "csv=p=0", self.path])
        ends = []
        for line in done.stdout.decode().split():
            numbers = line.strip(",").split(",")
            if len(numbers) == 2 and "N/A" not in numbers:
                ends.append(float(numbers[0]) + float(numbers[1]) - self.origin)
        found = [max(ends)] if ends else [self.times[-1]]
        if float(self.stream.get("start_time", 0)) == 0 and float(self.stream.get("duration", 0)) > self.times[-1]:
            found.append(float(self.stream["duration"]))
        return found

    @property
    def is_slow(self):
        """Whether its own times are kept: not more than 12.5 a second, and even."""
        gaps = [b - a for a, b in zip(self.times, self.times[1:])]
        return bool(gaps) and min(gaps) >= TICK / 100 / 1.02 and max(gaps) - min(gaps) < 0.002

    def shown_at(self, time):
        """The numbers of the frames that may be shown at a tick: the last that has begun half a tick later, a hundredth more or
        less."""
        def last(moment):
            begun = [number for number, at in enumerate(self.times) if at <= moment + 1e-6]
            return begun[-1] if begun else 0
        half = 0 if self.is_slow else TICK / 200
        return set(range(last(time + half - 0.01), last(time + half + 0.01) + 1))

    def frames(self, width, height):
        tags = self.stream.get("color_space", "unknown")
        matrix = "" if tags != "unknown" else f"in_color_matrix={'bt709' if is_high(self.stream) else 'bt601'}:"
        cut = f"crop={round(self.aperture[0])}:{round(self.aperture[1])}," if self.aperture else ""
        chain = f"{cut}scale={matrix}w={width}:h={height}:flags=lanczos+accurate_rnd+full_chroma_int,setsar=1"
        done = gifs.quiet(["ffmpeg", "-v", "quiet", "-i", self.path, "-map", f"0:{self.stream['index']}", "-vf", chain, "-vsync", "0",
                           "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
        return numpy.frombuffer(done.stdout, numpy.uint8).reshape(-1, height, width, 3)


def distance(own, other):
    return float(numpy.abs(own.astype(numpy.int16) - other).mean())


# One GIF

class Check:
    """A GIF that was made, and what is wrong with it."""

    def __init__(self, path, source, has_browser, keep=None):
        self.path, self.source, self.has_browser, self.keep = path, source, has_browser, keep
        self.problems, self.told = [], []
        self.blocks = gifs.Blocks(path)
        for check in (self.structure, self.size, self.decoders, self.times, self.compare):
            try:
                check()
            except (OSError, ValueError, KeyError, IndexError, subprocess.TimeoutExpired) as error:
                self.problems.append(f"{check.__name__}: {type(error).__name__}: {error}")

    def structure(self):
        blocks = self.blocks
        if (blocks.loops == 0) != (len(blocks.delays) > 1):
            self.problems.append(f"structure: {len(blocks.delays)} frames, loop block {blocks.loops}")
        if len(blocks.delays) > 1 and min(blocks.delays) < 2:
            self.problems.append(f"structure: a delay of {min(blocks.delays)}")
        if blocks.boxes[0] != (0, 0, blocks.width, blocks.height):
            self.problems.append(f"structure: the first frame is {blocks.boxes[0]}")
        for left, top, width, height in blocks.boxes:
            if left + width > blocks.width or top + height > blocks.height or not width or not height:
                self.problems.append(f"structure: a box {left, top, width, height}")
                break
        if set(blocks.disposals) - {0, 1}:
            self.problems.append(f"structure: disposals {sorted(set(blocks.disposals))}")
        self.told.append(f"{len(blocks.delays)} frames, {blocks.duration / 100:.2f} s, {os.path.getsize(self.path) / 1024:.0f} KiB")

    def size(self):
        own, expected = (self.blocks.width, self.blocks.height), self.source.expected_size
        if any(abs(a - b) > 0.51 for a, b in zip(own, expected)):
            self.problems.append(f"size: {own[0]}x{own[1]} instead of {expected[0]:.1f}x{expected[1]:.1f}")
        self.told.append(f"{own[0]}x{own[1]}")

    def decoders(self):
        self.pictures = gifs.by_pillow(self.path, self.blocks)
        if len(self.pictures) != len(self.blocks.delays):
            self.problems.append(f"decoders: Pillow has {len(self.pictures)} frames of {len(self.blocks.delays)}")
        for name in ("giflib", "ffmpeg", "gifsicle", "magick"):
            try:
                other = getattr(gifs, f"by_{name}")(self.path, self.blocks)
            except ValueError as error:
                self.problems.append(f"decoders: {name}: {error}")
                continue
            if other.shape != self.pictures.shape:
                self.problems.append(f"decoders: {name} has {other.shape}, Pillow {self.pictures.shape}")
            elif not numpy.array_equal(other, self.pictures):
                wrong = [number for number, (a, b) in enumerate(zip(other, self.pictures)) if not numpy.array_equal(a, b)]
                self.problems.append(f"decoders: {name} and Pillow see frames {wrong[:6]} differently")
        if not self.has_browser:
            return
        told = gifs.by_chromium(self.path)
        own = [hashlib.sha256(picture.tobytes()).hexdigest() for picture in self.pictures]
        if [digest for digest, _ in told] != own:
            self.problems.append(f"decoders: Chromium has {len(told)} frames, "
                                 f"{sum(a[0] == b for a, b in zip(told, own))} of them as the others see them")
        if len(told) > 1 and [delay for _, delay in told] != self.blocks.delays:
            self.problems.append(f"decoders: Chromium's delays are {[delay for _, delay in told][:8]}...")
        if len(told) == 1:
            shot = gifs.photographed(self.path, self.blocks.width, self.blocks.height)
            if not numpy.array_equal(shot, self.pictures[0][..., :3]):
                self.problems.append(f"decoders: Chromium's page is {distance(shot, self.pictures[0][..., :3]):.2f} away")

    def times(self):
        starts, source = self.blocks.starts, self.source
        if source.is_slow:
            wanted = [time * 100 for time in source.times]
        else:
            wanted = [TICK * number for number in range(int(source.times[-1] * 100 / TICK) + 2)]
        off = [start for start in starts if min(abs(start - time) for time in wanted) > 1]
        if off:
            self.problems.append(f"times: frames begin at {off[:8]}")
        if len(starts) > 1 and min(abs(self.blocks.duration - end * 100) for end in source.ends) > 1:
            self.problems.append(f"times: {self.blocks.duration} hundredths instead of {[round(end * 100, 1) for end in source.ends]}")

    def compare(self):
        frames = self.source.frames(self.blocks.width, self.blocks.height)
        if len(frames) != len(self.source.times):
            self.problems.append(f"pictures: ffmpeg gives {len(frames)} frames at {len(self.source.times)} times")
            return
        ticks = self.blocks.starts if self.source.is_slow else list(range(0, max(1, self.blocks.duration - 1), TICK))
        # Less than 0.02 s before the end no frame begins: browsers would show it for longer.
        shown = self.pictures[self.blocks.on_clock(ticks)][..., :3]
        if self.source.is_hdr:
            self.told.append("HDR: distance not measured")
        distances = []
        for tick, picture in zip(ticks, shown):
            right = self.source.shown_at(tick / 100)
            near = [number for number, time in enumerate(self.source.times) if abs(time - tick / 100) < 0.25 or number in right]
            found = {number: distance(picture, frames[number]) for number in near}
            best = min(found[number] for number in right)
            distances.append(best)
            # HDR frames are all equally wrong in colour: only the order tells.
            nearest = min(found, key=found.get)
            if best - found[nearest] > NEARER:
                self.problems.append(f"pictures: at {tick / 100:.2f} s frame {nearest} ({self.source.times[nearest]:.3f} s) is shown, "
                                     f"not {sorted(right)} ({found[nearest]:.2f}, {best:.2f})")
        if not self.source.is_hdr:
            for what, value in (("first", distances[0]), ("last", distances[-1])):
                if value > LARGEST_DISTANCE:
                    self.problems.append(f"pictures: the {what} is {value:.2f} away")
            self.told.append(f"first {distances[0]:.2f}, last {distances[-1]:.2f}, mean {sum(distances) / len(distances):.2f} from the source")
        if self.keep:
            os.makedirs(self.keep, exist_ok=True)
            sheet = numpy.vstack([numpy.hstack([shown[0], frames[0]]), numpy.hstack([shown[-1], frames[-1]])])
            Image.fromarray(sheet).save(os.path.join(self.keep, os.path.basename(self.source.path) + ".png"))


def made(program, source, work, *options):
    library = os.path.join(work, f"library-{len(os.listdir(work))}")
    done = Run([program, "convert", "--to", "gif", *options, "-L", library, "--json", "--no-input", source], limit=900)
    items = [json.loads(line) for line in done.output.splitlines()]
    return done, next((item for item in items if item["type"] == "item"), {}), library


def sources():
    """(name, path, whether it plays)"""
    with open(corpus("video/EXPECT.tsv"), encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield row["file"], corpus(f"video/{row['file']}"), row["ffmpeg_rc"] == "0" and int(row["frames_decoded"] or 0) > 0
    for name in sorted(os.listdir(corpus("live/pairs"))):
        if name.endswith(".MOV"):
            yield name, corpus(f"live/pairs/{name}"), True
    yield "rotated.mp4", os.path.join(SAMPLES, "rotated.mp4"), True


def check_unplayable(name, source, program, work, results, code):
    done, item, library = made(program, source, work)
    problems = []
    if done.code != 1 or item.get("status") not in ("failed", "ignored"):
        problems.append(f"exit {done.code}, {item.get('status')}")
    if code and item.get("error", {}).get("code") != code:
        problems.append(f"{item.get('error')} instead of {code}")
    about = [line for line in done.errors.splitlines() if name in line]
    if len(about) != 1:
        problems.append(f"{len(about)} lines about it: {done.errors[-300:]}")
    if tree(library):
        problems.append(f"delivered: {list(tree(library))}")
    if results.check(f"{name}: refused", problems):
        print(f"      {about[0]}", flush=True)


# What is carried over

def check_metadata(program, work, results):
    """Date, place, tags, favourite, albums: set in a library, read from the GIF by exiftool."""
    folder, library = os.path.join(work, "carried"), os.path.join(work, "carried-library")
    os.makedirs(folder)
    name = "mei_with-gps.mov"
    origin = corpus(f"video/{name}")
    source = os.path.join(folder, name if os.path.exists(origin) else "rotated.mp4")
    shutil.copy(origin if os.path.exists(origin) else os.path.join(SAMPLES, "rotated.mp4"), source)
    os.chmod(source, 0o644)
    problems = []
    for command in (["register", source], ["set", "--favourite", "--tag", "旅行/海邊", "--tag", "game", "--album", "家人", "--rating", "4",
                                           "--date", "2021-03-04T05:06:07+08:00", "--place", "25.0478,121.5319,12", source],
                    ["convert", "--to", "gif", "--no-input", "--length", "1", source]):
        done = Run([program, *command, "-L", library])
        if done.code != 0:
            problems.append(f"{command[0]}: exit {done.code}: {done.errors[-300:].strip()}")
    found = [path for path in tree(library).values() if path.endswith(b".gif")]
    if len(found) != 1:
        results.check("carried over, as exiftool reads it", problems + [f"{len(found)} GIFs"])
        return
    told = gifs.quiet(["exiftool", "-j", "-n", "-G1", "-XMP:all", "-File:all", "-GIF:all", os.fsdecode(found[0])])
    if told.returncode or told.stderr:
        problems.append(f"exiftool: {told.stderr.decode(errors='replace').strip()}")
    fields = json.loads(told.stdout or b"[{}]")[0]

    def values(name):
        return [value for key, value in fields.items() if key.rpartition(":")[2] == name]

    def listed(name):
        return sorted(str(entry) for value in values(name) for entry in (value if isinstance(value, list) else [value]))
    if not any(str(value).startswith("2021:03:04 05:06:07") for name in ("DateTimeOriginal", "CreateDate", "DateCreated") for value in values(name)):
        problems.append(f"date: { {key: value for key, value in fields.items() if 'Date' in key} }")
    place = values("GPSLatitude"), values("GPSLongitude")
    if not all(place) or abs(float(place[0][0]) - 25.0478) > 1e-4 or abs(float(place[1][0]) - 121.5319) > 1e-4:
        problems.append(f"place: {place}")
    if "game" not in listed("Subject") or not any("海邊" in tag for tag in listed("Subject") + listed("HierarchicalSubject")):
        problems.append(f"tags: {listed('Subject')} {listed('HierarchicalSubject')}")
    if [float(value) for value in values("Rating")][:1] not in ([4.0], [5.0]):
        problems.append(f"rating: {values('Rating')}")
    warnings = values("Warning") + values("Error")
    if warnings:
        problems.append(f"exiftool: {warnings}")
    if results.check("carried over, as exiftool reads it", problems):
        print("      " + "; ".join(f"{key}: {value}" for key, value in sorted(fields.items()) if key.startswith("XMP"))[:600], flush=True)


def main(arguments):
    pattern = keep = None
    has_browser = gifs.CHROMIUM is not None
    while arguments and arguments[0] in ("--files", "--keep", "--no-browser"):
        if arguments[0] == "--no-browser":
            has_browser, arguments = False, arguments[1:]
            continue
        pattern, keep = (arguments[1], keep) if arguments[0] == "--files" else (pattern, arguments[1])
        arguments = arguments[2:]
    if arguments[:1] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    need(["exiftool", "ffprobe", "ffmpeg", "gifsicle", "giftext", gifs.MAGICK])
    program, results = program_path(arguments), Results()
    if not has_browser:
        results.skip("Chromium", "not there, or not wanted")
    expected = expectations()
    with tempfile.TemporaryDirectory(prefix="shiying-gif-") as work:
        if pattern is None:
            check_metadata(program, work, results)
            check_charts(program, work, results)
        if not os.path.isdir(corpus("video")):
            results.skip("videos", f"the corpus is not there ({corpus('video')})")
            results.finish()
        for name, source, plays in sources():
            if pattern and not fnmatch.fnmatch(name, pattern):
                continue
            outcome, reason = expected.get(name, ("plays" if plays else "refused", ""))
            if outcome.partition(" ")[0] == "refused":
                check_unplayable(name, source, program, work, results, outcome.partition(" ")[2])
                continue
            done, item, library = made(program, source, work)
            outputs = [output["path"] for output in item.get("outputs", []) if output["role"] == "animation"]
            if done.code != 0 or len(outputs) != 1:
                results.check(name, [f"exit {done.code}, {item.get('outputs')}: {done.errors[-300:].strip()}"])
                continue
            try:
                check = Check(outputs[0], Source(source), has_browser, keep)
                problems = [problem for problem in check.problems if problem.partition(":")[0] not in outcome.split()[1:]]
                results.check(name, problems)
                left_out = "" if problems == check.problems else f"; not held against it ({reason})"
                print(f"      {'; '.join(check.told)}{left_out}", flush=True)
            except (ValueError, IndexError) as error:
                results.check(name, [f"{type(error).__name__}: {error}"])
            shutil.rmtree(library, ignore_errors=True)
    results.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
