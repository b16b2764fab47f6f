"""Measures GIFs of videos beside ffmpeg, gifsicle and ImageMagick, in the same run: Markdown tables.

Usage: bench-gif [--runs N] [--clips PATTERN] [--keep FOLDER] [--no-long] [PROGRAM]

Every tool is given the same frames: each clip is first made into a lossless RGB video (ffv1, bgr0) of 12.5 frames a second
and 480 pixels on its longer side, already sRGB, and the GIF is made of that one; HDR is brought into standard range by ffmpeg
(zscale and its Hable curve) beforehand. ImageMagick gets the frames as PNG files.

bytes      of the GIF
PSNR, SSIM of its pictures against the lossless ones, by ffmpeg's filters on RGB: the GIF is decoded (Pillow) and laid out on
           the clock of the video, frame N being what it shows in the middle of the N-th 0.08 s, so that frames that were
           merged or dropped count as long as they are shown. PSNR is that of the mean error of all frames
flicker    mean change (0...255) from frame to frame of pixels that in the lossless video change by 3 at most
CPU        user and system seconds of all processes of the tool, median of N runs (default 3), by GNU time
memory     peak resident size of its largest process

At the end the medians over the clips beside what is aimed at, and the memory of a minute of 1080p. Videos are taken from
SHIYING_CORPUS or ../shared/corpus where they exist, else from samples/.
"""
import fnmatch
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy

from gifs import MAGICK, Blocks, by_pillow, quiet
from support import REPOSITORY, SAMPLES, environment, need, program_path

RATE, TICK, LONG_EDGE = 12.5, 8, 480
# What is looked at, and why: kind, file below the corpus, further filters before the clock.
HDR = "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=iec61966-2-1:m=gbr:r=full"
CLIPS = [
    ("waves, noisy camera", "live/pairs/iphone7plus-ios10.MOV", ""),
    ("street, camera", "live/pairs/iphone15plus-ios18.MOV", ""),
    ("hand-held, portrait", "video/mei_with-gps.mov", ""),
    ("turned, portrait", "video/amx_rot270.mp4", ""),
    ("animation", "video/amx_bbb_avc_pyramid_3b.mp4", ""),
    ("animation, black ground", "live/negatives/limitpoint-paired-video.mov", ""),
    ("screen recording", "video/lplg_video.MOV", ""),
    ("dark, hand-held", "video/mei_ftyp3gp5.mp4", ""),
    ("face", "video/amx_sample_with_invalid_nalu.mp4", ""),
    ("city, 60 a second", "video/amx_increasing_timestamps_320x240_5s.mp4", ""),
    ("HDR, PQ", "video/amx_hdr10-av1.mp4", HDR),
    # It has nine frames: slowed down so that they are all there.
    ("HDR, HLG", "video/amx_hlg10-color-test.mp4", f"setpts=N/{RATE}/TB,{HDR}"),
    ("test chart", "video/tc_bt709_full_range.mp4", ""),
]
LONG = "live/pairs/iphone7plus-ios10.MOV"
TARGETS = {"bytes": 0.65, "PSNR": 1.5, "SSIM": 0, "CPU": 1}
LONG_LIMIT = 150


def corpus(name):
    folder = os.environ.get("SHIYING_CORPUS") or os.path.join(REPOSITORY, "..", "shared", "corpus")
    return os.path.join(folder, name)


def clips():
    found = [(kind, corpus(name), filters) for kind, name, filters in CLIPS if os.path.exists(corpus(name))]
    return found or [(name, os.path.join(SAMPLES, name), "") for name in sorted(os.listdir(SAMPLES)) if name.endswith((".mp4", ".mov"))]


