/* What the files of the core have of each other. */
#ifndef VARIORUM_INSIDE_H
#define VARIORUM_INSIDE_H

#include "core.h"

/* ---- tables */

#define SECTION(of, name, type) ((const type *)((const char *)(of) + (of)->name.offset))

static inline uint32_t page_of(const Tables *tables, uint32_t code) {
    return code < 0x110000 ? SECTION(tables, pages, uint16_t)[code >> PAGE_BITS] : NO_PAGE;
}

static inline size_t cell_of(uint32_t page, uint32_t code) {
    return ((size_t)page << PAGE_BITS) | (code & ((1u << PAGE_BITS) - 1));
}

static inline uint32_t fold_of(const Tables *tables, uint32_t code) {
    uint32_t page = page_of(tables, code);
    return page == NO_PAGE ? code : SECTION(tables, fold, uint32_t)[cell_of(page, code)];
}

static inline uint32_t letter_of(const Tables *tables, uint32_t code) {
    uint32_t page = page_of(tables, code);
    return page == NO_PAGE ? 0 : SECTION(tables, letters, uint32_t)[cell_of(page, code)];
}

static inline uint32_t class_of(const Tables *tables, uint32_t code) {
    uint32_t page = page_of(tables, code);
    return page == NO_PAGE ? 0 : SECTION(tables, classes, uint8_t)[cell_of(page, code)];
}

/* Return the number of a character of the dictionary: ASCII, then U+4E00 to U+9FD5. */
static inline uint32_t number_of(uint32_t code) {
    return code < 0x80 ? code : code - 0x4E00 + 0x80;
}

static inline uint64_t slot_of(uint64_t key, uint32_t slots) {
    return (key * 0x9E3779B97F4A7C15u) >> 32 & (slots - 1);
}

/* ---- hashes.c */

#define BLOCK 128

typedef struct {
    uint64_t h[8], length;
    uint32_t filled, size;
    uint8_t block[BLOCK + 4]; /* a character may reach beyond it */
} Blake2b;

void blake2b_begin(Blake2b *state, uint32_t size);
void blake2b_add(Blake2b *state, const uint32_t *text, int64_t count); /* as UTF-8 */
void blake2b_end(Blake2b *state, uint8_t *digest);

static inline uint64_t mixed(uint64_t value) { /* SplitMix64's finaliser */
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

/* ---- words.c */

typedef struct {
    const Tables *tables;
    const Dictionary *words;
    uint32_t *ends;   /* where each piece ends, or NULL */
    uint64_t *hashes; /* of the words among the pieces, or NULL */
    int64_t pieces, listed;
    /* for one run that is cut by the dictionary: its best sums, next words and their nodes */
    double *sums;
    uint32_t *next, *nodes;
    uint64_t *known; /* hashes of words that came before: three numbers each */
} Cutter;

#define KNOWN_WORDS 16384
#define KNOWN_BYTES (KNOWN_WORDS * 3 * sizeof(uint64_t))

void cut_part(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end);
void cut_foreign(Cutter *cutter, const uint32_t *text, int64_t count);
int64_t drop_marks(const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *out);

#endif
