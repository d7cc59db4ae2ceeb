/* Windows calls this when it loads the library. It comes from the C library where there is one. */
#include "core.h"

#if defined(_WIN32)
int DllMainCRTStartup(void *library, uint32_t reason, void *reserved);

int DllMainCRTStartup(void *library, uint32_t reason, void *reserved)
{
    (void)library;
    (void)reason;
    (void)reserved;
    return 1;
}
#endif
