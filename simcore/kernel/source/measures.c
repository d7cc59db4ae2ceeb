/* What two texts share, counted: sets of shingles, longer runs, and occurrences of each.
 *
 * simcore/text/similarity.py says which of these counts, and why.
 */

#include "inside.h"

#define RUN_FACTOR 0x9E3779B97F4A7C15u
#define AHEAD 4
#define MANY_TIMES 4 /* as long: a merge takes longer than to seek each of the few */

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

int64_t core_index(const uint64_t *sorted, int64_t count, int64_t bits, uint32_t *index) {
    __builtin_memset(index, 0, (sizeof *index << bits) + sizeof *index);
    for (int64_t at = 0; at < count; at++) {
        index[(sorted[at] >> (64 - bits)) + 1] = (uint32_t)at + 1;
    }
    for (int64_t place = 0; place >> bits == 0; place++) { /* what begins with no value is empty */
        index[place + 1] = index[place] > index[place + 1] ? index[place] : index[place + 1];
    }
    return count;
}

/* Return where a value stands among sorted ones with an index; if it does not, where another does. */
static inline int64_t place_of(const Sorted *many, uint64_t value) {
    const uint32_t *place = many->index + (value >> (64 - many->bits));
    int64_t low = place[0], high = place[1];
    while (high - low > 4) { /* hardly ever, where values are hashes; else no branch depends on them */
        int64_t middle = low + (high - low) / 2, below = many->values[middle] <= value;
        low = below ? middle : low;
        high = below ? high : middle;
    }
    const uint64_t *at = many->values + low;
    return low + (at[0] < value) + (at[1] < value) + (at[2] < value);
}

int64_t core_places(const Sorted *all, const uint64_t *some, int64_t count, uint32_t *places) {
    for (int64_t at = 0; at < count; at++) {
        places[at] = (uint32_t)place_of(all, some[at]);
    }
    return count;
}

/* Return where one of four parts begins; without an index the last one is all there is. */
static int64_t part_at(const Sorted *one, int64_t part) {
    return one->index ? one->index[part << (one->bits - 2)] : 0;
}

#define LEFT(n) LESS(a_end[n] - a[n], b_end[n] - b[n])
#define STEP(n) /* no branch depends on the values */ \
    one = left[a[n]], other = right[b[n]];             \
    shared += one == other;                            \
    if (marks) marks[a[n]] = one == other;             \
    a[n] += one <= other;                              \
    b[n] += other <= one;

/* Count by going over both; four parts side by side: a step in one does not wait for the others. */
static int64_t merged(const Sorted *few, const Sorted *many, uint8_t *marks) {
    const uint64_t *left = few->values, *right = many->values;
    int64_t a[] = {0, part_at(few, 1), part_at(few, 2), part_at(few, 3)}, shared = 0, sure;
    int64_t b[] = {0, part_at(many, 1), part_at(many, 2), part_at(many, 3)};
    const int64_t a_end[] = {a[1], a[2], a[3], few->count}, b_end[] = {b[1], b[2], b[3], many->count};
    uint64_t one, other;
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
    return shared;
}

int64_t core_shared(Sets *pairs, int64_t count) {
    for (Sets *pair = pairs; pair < pairs + count; pair++) {
        const Sorted *few = pair->left, *many = pair->right;
        int seek = many->index && few->count < many->count / MANY_TIMES;
        pair->shared = seek ? 0 : merged(few, many, NULL);
        for (int64_t at = 0; seek && at < few->count; at++) {
            pair->shared += many->values[place_of(many, few->values[at])] == few->values[at];
        }
    }
    return count;
}

int64_t core_alone(Sets *pairs, int64_t count, int64_t single, int64_t few, uint8_t *marks) {
    for (Sets *pair = pairs; pair < pairs + count; pair++) {
        int64_t length = 0, runs = 0, singles = 0, fews = 0, last = pair->left->count;
        __builtin_memset(marks, 0, (size_t)last);
        merged(pair->left, pair->right, marks);
        marks[last] = 1; /* the end */
        for (int64_t at = 0; at <= pair->many; at++) { /* no branch depends on the values */
            int64_t ends = marks[at < pair->many ? pair->places[at] : last], ended = ends & (length > 0);
            runs += ended;
            singles += ended & (length <= single);
            fews += ended & (length <= few);
            length = (length + 1) & (ends - 1);
        }
        pair->shared = runs, pair->single = singles, pair->few = fews;
    }
    return count;
}

#define ROUNDED 1e-6
/* Return how many runs of a text are kept at its own or a sparser rate; a damaged file may have any. */
static int32_t of_rate(const Sketched *one, int32_t rate) {
    return rate > one->rate && rate > 0 && rate < 6 ? one->at[rate - 1] : one->runs;
}
/* Return how many samples two texts share at least, if they are as similar as is asked. */
static double needed(const Sketched *one, const Sketched *other, double alike, double held) {
    int32_t some = one->size - one->runs, others = other->size - other->runs, both = some && others;
    int32_t rate = one->rate > other->rate ? one->rate : other->rate;
    double mine = both ? some : of_rate(one, rate), theirs = both ? others : of_rate(other, rate);
    double of_both = alike * (mine + theirs), of_less = held * (mine < theirs ? mine : theirs);
    return of_both < of_less ? of_both : of_less;
}

int64_t core_met(
    const int32_t *texts, const int32_t *slices, const int64_t *first, int64_t *next, int64_t end,
    const Sketched *asked, const Sketched *every, double alike, double held, double slack,
    int32_t *times, int32_t *met, int32_t *pairs, int64_t room
) {
    int64_t kept = 0;
    for (; *next < end; ++*next) {
        const Sketched *one = asked + *next;
        int64_t number = 0;
        for (int64_t slice = first[*next]; slice < first[*next + 1]; slice++) {
            const int32_t *last = texts + slices[2 * slice + 1];
            for (const int32_t *other = texts + slices[2 * slice]; other < last; other++) {
                met[number] = *other; /* no branch depends on the values */
                number += !times[*other]++;
            }
        }
        int full = kept + number > room;
        for (const int32_t *other = met; other < met + number; other++) {
            const Sketched *two = every + *other;
            int32_t *pair = pairs + 3 * kept;
            double least = needed(one, two, alike, held), by = least - times[*other] - ROUNDED;
            if (!full && (by <= 1 || by * by <= slack * slack * least)) {
                pair[0] = (int32_t)*next, pair[1] = *other, pair[2] = times[*other];
                kept++;
            }
            times[*other] = 0;
        }
        if (full) {
            return kept;
        }
    }
    return kept;
}
