"""Converts every photo of the corpus (or of samples/, where there is no corpus) to every format and compares the copies
with the originals, as other people's decoders and metadata readers see both.

Usage: oracle [--samples] [--files PATTERN] [--to FORMAT[,FORMAT]] [--table FILE] [PROGRAM]

Compared: pixels (Pillow and its own libheif, libavif, libwebp and libjxl; TIFF by tifffile; upright, in sRGB), size, orientation, date, sub-seconds, offset, place,
tags, favourite, rating, maker note, profile; metadata by exiftool and by exiv2. The table (.build/oracle.tsv) has a line
for each photo and format; "same" is the original's own, coded anew. --samples compares samples/ instead. What is expected to fail or differ stands in oracle-expected.tsv; everything else is a
deviation, and so is an expectation that no longer comes true. Exit 1 on any deviation.
"""
import base64
import fnmatch
import io
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy
import pillow_heif
import tifffile
import pillow_jxl  # noqa: F401 - teaches Pillow JPEG XL; AVIF it knows by itself
from PIL import Image, ImageCms, ImageOps

from support import HERE, REPOSITORY, SAMPLES, environment, file_hash, need, program_path

pillow_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = 300_000_000

FORMATS = ["jpeg", "heic", "png", "webp", "tiff", "avif", "jxl", "same"]
# Mean and 99th percentile of the absolute difference of 8-bit samples that a good encoder at the default quality stays
# below; a wrong profile, matrix, range or orientation is far above. Two good decoders differ too (chroma upsampling). JPEG XL
# smooths noise: cjxl -q 90 alone is at 4.4 and 26 on one photo; HEVC, too: 4.4 and 22 where heif-enc -q 50 has 3.9 and 20.
LIMITS = {"jpeg": (3.0, 24), "heic": (4.6, 28), "png": (1.5, 14), "webp": (3.5, 28), "tiff": (1.5, 14),
          "avif": (3.5, 28), "jxl": (5.0, 32)}
# Identity and HDR facts in Apple's maker note that a copy must not, or need not, keep.
APPLE_IDENTITY = {0x000B, 0x0011, 0x0014, 0x0015, 0x0017, 0x0020, 0x0021, 0x002B, 0x0030}
# Coded anew in the format that the original has.
SAME = "same"
EXTENSIONS = {"jpg": "jpeg", "heic": "heic", "png": "png", "webp": "webp", "tiff": "tiff", "tif": "tiff", "avif": "avif", "jxl": "jxl"}
EXPECTED_FILE = os.path.join(HERE, "oracle-expected.tsv")


def corpus_folder():
    folder = os.environ.get("SHIYING_CORPUS") or os.path.join(REPOSITORY, "..", "shared", "corpus")
    return os.path.join(os.path.realpath(folder), "still")


def photos(are_samples):
    """(folder that names are relative to, names)."""
    root = corpus_folder()
    if are_samples:
        root, folders = SAMPLES, ["."]
    elif os.path.isdir(root):
        folders = ["heic", "jpeg", "png", "webp", "tiff", "avif", "jxl", "broken", "derived"]
    else:
        print(f"SKIP  the corpus is not there ({root}): only samples/ is compared")
        root, folders = SAMPLES, ["."]
    names = []
    for folder in folders:
        for parent, _, files in os.walk(os.path.join(root, folder)):
            names += [os.path.normpath(os.path.relpath(os.path.join(parent, name), root)) for name in files]
    skipped = {".tsv", ".md", ".json", ".py", ".mov", ".mp4", ".xmp"}
    return root, sorted(n for n in names if os.path.splitext(n)[1].lower() not in skipped and n != "make-samples")


