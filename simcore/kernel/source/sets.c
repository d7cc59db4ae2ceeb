/* Sorted sets of 64-bit hashes. */

#include "inside.h"

#define FEW 16
#define MOST_BITS 16 /* by which a value is put into its place: a cache has room for the places */
#define MOST_MOVES 8 /* of a value, as a mean; of hashes it is less than one */
#define OCCURRENCE_FACTOR 0xD1B54A32D192ED03u

/* Put values where they belong by the `bits` that are `shift` above the lowest. */
static void scatter(
    const uint64_t *from, int64_t count, uint64_t *to, uint32_t *starts, int shift, int bits
) {
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint32_t before = 0;
    __builtin_memset(starts, 0, sizeof *starts << bits);
    for (int64_t at = 0; at < count; at++) {
        starts[from[at] >> shift & mask]++;
    }
    for (uint64_t place = 0; place <= mask; place++) {
        uint32_t here = starts[place];
        starts[place] = before;
        before += here;
    }
    for (int64_t at = 0; at < count; at++) {
        to[starts[from[at] >> shift & mask]++] = from[at];
    }
}

/* Sort by a few bits after the others, the lowest first, whatever the values are. */
static void sort_by(
    uint64_t *values, int64_t count, uint64_t *spare, uint32_t *starts, int width, int bits
) {
    uint64_t *from = values, *to = spare;
    for (int shift = 0; shift < width; shift += bits) {
        scatter(from, count, to, starts, shift, bits);
        uint64_t *made = to;
        to = from;
        from = made;
    }
    for (int64_t at = 0; from != values && at < count; at++) {
        values[at] = from[at];
    }
}

/* Put values that are nearly in order into it, one after the other, to `values`, which may be where
 * they are; return how many it has then. These are not all where it takes too many moves. */
static int64_t settle(const uint64_t *from, int64_t count, uint64_t *values) {
    int64_t moves = MOST_MOVES * count, at = 0;
    for (; at < count && moves >= 0; at++) {
        uint64_t value = from[at];
        int64_t to = at;
        for (; to > 0 && values[to - 1] > value; to--) {
            values[to] = values[to - 1];
        }
        values[to] = value;
        moves -= at - to;
    }
    return at;
}

int64_t core_sort(uint64_t *values, int64_t count, uint64_t *spare) {
    const uint64_t *from = values;
    uint32_t *starts = (uint32_t *)(spare + count);
    uint64_t all = 0;
    for (int64_t at = 0; at < count; at++) {
        all |= values[at];
    }
    int width = all ? 64 - __builtin_clzll(all) : 0, bits = 64 - __builtin_clzll((uint64_t)count | 1);
    if (count > FEW && bits <= MOST_BITS) {
        scatter(values, count, spare, starts, width > bits ? width - bits : 0, bits);
        from = spare;
    } else if (count > FEW) { /* into parts first, so that a cache has all that each needs */
        int above = width > 8 ? width - 8 : 0, some = bits - 8 < MOST_BITS ? bits - 8 : MOST_BITS;
        int64_t start = 0, end;
        scatter(values, count, spare, starts, above, 8);
        for (uint32_t *part = starts; part < starts + 256; part++, start = end) {
            end = *part;
            scatter(spare + start, end - start, values + start, starts + 256,
                    above > some ? above - some : 0, some);
        }
    }
    int64_t done = settle(from, count, values);
    if (done < count) {
        for (; done < count; done++) {
            values[done] = from[done];
        }
        sort_by(values, count, spare, starts, width, bits < 11 ? bits : 11);
    }
    return count;
}

int64_t core_distinct(uint64_t *values, int64_t count, uint64_t *spare) {
    core_sort(values, count, spare);
    int64_t left = 0;
    for (int64_t at = 0; at < count; at++) { /* no branch depends on the values */
        values[left] = values[at];
        left += at + 1 == count || values[at] != values[at + 1];
    }
    return left;
}

int64_t core_each(uint64_t *values, int64_t count, uint64_t *spare) {
    uint64_t before = 0, place = 0;
    int64_t changed = 0;
    core_sort(values, count, spare);
    for (int64_t at = 0; at < count; at++) {
        uint64_t value = values[at];
        place = at && value == before ? place + 1 : 0;
        before = value;
        if (place) {
            values[at] = mixed(value + place * OCCURRENCE_FACTOR);
            changed++;
        }
    }
    return changed ? core_sort(values, count, spare) : count;
}
