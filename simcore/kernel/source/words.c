/* Words of a normal form, by the dictionary of jieba, as its cut without the hidden Markov model.
 *
 * A run of Chinese characters, Latin letters, digits and a few signs is cut where the sum of the
 * logarithms of its words' frequencies is greatest. Ties and sums are those of jieba: the same
 * additions of doubles in the same order, and of equal sums the longer word first.
 */

#include "inside.h"

/* ---- pieces, in their order */

static void settle(Cutter *cutter) {
    for (Waiting *one = cutter->waiting; one < cutter->waiting + cutter->waits; one++) {
        uint64_t *known = one->known;
        if (known[0] != one->key[0] || known[1] != one->key[1]) {
            known[0] = one->key[0];
            known[1] = one->key[1];
            blake2b(one->word, one->count, sizeof *known, (uint8_t *)(known + 2));
        }
        cutter->hashes[one->at] = known[2];
    }
    cutter->waits = 0;
}

/* List the hash of a word. The same few thousand short ones recur all the time: their hashes are
 * remembered, and come from memory while the next words are sought. */
static void list(Cutter *cutter, const uint32_t *word, int64_t count) {
    Waiting *one = cutter->waiting + cutter->waits;
    uint64_t *key = one->key;
    int64_t used = 0, bytes;
    key[0] = key[1] = 0;
    for (int64_t at = 0; at < count && used <= SHORT; at++, used += bytes) {
        uint64_t utf8 = utf8_of(word[at], &bytes);
        key[used >> 3 & 1] |= utf8 << 8 * (used & 7);
        key[1] |= used < 8 && used > 4 ? utf8 >> 8 * (8 - used) : 0;
    }
    one->at = cutter->listed++;
    if (used > SHORT) {
        blake2b(word, count, sizeof(uint64_t), (uint8_t *)(cutter->hashes + one->at));
        return;
    }
    uint64_t place = (key[0] ^ key[1] * 0xD1B54A32D192ED03u) * 0x9E3779B97F4A7C15u;
    one->known = cutter->known + 3 * (place >> 32 & (KNOWN_WORDS - 1));
    __builtin_prefetch(one->known);
    __builtin_prefetch(one->known + 2);
    one->word = word;
    one->count = count;
    if (++cutter->waits == MOST_WAITING) {
        settle(cutter);
    }
}

/* Note a piece, if there is one; `hash` is its hash where that is known. */
static inline void note(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end, uint64_t hash) {
    if (start == end) {
        return;
    }
    if (cutter->ends) {
        cutter->ends[cutter->pieces] = (uint32_t)end;
    }
    cutter->pieces++;
    if (cutter->hashes && hash) {
        cutter->hashes[cutter->listed++] = hash;
        return;
    }
    for (int64_t at = start; cutter->hashes && at < end; at++) {
        if (class_of(cutter->tables, text[at]) & CLASS_ALNUM) {
            list(cutter, text + start, end - start);
            return;
        }
    }
}

/* ---- runs that the dictionary knows the characters of */

#define KEY_BITS (NODE_BITS + NUMBER_BITS)
#define TOGETHER 64

static inline uint32_t node_of(uint64_t edge) { return edge & ((1u << NODE_BITS) - 1); }

static inline int is_block(const Cutter *cutter, uint32_t code) {
    return code < 0x80 ? (cutter->ascii[code] & CLASS_BLOCK) != 0 : is_han(code);
}

/* Return what the edge from the node of another one by a character is sought by. */
static inline uint64_t key_of(uint64_t before, uint32_t code) {
    return (uint64_t)node_of(before) << NUMBER_BITS | number_of(code);
}

static inline const uint64_t *slot_of(const Dictionary *words, uint64_t key) {
    return SECTION(words, edges, uint64_t) + (key * 0x9E3779B97F4A7C15u >> 32 & (words->slots - 1));
}

/* Return the edge of a key, 0 if there is none. */
static inline uint64_t edge_of(const Dictionary *words, uint64_t key) {
    const uint64_t *edge = slot_of(words, key);
    while (*edge && (*edge >> NODE_BITS & ((UINT64_C(1) << KEY_BITS) - 1)) != key) {
        edge++;
    }
    return *edge;
}

/* Look up what begins at each of the next characters, of two characters. Memory takes
 * its time to answer, so it is asked for all of them before the first answer is needed. */
static void look_up(Cutter *cutter, const uint32_t *text, int64_t start) {
    const Dictionary *words = cutter->words;
    const uint64_t *first = SECTION(words, first, uint64_t);
    const Node *nodes = SECTION(words, nodes, Node);
    int64_t end = LESS(start + TOGETHER, cutter->end), asked = 0;
    uint64_t keys[TOGETHER];
    uint32_t places[TOGETHER];
    for (int64_t at = start; at < end; at++) {
        cutter->steps[at] = 0;
        if (at + 1 < cutter->end && is_block(cutter, text[at]) && is_block(cutter, text[at + 1])) {
            keys[asked] = key_of(first[number_of(text[at])], text[at + 1]);
            __builtin_prefetch(slot_of(words, keys[asked]));
            places[asked++] = (uint32_t)(at - start);
        }
    }
    for (int64_t one = 0; one < asked; one++) {
        int64_t at = start + places[one];
        uint64_t edge = cutter->steps[at] = edge_of(words, keys[one]);
        __builtin_prefetch(nodes + node_of(edge));
    }
    cutter->looked = end;
}

