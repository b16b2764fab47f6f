"""Videos through ffmpeg, and the Live Photo's marks in a QuickTime file."""
import os
import struct
import subprocess

from heic import box, boxes, find, full

SCALE = 600  # units a second of the movie's clock


def make(work, frames, rate, kind, about):
    """H.264 with a tone in AAC; date and place as a camera writes them."""
    path = os.path.join(work, f"made.{kind}")
    first = frames[0]
    seconds = len(frames) / rate
    latitude, longitude, altitude = about.place
    moment = subprocess.run(
        ["date", "-u", "-d", f"{about.iso_date}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, stdout=subprocess.PIPE,
        text=True).stdout.strip()
    command = [
        "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
        f"{first.width}x{first.height}", "-r", str(rate), "-i", "pipe:0",
        "-f", "lavfi", "-t", str(seconds), "-i", "sine=frequency=392:sample_rate=44100,volume=0.3",
        "-map_metadata", "-1", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-c:v", "libx264", "-crf", "26", "-preset", "slow", "-threads", "1", "-x264-params", "keyint=30",
        "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
        "-c:a", "aac", "-b:a", "48k", "-ac", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a",
        "+bitexact", "-metadata", f"creation_time={moment}",
        "-metadata", f"location={latitude:+08.4f}{longitude:+09.4f}{altitude:+08.3f}/",
        "-movie_timescale", str(SCALE)]
    subprocess.run(
        command + [path], input=b"".join(frame.samples(8) for frame in frames), check=True)
    with open(path, "rb") as file:
        return file.read()


def turned_right(video):
    """Says in the first track's header that the frames are to be shown a quarter turn clockwise."""
    _, content, stop = find(video, 0, len(video), b"moov", b"trak", b"tkhd")
    at = content + 40
    height = struct.unpack(">I", video[stop - 4:stop])[0]
    matrix = struct.pack(">9i", 0, 0x10000, 0, -0x10000, 0, 0, height, 0, 0x40000000)
    return video[:at] + matrix + video[at + 36:]


def as_live(video, identifier, still_time, about):
    """Adds what makes the file the video of a Live Photo: the pairing identifier among the movie's keys, and a timed
    metadata track that says when the still was taken. The movie's own samples stay where they are."""
    start, content, stop = find(video, 0, len(video), b"moov")
    if stop != len(video):
        raise ValueError("the movie's index does not stand at the end")
    # One sample: its size, the number of its key, and -1.
    sample = struct.pack(">IIb", 9, 1, -1)
    extra = box(b"mdat", sample)
    tracks = [number_of(video, at, end) for kind, _, at, end in boxes(video, content, stop) if kind == b"trak"]
    children, number = b"", max(tracks) + 1
    for kind, at, inside, end in boxes(video, content, stop):
        child = video[at:end]
        if kind == b"mvhd":
            child = child[:-4] + struct.pack(">I", number + 1)
        children += child
    latitude, longitude, altitude = about.place
    date = about.iso_date.replace("." + about.fraction, "")
    keys = [
        ("content.identifier", identifier), ("make", "Shiying"), ("model", "Sample Camera"),
        ("creationdate", date[:-3] + date[-2:]),
        ("location.ISO6709", f"{latitude:+08.4f}{longitude:+09.4f}{altitude:+08.3f}/")]
    track = still_time_track(number, round(still_time * SCALE), tracks[0], start + 8)
    return video[:start] + extra + box(b"moov", children + track + movie_keys(keys))


def number_of(video, at, end):
    _, content, _ = find(video, at, end, b"tkhd")
    return struct.unpack(">I", video[content + 12:content + 16])[0]


def movie_keys(pairs):
    """QuickTime metadata: `meta` without version and flags, right below `moov`."""
    names = b"".join(
        box(b"mdta", f"com.apple.quicktime.{name}".encode()) for name, _ in pairs)
    values = b"".join(
        box(struct.pack(">I", index), box(b"data", struct.pack(">II", 1, 0) + value.encode()))
        for index, (_, value) in enumerate(pairs, 1))
    handler = full(b"hdlr", 0, b"\0\0\0\0mdta" + b"\0" * 14)
    return box(b"meta", handler + full(b"keys", 0, struct.pack(">I", len(pairs)) + names) + box(b"ilst", values))


def still_time_track(number, ticks, video_track, sample_at):
    """The empty edit carries the time: nothing for `ticks`, then the only sample."""
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    header = full_flags(b"tkhd", 0x0F, struct.pack(">5I8xHHHH", 0, 0, number, 0, ticks + 1, 0, 0, 0, 0) + matrix
                        + struct.pack(">II", 0, 0))
    edits = box(b"edts", full(b"elst", 0, struct.pack(">IIiIIiI", 2, ticks, -1, 0x10000, 1, 0, 0x10000)))
    link = box(b"tref", box(b"cdsc", struct.pack(">I", video_track)))
    key = box(b"keyd", b"mdtacom.apple.quicktime.still-image-time") + box(b"dtyp", struct.pack(">II", 0, 65))
    entry = box(b"mebx", struct.pack(">6xH", 1) + box(b"keys", box(struct.pack(">I", 1), key)))
    table = box(b"stbl", b"".join([
        full(b"stsd", 0, struct.pack(">I", 1) + entry), full(b"stts", 0, struct.pack(">III", 1, 1, 1)),
        full(b"stsc", 0, struct.pack(">IIII", 1, 1, 1, 1)), full(b"stsz", 0, struct.pack(">II", 9, 1)),
        full(b"stco", 0, struct.pack(">II", 1, sample_at))]))
    information = box(b"minf", b"".join([
        box(b"gmhd", full(b"gmin", 0, struct.pack(">5HH", 0x40, 0x8000, 0x8000, 0x8000, 0, 0))),
        handler(b"dhlr", b"alis", b"Core Media Data Handler", 0),
        box(b"dinf", full(b"dref", 0, struct.pack(">I", 1) + full_flags(b"alis", 1, b""))), table]))
    media = box(b"mdia", b"".join([
        full(b"mdhd", 0, struct.pack(">4IHH", 0, 0, SCALE, 1, 0x55C4, 0)),
        handler(b"mhlr", b"meta", b"Core Media Metadata", 1), information]))
    return box(b"trak", header + edits + link + media)


def handler(component, kind, name, flags):
    return full(b"hdlr", 0, component + kind + b"appl" + struct.pack(">II", flags, 0) + bytes([len(name)]) + name)


def full_flags(kind, flags, content):
    return box(kind, struct.pack(">I", flags) + content)
