"""Makes collages of random mixes of files, and looks at them as other people's programs see them.

Usage: collages [--count N] [--seed N] [--keep FOLDER] [PROGRAM]

Each of N mixes (default 100) has 2 to 12 files of the corpus (SHIYING_CORPUS or ../shared/corpus, else samples/): stills of
every format, Live Photos, Motion Photos, videos, broken ones; with layout, canvas, motion, form and background at random. A
mix ends with a collage, or with one error in words; never with a signal or an exit code that speaks of a fault of the program.

still     Pillow decodes it; it is as large as --plan says
live      `shiying verify` finds a pair; exiftool reads one identifier from both; first and last frame resemble the still
video     exiftool finds no identifier; ffmpeg decodes it without a word; H.264, 30 frames a second
sound     ends within one frame of the picture, in live collages and videos
original  no source was changed
"""
import hashlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy
import pillow_heif
from PIL import Image, ImageCms

from support import REPOSITORY, SAMPLES, Results, Run, environment, need, program_path

pillow_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = None

# The still is a JPEG or HEIC, the frame H.264: together they differ by less than this in the mean of 8-bit samples.
LARGEST_DISTANCE = 6.0
FRAME = 1 / 30
# What is too large to be decoded thirty times in a test.
LARGEST_BYTES = 30 << 20


def sources():
    corpus = os.environ.get("SHIYING_CORPUS") or os.path.join(REPOSITORY, "..", "shared", "corpus")
    root = corpus if os.path.isdir(corpus) else SAMPLES
    endings = {".jpg", ".jpeg", ".heic", ".png", ".avif", ".webp", ".tif", ".tiff", ".jxl", ".hif", ".mov", ".mp4", ".mts", ".webm",
               ".3gp", ".bmp", ".gif"}
    found = {}
    for parent, _, names in os.walk(os.path.realpath(root)):
        for name in names:
            path = os.path.join(parent, name)
            if os.path.splitext(name)[1].lower() in endings and os.path.getsize(path) <= LARGEST_BYTES:
                found.setdefault(os.path.relpath(parent, root).split(os.sep)[0], []).append(path)
    return {kind: sorted(paths) for kind, paths in found.items()}


def mix(generator, groups):
    kinds = sorted(groups)
    count = generator.choice([2, 2, 3, 4, 4, 5, 6, 8, 12])
    files = [generator.choice(groups[generator.choice(kinds)]) for _ in range(count)]
    options = ["--layout", generator.choice(["mosaic", "grid", "rows", "hero", "strip"]),
               "--motion", generator.choice(["together", "relay", "focus"]),
               "--short", generator.choice(["hold", "loop", "bounce", "key"]),
               "--audio", generator.choice(["main", "mix", "none"]),
               "--gap", str(generator.choice([0, 1, 8, 40])), "--radius", str(generator.choice([0, 0, 24])),
               "--order", generator.choice(["given", "reversed", "date", "newest"])]
    tier = generator.choice([None, None, "live", "video", "still"])
    if tier:
        options += ["--as", tier]
    if "strip" in options:
        options += ["--canvas", "480"]
    else:
        options += ["--canvas", generator.choice(["3:4", "1:1", "480x640", "auto", "641x361"])]
    if generator.random() < 0.3:
        options += ["--background", generator.choice(["blur", "#204060", "black"])]
    if generator.random() < 0.3:
        options += ["--hero", str(generator.randint(1, count))]
    if "relay" in options:
        options += ["--per-cell", "1"]
    options += ["--format", "heic" if generator.random() < 0.3 else "jpeg"]
    return files, options


def output(command):
    return subprocess.run(command, capture_output=True, text=True, env=environment())


def exif(path):
    return json.loads(output(["exiftool", "-j", "-G1", "-n", "-api", "largefilesupport=1", path]).stdout)[0]


def identifiers(facts):
    return {str(value) for key, value in facts.items() if key.endswith((":ContentIdentifier", ":MediaGroupUUID"))}


def streams(path):
    told = output(["ffprobe", "-v", "error", "-show_streams", "-of", "json", path])
    found = json.loads(told.stdout or "{}").get("streams", [])
    return found, told.stderr.strip()


def frame(path, last):
    select = ["-sseof", "-0.2", "-i", path, "-update", "1"] if last else ["-i", path, "-frames:v", "1"]
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "frame.png")
        output(["ffmpeg", "-y", "-v", "error", *select, name])
        return numpy.asarray(Image.open(name).convert("RGB")).astype(numpy.int16)


