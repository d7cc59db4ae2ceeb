/*
 * What every file of the core shares. The core is C11 without a C library: it allocates nothing,
 * opens nothing and calls nothing but itself. All memory is the caller's.
 */
#ifndef VARIORUM_CORE_H
#define VARIORUM_CORE_H

#include <stddef.h>
#include <stdint.h>

#if !(defined(__x86_64__) || defined(__aarch64__)) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || \
    __SIZEOF_POINTER__ != 8
#error "the core of Variorum is for x64 and arm64 processors in little-endian, 64-bit order only"
#endif

#if defined(_WIN32)
#define CORE_EXPORT __declspec(dllexport)
#else
#define CORE_EXPORT __attribute__((visibility("default")))
#endif

/* Raised when a function is added, goes, or takes other arguments; library.py has the same number. */
#define CORE_VERSION 15

/* Texts are arrays of code points, lone surrogates allowed. Counts are of elements, not of bytes. A
 * function writes into the arrays of the caller only, within the sizes that it is told, and keeps
 * nothing from call to call. It returns a count, or one of these. */
enum {
    NO_ROOM = -1,   /* an array of the caller is too small */
    IN_CONTEXT = -2 /* a character depends on its neighbours: Unicode's algorithms are needed */
};

CORE_EXPORT uint32_t core_version(void);

/* ---- tables: what is known of each character, and of each word of a dictionary */

/* flags of an entry of `fold`, above the 21 bits of the character that it becomes */
#define CODE 0x1FFFFFu
#define FOLD_IDLE (1u << 21)        /* a space beside it has no meaning */
#define FOLD_TRADITIONAL (1u << 22)
#define FOLD_DROPPED (1u << 23)
#define FOLD_SEVERAL (1u << 24)     /* becomes several characters */
#define FOLD_IN_CONTEXT (1u << 25)
#define FOLD_OTHER_LETTER (1u << 26) /* neither ASCII nor Chinese */
#define FOLD_WORD (1u << 28)        /* a letter or digit of a script written with spaces */
#define FOLD_SEEN (1u << 29)        /* looks otherwise than what it becomes */

/* flags of an entry of `letters`, likewise */
#define LETTER_DIGIT (1u << 22)
#define LETTER_WORD (1u << 23)      /* of a script written with spaces */
#define LETTER_MARK (1u << 24)      /* left out, though it is part of a letter */
#define LETTER_POINT (1u << 25)     /* stays before a digit that nothing of a word is before */
#define LETTER_BETWEEN (1u << 26)   /* stays between two digits */
#define LETTER_MINUS (1u << 27)     /* stays before a number that nothing of a word is before */
#define LETTER_CURRENCY (1u << 28)  /* stands between a minus and its number */

/* bits of an entry of `classes` */
#define CLASS_ALNUM 1u
#define CLASS_FOREIGN 2u   /* a letter that is neither ASCII nor Chinese */
#define CLASS_LETTER 4u    /* goes on with a word that such a letter began */
#define CLASS_UNSPACED 8u  /* of a script without spaces that is not in the dictionary */
#define CLASS_BLOCK 16u    /* of words of the dictionary, and of runs that are cut by it */
#define CLASS_LATIN 32u    /* a-z, A-Z, 0-9 */

#define PAGE_BITS 8
#define PAGES (0x110000 >> PAGE_BITS)
#define NO_PAGE 0xFFFFu    /* of 256 characters that become themselves, and are no letters */

typedef struct {
    uint64_t offset, length; /* in bytes, from the beginning of what has the section */
} Section;

typedef struct {
    Section pages;    /* uint16_t[PAGES]: the page of each 256 characters, or NO_PAGE */
    Section fold;     /* uint32_t[pages][256] */
    Section seen;     /* uint32_t[pages][256]: what is seen of it, where FOLD_SEEN is set */
    Section letters;  /* uint32_t[pages][256] */
    Section classes;  /* uint8_t[pages][256] */
    Section simple;   /* uint32_t[pages][256]: the simplified character */
    Section several;  /* uint32_t[n][2]: a character, where its expansion stands; sorted */
    Section expanded; /* uint32_t[]: length, characters, number of notes, (place, look) of each */
} Tables;

#define NODE_BITS 22
#define NUMBER_BITS 16
#define EDGE_GOES_ON (UINT64_C(1) << 62) /* its node has children */

typedef struct {
    double weight; /* log(frequency) - log(total); of what is no word it is no number */
    uint64_t hash; /* of a word; 0 of what has no letter or digit */
} Node;

/* Words by a trie: node 0 is its root, and a word is its last character's node. */
typedef struct {
    Section first;    /* uint64_t[]: the edge of each first character, by its number; 0 if none */
    Section edges;    /* uint64_t[]: goes on (1 bit), parent (22), character's number (16), node (22) */
    Section nodes;    /* Node[nodes] */
    double unknown;   /* the weight of a character that is no word */
    uint64_t slots;   /* edges are hashed to so many slots, a power of two; what is full goes on */
} Dictionary;

/* ---- fold.c: the normal form */

typedef struct {
    int64_t length;      /* of the normal form */
    int64_t notes;       /* what looks otherwise: so many places and looks */
    int64_t spaces;      /* that a reader sees and that are left out */
    int64_t wanted;      /* the room that is needed */
    uint32_t traditional, foreign; /* whether there are such letters */
} Folded;

/* Fold a text. `out`, `at`, `looks` and `spaces` have `room` elements each; NO_ROOM with
 * `made->wanted` set if that is too little, IN_CONTEXT if a character depends on its neighbours.
 * Without `seen` nothing is noted, and in what one character becomes a mark is what it is. */
