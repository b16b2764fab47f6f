#pragma once
#include <sqlite3.h>
/* sqlite3_bind_* take a destructor constant that Swift cannot import: it is a cast of -1 to a function pointer. */
static inline sqlite3_destructor_type shiying_sqlite_transient(void) { return SQLITE_TRANSIENT; }
