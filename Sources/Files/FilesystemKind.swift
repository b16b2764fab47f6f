internal import Messages

/// What kind of filesystem a path lies on.
public enum FilesystemKind {
  /// The filesystem's name ("nfs", "btrfs", ... or its number in hex) and whether other machines may write to
  /// it at the same time, so that memory shared between processes (SQLite's WAL) does not work on it. FUSE
  /// counts as such: what is behind it can't be known.
  /// - Throws: `inputMissing`, `inputUnreadable`.
  public static func of(_ path: FilePath) throws -> (isNetwork: Bool, name: String) {
    do throws(SystemError) {
      let magic = try SystemCalls.filesystemMagic(of: path)
      if let name = networkNames[magic] { return (true, name) }
      return (false, localNames[magic] ?? "0x" + String(magic, radix: 16))
    } catch { throw error.whenReading(path) }
  }

  // linux/magic.h and, for filesystems outside the kernel, coreutils' src/stat.c.
  private static let networkNames: [UInt32: String] = [
    0x6969: "nfs", 0x517B: "smb", 0xFE53_4D42: "smb2", 0xFF53_4D42: "cifs", 0x6573_5546: "fuse",
    0x00C3_6400: "ceph", 0x5346_414F: "afs", 0x6B41_4653: "kafs", 0x7375_7245: "coda", 0x0102_1997: "9p",
    0x0116_1970: "gfs2", 0x7461_636F: "ocfs2", 0x0BD0_0BD0: "lustre", 0x1983_0326: "beegfs",
    0x4750_4653: "gpfs", 0x2003_0528: "orangefs", 0x786F_4256: "vboxsf", 0x564C: "ncp",
  ]

  private static let localNames: [UInt32: String] = [
    0xEF53: "ext4", 0x9123_683E: "btrfs", 0x5846_5342: "xfs", 0x0102_1994: "tmpfs", 0x794C_7630: "overlay",
    0x4D44: "vfat", 0x2011_BAB0: "exfat", 0xF2F5_2010: "f2fs", 0x2FC1_2FC1: "zfs", 0x7366_746E: "ntfs3",
    0xCA45_1A4E: "bcachefs", 0xF15F: "ecryptfs",
  ]
}