def distance(still, shown):
    """The mean difference in sRGB. A video that phones could not play is smaller than its still; both are compared small."""
    picture = Image.open(still)
    profile = picture.info.get("icc_profile")
    picture = picture.convert("RGB")
    if profile:
        picture = ImageCms.profileToProfile(picture, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"))
    high, wide = shown.shape[:2]
    if abs(picture.width - wide) > 1 or abs(picture.height - high) > 1:
        wide, high = max(1, wide // 4), max(1, high // 4)
        shown = numpy.asarray(Image.fromarray(shown.astype(numpy.uint8)).resize((wide, high), Image.BOX)).astype(numpy.int16)
        picture = picture.resize((wide, high), Image.BOX)
    picture = numpy.asarray(picture).astype(numpy.int16)[:high, :wide]
    return float(numpy.abs(picture - shown[:picture.shape[0], :picture.shape[1]]).mean())


class Check:
    def __init__(self, program, work):
        self.program, self.work = program, work

    def movie(self, path, still):
        problems = []
        tracks, words = streams(path)
        if words:
            problems.append(f"ffprobe: {words}")
        video = [track for track in tracks if track["codec_type"] == "video"]
        sound = [track for track in tracks if track["codec_type"] == "audio"]
        if len(video) != 1 or video[0]["codec_name"] != "h264" or video[0]["r_frame_rate"] != "30/1":
            problems.append(f"tracks {[(t['codec_type'], t.get('codec_name'), t.get('r_frame_rate')) for t in tracks]}")
        if video and sound and abs(float(video[0]["duration"]) - float(sound[0]["duration"])) > FRAME + 1e-3:
            problems.append(f"sound ends at {sound[0]['duration']}, picture at {video[0]['duration']}")
        decoded = output(["ffmpeg", "-v", "error", "-i", path, "-f", "null", "-"]).stderr.strip()
        if decoded:
            problems.append(f"ffmpeg: {decoded[:200]}")
        if still:
            for name, last in (("first", False), ("last", True)):
                found = distance(still, frame(path, last))
                if found > LARGEST_DISTANCE:
                    problems.append(f"{name} frame differs from the still by {found:.1f}")
        return problems

    def collage(self, record):
        files = {item["role"]: item["path"] for item in record["outputs"]}
        still = files.get("still") or files.get("photo")
        problems = []
        if still:
            with Image.open(still) as picture:
                picture.load()
        if record["tier"] == "live":
            if output([self.program, "verify", "-q", files["still"], files["video"]]).returncode != 0:
                problems.append("verify finds no pair")
            found = identifiers(exif(files["still"])), identifiers(exif(files["video"]))
            if found[0] != found[1] or len(found[0]) != 1:
                problems.append(f"identifiers {found}")
            problems += self.movie(files["video"], still)
        elif record["tier"] == "video":
            if identifiers(exif(files["video"])):
                problems.append("the video has an identifier")
            problems += self.movie(files["video"], None)
        return problems

    def run(self, files, options):
        before = {path: digest(path) for path in files}
        library = os.path.join(self.work, "library")
        extra = ["-o", os.path.join(self.work, "out.mp4")] if "video" in options else []
        done = Run([self.program, "collage", "--json", "-L", library, *options, *extra, *files], limit=300, cwd=self.work)
        problems = []
        if done.hung:
            return ["took more than 300 s"]
        if done.code not in (0, 1, 64, 66):
            problems.append(f"exit {done.code}: {done.errors.strip()[-300:]}")
        lines = done.output.decode().strip().splitlines()
        if len(lines) != 1:
            return problems + [f"{len(lines)} records: {done.errors.strip()[-300:]}"]
        record = json.loads(lines[0])
        missing = [source for source in record["sources"] if source["status"] == "missing"]
        if record["status"] == "failed":
            if not done.errors.strip() or done.code == 0:
                problems.append(f"failed without a word, exit {done.code}")
        elif done.code != (1 if missing else 0):
            problems.append(f"exit {done.code} with {len(missing)} missing: {done.errors.strip()[-300:]}")
        else:
            problems += self.collage(record)
        if any(digest(path) != before[path] for path in files):
            problems.append("a source was changed")
        if extra and os.path.exists(extra[1]):
            os.remove(extra[1])
        self.last = record
        return problems


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).digest()


def main(arguments):
    count, seed, keep = 100, 1, None
    while arguments and arguments[0] in ("--count", "--seed", "--keep") and len(arguments) > 1:
        if arguments[0] == "--keep":
            keep = arguments[1]
        elif arguments[0] == "--count":
            count = int(arguments[1])
        else:
            seed = int(arguments[1])
        arguments = arguments[2:]
    if arguments and arguments[0].startswith("-"):
        sys.exit(__doc__)
    need(["ffmpeg", "ffprobe", "exiftool"])
    results, groups, told = Results(), sources(), {}
    with tempfile.TemporaryDirectory(prefix="shiying-collages-") as made:
        work = keep or made
        os.makedirs(work, exist_ok=True)
        check = Check(program_path(arguments), work)
        for number in range(seed, seed + count):
            files, options = mix(random.Random(number), groups)
            problems = check.run(files, options)
            kind = getattr(check, "last", {}).get("tier") or "refused"
            told[kind] = told.get(kind, 0) + 1
            results.check(f"mix {number}: {len(files)} files, {' '.join(options)}",
                          problems + ([f"of {' '.join(files)}"] if problems else []))
    print(", ".join(f"{count} {kind}" for kind, count in sorted(told.items())))
    results.finish()


main(sys.argv[1:])
