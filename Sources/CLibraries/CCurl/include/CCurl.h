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
  CCURL_STOPPED = 5,     // `take` failed
  CCURL_FAILED = 6       // anything else
} ccurl_status;

// Why a fetch failed, as far as a person can do something about it.
typedef enum {
  CCURL_REASON_OTHER = 0,
  CCURL_REASON_ADDRESS = 1,     // no URL
  CCURL_REASON_PROTOCOL = 2,    // led to something else than http and https
  CCURL_REASON_RESOLVE = 3,     // no host of this name
  CCURL_REASON_CONNECT = 4,     // the host takes no connection
  CCURL_REASON_TLS = 5,         // certificate, or no secure connection
  CCURL_REASON_REDIRECTS = 6,   // too many of them
  CCURL_REASON_BROKEN_OFF = 7   // the connection ended before the file
} ccurl_reason;

// The end of a fetch.
typedef struct {
  int status;        // ccurl_status
  int reason;        // ccurl_reason, of CCURL_FAILED
  long http_status;  // of CCURL_REFUSED
  char text[256];    // libcurl's own words, NUL-terminated
} ccurl_result;

// Takes bytes as they come: 0 go on, 1 stop, because it failed, 2 stop, because that is all that was wanted (CCURL_OK).
typedef int (*ccurl_take)(void *context, const uint8_t *bytes, size_t count);

// Fetches an http or https URL, redirections followed (to these schemes alone).
//
// stall_milliseconds: the longest without a byte, connecting included. Less than 1024 bytes a second for ten seconds count as
// a stall, too.
ccurl_result ccurl_fetch(
    const char *url, const char *user_agent, long stall_milliseconds, int64_t maximum, ccurl_take take, void *context);
