/* What two texts share, counted: sets of shingles, longer runs, and occurrences of each.
 *
 * simcore/text/measures says which of these counts, and why.
 */

#include "inside.h"

#define RUN_FACTOR 0x9E3779B97F4A7C15u
#define MOST_CHARACTERS 5
#define AHEAD 4
#define MANY_TIMES 100 /* as long: a merge of both takes longer than to seek each of the few */

int64_t core_longer(uint64_t *runs, int64_t count, int64_t length) {
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

/* Return where the values begin whose two highest bits are `part`, or more. */
static int64_t part_at(const uint64_t *sorted, int64_t count, uint64_t part) {
    int64_t from = 0;
    while (from < count) {
        int64_t middle = from + (count - from) / 2, below = sorted[middle] >> 62 < part;
        from = below ? middle + 1 : from;
        count = below ? count : middle;
    }
    return from;
}

#define LEFT(n) LESS(a_end[n] - a[n], b_end[n] - b[n])
#define STEP(n) /* no branch depends on the values */ \
    one = left[a[n]], other = right[b[n]];             \
    shared += one == other;                            \
    if (marks) marks[a[n]] = one == other;             \
    a[n] += one <= other;                              \
    b[n] += other <= one;

/* Count how many of a few values are among many. Both ascend, and hashes are spread evenly: where one
 * stands says about where the next one does. Others are found, too, in the logarithm of the distance. */
static int64_t sought(const uint64_t *few, int64_t m, const uint64_t *many, int64_t n) {
    uint64_t before = 0;
    int64_t shared = 0, low = 0; /* what is below it is less than all that is still sought */
    for (int64_t at = 0; at < m && low < n; before = few[at++]) {
        uint64_t value = few[at];
        int64_t guess = low + (int64_t)(((value - before) >> 32) * (uint64_t)n >> 32);
        int64_t high = LESS(guess, n), step = 1;
        if (high < n && many[high] < value) {
            for (low = high + 1; low + step < n && many[low + step] < value; step *= 2) {
                low += step + 1;
            }
            high = LESS(low + step, n);
        } else {
            for (; high - step > low && many[high - step] >= value; step *= 2) {
                high -= step;
            }
            low = high - step > low ? high - step + 1 : low;
        }
        while (low < high) {
            int64_t middle = low + (high - low) / 2, below = many[middle] < value;
            low = below ? middle + 1 : low;
            high = below ? high : middle;
        }
        shared += low < n && many[low] == value;
    }
    return shared;
}

int64_t core_shared(Sets *pairs, int64_t count) {
    for (Sets *pair = pairs; pair < pairs + count; pair++) {
        const uint64_t *left = pair->left, *right = pair->right;
        int64_t m = pair->lefts, n = pair->rights, shared = 0, sure;
        uint64_t one, other;
        uint8_t *marks = pair->marks;
        if (!marks && !((m | n) >> 31) && (m / MANY_TIMES > n || n / MANY_TIMES > m)) {
            pair->shared = m < n ? sought(left, m, right, n) : sought(right, n, left, m);
            continue;
        }
        /* four parts side by side: a step in one does not wait for those in the others */
        int64_t a[] = {0, part_at(left, m, 1), part_at(left, m, 2), part_at(left, m, 3)};
        int64_t b[] = {0, part_at(right, n, 1), part_at(right, n, 2), part_at(right, n, 3)};
        const int64_t a_end[] = {a[1], a[2], a[3], m}, b_end[] = {b[1], b[2], b[3], n};
        while ((sure = LESS(LESS(LEFT(0), LEFT(1)), LESS(LEFT(2), LEFT(3)))) > 0) {
            for (; sure; sure--) {
                STEP(0) STEP(1) STEP(2) STEP(3)
            }
        }
        for (int part = 0; part < 4; part++) {
            while (LEFT(part) > 0) {
                STEP(part)
            }
        }
        pair->shared = shared;
    }
    return count;
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

int64_t core_joined(
    const int32_t *texts, const int32_t *starts, const int32_t *counts, const int32_t *owners,
    int64_t count, const int32_t *least, int32_t *times, int32_t *met, int32_t *pairs
) {
    int64_t kept = 0, number = 0, at = 0;
    for (; at < count; number = 0) {
        int32_t text = owners[at];
        for (; at < count && owners[at] == text; at++) {
            const int32_t *end = texts + starts[at] + counts[at];
            for (const int32_t *other = end - counts[at]; other < end; other++) {
                met[number] = *other; /* no branch depends on the values */
                number += !times[*other]++;
            }
        }
        for (const int32_t *other = met; other < met + number; other++) {
            int32_t *pair = pairs + 3 * kept;
            pair[0] = text, pair[1] = *other, pair[2] = times[*other];
            kept += pair[2] >= LESS(least[text], least[*other]);
            times[*other] = 0;
        }
    }
    return kept;
}