def run(command):
    done = quiet(command)
    if done.returncode:
        sys.exit(f"bench-gif: {shlex.join(command)}: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return done.stdout


class Reference:
    """The lossless frames of a clip, as a video, as PNG files and in memory."""

    def __init__(self, source, filters, folder):
        os.makedirs(os.path.join(folder, "png"))
        self.video, self.pictures = os.path.join(folder, "reference.mkv"), os.path.join(folder, "png")
        chain = ",".join(part for part in [
            "scale=w='trunc(iw*sar/2)*2':h=ih,setsar=1" if not filters else "", filters, f"fps={RATE}",
            f"scale=w='if(gte(iw,ih),min({LONG_EDGE},iw),-2)':h='if(gte(iw,ih),-2,min({LONG_EDGE},ih))':"
            "flags=lanczos+accurate_rnd+full_chroma_int", "setsar=1", "format=gbrp"] if part)
        run(["ffmpeg", "-v", "fatal", "-i", source, "-map", "0:V:0", "-an", "-vf", chain, "-c:v", "ffv1", "-pix_fmt", "bgr0",
             "-color_range", "pc", "-colorspace", "rgb", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
             "-f", "matroska", self.video])
        run(["ffmpeg", "-v", "error", "-i", self.video, "-pix_fmt", "rgb24", os.path.join(self.pictures, "%05d.png")])
        told = run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0",
                    self.video])
        self.width, self.height = (int(number) for number in told.decode().strip().split(",")[:2])
        pixels = run(["ffmpeg", "-v", "error", "-i", self.video, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        self.frames = numpy.frombuffer(pixels, numpy.uint8).reshape(-1, self.height, self.width, 3)
        changes = numpy.abs(numpy.diff(self.frames.astype(numpy.int16), axis=0)).max(axis=3)
        self.held = changes <= 3


class Result:
    """One GIF: what it cost, and how it looks beside the reference."""

    def __init__(self, name, commands, path, reference, runs, work):
        self.name = name
        costs = [measured(commands, work) for _ in range(runs)]
        self.cpu = statistics.median(cost[0] for cost in costs)
        self.memory = max(cost[1] for cost in costs)
        self.bytes = os.path.getsize(path)
        blocks = Blocks(path)
        count = len(reference.frames)
        if (blocks.width, blocks.height) != (reference.width, reference.height):
            sys.exit(f"bench-gif: {name}: {blocks.width}x{blocks.height}")
        self.late = blocks.duration - count * TICK
        pictures = by_pillow(path, blocks)[..., :3]
        shown = numpy.ascontiguousarray(pictures[blocks.on_clock([TICK * n + TICK // 2 for n in range(count)])])
        self.psnr, self.ssim = compared(shown, reference)
        changes = numpy.abs(numpy.diff(shown.astype(numpy.int16), axis=0)).mean(axis=3)
        self.flicker = float(changes[reference.held].mean()) if reference.held.any() else 0.0

    def row(self, clip):
        # A clock that is off would be told by worse pictures, but is better told.
        late = f" ({self.late:+} cs)" if abs(self.late) > 1 else ""
        return (f"| {clip} | {self.name}{late} | {self.bytes / 1024:.0f} | {self.psnr:.2f} | {self.ssim:.4f} | {self.flicker:.2f} "
                f"| {self.cpu:.2f} s | {self.memory:.0f} MB |")


def compared(shown, reference):
    """PSNR and SSIM by ffmpeg. Both get the same time base: else other frames are paired."""
    both = ("[0:v]settb=1/1000,setpts=N*100,format=gbrp,split[a][c];[1:v]settb=1/1000,setpts=N*100,format=gbrp,split[b][d];"
            "[a][b]ssim;[c][d]psnr")
    done = quiet(["ffmpeg", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{reference.width}x{reference.height}", "-r", f"{RATE}",
                  "-i", "-", "-i", reference.video, "-vsync", "passthrough", "-lavfi", both, "-f", "null", "-"], shown.tobytes())
    told = done.stderr.decode(errors="replace")
    if done.returncode or "average:" not in told or "All:" not in told:
        sys.exit(f"bench-gif: {told[-400:]}")
    average = told.rpartition("average:")[2].split()[0]
    return 99.0 if average == "inf" else float(average), float(told.rpartition("All:")[2].split()[0])


def measured(commands, work):
    """Seconds of CPU of all commands together, and megabytes of the largest process."""
    report, seconds, memory = os.path.join(work, "time"), 0.0, 0.0
    for command in commands:
        done = subprocess.run(["/usr/bin/time", "-o", report, "-f", "%U %S %M"] + command, env=environment(HOME=work),
                              stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode:
            sys.exit(f"bench-gif: {shlex.join(command)}: {done.stderr.decode(errors='replace').strip()[-300:]}")
        with open(report, encoding="utf-8") as file:
            user, system, size = file.read().split()
        seconds, memory = seconds + float(user) + float(system), max(memory, int(size) / 1024)
    return seconds, memory


def tools(program, reference, folder):
    """(name, commands, file) of each."""
    def path(name):
        return os.path.join(folder, name)
    ffmpeg = ["ffmpeg", "-v", "error", "-y", "-i", reference.video, "-filter_complex",
              "split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse", path("ffmpeg.gif")]
    pictures = sorted(os.path.join(reference.pictures, name) for name in os.listdir(reference.pictures))
    return [
        ("**shiying**", [["bash", "-c", f"rm -f {shlex.quote(path('shiying.gif'))}; exec \"$0\" \"$@\"", program, "convert", "--sidecar", "never",
                          "--to", "gif", "--no-input", "-q", "-o", path("shiying.gif"), reference.video]], path("shiying.gif")),
        ("ffmpeg", [ffmpeg], path("ffmpeg.gif")),
        ("ffmpeg, gifsicle -O3 --lossy=80", [ffmpeg, ["gifsicle", "-O3", "--lossy=80", path("ffmpeg.gif"), "-o", path("gifsicle.gif")]],
         path("gifsicle.gif")),
        ("ImageMagick", [[MAGICK, "-delay", str(TICK), "-loop", "0", *pictures, "-layers", "optimize", path("magick.gif")]],
         path("magick.gif")),
    ]


def summary(pairs):
    """Medians of shiying beside ffmpeg's default, and whether they are what is aimed at."""
    parts = {
        "bytes": statistics.median(own.bytes / peer.bytes for own, peer in pairs),
        "PSNR": statistics.median(own.psnr - peer.psnr for own, peer in pairs),
        "SSIM": statistics.median(own.ssim - peer.ssim for own, peer in pairs),
        "CPU": statistics.median(own.cpu / peer.cpu for own, peer in pairs),
    }
    # To three decimals as they are printed.
    is_held = {"bytes": parts["bytes"] <= TARGETS["bytes"], "PSNR": parts["PSNR"] >= TARGETS["PSNR"],
               "SSIM": parts["SSIM"] > TARGETS["SSIM"], "CPU": parts["CPU"] <= TARGETS["CPU"]}
    print(f"\n| median of {len(pairs)} clips beside ffmpeg | | aim | |\n|---|---|---|---|")
    for name, value, aim in [("bytes", f"{parts['bytes']:.3f}", f"at most {TARGETS['bytes']}"),
                             ("PSNR", f"{parts['PSNR']:+.2f} dB", f"at least +{TARGETS['PSNR']} dB"),
                             ("SSIM", f"{parts['SSIM']:+.4f}", "higher"),
                             ("CPU", f"{parts['CPU']:.2f}", "no more")]:
        print(f"| {name} | {value} | {aim} | {'held' if is_held[name] else '**not held**'} |")
    worse = sum(own.bytes > peer.bytes and own.psnr < peer.psnr and own.ssim < peer.ssim for own, peer in pairs)
    print(f"| clips with more bytes, less PSNR and less SSIM | {worse} | none | {'held' if worse == 0 else '**not held**'} |", flush=True)


def each_clip(pairs, names):
    print("\n| shiying beside ffmpeg | bytes | PSNR | SSIM | flicker | CPU |\n|---|---|---|---|---|---|")
    for name, (own, peer) in zip(names, pairs):
        print(f"| {name} | {own.bytes / peer.bytes:.2f} | {own.psnr - peer.psnr:+.2f} dB | {own.ssim - peer.ssim:+.4f} | "
              f"{own.flicker:.2f} : {peer.flicker:.2f} | {own.cpu / peer.cpu:.2f} |")


def a_minute(program, work):
    """A minute of 1080p, made of a clip that is repeated: what the program needs."""
    source = next((path for path in (corpus(LONG), os.path.join(SAMPLES, "rotated.mp4")) if os.path.exists(path)), None)
    long = os.path.join(work, "minute.mp4")
    run(["ffmpeg", "-v", "error", "-stream_loop", "-1", "-i", source, "-t", "60", "-an", "-r", "30", "-vf",
         "scale=1920:1080:force_original_aspect_ratio=increase,crop=1920:1080", "-c:v", "libx264", "-preset", "ultrafast",
         "-crf", "20", "-pix_fmt", "yuv420p", long])
    made = os.path.join(work, "minute.gif")
    cpu, memory = measured([[program, "convert", "--to", "gif", "--no-input", "--sidecar", "never", "-q", "-o", made, long]], work)
    print(f"\nA minute of 1080p, 30 frames a second ({os.path.basename(source)}, repeated), to a GIF of "
          f"{os.path.getsize(made) / 2**20:.1f} MiB: {cpu:.1f} s of CPU, {memory:.0f} MB at most; aim: under {LONG_LIMIT} MB, "
          f"{'held' if memory < LONG_LIMIT else '**not held**'}", flush=True)


def main(arguments):
    runs, pattern, keep, has_long = 3, "*", None, True
    while arguments and arguments[0].startswith("--"):
        option, arguments = arguments[0], arguments[1:]
        if option == "--no-long":
            has_long = False
        elif option in ("--runs", "--clips", "--keep") and arguments:
            value, arguments = arguments[0], arguments[1:]
            runs, pattern, keep = (int(value) if option == "--runs" else runs, value if option == "--clips" else pattern,
                                   value if option == "--keep" else keep)
        else:
            sys.exit(__doc__)
    need(["ffmpeg", "ffprobe", "gifsicle", MAGICK, "/usr/bin/time"])
    program = program_path(arguments)
    chosen = [clip for clip in clips() if fnmatch.fnmatch(clip[0], pattern) or fnmatch.fnmatch(os.path.basename(clip[1]), pattern)]
    pairs = []
    with tempfile.TemporaryDirectory(prefix="shiying-bench-") as work:
        print("| clip | | KiB | PSNR dB | SSIM | flicker | CPU | memory |\n|---|---|---|---|---|---|---|---|")
        for number, (kind, source, filters) in enumerate(chosen):
            folder = os.path.join(work, str(number))
            os.makedirs(folder)
            reference = Reference(source, filters, folder)
            clip = f"{kind}, {len(reference.frames)} frames {reference.width}x{reference.height}"
            results = []
            for name, commands, path in tools(program, reference, folder):
                result = Result(name, commands, path, reference, runs, work)
                print(result.row(clip), flush=True)
                results.append(result)
                clip = ""
                if keep:
                    os.makedirs(keep, exist_ok=True)
                    shutil.copy(path, os.path.join(keep, f"{number:02}-{os.path.basename(path)}"))
            pairs.append((results[0], results[1]))
            shutil.rmtree(folder)
        if not pairs:
            sys.exit("bench-gif: no clip")
        each_clip(pairs, [kind for kind, _, _ in chosen])
        summary(pairs)
        if has_long:
            a_minute(program, work)


if __name__ == "__main__":
    main(sys.argv[1:])
