/* Words of a normal form, by the dictionary of jieba, as its cut without the hidden Markov model.
 *
 * A run of Chinese characters, Latin letters, digits and a few signs is cut where the sum of the
 * logarithms of its words' frequencies is greatest. Ties and sums are those of jieba: the same
 * additions of doubles in the same order, and of equal sums the longer word first.
 */

#include "inside.h"

/* ---- pieces, in their order */

static uint64_t hash_of(Cutter *cutter, const uint32_t *word, int64_t count) {
    Blake2b state;
    uint64_t low = 0, high = 0, digest;
    int short_ascii = count < 16;
    for (int64_t at = 0; short_ascii && at < count; at++) {
        short_ascii = word[at] < 0x80;
        if (at < 8) {
            low |= (uint64_t)word[at] << 8 * at;
        } else {
            high |= (uint64_t)word[at] << 8 * (at - 8);
        }
    }
    uint64_t *known = NULL;
    if (short_ascii) { /* the same few thousand words recur all the time */
        high |= (uint64_t)count << 56;
        known = cutter->known + 3 * (mixed(low ^ mixed(high)) & (KNOWN_WORDS - 1));
        if (known[2] && known[0] == low && known[1] == high) {
            return known[2];
        }
    }
    blake2b_begin(&state, sizeof digest);
    blake2b_add(&state, word, count);
    blake2b_end(&state, (uint8_t *)&digest);
    if (known) {
        known[0] = low;
        known[1] = high;
        known[2] = digest;
    }
    return digest;
}

static int is_word(const Tables *tables, const uint32_t *piece, int64_t count) {
    for (int64_t at = 0; at < count; at++) {
        if (class_of(tables, piece[at]) & CLASS_ALNUM) {
            return 1;
        }
    }
    return 0;
}

/* Note a piece; `hash` is its hash where that is known. */
static void note(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end, uint64_t hash) {
    if (cutter->ends) {
        cutter->ends[cutter->pieces] = (uint32_t)end;
    }
    cutter->pieces++;
    if (cutter->hashes) {
        if (!hash && is_word(cutter->tables, text + start, end - start)) {
            hash = hash_of(cutter, text + start, end - start);
        }
        if (hash) {
            cutter->hashes[cutter->listed++] = hash;
        }
    }
}

/* ---- runs that the dictionary knows the characters of */

#define KEY_BITS (NODE_BITS + NUMBER_BITS)

/* Return the edge from a node by a character, 0 if there is none. */
static uint64_t edge_of(const Dictionary *words, uint64_t parent, uint32_t code) {
    uint64_t key = parent << NUMBER_BITS | number_of(code);
    const uint64_t *edge = SECTION(words, edges, uint64_t) + slot_of(key, words->slots);
    while (*edge) { /* behind the last slot is an empty one */
        if ((*edge >> NODE_BITS & ((UINT64_C(1) << KEY_BITS) - 1)) == key) {
            return *edge;
        }
        edge++;
    }
    return 0;
}

#define AHEAD 8

static void cut_run(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end) {
    const Dictionary *words = cutter->words;
    const uint32_t *run = text + start;
    const uint64_t *first = SECTION(words, first, uint64_t);
    const double *weights = SECTION(words, weights, double);
    double *sums = cutter->sums;
    int64_t count = end - start;
    sums[count] = 0;
    for (int64_t at = count - 1; at >= 0; at--) {
        uint64_t edge = first[number_of(run[at])];
        if (at >= AHEAD) { /* what will be looked up soon is on its way from memory until then */
            uint64_t node = first[number_of(run[at - AHEAD])] & ((1u << NODE_BITS) - 1);
            uint64_t key = node << NUMBER_BITS | number_of(run[at - AHEAD + 1]);
            __builtin_prefetch(SECTION(words, edges, uint64_t) + slot_of(key, words->slots));
        }
        int64_t behind = at + 1, next = at + 1;
        uint32_t of = 0;
        double best = words->unknown + sums[at + 1];
        while (edge) {
            uint32_t node = edge & ((1u << NODE_BITS) - 1);
            if (edge & EDGE_WORD) { /* not only the beginning of one */
                double sum = weights[node] + sums[behind];
                if (!of || sum >= best) {
                    best = sum;
                    next = behind;
                    of = node;
                }
            }
            if (behind == count || !(edge & EDGE_GOES_ON)) {
                break;
            }
            edge = edge_of(words, node, run[behind]);
            behind++;
        }
        sums[at] = best;
        cutter->next[at] = (uint32_t)next;
        cutter->nodes[at] = of;
    }
    const uint64_t *hashes = SECTION(words, hashes, uint64_t);
    int64_t latin = -1; /* where single letters and digits that make a word together began */
    for (int64_t at = 0; at < count; at = cutter->next[at]) {
        int64_t next = cutter->next[at];
        if (next == at + 1 && class_of(cutter->tables, run[at]) & CLASS_LATIN) {
            latin = latin < 0 ? at : latin;
            continue;
        }
        if (latin >= 0) {
            note(cutter, text, start + latin, start + at, 0);
            latin = -1;
        }
        note(cutter, text, start + at, start + next, hashes[cutter->nodes[at]]);
    }
    if (latin >= 0) {
        note(cutter, text, start + latin, end, 0);
    }
}

void cut_part(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end) {
    for (int64_t at = start, behind; at < end; at = behind) {
        behind = at;
        while (behind < end && class_of(cutter->tables, text[behind]) & CLASS_BLOCK) {
            behind++;
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
}

/* ---- texts with letters that are neither ASCII nor Chinese */

static int is_plain(uint32_t code) {
    return (code >= 'a' && code <= 'z') || (code >= '0' && code <= '9');
}

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
        if (entry & LETTER_MARK) {
            continue;
        }
        int changed = (entry & CODE) && !(entry & (LETTER_BETWEEN | LETTER_MINUS));
        out[kept++] = changed ? entry & CODE : normal[at];
    }
    return kept;
}
