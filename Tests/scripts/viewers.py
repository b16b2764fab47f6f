"""Opens copies of the samples, in all seven formats, with photo programs of a Linux desktop, and compares what they see with
what stands in the originals.

Usage: viewers [PROGRAM]

Each runs as people run it, with a home of its own, without a screen: darktable-cli exports and leaves its library behind
(size, date, stars, tags, place); gThumb, under Xvfb, makes thumbnails of a folder; Shotwell, under Xvfb, imports its picture
folder into its library (size, date, stars, tags) and makes thumbnails. Pictures are compared with the original as Pillow
sees it, and must fit better than turned any other way.

What each reads on Debian 12 stands in READS: to read less is a failure. Exit 1 on any.
"""
import datetime
import glob
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

import numpy
import pillow_heif
from PIL import Image, ImageOps

from support import SAMPLES, Run, environment, need, program_path

pillow_heif.register_heif_opener(thumbnails=False)

FORMATS = {"jpeg": "jpg", "heic": "heic", "png": "png", "webp": "webp", "tiff": "tif", "avif": "avif", "jxl": "jxl"}
PHOTOS = ["portrait.jpg", "harbour.jpg", "lake.heic", "sunset-ultra-hdr.jpg"]
# Debian 12: darktable 4.2.1, gThumb 3.12.2 (built without libjxl), Shotwell 0.30.17 (what GdkPixbuf reads).
READS = {"darktable": set(FORMATS), "gThumb": set(FORMATS) - {"jxl"}, "Shotwell": {"jpeg", "png", "tiff"}}
# Mean difference of 8-bit samples in sRGB between thumbnails; a picture turned is beyond 30.
LIMIT = 8


class Original:
    """What stands in a sample, by Pillow and exiftool."""

    def __init__(self, name):
        path = os.path.join(SAMPLES, name)
        self.picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        done = subprocess.run(
            ["exiftool", "-j", "-n", "-DateTimeOriginal", "-XMP:Rating", "-XMP:TagsList", "-XMP:Favorite", "-Composite:GPSLatitude",
             "-Composite:GPSLongitude", path], stdout=subprocess.PIPE, check=True)
        facts = json.loads(done.stdout)[0]
        self.date = facts.get("DateTimeOriginal")
        # A favourite without stars has five: nothing else is read by all these programs.
        self.stars = facts.get("Rating", 5 if facts.get("Favorite") else None)
        tags = facts.get("TagsList", [])
        self.tags = set(tags if isinstance(tags, list) else [tags])
        self.place = [facts[key] for key in ("GPSLatitude", "GPSLongitude") if key in facts]


def difference(picture, reference):
    """(mean difference, whether any other way of turning fits better)"""
    means = {}
    for turn in [None] + [t for t in Image.Transpose]:
        turned = reference if turn is None else reference.transpose(turn)
        shrunk = turned.resize(picture.size, Image.Resampling.LANCZOS)
        gap = numpy.abs(numpy.asarray(shrunk, dtype=float) - numpy.asarray(picture.convert("RGB"), dtype=float))
        means[turn] = float(gap.mean())
    return means[None], min(means, key=means.get) is not None


def seen(original, picture=None, size=None, date=None, stars=None, tags=None, place=None):
    """What differs from the original, of what the program shows; None is what it does not show."""
    wrong = []
    if picture is not None:
        mean, is_turned = difference(picture, original.picture)
        if is_turned:
            wrong.append("the picture is turned")
        if mean > LIMIT:
            wrong.append(f"the picture differs by {mean:.1f}")
    for what, wanted, found in [("size", original.picture.size, size), ("date", original.date, date),
                                ("stars", original.stars or 0, stars)]:
        if found is not None and found != wanted:
            wrong.append(f"{what} {found} instead of {wanted}")
    # Beside a tag with its levels, each level alone (as IPTC has it) and the levels above are the same tag.
    parts = {"/".join(tag.split("/")[:count]) for tag in original.tags for count in range(1, 9)}
    parts |= {level for tag in original.tags for level in tag.split("/")}
    if tags is not None and not original.tags <= tags <= original.tags | parts:
        wrong.append(f"tags {tags} instead of {original.tags}")
    if place is not None and any(abs(a - b) > 1e-4 for a, b in zip(place, original.place)):
        wrong.append(f"place {place} instead of {original.place}")
    return wrong


