#pragma once
#ifdef __cplusplus
extern "C" {
#endif
/* exempi prints every error that it returns on std::cerr too, and offers no way to stop it. What this program says on
   standard error is its own: C++ streams of libraries are made to swallow what they get. Writing to descriptor 2 and
   stdio's stderr are not touched. */
void shiying_silence_standard_errors(void);
/* libjxl 0.7 prints the place in its source of everything that it refuses, even of what it then reads in another way, and
   offers no way to stop it either. stdio's stderr is made to drop these lines and to pass on all others, for the rest of
   the process; writing to descriptor 2 is not touched. */
void shiying_silence_libjxl(void);
#ifdef __cplusplus
}
#endif
