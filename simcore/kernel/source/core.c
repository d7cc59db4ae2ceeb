#include "core.h"

uint32_t core_version(void)
{
    return CORE_VERSION;
}

void core_mix(uint64_t *values, size_t count)
{
    for (size_t at = 0; at < count; at++) {
        uint64_t value = values[at];
        value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
        values[at] = value ^ (value >> 31);
    }
}
