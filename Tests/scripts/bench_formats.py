"""Measures encoders beside the program at equal size, in the same run: one Markdown table.

Usage: bench-formats [--runs N] [--sizes] [PROGRAM]

A photo of 12 megapixels goes through the encoder that people use for a format, then through the program in the quality
that gives the same bytes (at most 1.05 of them). CPU and wall are those of the whole command; the program also reads the
copy back, compares it and carries its metadata over. Luma PSNR and SSIM against the source, decoded by Pillow's libraries.
--sizes prints instead what photos of 12 megapixels become at some qualities: the table in the manual page of convert.
"""
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy
import pillow_heif
import pillow_jxl  # noqa: F401 - teaches Pillow JPEG XL
from PIL import Image

from support import REPOSITORY, SAMPLES, environment, need, program_path

pillow_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = 300_000_000
MAXIMUM_RATIO = 1.05
QUALITIES = [50, 75, 90, 95]
CORPUS = os.environ.get("SHIYING_CORPUS") or os.path.join(REPOSITORY, "..", "shared", "corpus")

# Target, source's ending, name and command of the peer, ending of its file.
PEERS = [
    ("heic", "jpg", "heif-enc -q 50", ["heif-enc", "-q", "50", "{source}", "-o", "{target}"]),
    ("avif", "jpg", "avifenc (default)", ["avifenc", "-j", "all", "{source}", "{target}"]),
    ("webp", "jpg", "cwebp -q 80 -mt", ["cwebp", "-quiet", "-mt", "-metadata", "all", "-q", "80", "{source}", "-o", "{target}"]),
    ("jxl", "jpg", "cjxl -q 90", ["cjxl", "--quiet", "--lossless_jpeg=0", "-q", "90", "{source}", "{target}"]),
    ("jpeg", "png", "vips Q=85", ["vips", "copy", "{source}", "{target}[Q=85]"]),
]


def sources(work):
    """A JPEG and a PNG of the same photo, of a camera where the corpus is there."""
    photo = os.path.join(CORPUS, "still", "heic", "iphone7-gps.heic")
    image = Image.open(photo if os.path.exists(photo) else os.path.join(SAMPLES, "lake.heic")).convert("RGB")
    if image.width * image.height < 10_000_000:
        image = image.resize((4032, 3024), Image.Resampling.LANCZOS)
    paths = {ending: os.path.join(work, f"source.{ending}") for ending in ("jpg", "png")}
    image.save(paths["jpg"], quality=95)
    Image.open(paths["jpg"]).save(paths["png"], compress_level=4)
    return paths


def luma(path):
    return numpy.asarray(Image.open(path).convert("RGB").convert("L"), dtype=numpy.float64)


def psnr(one, other):
    return 10 * numpy.log10(255 ** 2 / max(numpy.mean((one - other) ** 2), 1e-9))


