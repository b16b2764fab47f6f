// libcurl behind one call: opened by dlopen when a process meets its first URL, so that no other command pays for it, and
// without curl_easy_setopt's variable arguments, which Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>

// How a fetch ended.
typedef enum {
  CCURL_OK = 0,
  CCURL_NO_LIBRARY = 1,  // libcurl is not installed
  CCURL_STALLED = 2,     // nothing came for as long as was allowed
  CCURL_TOO_LARGE = 3,   // more than `maximum` bytes
  CCURL_REFUSED = 4,     // the server answered with an error
  CCURL_STOPPED = 5,     // `take` said so
  CCURL_FAILED = 6       // anything else
} ccurl_status;

// The end of a fetch.
typedef struct {
  int status;        // ccurl_status
  long http_status;  // of CCURL_REFUSED
  char text[256];    // libcurl's own words, NUL-terminated
} ccurl_result;

// Takes bytes as they come; another answer than 0 stops.
typedef int (*ccurl_take)(void *context, const uint8_t *bytes, size_t count);

// Fetches an http or https URL, redirections followed (to these schemes alone).
//
// stall_milliseconds: the longest without a byte, connecting included. Less than 1024 bytes a second for ten seconds count as
// a stall, too.
ccurl_result ccurl_fetch(
    const char *url, const char *user_agent, long stall_milliseconds, int64_t maximum, ccurl_take take, void *context);