CORE_EXPORT int64_t core_fold(
    const Tables *tables, const uint32_t *text, int64_t count, int32_t seen, int64_t room,
    uint32_t *out, uint32_t *at, uint32_t *looks, uint32_t *spaces, Folded *made
);

/* Write the entry of each character in a table. */
enum { OF_FOLD, OF_LETTERS, OF_SIMPLE };
CORE_EXPORT int64_t core_entries(
    const Tables *tables, int32_t which, const uint32_t *text, int64_t count, uint32_t *entries
);

/* ---- letters.c: the comparison form */

/* Write the comparison form of a normal form, of as many characters at most; and where each of them
 * stands there, unless `places` is NULL. Return their number. */
CORE_EXPORT int64_t core_compared(
    const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *form, uint32_t *places
);

/* Write the hashes of a comparison form's shingles in order, as many as characters at most. */
CORE_EXPORT int64_t core_shingles(const uint32_t *form, int64_t count, uint64_t *shingles);

/* Turn `count` shingles of a form into hashes of its longer runs, of twelve letters or six ideographs;
 * a text too short for one is one. Return how many there are. */
CORE_EXPORT int64_t core_runs(const uint32_t *form, int64_t count, uint64_t *shingles);

/* ---- prints.c: words and prints */

typedef struct {
    uint64_t fingerprint;
    int64_t words, features; /* how many; without features there is no fingerprint */
    int64_t sketch;          /* how many samples */
    uint8_t hash[16];        /* of the normal form */
} Print;

/* Return the bytes of memory that the next two need for a normal form of so many characters. */
CORE_EXPORT int64_t core_needs(int64_t count);

/* Cut a normal form into words and the pieces between them. `ends` gets where each of them ends, of
 * `count` elements; with `foreign` in `bare`, the text without marks, else in the normal form. */
CORE_EXPORT int64_t core_pieces(
    const Tables *tables, const Dictionary *words, const uint32_t *normal, int64_t count,
    int32_t foreign, char *memory, int64_t size, uint32_t *ends, uint32_t *bare
);

/* Fingerprint a normal form. `memory` begins with what earlier calls with the same memory learned
 * of words: zeros at first. `sketch` has twice `count` elements. */
CORE_EXPORT int64_t core_print(
    const Tables *tables, const Dictionary *words, const uint32_t *normal, int64_t count,
    int32_t foreign, char *memory, int64_t size, uint32_t *sketch, Print *made
);

/* ---- sets.c: sorted hashes */

/* Sort values; return their number. `spare` has room for twice as many. Time is linear whatever they
 * are, and least for hashes. */
CORE_EXPORT int64_t core_sort(uint64_t *values, int64_t count, uint64_t *spare);

/* Sort values, and leave one of equal ones; return how many are left. */
CORE_EXPORT int64_t core_distinct(uint64_t *values, int64_t count, uint64_t *spare);

/* Sort hashes, and tell the occurrences of each apart: the first keeps its own. */
CORE_EXPORT int64_t core_each(uint64_t *values, int64_t count, uint64_t *spare);

/* ---- measures.c: what is shared */

/* Turn the shingles of a text in order into hashes of runs of `length` characters. Runs begin where
 * there is a whole one; a text too short for one is one. Return how many there are. */
CORE_EXPORT int64_t core_longer(uint64_t *runs, int64_t count, int64_t length);

/* Write where those of sorted values begin that have the same `bits` highest bits, 2 at least, for all
 * such bits, and where the last ones end: `index` has an element more than there are. Return `count`. */
CORE_EXPORT int64_t core_index(const uint64_t *sorted, int64_t count, int64_t bits, uint32_t *index);

typedef struct {
    const uint64_t *values; /* sorted and different; with an index 4 more can be read behind them */
    const uint32_t *index;  /* or NULL */
    int64_t count, bits;
} Sorted;

/* Write where some values stand among all, which have an index. Return `count`. */
CORE_EXPORT int64_t core_places(const Sorted *all, const uint64_t *some, int64_t count, uint32_t *places);

typedef struct {
    const Sorted *left, *right;
    const uint32_t *places; /* where values that are not sorted stand among the left ones, */
    int64_t many;           /* and how many these are */
    int64_t shared, single, few;
} Sets;

/* Count what both have, of each pair. Both have an index or none has; it is fast if fewer are left. */
CORE_EXPORT int64_t core_shared(Sets *pairs, int64_t count);

/* Count the runs of values, as they stand by `places`, that the right ones lack, of each pair: all to
 * `shared`, those of up to `single` and of up to `few` values to these. `marks` has an element
 * for each left one, and one more. */
CORE_EXPORT int64_t core_alone(Sets *pairs, int64_t count, int64_t single, int64_t few, uint8_t *marks);

typedef struct {
    int32_t size, runs; /* of its sketch, and without shingles: short texts are compared by these */
    int32_t rate, at[5]; /* one run in 2 to the power of it is kept; how many at the rates 1 to 5 */
} Sketched;

/* Count how often slices of `texts`, a begin and an end each, name other texts for each of some asked
 * ones, from `next` to `end`: those of asked text n are from first[n] to first[n + 1]. Write the number
 * of the asked one, the text and the count of each pair that may have `alike` of both or `held` of the
 * smaller sketch, less one or `slack` times the square root, to `pairs`, three elements each. Stops where
 * `room` could be exceeded, `next` behind the last one done. `times`, of each text, are 0 before and
 * after; `met` has an element more than there are texts. Return the number of pairs. */
CORE_EXPORT int64_t core_met(
    const int32_t *texts, const int32_t *slices, const int64_t *first, int64_t *next, int64_t end,
    const Sketched *asked, const Sketched *every, double alike, double held, double slack,
    int32_t *times, int32_t *met, int32_t *pairs, int64_t room
);

#endif
