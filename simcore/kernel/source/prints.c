/* All that the index stores of a text, by the default recipe: words and pairs of words vote.
 *
 * simcore/fingerprints.py and simcore/text/shingles.py have the definitions.
 */

#include "inside.h"

#define GOLDEN 0x9E3779B97F4A7C15u
#define LEAST_SKETCH 96
#define SPARSEST 32
#define SHORT_TEXT 128 /* letters: of a shorter one the sketch has all shingles, too */
#define OF_SHINGLE 0x80000000u

static int64_t aligned(int64_t bytes) { return (bytes + 63) & ~(int64_t)63; }

/* Take memory of the caller. */
static void *taken(char **memory, int64_t bytes) {
    char *start = *memory;
    *memory += aligned(bytes);
    return start;
}

/* Cut a normal form, whose marks are dropped to `bare` where it has foreign letters. The whole of it
 * may be one run that is cut by the dictionary. */
static void cut(
    Cutter *cutter, char *memory, const uint32_t *text, int64_t count, int32_t foreign, uint32_t *bare
) {
    cutter->sums = taken(&memory, 8 * (count + 3));
    cutter->steps = taken(&memory, 8 * count);
    cutter->ascii = SECTION(cutter->tables, classes, uint8_t) + cell_of(page_of(cutter->tables, 0), 0);
    if (foreign) {
        cut_foreign(cutter, bare, drop_marks(cutter->tables, text, count, bare));
    } else {
        cut_part(cutter, text, 0, count);
    }
}

/* Return how many slots the features of so many words need: they stay half empty. */
static int64_t slots_for(int64_t words) {
    int64_t slots = 64;
    while (slots < 4 * words) {
        slots *= 2;
    }
    return slots;
}

int64_t core_needs(int64_t count) {
    int64_t hashes = aligned(8 * count), cutting = aligned(8 * (count + 3)) + hashes + aligned(4 * count);
    int64_t voting = 8 * slots_for(count), shingling = aligned(4 * count) + 7 * hashes;
    int64_t most = cutting > voting ? cutting : voting;
    return aligned(KNOWN_BYTES) + hashes + (most > shingling ? most : shingling);
}

/* ---- words */

int64_t core_pieces(
    const Tables *tables, const Dictionary *words, const uint32_t *normal, int64_t count,
    int32_t foreign, char *memory, int64_t size, uint32_t *ends, uint32_t *bare
) {
    if (size < core_needs(count)) {
        return NO_ROOM;
    }
    Cutter cutter = {.tables = tables, .words = words, .ends = ends};
    cut(&cutter, memory, normal, count, foreign, bare);
    return cutter.pieces;
}

/* ---- features and their votes */

/* The features of a text, each once: a hash table, half empty, and the votes of those that are in it.
 * Where a feature stands depends on all of the text, so that nobody can choose many for one place.
 * The counters of all 64 bits are kept as planes, the lowest digits of all in the first. */
typedef struct {
    uint64_t *slots, mask, seed, planes[48];
    int64_t count;
    int zero; /* whether 0, which marks an empty slot, is one of them */
} Features;

static void add(Features *made, uint64_t feature) {
    uint64_t *slot = made->slots + (feature * made->seed >> 32 & made->mask), carry = feature;
    if (!feature) {
        made->count += !made->zero;
        made->zero = 1;
        return;
    }
    while (*slot && *slot != feature) {
        slot = slot == made->slots + made->mask ? made->slots : slot + 1;
    }
    if (*slot) {
        return;
    }
    *slot = feature;
    made->count++;
    for (int plane = 0; carry; plane++) {
        uint64_t both = made->planes[plane] & carry;
        made->planes[plane] ^= carry;
        carry = both;
    }
}

static void add_all(Features *made, const uint64_t *hashes, int64_t count) {
    __builtin_memset(made->slots, 0, (made->mask + 1) * sizeof *made->slots);
    for (int64_t at = 0; at < count; at++) {
        add(made, mixed(hashes[at]));
        if (at) {
            add(made, mixed(mixed(2 * GOLDEN + hashes[at - 1]) * GOLDEN + hashes[at]));
        }
    }
    if (count == 1) { /* a shorter text is one run */
        add(made, mixed(GOLDEN + hashes[0]));
    }
}

static uint64_t voted(const Features *made) {
    uint64_t bits = 0;
    for (int bit = 0; bit < 64; bit++) {
        int64_t ones = 0;
        for (int plane = 0; made->count >> plane; plane++) {
            ones |= (int64_t)(made->planes[plane] >> bit & 1) << plane;
        }
        bits |= (uint64_t)(2 * ones >= made->count) << bit;
    }
    return bits;
}

/* ---- sketches */

static int64_t sampled(const uint64_t *runs, int64_t count, uint32_t rate, uint64_t *kept) {
    int64_t many = 0;
    for (int64_t at = 0; at < count; at++) {
        kept[many] = (uint32_t)runs[at] & ~OF_SHINGLE; /* no branch depends on the values */
        many += !(runs[at] & (rate - 1));
    }
    return many;
}

static int64_t sketched(
    const uint32_t *form, int64_t letters, uint64_t *shingles, uint64_t *kept, uint64_t *spare
) {
    int64_t many = core_shingles(form, letters, shingles), few = letters < SHORT_TEXT ? many : 0;
    int64_t found = 0;
    for (int64_t at = 0; at < few; at++) {
        kept[at] = (uint32_t)shingles[at] | OF_SHINGLE;
    }
    many = core_runs(form, many, shingles);
    for (uint32_t rate = 2 * SPARSEST; rate > 1 && found < LEAST_SKETCH;) {
        rate /= 2;
        found = core_distinct(kept + few, sampled(shingles, many, rate, kept + few), spare);
    }
    return few ? core_distinct(kept, few + found, spare) : found;
}

/* ---- a text */

int64_t core_print(
    const Tables *tables, const Dictionary *words, const uint32_t *normal, int64_t count,
    int32_t foreign, char *memory, int64_t size, uint32_t *sketch, Print *made
) {
    if (size < core_needs(count)) {
        return NO_ROOM;
    }
    blake2b(normal, count, sizeof made->hash, made->hash);
    Cutter cutter = {.tables = tables, .words = words, .known = taken(&memory, KNOWN_BYTES)};
    char *after = memory; /* what is cut and what is shingled may stand in one place */
    cutter.hashes = taken(&memory, 8 * count);
    char *cutting = memory; /* what it takes is not needed behind it */
    uint32_t *bare = foreign ? taken(&cutting, 4 * count) : NULL;
    cut(&cutter, cutting, normal, count, foreign, bare);
    int64_t slots = slots_for(cutter.listed);
    uint64_t seed;
    __builtin_memcpy(&seed, made->hash, sizeof seed);
    Features features = {taken(&memory, 8 * slots), (uint64_t)slots - 1, seed | 1, {0}, 0, 0};
    add_all(&features, cutter.hashes, cutter.listed);
    made->words = cutter.listed;
    made->features = features.count;
    made->fingerprint = voted(&features);

    uint32_t *form = taken(&after, 4 * count);
    int64_t letters = core_compared(tables, normal, count, form, NULL);
    uint64_t *shingles = taken(&after, 8 * letters), *kept = taken(&after, 16 * letters);
    made->sketch = sketched(form, letters, shingles, kept, taken(&after, 32 * letters));
    for (int64_t at = 0; at < made->sketch; at++) {
        sketch[at] = (uint32_t)kept[at];
    }
    return 0;
}
