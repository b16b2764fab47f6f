#pragma once
#ifdef __cplusplus
extern "C" {
#endif
/* exempi prints every error that it returns on std::cerr too, and offers no way to stop it. What this program says on
   standard error is its own: C++ streams of libraries are made to swallow what they get. Writing to descriptor 2 and
   stdio's stderr are not touched. */
void shiying_silence_standard_errors(void);
#ifdef __cplusplus
}
#endif