def home(folder):
    """An environment with a home of its own."""
    os.makedirs(os.path.join(folder, "run"), mode=0o700, exist_ok=True)
    os.makedirs(os.path.join(folder, ".config", "glib-2.0", "settings"), exist_ok=True)
    return environment(
        HOME=folder, XDG_CACHE_HOME=f"{folder}/.cache", XDG_CONFIG_HOME=f"{folder}/.config",
        XDG_DATA_HOME=f"{folder}/.local/share", XDG_RUNTIME_DIR=f"{folder}/run", GSETTINGS_BACKEND="keyfile", NO_AT_BRIDGE="1")


def windowed(command, folder, is_done, limit=90):
    """Runs a program with windows on a screen that nobody sees, until `is_done` says so or the time is over."""
    run = Run(["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", "dbus-run-session", "--"] + command, env=home(folder),
              wait=False, limit=20)
    end = time.monotonic() + limit
    while time.monotonic() < end and not is_done() and run.process.poll() is None:
        time.sleep(0.5)
    # What was written last may be half there.
    time.sleep(1.5)
    run.kill_all()
    run.wait()


def darktable(copies, work):
    """{(photo, format): what differs}"""
    folder, results = os.path.join(work, "darktable"), {}
    library, settings = os.path.join(folder, "library.db"), os.path.join(folder, "settings")
    for key, (path, original) in copies.items():
        output = os.path.join(folder, "-".join(key) + ".png")
        subprocess.run(
            ["darktable-cli", path, output, "--width", "0", "--height", "0", "--core", "--disable-opencl", "--configdir", settings,
             "--library", library, "--conf", "ui_last/import_initial_rating=0"], env=home(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        if not os.path.exists(output):
            continue
        database = sqlite3.connect(library)
        database.execute("attach ? as data", [os.path.join(settings, "data.db")])
        number, micro, flags, latitude, longitude = database.execute(
            "select id, datetime_taken, flags, latitude, longitude from images where filename = ?", [os.path.basename(path)]).fetchone()
        tags = database.execute("select name from main.tagged_images join data.tags on tagid = data.tags.id where imgid = ?", [number])
        date = datetime.datetime(1, 1, 1) + datetime.timedelta(microseconds=micro or 0)
        picture = Image.open(output)
        results[key] = seen(
            original, picture, picture.size, date.strftime("%Y:%m:%d %H:%M:%S") if original.date else None, flags & 7,
            {name.replace("|", "/") for name, in tags if not name.startswith("darktable|")},
            [latitude, longitude] if original.place else None)
        database.close()
    return results


def gthumb(copies, work):
    results = {}
    for photo in PHOTOS:
        folder = os.path.join(work, "gthumb", photo)
        pictures, thumbnails = os.path.join(folder, "pictures"), os.path.join(folder, ".cache", "thumbnails")
        os.makedirs(pictures)
        mine = {key: value for key, value in copies.items() if key[0] == photo}
        # With their old dates: of a file that was written a moment ago gThumb makes no thumbnail.
        for path, _ in mine.values():
            shutil.copy2(path, pictures)
        windowed(["gthumb", pictures], folder,
                 lambda: len(glob.glob(thumbnails + "/**/*.png", recursive=True)) >= len(mine))
        for key, (path, original) in mine.items():
            address = "file://" + urllib.parse.quote(os.path.join(pictures, os.path.basename(path)))
            found = glob.glob(f"{thumbnails}/[nlx]*/{hashlib.md5(address.encode()).hexdigest()}.png")
            if found:
                picture = Image.open(found[0])
                size = tuple(int(picture.info.get(f"Thumb::Image::{side}", 0)) for side in ("Width", "Height"))
                results[key] = seen(original, picture, size)
    return results


def shotwell(copies, work):
    folder, results = os.path.join(work, "shotwell"), {}
    environment_of_home = home(folder)
    pictures, data = os.path.join(folder, "Pictures"), os.path.join(folder, "data")
    os.makedirs(pictures)
    for path, _ in copies.values():
        shutil.copy2(path, pictures)
    with open(os.path.join(environment_of_home["XDG_CONFIG_HOME"], "glib-2.0/settings/keyfile"), "w", encoding="utf-8") as file:
        file.write(f"[org/yorba/shotwell/preferences/files]\nauto-import=true\nimport-dir='{pictures}'\n\n"
                   "[org/yorba/shotwell/preferences/ui]\nshow-welcome-dialog=false\n")
    state = {"count": -1, "since": 0.0}

    def is_done():
        """No new thumbnail for five seconds."""
        count = len(glob.glob(f"{data}/thumbs/thumbs360/*"))
        if count != state["count"]:
            state.update(count=count, since=time.monotonic())
        return count > 0 and time.monotonic() - state["since"] > 5

    windowed(["shotwell", "-d", data], folder, is_done)
    database = sqlite3.connect(f"{data}/data/photo.db")
    rows = database.execute("select id, filename, width, height, orientation, exposure_time, rating from PhotoTable").fetchall()
    tags = database.execute("select name, photo_id_list from TagTable").fetchall()
    for key, (path, original) in copies.items():
        for number, name, width, height, orientation, seconds, stars in rows:
            if os.path.basename(name) != os.path.basename(path):
                continue
            thumbnail = f"thumb{number:016x}"
            mine = {tag.strip("/") for tag, photos in tags if thumbnail in (photos or "").split(",")}
            date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y:%m:%d %H:%M:%S")
            picture = glob.glob(f"{data}/thumbs/thumbs360/{thumbnail}.*")
            results[key] = seen(
                original, Image.open(picture[0]) if picture else None, (width, height), date if original.date else None, stars, mine)
            if orientation != 1:
                results[key].append(f"orientation {orientation}")
    return results


def main(arguments):
    need(["exiftool", "darktable-cli", "gthumb", "shotwell", "xvfb-run", "dbus-run-session"])
    program = program_path(arguments)
    failures, table = 0, {}
    with tempfile.TemporaryDirectory(prefix="shiying-viewers-") as work:
        copies = {}
        os.makedirs(os.path.join(work, "copies"))
        for photo in PHOTOS:
            original = Original(photo)
            for form, extension in FORMATS.items():
                path = os.path.join(work, "copies", f"{os.path.splitext(photo)[0]}-{form}.{extension}")
                subprocess.run(
                    [program, "convert", "--to", form, "--quality", "90", "--hdr", "sdr", "--sidecar", "never", "-o", path, "-q",
                     os.path.join(SAMPLES, photo)], check=True, env=environment(SHIYING_LIBRARY=os.path.join(work, "library")))
                copies[photo, form] = (path, original)
        for name, view in [("darktable", darktable), ("gThumb", gthumb), ("Shotwell", shotwell)]:
            results = view(copies, work)
            for form in FORMATS:
                read = [photo for photo in PHOTOS if (photo, form) in results]
                wrong = [f"{photo}: {text}" for photo in read for text in results[photo, form]]
                missing = len(PHOTOS) - len(read)
                if missing and (read or form in READS[name]):
                    wrong.append(f"{missing} of {len(PHOTOS)} not read")
                for text in wrong:
                    failures += 1
                    print(f"FAIL  {name}, {form}: {text}")
                table[name, form] = "differs" if wrong else "not read" if missing else "as the original"
    width = max(len(word) for word in table.values()) + 2
    print("".join(cell.ljust(width) for cell in [""] + list(FORMATS)).rstrip())
    for name in READS:
        print("".join(cell.ljust(width) for cell in [name] + [table[name, form] for form in FORMATS]).rstrip())
    sys.exit(1 if failures else 0)


main(sys.argv[1:])
