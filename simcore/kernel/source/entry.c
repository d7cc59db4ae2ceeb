/*
 * The version; and what Windows calls when it loads the library, which comes from the C library
 * where there is one. Linkers look for it under one of two names.
 */
#include "core.h"

#if defined(_WIN32)
int DllMainCRTStartup(void *library, uint32_t reason, void *reserved);
int _DllMainCRTStartup(void *library, uint32_t reason, void *reserved);

int DllMainCRTStartup(void *library, uint32_t reason, void *reserved) {
    (void)library, (void)reason, (void)reserved;
    return 1;
}

int _DllMainCRTStartup(void *library, uint32_t reason, void *reserved) {
    return DllMainCRTStartup(library, reason, reserved);
}
#endif

uint32_t core_version(void) { return CORE_VERSION; }
