"""GIFs as bench-gif and gif see them: their blocks, their pictures on a clock, and what other people's decoders make of them."""
import ctypes
import ctypes.util
import http.server
import json
import os
import queue
import re
import struct
import subprocess
import tempfile
import threading

import numpy
from PIL import Image, ImageSequence

from support import environment

# ImageMagick 6 calls itself convert; another program of that name may stand before it on the path.
MAGICK = next((p for p in ("/usr/bin/convert-im6.q16", "/usr/bin/convert", "/usr/bin/magick") if os.path.exists(p)), "convert")
CHROMIUM = next((p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome") if os.path.exists(p)), None)


def quiet(command, given=None, limit=300):
    return subprocess.run(command, input=given, stdin=subprocess.DEVNULL if given is None else None, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(), timeout=limit)


class Blocks:
    """What a GIF says, read block by block: anything odd is a ValueError."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:6] != b"GIF89a":
            raise ValueError(f"begins with {data[:6]}")
        self.width, self.height, flags = struct.unpack("<HHB", data[6:11])
        at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
        self.delays, self.disposals, self.boxes, self.colours, self.extensions, self.loops = [], [], [], [], [], None
        delay, disposal = 0, 0
        while True:
            kind = data[at]
            if kind == 0x3b:
                break
            if kind == 0x21 and data[at + 1] == 0xf9:
                disposal, delay = data[at + 3] >> 2 & 7, struct.unpack("<H", data[at + 4:at + 6])[0]
                at = self.after(data, at + 2)
            elif kind == 0x21:
                if data[at + 1] == 0xff:
                    name = data[at + 3:at + 14].decode("latin-1")
                    self.extensions.append(name)
                    if name == "NETSCAPE2.0":
                        self.loops = struct.unpack("<H", data[at + 16:at + 18])[0]
                at = self.after(data, at + 2)
            elif kind == 0x2c:
                left, top, width, height, flags = struct.unpack("<4HB", data[at + 1:at + 10])
                self.boxes.append((left, top, width, height))
                self.colours.append(2 << (flags & 7) if flags & 0x80 else 0)
                self.delays.append(delay)
                self.disposals.append(disposal)
                at = self.after(data, at + 11 + (3 << (flags & 7) + 1 if flags & 0x80 else 0))
            else:
                raise ValueError(f"block {kind:#x} at {at}")
        if at + 1 != len(data):
            raise ValueError(f"{len(data) - at - 1} bytes behind the end")

    @staticmethod
    def after(data, at):
        while data[at]:
            at += data[at] + 1
        return at + 1

    @property
    def starts(self):
        """When each frame is shown, hundredths of a second."""
        return [sum(self.delays[:index]) for index in range(len(self.delays))]

    @property
    def duration(self):
        return sum(self.delays)

    def on_clock(self, times):
        """The number of the frame that is shown at each time (hundredths, in rising order)."""
        starts = self.starts
        return [max(index for index, start in enumerate(starts) if start <= time or index == 0) for time in times]


# Decoders: each gives the composed pictures as an array frames x height x width x 4.

def shaped(data, blocks):
    pixels = numpy.frombuffer(data, numpy.uint8)
    size = blocks.width * blocks.height * 4
    if pixels.size == 0 or pixels.size % size:
        raise ValueError(f"{pixels.size} bytes are no frames of {size}")
    return pixels.reshape(-1, blocks.height, blocks.width, 4)


def by_pillow(path, _):
    with Image.open(path) as image:
        return numpy.stack([numpy.asarray(frame.convert("RGBA")) for frame in ImageSequence.Iterator(image)])


def by_ffmpeg(path, blocks):
    done = quiet(["ffmpeg", "-v", "error", "-i", path, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
    if done.returncode or done.stderr:
        raise ValueError(done.stderr.decode(errors="replace").strip()[:200])
    return shaped(done.stdout, blocks)


def by_magick(path, blocks):
    done = quiet([MAGICK, path, "-coalesce", "-depth", "8", "RGBA:-"])
    if done.returncode or done.stderr:
        raise ValueError(done.stderr.decode(errors="replace").strip()[:200])
    return shaped(done.stdout, blocks)


def by_gifsicle(path, blocks):
    """Through gifsicle's decoder and encoder. It can't undo the cropping of frames with colour tables of their own, and warns
    when it writes such tables itself: that is about its copy, not about the GIF that it reads."""
    told = quiet(["gifsicle", "--info", path])
    if told.returncode or told.stderr:
        raise ValueError(told.stderr.decode(errors="replace").strip()[:200])
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.gif")
        done = quiet(["gifsicle", "--unoptimize", path, "-o", copy])
        if b"too complex to unoptimize" in done.stderr:
            done = quiet(["gifsicle", path, "-o", copy])
        words = re.sub(r"gifsicle: warning: too many colors, using local colormaps\n.*\n", "", done.stderr.decode(errors="replace"))
        if done.returncode or words:
            raise ValueError(words.strip()[:200])
        return by_pillow(copy, blocks)


class ColorMap(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("bits", ctypes.c_int), ("sorted", ctypes.c_bool),
                ("colours", ctypes.POINTER(ctypes.c_uint8))]


class ImageDescription(ctypes.Structure):
    _fields_ = [("left", ctypes.c_int), ("top", ctypes.c_int), ("width", ctypes.c_int), ("height", ctypes.c_int),
                ("interlace", ctypes.c_bool), ("map", ctypes.POINTER(ColorMap))]


class SavedImage(ctypes.Structure):
    _fields_ = [("box", ImageDescription), ("raster", ctypes.POINTER(ctypes.c_uint8)), ("extensionCount", ctypes.c_int),
                ("extensions", ctypes.c_void_p)]


class GifFile(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("resolution", ctypes.c_int), ("background", ctypes.c_int),
                ("aspect", ctypes.c_uint8), ("map", ctypes.POINTER(ColorMap)), ("count", ctypes.c_int),
                ("image", ImageDescription), ("images", ctypes.POINTER(SavedImage)), ("extensionCount", ctypes.c_int),
                ("extensions", ctypes.c_void_p), ("error", ctypes.c_int), ("user", ctypes.c_void_p), ("own", ctypes.c_void_p)]


class GraphicsControl(ctypes.Structure):
    _fields_ = [("disposal", ctypes.c_int), ("input", ctypes.c_bool), ("delay", ctypes.c_int), ("transparent", ctypes.c_int)]


def by_giflib(path, _):
    """giflib's decoder, of which giftext is the voice; it gives boxes of numbers, which are composed here."""
    told = quiet(["giftext", path])
    if told.returncode or told.stderr:
        raise ValueError(f"giftext: {told.stderr.decode(errors='replace').strip()[:200]}")
    library = ctypes.CDLL(ctypes.util.find_library("gif") or "libgif.so.7")
    library.DGifOpenFileName.restype = ctypes.POINTER(GifFile)
    code = ctypes.c_int()
    opened = library.DGifOpenFileName(os.fsencode(path), ctypes.byref(code))
    if not opened:
        raise ValueError(f"giflib: error {code.value}")
    try:
        if library.DGifSlurp(opened) != 1:
            raise ValueError(f"giflib: error {opened.contents.error}")
        file = opened.contents
        canvas, frames = numpy.zeros((file.height, file.width, 4), numpy.uint8), []
        for index in range(file.count):
            saved, control = file.images[index], GraphicsControl(0, False, 0, -1)
            library.DGifSavedExtensionToGCB(opened, index, ctypes.byref(control))
            if control.disposal not in (0, 1):
                raise ValueError(f"frame {index} is disposed of by {control.disposal}")
            box = saved.box
            table = (box.map or file.map).contents
            colours = numpy.ctypeslib.as_array(table.colours, (table.count, 3))
            numbers = numpy.ctypeslib.as_array(saved.raster, (box.height, box.width))
            shown = numbers != control.transparent
            part = canvas[box.top:box.top + box.height, box.left:box.left + box.width]
            part[shown, :3] = colours[numbers[shown]]
            part[shown, 3] = 255
            frames.append(canvas.copy())
        return numpy.stack(frames)
    finally:
        library.DGifCloseFile(opened, ctypes.byref(code))


PAGE = """<!doctype html><script>
(async () => {
  const told = [];
  try {
    const data = await (await fetch("/gif")).arrayBuffer();
    const decoder = new ImageDecoder({data, type: "image/gif", colorSpaceConversion: "none"});
    await decoder.tracks.ready;
    await decoder.completed;
    for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
      const {image} = await decoder.decode({frameIndex: i});
      const pixels = new Uint8Array(image.allocationSize({format: "RGBA"}));
      await image.copyTo(pixels, {format: "RGBA"});
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", pixels));
      told.push([Array.from(digest, b => b.toString(16).padStart(2, "0")).join(""), Math.round(image.duration / 10000)]);
      image.close();
    }
  } catch (error) { told.push("" + error); }
  await fetch("/told", {method: "POST", body: JSON.stringify(told)});
})();
</script>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        content = {"/": PAGE.encode(), "/gif": self.server.gif}.get(self.path)
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Type", "text/html" if self.path == "/" else "image/gif")
        self.end_headers()
        self.wfile.write(content or b"")

    def do_POST(self):
        self.server.told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def chromium(folder, *arguments):
    return [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars",
            f"--user-data-dir={folder}/profile", *arguments]


def by_chromium(path):
    """[SHA-256 of the pixels, hundredths] of every frame as Chromium's own decoder gives it to a page."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.told = queue.Queue()
    with open(path, "rb") as file:
        server.gif = file.read()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="shiying-chromium-", ignore_cleanup_errors=True) as folder:
        page = f"http://127.0.0.1:{server.server_address[1]}/"
        # It needs a folder of its own to be at home in, and ends when it is told to.
        browser = subprocess.Popen(chromium(folder, "--remote-debugging-port=0", page), env=environment(HOME=folder),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            told = server.told.get(timeout=120)
        except queue.Empty:
            raise ValueError("Chromium says nothing") from None
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
            server.server_close()
    if not all(isinstance(frame, list) for frame in told):
        raise ValueError(f"Chromium: {told[-1]}")
    return told


def photographed(path, width, height):
    """A page with the picture, as Chromium paints it."""
    with tempfile.TemporaryDirectory(prefix="shiying-chromium-", ignore_cleanup_errors=True) as folder:
        page, picture = os.path.join(folder, "page.html"), os.path.join(folder, "page.png")
        with open(page, "w", encoding="utf-8") as file:
            file.write(f'<!doctype html><body style="margin:0"><img src="file://{os.path.abspath(path)}">')
        done = subprocess.run(chromium(folder, f"--window-size={max(width, 600)},{max(height, 600)}", f"--screenshot={picture}",
                                       f"file://{page}"), env=environment(HOME=folder), capture_output=True, timeout=120)
        if not os.path.exists(picture):
            raise ValueError(f"Chromium: {done.stderr.decode(errors='replace')[-300:]}")
        with Image.open(picture) as image:
            return numpy.asarray(image.convert("RGB"))[:height, :width]
