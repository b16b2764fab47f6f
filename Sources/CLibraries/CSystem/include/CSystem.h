#pragma once
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* renameat2(2) is declared only under _GNU_SOURCE, which Swift's Glibc module does not set.
   RENAME_NOREPLACE: "Don't overwrite newpath of the rename. Return an error if newpath already exists." */
int shiying_rename_noreplace(const char *from, const char *to);
/* open(2) and fcntl(2) are variadic, which Swift cannot call. */
int shiying_open(const char *path, int flags, mode_t mode);
/* F_OFD_SETLKW / F_OFD_SETLK: locks belong to the open file description and are dropped by the kernel when it closes.
   Returns 0, or -1 with errno. type: F_RDLCK, F_WRLCK, F_UNLCK. */
int shiying_lock_range(int descriptor, short type, int64_t start, int64_t length, int wait);
