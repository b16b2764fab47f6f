#include "CStandardErrors.h"
#include <iostream>

void shiying_silence_standard_errors(void) { std::cerr.setstate(std::ios_base::failbit); }
