/* What two texts share, counted: sets of shingles, longer runs, and occurrences of each.
 *
 * simcore/text/measures says which of these counts, and why.
 */

#include "inside.h"

#define RUN_FACTOR 0x9E3779B97F4A7C15u
#define OCCURRENCE_FACTOR 0xD1B54A32D192ED03u
#define MOST_CHARACTERS 5
#define AHEAD 4

int64_t core_read(
    const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *form,
    uint64_t *shingles, const uint8_t *places, int64_t known, int64_t *signs, uint8_t *hash
) {
    Blake2b state;
    for (int64_t at = 0; at < count; at++) {
        signs[normal[at] < known ? places[normal[at]] : 0]++;
    }
    int64_t letters = compare_form(tables, normal, count, form, NULL);
    blake2b_begin(&state, 16);
    blake2b_add(&state, form, letters);
    blake2b_end(&state, hash);
    return shingle_all(form, letters, shingles);
}

int64_t core_unique(uint64_t *sorted, int64_t count) {
    int64_t left = 0;
    for (int64_t at = 0; at < count; at++) { /* no branch depends on the values */
        uint64_t value = sorted[at];
        left += left && sorted[left - 1] == value ? 0 : 1;
        sorted[left - 1] = value;
    }
    return left;
}

int64_t core_longer(
    const uint64_t *in_order, int64_t count, int64_t length, uint64_t *runs
) {
    for (int64_t at = 0; at < count; at++) {
        runs[at] = in_order[at];
    }
    for (int64_t reached = MOST_CHARACTERS; reached < length;) {
        /* two equal runs that overlap are one longer run */
        int64_t step = reached < length - reached ? reached : length - reached;
        if (count <= step) {
            return count < 1 ? count : 1;
        }
        count -= step;
        for (int64_t at = 0; at < count; at++) {
            runs[at] = mixed(runs[at] * RUN_FACTOR + runs[at + step]);
        }
        reached += step;
    }
    return count;
}

int64_t core_apart(uint64_t *sorted, int64_t count) {
    uint64_t before = 0, place = 0;
    int64_t changed = 0;
    for (int64_t at = 0; at < count; at++) {
        uint64_t value = sorted[at];
        place = at && value == before ? place + 1 : 0;
        before = value;
        if (place) {
            sorted[at] = mixed(value + place * OCCURRENCE_FACTOR);
            changed++;
        }
    }
    return changed;
}

int64_t core_shared(
    const uint64_t *left, int64_t lefts, const uint64_t *right, int64_t rights
) {
    int64_t one = 0, other = 0, shared = 0;
    while (one < lefts && other < rights) { /* no branch depends on the values */
        uint64_t a = left[one], b = right[other];
        shared += a == b;
        one += a <= b;
        other += b <= a;
    }
    return shared;
}

int64_t core_partners(
    int32_t text, const uint32_t *offered, const int64_t *parts, int64_t count,
    const int32_t *sizes, const int32_t *needed, const int32_t *hidden, int32_t most,
    const int32_t *least, const uint32_t *lists, const int64_t *starts, const uint8_t *marks,
    int32_t *counts, int32_t *found, int32_t *shared
) {
    int64_t met = 0, kept = 0;
    for (const int64_t *part = parts; part < parts + 3 * count; part += 3) {
        for (int64_t at = part[0]; at < part[1]; at++) {
            int32_t other = offered[at] >> 1;
            int32_t counted = sizes[other] < sizes[text] ? offered[at] & 1 : part[2];
            found[met] = other; /* no branch depends on the values */
            met += counted & !counts[other];
            counts[other] += counted;
        }
    }
    for (int64_t at = 0; at < met; at++) {
        int32_t other = found[at], decides = sizes[other] < sizes[text] ? other : text;
        found[kept] = other;
        counts[other] += hidden[decides] < most ? hidden[decides] : most;
        kept += counts[other] >= needed[decides];
        counts[other] = 0;
    }
    for (int64_t at = 0; at < kept; at++) {
        int32_t other = found[at], decides = sizes[other] < sizes[text] ? other : text, sum = 0;
        int64_t entry = starts[other], end = starts[other + 1];
        __builtin_prefetch(lists + starts[found[at + AHEAD]]);
        while (entry < end && sum + (end - entry) >= least[decides]) {
            sum += marks[lists[entry++]];
        }
        shared[at] = sum;
    }
    return kept;
}
