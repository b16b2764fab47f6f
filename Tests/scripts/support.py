"""What the scripts of this folder share: running the program, reading its library, hashing pictures, counting results."""
import hashlib
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
SAMPLES = os.path.join(REPOSITORY, "samples")
INNER = ".shiying"
CONVERSIONS = "拾映轉換"


def program_path(arguments):
    """The program to test: the argument, SHIYING_PROGRAM, or the release build."""
    path = arguments[0] if arguments else os.environ.get("SHIYING_PROGRAM", ".build/release/shiying")
    path = os.path.abspath(path)
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} is not there: make build first")
    return path


def need(tools):
    """Ends the script when a tool is missing: a check that did not run must not look like one that passed."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        sys.exit(f"missing: {', '.join(missing)} (Tests/scripts/install-packages test)")


def environment(**extra):
    """Few variables, none of the caller's settings."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TZ": "UTC"} | extra


class Run:
    """One run of a command to its end or its time limit; a run that hangs is killed with all its children."""

    def __init__(self, command, limit=120, stdin=b"", cwd=None, env=None, wait=True, stdout=subprocess.PIPE):
        self.started = time.monotonic()
        self.command = command
        self.limit = limit
        self.hung = False
        self.errors_file = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=stdout, stderr=self.errors_file, cwd=cwd,
            env=env or environment(), start_new_session=True)
        self.input = stdin
        self.code, self.output, self.errors = None, b"", ""
        if wait:
            self.wait()

    def wait(self):
        try:
            self.output, _ = self.process.communicate(self.input, timeout=self.limit)
        except subprocess.TimeoutExpired:
            self.hung = True
            self.kill_all()
            self.output, _ = self.process.communicate()
        self.output = self.output or b""
        self.code = self.process.returncode
        self.errors_file.seek(0)
        self.errors = self.errors_file.read().decode("utf-8", "replace")
        self.errors_file.close()
        self.seconds = time.monotonic() - self.started
        return self

    def kill_all(self):
        """SIGKILL for the program and every process that it started; workers may be in groups of their own."""
        for process in [self.process.pid] + self.survivors():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def survivors(self):
        """Processes of this run's session that are still there."""
        found = []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    state, *fields = file.read().rsplit(b")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == self.process.pid and state != b"Z":
                found.append(int(name))
        return found

    def await_survivors(self, seconds=30):
        """Waits for orphaned workers to end by themselves. False if they do not."""
        end = time.monotonic() + seconds
        while self.survivors():
            if time.monotonic() > end:
                self.kill_all()
                return False
            time.sleep(0.02)
        return True


class Results:
    """Counts and prints; the exit code is 0 only if something was checked and nothing failed."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, problems):
        """`problems` is a list of sentences, or a bool (True: passed)."""
        if isinstance(problems, bool):
            problems = [] if problems else ["not so"]
        if problems:
            self.failed += 1
            print(f"FAIL  {name}", flush=True)
            for problem in problems[:8]:
                print(f"      {problem}", flush=True)
        else:
            self.passed += 1
            print(f"PASS  {name}", flush=True)
        return not problems

    def skip(self, name, reason):
        self.skipped += 1
        print(f"SKIP  {name}: {reason}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        sys.exit(1 if self.failed or not self.passed else 0)


def tree(folder, skip_inner=True):
    """Every file below a folder: relative path (bytes) -> absolute path (bytes)."""
    found = {}
    root = os.fsencode(folder)
    for parent, folders, names in os.walk(root):
        if skip_inner and parent == root:
            folders[:] = [name for name in folders if name != INNER.encode()]
        for name in names:
            path = os.path.join(parent, name)
            found[os.path.relpath(path, root)] = path
    return found


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class PictureHashes:
    """Hashes of decoded pictures. Decoding is left to other programs (djpeg, heif-convert, pngcheck, ffmpeg, gifsicle);
    what only differs in identifiers and dates from a picture seen before is not decoded again."""

    VARIABLE = re.compile(
        rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?")

    def __init__(self):
        self.known = {}

    def of(self, path):
        """(hash, None), or (None, what is wrong). Sidecars and other files are compared by their masked content."""
        with open(path, "rb") as file:
            data = file.read()
        masked = self.VARIABLE.sub(b"*", data)
        key = hashlib.sha256(masked).digest()
        if key not in self.known:
            self.known[key] = self.decode(path, data, masked)
        return self.known[key]

    def decode(self, path, data, masked):
        try:
            if data[:2] == b"\xff\xd8":
                # djpeg pads a truncated picture with grey and only warns.
                made = subprocess.run(["djpeg", "-ppm", path], capture_output=True)
                if made.returncode != 0 or made.stderr:
                    return None, f"djpeg: {made.stderr.decode(errors='replace').strip()}"
                return hashlib.sha256(made.stdout).hexdigest(), None
            if data[4:12] == b"ftypqt  ":
                # Decoded to the end: a movie that is cut off is not silent.
                made = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-map", "0:a?", "-f", "md5", "-"],
                                      stdin=subprocess.DEVNULL, capture_output=True)
                if made.returncode != 0 or made.stderr:
                    return None, f"ffmpeg: {made.stderr.decode(errors='replace').strip()}"
                return made.stdout.decode(), None
            if data[4:8] == b"ftyp":
                with tempfile.TemporaryDirectory() as folder:
                    target = os.path.join(folder, "decoded.png")
                    made = subprocess.run(["heif-convert", os.fsdecode(path), target], capture_output=True)
                    if made.returncode != 0 or not os.path.exists(target):
                        return None, f"heif-convert: {made.stdout.decode(errors='replace').strip()}"
                    with open(target, "rb") as file:
                        return png_hash(file.read()), None
            if data[:8] == b"\x89PNG\r\n\x1a\n":
                made = subprocess.run(["pngcheck", "-q", path], capture_output=True)
                if made.returncode != 0:
                    return None, f"pngcheck: {made.stdout.decode(errors='replace').strip()}"
                return png_hash(data), None
            if data[:6] == b"GIF89a":
                # ffmpeg shows what there is of a GIF that is cut off; gifsicle tells of it.
                told = subprocess.run(["gifsicle", "--info", path], stdin=subprocess.DEVNULL, capture_output=True)
                made = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-vsync", "passthrough", "-f", "framemd5", "-"],
                                      stdin=subprocess.DEVNULL, capture_output=True)
                if told.returncode != 0 or told.stderr or made.returncode != 0 or made.stderr or data[-1:] != b";":
                    return None, f"gifsicle, ffmpeg: {(told.stderr + made.stderr).decode(errors='replace').strip()}"
                return hashlib.sha256(made.stdout).hexdigest(), None
            if data.lstrip()[:5] in (b"<?xpa", b"<x:xm", b"<?xml"):
                if b"</x:xmpmeta>" not in data:
                    return None, "the sidecar is cut off"
                return hashlib.sha256(masked).hexdigest(), None
        except (OSError, ValueError, zlib.error) as error:
            return None, str(error)
        return None, f"{len(data)} bytes that are neither picture nor sidecar"


def png_hash(data):
    """Of the filtered rows and the header: equal pixels through the same encoder give equal hashes."""
    at, rows, header = 8, b"", b""
    while at + 12 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            header = data[at + 8:at + 8 + size]
        if kind == b"IDAT":
            rows += data[at + 8:at + 8 + size]
        at += 12 + size
    return hashlib.sha256(header + zlib.decompress(rows)).hexdigest()


def identifier(path):
    """The pairing identifier in a still's maker note or in a movie's metadata; None where there is none."""
    with open(path, "rb") as file:
        data = file.read()
    uuid = rb"([0-9A-F]{8}-(?:[0-9A-F]{4}-){3}[0-9A-F]{12})"
    note = re.search(rb"Apple iOS\x00.{1,2000}?" + uuid, data, re.DOTALL)
    value = re.search(rb"data\x00{3}\x01\x00{4}" + uuid, data)
    found = note or value
    return found[1].decode() if found else None


class Library:
    """A library as the disk shows it."""

    def __init__(self, folder):
        self.folder = folder
        self.catalogue = os.path.join(folder, INNER, "catalogue.db")

    def query(self, sql):
        """Rows; none where there is no catalogue yet. A copy is read, so that looking changes nothing."""
        if not os.path.exists(self.catalogue):
            return []
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("", "-wal", "-journal"):
                if os.path.exists(self.catalogue + ending):
                    shutil.copy(self.catalogue + ending, os.path.join(folder, "catalogue.db" + ending))
            connection = sqlite3.connect(os.path.join(folder, "catalogue.db"))
            try:
                return connection.execute(sql).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise
            finally:
                connection.close()

    def integrity(self):
        rows = self.query("PRAGMA integrity_check")
        return [] if rows in ([], [("ok",)]) else [f"catalogue: {rows[0][0]}"]

    def recorded_files(self):
        """(absolute path as bytes, size) of every file that the catalogue names as part of a copy."""
        rows = self.query(
            "SELECT f.path, f.size FROM asset_file f JOIN asset a ON a.id = f.asset WHERE a.is_source = 0")
        root = os.fsencode(os.path.realpath(self.folder))
        return [(path if path.startswith(b"/") else os.path.join(root, path), size) for path, size in rows]

    def duplicates(self):
        rows = self.query(
            "SELECT source_hash, recipe_hash, folder, count(*) FROM copy GROUP BY 1, 2, 3 HAVING count(*) > 1")
        return [f"{count} rows of one copy" for *_, count in rows]

    def leftovers(self):
        """What lies in staging, and hidden part files anywhere."""
        found = []
        staging = os.path.join(self.folder, INNER, "staging")
        for parent, folders, names in os.walk(staging):
            found += [os.path.join(parent, name) for name in folders + names]
        for relative in tree(self.folder):
            parts = relative.split(b"/")
            if any(part.startswith(b".") or part.endswith(b".part") for part in parts):
                found.append(os.fsdecode(relative))
        return found

    def torn_pairs(self, reference):
        """Live Photos of which the still is there without its video, or with that of another one. A video alone is what a
        delivery that was killed halfway has brought out: the next run finishes or undoes it."""
        problems = []
        found = tree(self.folder)
        for video in [name for name in reference if name.endswith(b".MOV")]:
            for still in [name for name in found if name[:-5] == video[:-4] and name.endswith((b".heic", b".HEIC"))]:
                if video not in found:
                    problems.append(f"a still without its video: {os.fsdecode(still)}")
                    continue
                own, other = (identifier(found[name]) for name in (still, video))
                if own is None or own != other:
                    problems.append(f"two halves that do not pair: {os.fsdecode(still)} {own} {other}")
        return problems

    def broken_promises(self, reference, pictures):
        """What interruption must never leave: a file in an album that is not complete or not one of the reference
        tree's; a catalogue row without its durable file. Staging may hold anything."""
        problems = self.integrity() + self.duplicates() + self.torn_pairs(reference)
        for relative, path in tree(self.folder).items():
            if relative not in reference:
                problems.append(f"a file that an undisturbed run does not make: {os.fsdecode(relative)}")
                continue
            found, wrong = pictures.of(path)
            if wrong:
                problems.append(f"incomplete: {os.fsdecode(relative)}: {wrong}")
            elif found != reference[relative]:
                problems.append(f"another picture than in the undisturbed run: {os.fsdecode(relative)}")
        for path, size in self.recorded_files():
            if not os.path.isfile(path):
                problems.append(f"the catalogue names a file that is not there: {os.fsdecode(path)}")
            elif os.path.getsize(path) != size:
                problems.append(f"the catalogue says {size} bytes: {os.fsdecode(path)} has {os.path.getsize(path)}")
        return problems
