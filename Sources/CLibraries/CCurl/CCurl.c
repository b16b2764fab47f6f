#include "CCurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static __typeof__(curl_global_init) *global_init;
static __typeof__(curl_easy_init) *easy_init;
// The headers make macros of these to check their arguments.
static CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
static CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
static __typeof__(curl_easy_perform) *easy_perform;
static __typeof__(curl_easy_cleanup) *easy_cleanup;
static __typeof__(curl_easy_strerror) *easy_strerror;

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static int is_loaded;
static char load_error[256];

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(load_error, sizeof load_error, "%s", dlerror());
    return;
  }
  struct {
    const char *name;
    void **place;
  } functions[] = {
      {"curl_global_init", (void **)&global_init},   {"curl_easy_init", (void **)&easy_init},
      {"curl_easy_setopt", (void **)&easy_setopt},   {"curl_easy_getinfo", (void **)&easy_getinfo},
      {"curl_easy_perform", (void **)&easy_perform}, {"curl_easy_cleanup", (void **)&easy_cleanup},
      {"curl_easy_strerror", (void **)&easy_strerror},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].place = dlsym(library, functions[i].name);
    if (!*functions[i].place) {
      snprintf(load_error, sizeof load_error, "libcurl.so.4: no %s", functions[i].name);
      return;
    }
  }
  is_loaded = global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

typedef struct {
  ccurl_take take;
  void *context;
  int64_t count, maximum;
  // When the last byte came, and how long none may come.
  double last, patience;
  int end;  // ccurl_status
} fetch;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t on_bytes(char *bytes, size_t size, size_t count, void *pointer) {
  fetch *state = pointer;
  size_t total = size * count;
  state->last = now();
  if ((int64_t)total > state->maximum - state->count) {
    state->end = CCURL_TOO_LARGE;
    return 0;
  }
  state->count += (int64_t)total;
  int answer = state->take(state->context, (const uint8_t *)bytes, total);
  if (answer != 0) {
    state->end = answer == 2 ? CCURL_OK : CCURL_STOPPED;
    return 0;
  }
  return total;
}

// Called about once a second and whenever something happens (curl_easy_setopt(3), CURLOPT_XFERINFOFUNCTION).
static int on_progress(void *pointer, curl_off_t total, curl_off_t received, curl_off_t to_send, curl_off_t sent) {
  (void)total, (void)received, (void)to_send, (void)sent;
  fetch *state = pointer;
  if (now() - state->last < state->patience) return 0;
  state->end = CCURL_STALLED;
  return 1;
}

static ccurl_reason reason(CURLcode code) {
  switch (code) {
    case CURLE_URL_MALFORMAT: return CCURL_REASON_ADDRESS;
    case CURLE_UNSUPPORTED_PROTOCOL: return CCURL_REASON_PROTOCOL;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return CCURL_REASON_RESOLVE;
    case CURLE_COULDNT_CONNECT: return CCURL_REASON_CONNECT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION: return CCURL_REASON_TLS;
    case CURLE_TOO_MANY_REDIRECTS: return CCURL_REASON_REDIRECTS;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return CCURL_REASON_BROKEN_OFF;
    default: return CCURL_REASON_OTHER;
  }
}

ccurl_result ccurl_fetch(
    const char *url, const char *user_agent, long stall_milliseconds, int64_t maximum, ccurl_take take, void *context) {
  ccurl_result result = {CCURL_FAILED, CCURL_REASON_OTHER, 0, ""};
  pthread_once(&loading, load);
  if (!is_loaded) {
    result.status = CCURL_NO_LIBRARY;
    snprintf(result.text, sizeof result.text, "%s", load_error);
    return result;
  }
  CURL *handle = easy_init();
  if (!handle) return result;
  fetch state = {take, context, 0, maximum, now(), (double)stall_milliseconds / 1000, CCURL_FAILED};
  char words[CURL_ERROR_SIZE] = "";
  easy_setopt(handle, CURLOPT_ERRORBUFFER, words);
  easy_setopt(handle, CURLOPT_URL, url);
  easy_setopt(handle, CURLOPT_USERAGENT, user_agent);
  // A picture is no place for file: or gopher:.
  easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  easy_setopt(handle, CURLOPT_MAXREDIRS, 10L);
  easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, stall_milliseconds);
  // What drips would never end.
  easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1024L);
  easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, 10L);
  easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
  easy_setopt(handle, CURLOPT_XFERINFODATA, &state);
  easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_bytes);
  easy_setopt(handle, CURLOPT_WRITEDATA, &state);
  CURLcode code = easy_perform(handle);
  if (code == CURLE_OK) {
    result.status = CCURL_OK;
  } else if (code == CURLE_HTTP_RETURNED_ERROR) {
    result.status = CCURL_REFUSED;
    easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &result.http_status);
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    result.status = CCURL_STALLED;
  } else {
    result.status = state.end;
    result.reason = reason(code);
  }
  snprintf(result.text, sizeof result.text, "%s", words[0] ? words : easy_strerror(code));
  easy_cleanup(handle);
  return result;
}