def ssim(one, other, side=8):
    """Mean structural similarity over squares of 8 x 8 pixels (Wang et al. 2004, without the Gaussian weights)."""
    rows, columns = one.shape[0] // side * side, one.shape[1] // side * side

    def squares(values):
        return values[:rows, :columns].reshape(rows // side, side, columns // side, side).mean(axis=(1, 3))

    a, b = squares(one), squares(other)
    aa, bb, ab = squares(one * one) - a * a, squares(other * other) - b * b, squares(one * other) - a * b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(numpy.mean((2 * a * b + c1) * (2 * ab + c2) / ((a * a + b * b + c1) * (aa + bb + c2))))


def measure(command, target, runs):
    """(wall, CPU) of the median run."""
    results = []
    for _ in range(runs):
        if os.path.exists(target):
            os.remove(target)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, check=True, capture_output=True, env=environment())
        wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        results.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return sorted(results)[len(results) // 2]


def fitting_quality(run, limit):
    """The highest quality of which the file has at most `limit` bytes."""
    low, high = 1, 100
    while low < high:
        middle = (low + high + 1) // 2
        if run(middle) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def print_sizes(program, work):
    """Megabytes of each format and quality: the mean of four camera photos of 12 megapixels, and the least and the most."""
    names = ["iphone7-gps.heic", "iphone13pro-gainmap-depth.heic", "iphone11pro-exif-at-eof.heic",
             "iphone13promax-gainmap-irot270.HEIC"]
    photos = [os.path.join(CORPUS, "still", "heic", name) for name in names]
    print("| format | " + " | ".join(f"quality {quality}" for quality in QUALITIES) + " |")
    print("|---|" + "---|" * len(QUALITIES))
    for target in ("jpeg", "heic", "avif", "webp", "jxl"):
        cells = []
        for quality in QUALITIES:
            sizes = []
            for photo in photos:
                copy = os.path.join(work, f"copy.{target}")
                if os.path.exists(copy):
                    os.remove(copy)
                subprocess.run(
                    [program, "convert", "-q", "--to", target, "--quality", str(quality), "--hdr", "sdr", "--sidecar", "never",
                     "-L", os.path.join(work, "none"), "-o", copy, photo],
                    check=True, stdout=subprocess.DEVNULL, env=environment())
                sizes.append(os.path.getsize(copy) / 1e6)
            cells.append(f"{sum(sizes) / len(sizes):.2f} MB ({min(sizes):.2f}-{max(sizes):.2f})")
        print(f"| {target} | " + " | ".join(cells) + " |", flush=True)


def main(arguments):
    runs = 3
    if "--sizes" in arguments:
        arguments.remove("--sizes")
        with tempfile.TemporaryDirectory(prefix="shiying-bench-") as work:
            return print_sizes(program_path(arguments), work)
    if arguments[:1] == ["--runs"]:
        runs, arguments = int(arguments[1]), arguments[2:]
    need([command[0] for _, _, _, command in PEERS])
    program = program_path(arguments)
    with tempfile.TemporaryDirectory(prefix="shiying-bench-") as work:
        paths = sources(work)
        original = luma(paths["png"])
        print("| to | peer | wall | CPU | bytes | PSNR | SSIM | shiying | wall | CPU | bytes | PSNR | SSIM |")
        print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
        for target, ending, name, command in PEERS:
            theirs, ours = (os.path.join(work, f"{who}.{target}") for who in ("theirs", "ours"))
            theirs = theirs.replace(".jpeg", ".jpg")
            peer = measure([part.format(source=paths[ending], target=theirs) for part in command], theirs, runs)
            size = os.path.getsize(theirs)

            def convert(quality):
                return [program, "convert", "-q", "--to", target, "--quality", str(quality), "--hdr", "sdr", "--sidecar",
                        "never", "-L", os.path.join(work, "none"), "-o", ours.replace(".jpeg", ".jpg"), paths[ending]]

            def bytes_of(quality):
                measure(convert(quality), convert(quality)[-2], 1)
                return os.path.getsize(convert(quality)[-2])

            quality = fitting_quality(bytes_of, size * MAXIMUM_RATIO)
            own = measure(convert(quality), convert(quality)[-2], runs)
            copy = convert(quality)[-2]
            pictures = luma(theirs), luma(copy)
            print(f"| {target} | {name} | {peer[0]:.2f} s | {peer[1]:.2f} s | {size / 1000:.0f} kB | "
                  f"{psnr(original, pictures[0]):.2f} | {ssim(original, pictures[0]):.4f} | quality {quality} | "
                  f"{own[0]:.2f} s ({own[0] / peer[0]:.2f}) | {own[1]:.2f} s ({own[1] / peer[1]:.2f}) | "
                  f"{os.path.getsize(copy) / 1000:.0f} kB ({os.path.getsize(copy) / size:.2f}) | "
                  f"{psnr(original, pictures[1]):.2f} | {ssim(original, pictures[1]):.4f} |", flush=True)


main(sys.argv[1:])
