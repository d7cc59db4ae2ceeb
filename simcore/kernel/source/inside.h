/* What the files of the core have of each other. */
#ifndef VARIORUM_INSIDE_H
#define VARIORUM_INSIDE_H

#include "core.h"

#define MOST_CHARACTERS 5 /* of a shingle */
#define LESS(one, other) ((one) < (other) ? (one) : (other))

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

static inline int is_han(uint32_t code) { return code - 0x4E00 < 0x9FD6 - 0x4E00; }

/* Return the number of a character of the dictionary: ASCII, then U+4E00 to U+9FD5. */
static inline uint32_t number_of(uint32_t code) {
    return code < 0x80 ? code : code - 0x4E00 + 0x80;
}

/* ---- hashes.c */

/* Write the BLAKE2b hash, of so many bytes, of a text as UTF-8. */
void blake2b(const uint32_t *text, int64_t count, uint32_t size, uint8_t *digest);

/* Return a character as UTF-8, the first byte lowest, and how many bytes that is. */
static inline uint32_t utf8_of(uint32_t code, int64_t *bytes) {
    if (code < 0x80) {
        *bytes = 1;
        return code;
    }
    uint32_t last = 0x80 | (code & 0x3F), before = 0x80 | (code >> 6 & 0x3F);
    if (code < 0x800) {
        *bytes = 2;
        return 0xC0 | code >> 6 | last << 8;
    }
    if (code < 0x10000) {
        *bytes = 3;
        return 0xE0 | code >> 12 | before << 8 | last << 16;
    }
    *bytes = 4;
    return (0xF0 | (code >> 18 & 0xF)) | (0x80 | (code >> 12 & 0x3F)) << 8 | before << 16 | last << 24;
}

static inline uint64_t mixed(uint64_t value) { /* SplitMix64's finaliser */
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

/* ---- words.c */

#define KNOWN_WORDS 16384
#define KNOWN_BYTES (KNOWN_WORDS * 3 * sizeof(uint64_t))
#define MOST_WAITING 16

#define SHORT 16 /* bytes of a word that is remembered */

typedef struct { /* a short word whose hash is sought */
    uint64_t key[2], *known; /* as UTF-8, and where it is remembered */
    const uint32_t *word;
    int64_t count, at; /* in the list of hashes */
} Waiting;

typedef struct {
    const Tables *tables;
    const Dictionary *words;
    uint32_t *ends;   /* where each piece ends, or NULL */
    uint64_t *hashes; /* of the words among the pieces, or NULL */
    uint64_t *known; /* hashes of words that came before: three numbers each */
    int64_t pieces, listed;
    const uint8_t *ascii; /* classes of its characters */
    /* of each character: the edge of the two that begin there, then its word's node and end */
    uint64_t *steps;
    double *sums;        /* the best ones */
    int64_t looked, end; /* how far edges are known, and may be */
    int waits;
    Waiting waiting[MOST_WAITING];
} Cutter;

void cut_part(Cutter *cutter, const uint32_t *text, int64_t start, int64_t end);
void cut_foreign(Cutter *cutter, const uint32_t *text, int64_t count);
int64_t drop_marks(const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *out);

#endif
