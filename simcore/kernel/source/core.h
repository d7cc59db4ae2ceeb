/*
 * What every file of the core shares. The core is C11 without a C library: it allocates nothing,
 * opens nothing and calls nothing but itself. All memory is the caller's.
 */
#ifndef VARIORUM_CORE_H
#define VARIORUM_CORE_H

#include <stddef.h>
#include <stdint.h>

#if !(defined(__x86_64__) || defined(__aarch64__)) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || \
    __SIZEOF_POINTER__ != 8
#error "the core of Variorum is for x64 and arm64 processors in little-endian, 64-bit order only"
#endif

#if defined(_WIN32)
#define CORE_EXPORT __declspec(dllexport)
#else
#define CORE_EXPORT __attribute__((visibility("default")))
#endif

/* Raised when a function is added, goes, or takes other arguments; library.py has the same number. */
#define CORE_VERSION 1

CORE_EXPORT uint32_t core_version(void);

/* Put the finaliser of SplitMix64 (Steele, Lea, Flood 2014) of each of `count` values in its place. */
CORE_EXPORT void core_mix(uint64_t *values, size_t count);

#endif
