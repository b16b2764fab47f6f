#define _GNU_SOURCE
#include <link.h>
#include <sys/mman.h>
#include "CSystem.h"

#include <malloc.h>
#include <sys/socket.h>

#include <string.h>

int shiying_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

void shiying_begin_writing_out(int descriptor) { (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int shiying_tmpfile(void) { return O_TMPFILE; }

int shiying_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int shiying_open_at(int folder, const char *name, int flags, mode_t mode) {
  return openat(folder, name, flags, mode);
}

int shiying_lock_range(int descriptor, short type, int64_t start, int64_t length, int wait) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length, .l_pid = 0};
  return fcntl(descriptor, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

int shiying_next_entry(DIR *folder, const char **name, unsigned char *type) {
  errno = 0;
  struct dirent *entry = readdir(folder);
  if (entry == NULL) return errno == 0 ? 0 : -1;
  *name = entry->d_name;
  *type = entry->d_type;
  return 1;
}

int shiying_mount_identity(const char *path, uint64_t *identity) {
  struct statx status;
  memset(&status, 0, sizeof status);
  if (statx(AT_FDCWD, path, 0, STATX_MNT_ID, &status) != 0) return -1;
  if (!(status.stx_mask & STATX_MNT_ID)) {
    errno = ENOSYS;
    return -1;
  }
  *identity = status.stx_mnt_id;
  return 0;
}

int shiying_filesystem_magic(const char *path, uint32_t *magic) {
  struct statfs status;
  if (statfs(path, &status) != 0) return -1;
  *magic = (uint32_t)status.f_type;
  return 0;
}

const char *shiying_error_text(int code, char *buffer, size_t size) { return strerror_r(code, buffer, size); }
int shiying_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC); }

int shiying_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

int shiying_set_nonblocking(int descriptor) { return fcntl(descriptor, F_SETFL, O_NONBLOCK); }

int shiying_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int shiying_exited(int status) { return WIFEXITED(status); }
int shiying_exit_code(int status) { return WEXITSTATUS(status); }
int shiying_terminating_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

extern char **environ;
char **shiying_environment(void) { return environ; }

int shiying_socket_pair(int descriptors[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors);
}

long shiying_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

int shiying_is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void shiying_keep_memory(void) {
  // glibc sets no bound on these but INT_MAX; beyond 32 MiB mmap's threshold is otherwise not raised by itself.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

static int release_segments(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size, (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    // Code alone: it was never written, so that the file has all of it.
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || (segment->p_flags & PF_W)) continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    madvise((void *)start, object->dlpi_addr + segment->p_vaddr + segment->p_memsz - start, MADV_DONTNEED);
  }
  // The program itself is the first (dl_iterate_phdr(3)).
  return 1;
}

void shiying_release_code(void) { dl_iterate_phdr(release_segments, NULL); }
