#pragma once
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

/// What a callback returns when all went well; its text must live as long as the program.
static inline struct heif_error heif_error_of_success(void) {
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
  return error;
}