/* Take a word of some characters if no shorter one is better. */
#define TRY(edge, behind)                                                                          \
    do {                                                                                           \
        uint32_t node = node_of(edge);                                                             \
        double sum = nodes[node].weight + sums[behind];                                        \
        uint64_t better = -(uint64_t)(sum >= best), to = (uint64_t)node << 32 | (uint64_t)(behind); \
        best = sum > best ? sum : best;                                                            \
        step ^= (step ^ to) & better;                                                              \
    } while (0)

static void cut_run(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end) {
    const Dictionary *words = cutter->words;
    const uint64_t *first = SECTION(words, first, uint64_t);
    const Node *nodes = SECTION(words, nodes, Node);
    int64_t from = start, at; /* what is between both are letters and digits of one word */
    /* up to where two characters begin a word there is one way only */
    for (at = start; at < end && text[at] < 0x80; at++) {
        uint64_t edge = first[text[at]];
        if ((edge & EDGE_GOES_ON) && at + 1 < end && edge_of(words, key_of(edge, text[at + 1]))) {
            break;
        }
        if (!(cutter->ascii[text[at]] & CLASS_LATIN)) {
            note(cutter, text, from, at, 0);
            from = at + 1;
            note(cutter, text, at, from, nodes[node_of(edge)].hash);
        }
    }
    start = at;
    while (start < end && cutter->looked < end) {
        look_up(cutter, text, cutter->looked < start ? start : cutter->looked);
    }
    double *sums = cutter->sums;
    uint64_t *steps = cutter->steps;
    sums[end] = 0;
    for (at = end - 1; at >= start; at--) {
        uint64_t edge = first[number_of(text[at])], two = steps[at];
        double best = -__builtin_inf();
        uint64_t step = (uint64_t)at + 1;
        TRY(edge, at + 1);
        TRY(two, at + 2);
        for (int64_t behind = at + 2; two & EDGE_GOES_ON && behind < end; behind++) {
            two = edge_of(words, key_of(two, text[behind]));
            TRY(two, behind + 1);
        }
        if (best == -__builtin_inf()) { /* nothing is a word */
            best = words->unknown + sums[at + 1];
        }
        sums[at] = best;
        steps[at] = step;
    }
    for (int64_t next = at = start; at < end; at = next) {
        next = steps[at] & UINT32_MAX;
        if (next == at + 1 && text[at] < 0x80 && cutter->ascii[text[at]] & CLASS_LATIN) {
            continue;
        }
        note(cutter, text, from, at, 0);
        from = next;
        note(cutter, text, at, next, nodes[steps[at] >> 32].hash);
    }
    note(cutter, text, from, end, 0);
}

void cut_part(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end) {
    cutter->end = end;
    for (int64_t at = start, behind; at < end; at = behind) {
        for (behind = at; behind < end && is_block(cutter, text[behind]); behind++) {
        }
        if (behind > at) {
            cut_run(cutter, text, at, behind);
            continue;
        }
        behind = at + 1;
        if (text[at] == '\r' && behind < end && text[behind] == '\n') {
            behind++;
        }
        note(cutter, text, at, behind, 0);
    }
    settle(cutter);
}

/* ---- texts with letters that are neither ASCII nor Chinese */

static int is_plain(uint32_t code) { return code - 'a' < 26 || code - '0' < 10; }

/* A word with such a letter is one piece, with the ASCII letters before it; so is a character of a
 * script without spaces. All between these is cut by the dictionary. */
void cut_foreign(Cutter *cutter, const uint32_t *text, int64_t count) {
    const Tables *tables = cutter->tables;
    int64_t from = 0, at = 0;
    while (at < count) {
        int64_t letter = at, end = at;
        while (letter < count && is_plain(text[letter])) {
            letter++;
        }
        if (letter < count && class_of(tables, text[letter]) & CLASS_FOREIGN) {
            end = letter + 1;
            while (end < count && class_of(tables, text[end]) & CLASS_LETTER) {
                end++;
            }
        } else if (letter == at && class_of(tables, text[at]) & CLASS_UNSPACED) {
            end = at + 1;
        }
        if (end > at) {
            cut_part(cutter, text, from, at);
            note(cutter, text, at, end, 0);
            from = at = end;
        } else {
            at = letter > at ? letter : at + 1;
        }
    }
    cut_part(cutter, text, from, count);
}

int64_t drop_marks(const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *out) {
    int64_t kept = 0;
    for (int64_t at = 0; at < count; at++) {
        uint32_t entry = letter_of(tables, normal[at]);
        int changed = (entry & CODE) && !(entry & (LETTER_BETWEEN | LETTER_MINUS));
        out[kept] = changed ? entry & CODE : normal[at]; /* what does not stay is written over */
        kept += !(entry & LETTER_MARK);
    }
    return kept;
}
