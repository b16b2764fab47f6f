#include "CLibav.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// Where the real functions are.
#define FORWARD(library, result, name, parameters, arguments) static __typeof__(name) *real_##name;
#include "functions.h"
#undef FORWARD

// Hidden: libavformat's own calls of libavcodec must not end here.
#define FORWARD(library, result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters { return real_##name arguments; }
#include "functions.h"
#undef FORWARD

typedef struct {
  const char *library, *soname, *package;
  void *handle;
} library;

// In the order in which they need each other. The number is the version whose headers this is compiled against; another one
// has other structures.
static library libraries[] = {
    {"avutil", "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR), "libavutil" AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR), NULL},
    {"swresample", "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR),
     "libswresample" AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR), NULL},
    {"swscale", "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR), "libswscale" AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR),
     NULL},
    {"avcodec", "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR), "libavcodec" AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR),
     NULL},
    {"avformat", "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR),
     "libavformat" AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), NULL},
};
enum { library_count = sizeof libraries / sizeof *libraries };

typedef struct {
  const char *library, *name;
  void **place;
} function;

static const function functions[] = {
#define FORWARD(library, result, name, parameters, arguments) {#library, #name, (void **)&real_##name},
#include "functions.h"
#undef FORWARD
};
enum { function_count = sizeof functions / sizeof *functions };

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static int has_failed;
static char detail[400];
static clibav_failure reason = {"", "", detail};

static pthread_mutex_t words_lock = PTHREAD_MUTEX_INITIALIZER;
static char words[400];

static void keep_words(void *object, int level, const char *format, va_list values) {
  if (level > AV_LOG_ERROR) return;
  char line[sizeof words] = "";
  int prints_prefix = 0;
  av_log_format_line2(object, level, format, values, line, sizeof line, &prints_prefix);
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
  if (length == 0) return;
  pthread_mutex_lock(&words_lock);
  memcpy(words, line, sizeof words);
  pthread_mutex_unlock(&words_lock);
}

void clibav_copy_words(char *text, size_t capacity) {
  pthread_mutex_lock(&words_lock);
  snprintf(text, capacity, "%s", words);
  pthread_mutex_unlock(&words_lock);
}

void clibav_forget_words(void) {
  pthread_mutex_lock(&words_lock);
  words[0] = 0;
  pthread_mutex_unlock(&words_lock);
}

static void fail(const library *culprit) {
  const char *text = dlerror();
  snprintf(detail, sizeof detail, "%s", text == NULL ? "" : text);
  reason.library = culprit->soname;
  reason.package = culprit->package;
  has_failed = 1;
}

static void load(void) {
  for (int index = 0; index < library_count; index += 1) {
    libraries[index].handle = dlopen(libraries[index].soname, RTLD_NOW | RTLD_LOCAL);
    if (libraries[index].handle == NULL) return fail(&libraries[index]);
  }
  for (int index = 0; index < function_count; index += 1) {
    for (int owner = 0; owner < library_count; owner += 1) {
      if (strcmp(libraries[owner].library, functions[index].library) != 0) continue;
      *functions[index].place = dlsym(libraries[owner].handle, functions[index].name);
      if (*functions[index].place == NULL) return fail(&libraries[owner]);
    }
  }
  av_log_set_callback(keep_words);
}

int clibav_load(clibav_failure *failure) {
  pthread_once(&loading, load);
  *failure = reason;
  return has_failed;
}
