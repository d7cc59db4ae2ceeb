/* Sorted sets of 64-bit hashes. */

#include "inside.h"

#define FEW 24

static void insert_each(uint64_t *values, int64_t count) {
    for (int64_t at = 1; at < count; at++) {
        uint64_t value = values[at];
        int64_t to = at;
        while (to > 0 && values[to - 1] > value) {
            values[to] = values[to - 1];
            to--;
        }
        values[to] = value;
    }
}

/* Put each value among those of its byte, which end where `ends` says. A function of its own: frames
 * of more than 4096 bytes would need a function of Windows' C library. */
__attribute__((noinline)) static void arrange(uint64_t *values, const int64_t *ends, int shift) {
    int64_t starts[256], from = 0;
    for (int byte = 0; byte < 256; byte++) {
        starts[byte] = from;
        from = ends[byte];
    }
    for (int byte = 0; byte < 256; byte++) {
        while (starts[byte] < ends[byte]) {
            uint64_t value = values[starts[byte]];
            int of = value >> shift & 0xFF;
            while (of != byte) { /* each goes where it belongs, and takes out what is there */
                uint64_t other = values[starts[of]];
                values[starts[of]++] = value;
                value = other;
                of = value >> shift & 0xFF;
            }
            values[starts[byte]++] = value;
        }
    }
}

/* Sort in place by one byte after the other, the highest first (McIlroy, Bostic and McIlroy 1993,
 * "American flag sort"): depth is eight at most, whatever the values are. */
static void sort_by(uint64_t *values, int64_t count, int shift) {
    int64_t ends[256] = {0}, from = 0;
    for (int64_t at = 0; at < count; at++) {
        ends[values[at] >> shift & 0xFF]++;
    }
    for (int byte = 0; byte < 256; byte++) {
        from = ends[byte] += from;
    }
    arrange(values, ends, shift);
    from = 0;
    for (int byte = 0; byte < 256; byte++) {
        int64_t size = ends[byte] - from;
        if (size > FEW && shift) {
            sort_by(values + from, size, shift - 8);
        } else if (shift) {
            insert_each(values + from, size);
        }
        from = ends[byte];
    }
}

int64_t distinct_u64(uint64_t *values, int64_t count, int bits) {
    if (count > FEW) {
        sort_by(values, count, bits - 8);
    } else {
        insert_each(values, count);
    }
    return core_unique(values, count);
}