def made(folder):
    """Pictures of kinds that the corpus has no files of, written by Pillow and tifffile; their paths."""
    os.makedirs(folder, exist_ok=True)
    y, x = numpy.mgrid[0:96, 0:128]
    rgb = numpy.stack([x * 2, y * 2, (x + y) % 256], -1).astype(numpy.uint8)
    deep, grey, alpha = rgb.astype(numpy.uint16) * 257, rgb[..., 0], (x * 2).astype(numpy.uint8)[..., None]
    picture = Image.fromarray(rgb)
    colours = picture.quantize(128)
    pillow = {
        "rgb24.bmp": picture, "grey8.bmp": picture.convert("L"), "bits1.bmp": picture.convert("1"), "palette8.bmp": colours,
        "one.gif": colours, "group4.tif": picture.convert("1"), "palette.tif": colours, "alpha.webp": Image.fromarray(
            numpy.concatenate([rgb, alpha], -1))}
    for name, image in pillow.items():
        options = {"compression": "group4"} if name.startswith("group4") else {}
        image.save(os.path.join(folder, name), **options)
    colours.save(os.path.join(folder, "frames.gif"), save_all=True, append_images=[colours.rotate(90)], duration=80)
    picture.save(os.path.join(folder, "frames.webp"), save_all=True, append_images=[picture.rotate(180)], duration=80)
    sheets = {
        "tiles16": (deep, {"tile": (32, 48), "compression": "zlib", "predictor": True}),
        "big": (deep, {"bigtiff": True, "byteorder": ">", "compression": "lzw"}),
        "planes": (numpy.moveaxis(rgb, -1, 0), {"planarconfig": "separate", "compression": "packbits"}),
        "zstd": (rgb, {"compression": "zstd"}), "webp": (rgb, {"compression": "webp"}),
        "straight": (numpy.concatenate([rgb, alpha], -1), {"extrasamples": ["unassalpha"]}),
        "float": ((rgb / 255).astype(numpy.float32), {"compression": "zlib", "predictor": True}),
        "half": ((rgb / 255).astype(numpy.float16), {}),
        "grey": (grey, {"photometric": "minisblack", "rowsperstrip": 7}),
        "white": (grey, {"photometric": "miniswhite", "compression": "lzw"}),
        "turned": (rgb, {"extratags": [(274, "H", 1, 6, True)]})}
    for name, (array, options) in sheets.items():
        tifffile.imwrite(os.path.join(folder, name + ".tif"), array, **{"photometric": "rgb", **options})
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def expectations():
    """{(name, format): {codes}}; a format of * holds for all."""
    found = {}
    with open(EXPECTED_FILE, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, target, codes, _ = line.rstrip("\n").split("\t")
                found[name, target] = set(codes.split("|"))
    return found


def listed(name):
    """A file's name in the list of what is expected."""
    return "made/" + os.path.basename(name) if os.path.basename(os.path.dirname(name)) == "oracle-made" else name


def expected_codes(expected, used, name, target):
    name = listed(name)
    for key in ((name, target), (name, "*")):
        if key in expected:
            used.add(key)
            return expected[key]
    return set()


def convert(program, root, names, target, work):
    """{name: item} from the program's own report."""
    library = os.path.join(work, f"library-{target}")
    # Only absolute paths: what is printed must be found again.
    listed = "\0".join(os.path.join(root, name) for name in names).encode()
    done = subprocess.run(
        [program, "convert", "--to", target, "-L", library, "--hdr", "sdr", "--json", "--no-input", "--files-from", "-", "-0"]
        + (["--quality", "90"] if target == SAME else []),
        input=listed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    items = {}
    for line in done.stdout.splitlines():
        item = json.loads(line)
        if item["type"] == "item":
            items[os.path.relpath(path_of(item["source"]), root)] = item
    if done.returncode not in (0, 1):
        sys.exit(f"{program} ends with {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    return items


def path_of(value):
    path = value["path"]
    return os.fsdecode(base64.b64decode(path["base64"])) if isinstance(path, dict) else path


# Pixels


def sheet(path):
    """A TIFF picture as tifffile and imagecodecs decode it, or None for what only Pillow makes a picture of."""
    with open(path, "rb") as file:
        if file.read(4) not in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"):
            return None
    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        kind, count = page.photometric.name, page.samplesperpixel
        if kind not in ("RGB", "MINISBLACK", "MINISWHITE") or page.bitspersample < 8 or page.compression.name in (
                "JPEG", "OJPEG") or any(extra.name == "ASSOCALPHA" for extra in page.extrasamples):
            return None
        array = page.asarray()
        info = {"icc_profile": page.tags[34675].value} if 34675 in page.tags else {}
        turn = page.tags[274].value if 274 in page.tags else 1
        if count > 1 and page.planarconfig == tifffile.PLANARCONFIG.SEPARATE:
            array = numpy.moveaxis(array, 0, -1)
    if array.dtype.kind == "f":
        array = (numpy.clip(array.astype(numpy.float64), 0, 1) * 255 + 0.5).astype(numpy.uint8)
    elif array.dtype == numpy.uint16:
        array = (array.astype(numpy.uint32) / 257 + 0.5).astype(numpy.uint8)
    if kind == "MINISWHITE":
        array = 255 - array
    image = Image.fromarray(array, {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[count])
    image.info.update(info)
    ways = {2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE",
            8: "ROTATE_90"}
    return image.transpose(Image.Transpose[ways[turn]]) if turn in ways else image


def upright_srgb(path):
    """8-bit sRGB, upright, on grey where transparent."""
    image = sheet(path)
    if image is None:
        image = Image.open(path)
        image.load()
    profile = image.info.get("icc_profile")
    # libheif and libjxl have turned the picture already; Pillow's EXIF transposition is for the others. Of an AVIF it puts
    # the container's turn into Exif.
    if image.format not in ("HEIF", "JXL"):
        try:
            image = ImageOps.exif_transpose(image)
        except ValueError:
            pass  # Exif in an old PNG's text, in a form that Pillow does not read; none in the corpus is turned.
    if image.mode.startswith("I"):
        image = Image.fromarray((numpy.asarray(image).astype(numpy.uint32) / 257 + 0.5).astype(numpy.uint8))
    if image.mode in ("P", "PA", "LA", "1"):
        image = image.convert("RGBA" if image.mode in ("PA", "LA") or "transparency" in image.info else "RGB")
    alpha = image.getchannel("A") if image.mode == "RGBA" else None
    colour = image.convert("RGB") if alpha is not None else image
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if source.profile.xcolor_space.strip() == {"RGB": "RGB", "L": "GRAY", "CMYK": "CMYK"}.get(colour.mode):
                colour = ImageCms.profileToProfile(
                    colour, source, ImageCms.createProfile("sRGB"), renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
                    outputMode="RGB", flags=ImageCms.Flags.BLACKPOINTCOMPENSATION if colour.mode == "CMYK" else 0)
        except ImageCms.PyCMSError:
            pass
    colour = colour.convert("RGB")
    return colour, alpha


def pixels(source, copy, target, is_tone_mapped):
    """(mean, 99th percentile, code and words of what is wrong). What was brought from HDR to SDR cannot be equal: there
    the light and dark places must be the same ones."""
    colour, alpha = upright_srgb(source)
    found, found_alpha = upright_srgb(copy)
    if colour.size != found.size:
        return None, None, ("size", f"size {found.size} instead of {colour.size}")
    if alpha is not None:
        # JPEG has no alpha: the program puts white behind. Elsewhere colours count as far as they are seen.
        white = Image.new("RGB", colour.size, "white")
        colour = Image.composite(colour, white, alpha)
        if target != "jpeg":
            if found_alpha is None and alpha.getextrema() != (255, 255):
                return None, None, ("alpha", "alpha is lost")
            if found_alpha is not None:
                found = Image.composite(found, white, found_alpha)
    if is_tone_mapped:
        wanted, got = (numpy.asarray(p.convert("L").reduce(4), dtype=float).ravel() for p in (colour, found))
        if wanted.std() < 4 and got.std() < 4:
            # A picture of nearly one tone has no order of light and dark.
            is_near = abs(wanted.mean() - got.mean()) < 24
            return None, None, None if is_near else ("pixels", "pixels: another tone after tone mapping")
        alike = float(numpy.corrcoef(wanted.argsort().argsort(), got.argsort().argsort())[0, 1])
        return None, None, None if alike > 0.9 else ("pixels", f"pixels: rank correlation {alike:.2f} after tone mapping")
    difference = numpy.abs(numpy.asarray(colour, dtype=numpy.int16) - numpy.asarray(found, dtype=numpy.int16))
    mean, high = float(difference.mean()), float(numpy.percentile(difference, 99))
    limit_mean, limit_high = LIMITS[target]
    is_far = mean > limit_mean or high > limit_high
    return mean, high, ("pixels", f"pixels: mean {mean:.2f}, 99 % {high:.0f}") if is_far else None


# Metadata


def exiftool(paths):
    """{path: facts} in one call."""
    if not paths:
        return {}
    tags = ["-EXIF:all", "-XMP:all", "-IPTC:Keywords", "-ICC_Profile:ProfileDescription", "-Composite:GPSLatitude",
            "-Composite:GPSLongitude", "-Composite:GPSAltitude", "-File:FileType", "-QuickTime:TransferCharacteristics"]
    done = subprocess.run(
        ["exiftool", "-j", "-n", "-G0:1", "-q", "-q", "-charset", "filename=utf8", *tags, "-@", "-"],
        input="\n".join(paths), stdout=subprocess.PIPE, text=True, errors="replace")
    return {entry["SourceFile"]: entry for entry in json.loads(done.stdout or "[]")}


def get(facts, *names):
    """The first of these tags, whatever group exiftool puts it in."""
    for name in names:
        for key, value in facts.items():
            groups, _, tag = key.rpartition(":")
            group, _, wanted = name.rpartition(":")
            if tag == wanted and group in groups.split(":"):
                return value
    return None


def many(value):
    return [] if value is None else [str(v) for v in (value if isinstance(value, list) else [value])]


def last_parts(facts):
    """Every tag by its last level, as the flat lists have it."""
    found = set(many(get(facts, "XMP-dc:Subject"))) | set(many(get(facts, "IPTC:Keywords")))
    for path in many(get(facts, "XMP-digiKam:TagsList")):
        found.add(path.split("/")[-1])
    for path in many(get(facts, "XMP-lr:HierarchicalSubject")):
        found.add(path.split("|")[-1])
    return {tag.strip() for tag in found if tag.strip()}


def is_favourite(path):
    """By its XMP, or by a Takeout JSON beside it."""
    if os.path.exists(path + ".json"):
        with open(path + ".json", encoding="utf-8") as file:
            if json.load(file).get("favorited"):
                return True
    packet = subprocess.run(["exiftool", "-b", "-XMP", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return bool(re.search(rb"fstop:favorite\s*(=\s*[\"']|>)\s*(1|true)", packet, re.IGNORECASE))


DATE = re.compile(r"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$")


def metadata(source, copy, source_path, copy_path):
    problems = []

    def same(what, wanted, found):
        if wanted != found:
            problems.append(f"{what}: {found!r} instead of {wanted!r}")

    date = get(source, "ExifIFD:DateTimeOriginal")
    if isinstance(date, str) and DATE.match(date) and not date.startswith("0000"):
        same("date", date, get(copy, "ExifIFD:DateTimeOriginal"))
        fraction = get(source, "ExifIFD:SubSecTimeOriginal")
        if fraction is not None and str(fraction).strip().isdigit():
            same("sub-seconds", str(fraction).strip(), str(get(copy, "ExifIFD:SubSecTimeOriginal")).strip())
        offset = get(source, "ExifIFD:OffsetTimeOriginal", "ExifIFD:OffsetTime")
        if isinstance(offset, str) and re.match(r"[+-]\d\d:\d\d$", offset):
            for tag in ("OffsetTimeOriginal", "OffsetTime", "OffsetTimeDigitized"):
                same(tag, offset, get(copy, f"ExifIFD:{tag}"))
    for tag in ("Make", "Model"):
        value = get(source, f"IFD0:{tag}")
        if value is not None and str(value).strip():
            same(tag.lower(), value, get(copy, f"IFD0:{tag}"))
    latitude, longitude = get(source, "Composite:GPSLatitude"), get(source, "Composite:GPSLongitude")
    numbers = [v for v in (latitude, longitude) if isinstance(v, (int, float))]
    if len(numbers) == 2 and numbers != [0, 0]:
        found = [get(copy, "Composite:GPSLatitude"), get(copy, "Composite:GPSLongitude")]
        if not all(isinstance(f, (int, float)) and abs(f - n) < 2e-6 for f, n in zip(found, numbers)):
            problems.append(f"place: {found} instead of {numbers}")
        height = get(source, "Composite:GPSAltitude")
        if isinstance(height, (int, float)):
            found = get(copy, "Composite:GPSAltitude")
            if not isinstance(found, (int, float)) or abs(found - height) > 0.02:
                problems.append(f"altitude: {found} instead of {height}")
    missing = last_parts(source) - last_parts(copy)
    if missing:
        problems.append(f"tags lost: {sorted(missing)}")
    rating = get(source, "XMP-xmp:Rating", "IFD0:Rating")
    if isinstance(rating, (int, float)) and -1 <= rating <= 5:
        same("rating", rating, get(copy, "XMP-xmp:Rating"))
    same("favourite", is_favourite(source_path), is_favourite(copy_path))
    profile = get(source, "ICC_Profile:ProfileDescription", "ICC-header:ProfileDescription")
    # exiftool does not see what stands in the codestream of JPEG XL; the comparison of pixels does.
    if profile and get(copy, "File:FileType") != "JXL":
        same("profile", profile, get(copy, "ICC_Profile:ProfileDescription", "ICC-header:ProfileDescription"))
    orientation = get(copy, "IFD0:Orientation")
    if orientation not in (None, 1):
        problems.append(f"orientation: {orientation} instead of 1")
    if get(copy, "XMP-tiff:Orientation") not in (None, 1):
        problems.append("orientation in XMP is not 1")
    return problems


EXIV2_KEYS = {"Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal", "Exif.Image.Make",
              "Exif.Image.Model", "Exif.Image.Orientation", "Exif.GPSInfo.GPSLatitudeRef", "Exif.GPSInfo.GPSLongitudeRef",
              "Exif.GPSInfo.GPSLatitude", "Exif.GPSInfo.GPSLongitude", "Exif.GPSInfo.GPSAltitude", "Xmp.xmp.Rating", "Xmp.dc.subject"}


def exiv2(path):
    """Values by exiv2's keys; of a key that is there twice, the first."""
    done = subprocess.run(["exiv2", "-q", "-PkV", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          errors="replace")
    found = {}
    for line in done.stdout.splitlines():
        # "set KEY TYPE VALUE" in newer versions of the option, "KEY VALUE" in 0.27.
        parts = line.removeprefix("set ").split(None, 1)
        if len(parts) == 2 and parts[0] in EXIV2_KEYS:
            found.setdefault(parts[0], parts[1].strip())
    return found


def exiv2_degrees(seen, name):
    """A coordinate of three rationals with the sign of its reference; None where there is none."""
    parts = re.findall(r"(\d+)/(\d+)", seen.get(f"Exif.GPSInfo.{name}", ""))
    if not parts or any(int(below) == 0 for _, below in parts):
        return None
    size = sum(int(above) / int(below) / 60 ** place for place, (above, below) in enumerate(parts))
    return -size if re.search(r"\b[SW]\b", seen.get(f"Exif.GPSInfo.{name}Ref", "")) else size


def exiv2_agrees(copy, path):
    """exiv2, which every Linux desktop program reads with, sees in the copy what exiftool sees in it."""
    seen, problems = exiv2(path), []
    for key, wanted in [
            ("Exif.Photo.DateTimeOriginal", get(copy, "ExifIFD:DateTimeOriginal")),
            ("Exif.Photo.SubSecTimeOriginal", get(copy, "ExifIFD:SubSecTimeOriginal")),
            ("Exif.Photo.OffsetTimeOriginal", get(copy, "ExifIFD:OffsetTimeOriginal")),
            ("Exif.Image.Make", get(copy, "IFD0:Make")),
            ("Exif.Image.Model", get(copy, "IFD0:Model")),
            ("Exif.Image.Orientation", get(copy, "IFD0:Orientation")),
            ("Exif.GPSInfo.GPSLatitudeRef", get(copy, "GPS:GPSLatitudeRef")),
            ("Exif.GPSInfo.GPSLongitudeRef", get(copy, "GPS:GPSLongitudeRef")),
            ("Xmp.xmp.Rating", get(copy, "XMP-xmp:Rating"))]:
        if wanted is None or not str(wanted).strip():
            continue
        if seen.get(key) is None:
            problems.append(f"exiv2 does not see {key}")
        elif str(wanted).strip() not in seen[key]:
            problems.append(f"exiv2 says {seen[key]} for {key}, exiftool {wanted}")
    for name in ("GPSLatitude", "GPSLongitude"):
        wanted, found = get(copy, f"Composite:{name}"), exiv2_degrees(seen, name)
        if get(copy, f"GPS:{name}") is not None and isinstance(wanted, (int, float)) and (
                found is None or abs(found - wanted) > 1e-5):
            problems.append(f"exiv2 says {found} for {name}, exiftool {wanted}")
    for tag in many(get(copy, "XMP-dc:Subject")):
        if tag.strip() and tag not in seen.get("Xmp.dc.subject", ""):
            problems.append(f"exiv2 does not see the tag {tag}")
            break
    return problems


def maker_note(path):
    try:
        note = Image.open(path).getexif().get_ifd(0x8769).get(0x927C)
    except Exception:  # Pillow throws many kinds on what it does not know; then there is nothing to compare.
        return None
    return note if isinstance(note, bytes) else None


def apple_entries(note):
    """{tag: value} without the identity tags; offsets count from the note's start."""
    order = "big" if note[12:14] == b"MM" else "little"
    sizes = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 16: 8}
    entries, count = {}, int.from_bytes(note[14:16], order)
    for index in range(count):
        entry = note[16 + 12 * index:28 + 12 * index]
        if len(entry) < 12:
            break
        tag, kind = int.from_bytes(entry[0:2], order), int.from_bytes(entry[2:4], order)
        size = sizes.get(kind, 1) * int.from_bytes(entry[4:8], order)
        start = int.from_bytes(entry[8:12], order)
        entries[tag] = entry[8:8 + size] if size <= 4 else note[start:start + size]
    return {tag: value for tag, value in entries.items() if tag not in APPLE_IDENTITY}


def compare_maker_notes(source, copy):
    wanted, found = maker_note(source), maker_note(copy)
    if not wanted:
        return []
    if not found:
        return ["maker note lost"]
    if wanted.startswith(b"Apple iOS\0") and found.startswith(b"Apple iOS\0"):
        lost = [f"0x{tag:04x}" for tag, value in apple_entries(wanted).items() if apple_entries(found).get(tag) != value]
        return [f"maker note differs in {', '.join(lost)}"] if lost else []
    # Canon's ImageUniqueID is an identity that a copy gives up: 16 bytes of zero.
    differing = [at for at, (a, b) in enumerate(zip(wanted, found)) if a != b]
    if len(wanted) == len(found) and differing and max(differing) - min(differing) < 16 and not any(
            found[at] for at in differing):
        return []
    return [] if wanted == found else ["maker note differs"]


class Table:
    def __init__(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = open(path, "w", encoding="utf-8")
        self.file.write("file\tto\tstatus\tcode\tmean\t99%\tbytes\tdeviations\n")

    def row(self, *cells):
        self.file.write("\t".join("" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else str(cell)
                                  for cell in cells) + "\n")
        self.file.flush()


def compare(root, name, target, item, before, after, is_tone_mapped):
    """(deviation codes with their words, mean, 99th percentile, bytes of the copy)"""
    source = os.path.join(root, name)
    copy = path_of(next(o for o in item["outputs"] if o["role"] != "sidecar"))
    if target == SAME:
        # The limits of what it became; whether that is the original's format is exiftool's word.
        target = EXTENSIONS[os.path.splitext(copy)[1][1:]]
    words = []
    mean = high = None
    try:
        mean, high, wrong = pixels(source, copy, target, is_tone_mapped)
        if wrong:
            words.append(wrong)
    except Exception as error:  # The oracle's decoder cannot read one of the two.
        try:
            upright_srgb(copy)
            words.append(("oracle.source", f"the oracle cannot read the source: {error}"))
        except Exception as second:
            words.append(("pixels", f"the copy does not decode: {second}"))
    words += [("metadata", text) for text in metadata(before.get(source, {}), after.get(copy, {}), source, copy)]
    words += [("exiv2", text) for text in exiv2_agrees(after.get(copy, {}), copy)]
    words += [("makernote", text) for text in compare_maker_notes(source, copy)]
    kinds = {"jpeg": "JPEG", "heic": "HEIC", "png": "PNG", "webp": "WEBP", "tiff": "TIFF", "avif": "AVIF",
             "jxl": "JXL"}
    found = get(after.get(copy, {}), "File:FileType")
    kind = kinds[target]
    if str(found).removeprefix("Extended ") != kind:
        words.append(("type", f"the copy is {found}"))
    return words, mean, high, os.path.getsize(copy)


def main(arguments):
    pattern, formats, table_path = "*", FORMATS, os.path.join(REPOSITORY, ".build", "oracle.tsv")
    are_samples = "--samples" in arguments
    arguments = [word for word in arguments if word != "--samples"]
    while arguments and arguments[0].startswith("--"):
        option, value, arguments = arguments[0], (arguments[1:2] or [""])[0], arguments[2:]
        if option == "--files":
            pattern = value
        elif option == "--to":
            formats = value.split(",")
        elif option == "--table":
            table_path = value
        else:
            sys.exit(__doc__)
    need(["exiftool", "exiv2"])
    program = program_path(arguments)
    root, names = photos(are_samples)
    names += [os.path.relpath(path, root) for path in made(os.path.join(REPOSITORY, ".build", "oracle-made"))]
    names = [name for name in names if fnmatch.fnmatch(name, pattern)]
    hashes = {name: file_hash(os.path.join(root, name)) for name in names}
    before = exiftool([os.path.join(root, name) for name in names])
    expected, used, table = expectations(), set(), Table(table_path)
    counts = {"compared": 0, "failed as expected": 0, "unchanged": 0, "ignored": 0, "deviations": 0}
    with tempfile.TemporaryDirectory(prefix="shiying-oracle-") as work:
        for target in formats:
            items = convert(program, root, names, target, work)
            delivered = [path_of(o) for item in items.values() if item["status"] == "delivered"
                         for o in item["outputs"] if o["role"] != "sidecar"]
            after = exiftool(delivered)
            for name in names:
                judge(root, name, target, items.get(name), before, after, expected, used, counts, table)
    for name, digest in hashes.items():
        if file_hash(os.path.join(root, name)) != digest:
            counts["deviations"] += 1
            print(f"FAIL  {name}: the original was changed")
    if pattern == "*" and formats == FORMATS:
        for key in sorted(set(expected) - used):
            if key[0] in {listed(name) for name in hashes}:
                counts["deviations"] += 1
                print(f"FAIL  {key[0]} to {key[1]}: expected {'|'.join(expected[key])}, but all is well: adjust the list")
    print(", ".join(f"{count} {what}" for what, count in counts.items()) + f"; table: {os.path.relpath(table_path)}")
    sys.exit(1 if counts["deviations"] or not counts["compared"] else 0)


def judge(root, name, target, item, before, after, expected, used, counts, table):
    def deviation(text, code=""):
        counts["deviations"] += 1
        print(f"FAIL  {name} to {target}: {text}", flush=True)

    if item is None:
        deviation("the program does not report it")
        table.row(name, target, "missing", None, None, None, None, None)
        return
    status, code = item["status"], item.get("error", {}).get("code") if item.get("error") else None
    allowed = expected_codes(expected, set(), name, target)
    if status == "failed":
        if code in allowed:
            expected_codes(expected, used, name, target)
            counts["failed as expected"] += 1
        else:
            deviation(f"failed with {code}: {item['error'].get('message')}")
        table.row(name, target, status, code, None, None, None, None)
        return
    if status != "delivered":
        # What has the target's format already needs no copy; what is no photo is none of the program's business.
        counts[status] = counts.get(status, 0) + 1
        if status in allowed:
            expected_codes(expected, used, name, target)
        elif status == "ignored":
            deviation("ignored")
        table.row(name, target, status, None, None, None, None, None)
        return
    counts["compared"] += 1
    if "tonemapped" in allowed:
        expected_codes(expected, used, name, target)
    words, mean, high, size = compare(root, name, target, item, before, after, "tonemapped" in allowed)
    for kind, text in words:
        if kind in allowed:
            expected_codes(expected, used, name, target)
        else:
            deviation(text)
    table.row(name, target, status, None, mean, high, size, "; ".join(text for _, text in words))


main(sys.argv[1:])
