#pragma once
/* No _GNU_SOURCE here: with it glibc's structs differ from those in Swift's own Glibc module, and Swift refuses both.
   What needs it is done in system.c. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
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
/* O_TMPFILE of open(2), declared only under _GNU_SOURCE: a file without a name in a folder. */
int shiying_tmpfile(void);
/* sync_file_range(2) with SYNC_FILE_RANGE_WRITE, declared only under _GNU_SOURCE: the file's bytes begin to go to the disk. It
   does not say that they are there: "This system call is extremely dangerous"; fsync(2) has to follow. Errors are left to that. */
void shiying_begin_writing_out(int descriptor);
/* F_OFD_SETLKW / F_OFD_SETLK: locks belong to the open file description and are dropped by the kernel when it closes.
   Returns 0, or -1 with errno. type: F_RDLCK, F_WRLCK, F_UNLCK. */
int shiying_lock_range(int descriptor, short type, int64_t start, int64_t length, int wait);
/* openat(2), variadic like open(2). */
int shiying_open_at(int folder, const char *name, int flags, mode_t mode);
/* readdir(3) with its two ways to return NULL told apart, and without the 256-byte d_name that Swift would copy:
   POSIX allows longer names. 1: an entry (name valid until the next call), 0: the end, -1: errno. */
int shiying_next_entry(DIR *folder, const char **name, unsigned char *type);
/* The mount that path lies on (statx STATX_MNT_ID, Linux 5.8): rename(2) gives EXDEV between two mounts even of one
   filesystem. 0, or -1 with errno (ENOSYS where the kernel does not tell). */
int shiying_mount_identity(const char *path, uint64_t *identity);
/* f_type of statfs(2). */
int shiying_filesystem_magic(const char *path, uint32_t *magic);
/* The thread-safe GNU strerror_r(3): the text, in buffer or static. Never translated unless setlocale was called. */
const char *shiying_error_text(int code, char *buffer, size_t size);
/* pipe2(2) with O_CLOEXEC, declared only under _GNU_SOURCE. */
int shiying_pipe(int descriptors[2]);
/* Makes the kernel kill this process when its parent dies (prctl(2), variadic). */
int shiying_die_with_parent(void);
/* fcntl(F_SETFL, O_NONBLOCK), variadic. */
int shiying_set_nonblocking(int descriptor);
/* ioctl(TIOCGWINSZ), variadic: columns of the terminal on a descriptor, or 0. */
int shiying_terminal_columns(int descriptor);
/* waitpid status macros, which Swift cannot import. */
int shiying_exited(int status);
int shiying_exit_code(int status);
int shiying_terminating_signal(int status);
/* environ(7), a mutable global that Swift's concurrency checking refuses. */
char **shiying_environment(void);
/* Two connected stream sockets, closed on exec; and send(2) with MSG_NOSIGNAL, whose reader may be gone. */
int shiying_socket_pair(int descriptors[2]);
long shiying_send(int descriptor, const void *bytes, size_t count);
/* Whether a signal is ignored, as nohup(1) and shells' background jobs ask: then it stays so. */
int shiying_is_ignored(int signal);

// Keeps freed memory for the next picture instead of giving it back and taking it page by page again (mallopt(3)): of 12 MP
// photos one after the other, that saves a tenth of the CPU. For processes that do nothing else and are watched.
void shiying_keep_memory(void);
/* Gives the pages of this program's own code back to the system (madvise(2), MADV_DONTNEED: "subsequent accesses of pages in the
   range will succeed, but will result in ... repopulating the memory contents from the up-to-date contents of the underlying
   mapped file"). What is still needed comes back page by page from the cache; what only the start needed does not. */
void shiying_release_code(void);
