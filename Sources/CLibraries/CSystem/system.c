#define _GNU_SOURCE
#include "CSystem.h"

int shiying_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int shiying_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int shiying_lock_range(int descriptor, short type, int64_t start, int64_t length, int wait) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length, .l_pid = 0};
  return fcntl(descriptor, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}
