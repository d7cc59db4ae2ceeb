/* The comparison form of a normal form, its letters and digits; and shingles, which are made of it.
 *
 * simcore/text/similarity.py says which signs and marks stay, and why.
 */

#include "inside.h"

/* ---- names of roles and directives of reStructuredText, which are signs, too */

#define LONGEST_NAME 40

static int in_name(uint32_t code) {
    return (code >= 'a' && code <= 'z') || code == ':' || code == '+' || code == '_' || code == '-';
}

/* Return the end of a name that begins here, or 0: ":[a-z]NAME:" before "`", ".. [a-z]NAME::" before
 * a space, NAME of at most 40 characters. */
static int64_t name_ends(const uint32_t *text, int64_t count, int64_t start) {
    int directive = text[start] == '.';
    int64_t at = start + (directive ? 3 : 1), colons = directive ? 2 : 1, end;
    if (at >= count || text[at] - 'a' >= 26) {
        return 0;
    }
    if (directive && (text[start + 1] != '.' || text[start + 2] != ' ')) {
        return 0;
    }
    at++;
    for (end = at; end < count && end - at <= LONGEST_NAME + colons && in_name(text[end]); end++) {
    }
    if (end >= count || text[end] != (directive ? ' ' : '`') || end - colons < at) {
        return 0;
    }
    int marked = text[end - 1] == ':' && text[end - colons] == ':';
    return marked && end - colons - at <= LONGEST_NAME ? end : 0;
}

/* ---- the comparison form */

#define IN_NUMBERS (LETTER_BETWEEN | LETTER_MINUS)

static int stays(
    const Tables *tables, const uint32_t *normal, int64_t count, int64_t at, uint32_t sign
) {
    uint32_t before = at ? letter_of(tables, normal[at - 1]) : 0;
    uint32_t after = at + 1 < count ? letter_of(tables, normal[at + 1]) : 0;
    uint32_t next_but_one = at + 2 < count ? letter_of(tables, normal[at + 2]) : 0;
    int in_word = (before & (LETTER_DIGIT | LETTER_WORD)) != 0;
    int digit = (after & LETTER_DIGIT) != 0;
    int number = digit || ((after & (LETTER_POINT | LETTER_CURRENCY)) && (next_but_one & LETTER_DIGIT));
    return (digit && (sign & LETTER_BETWEEN) && (before & LETTER_DIGIT))
        || (digit && (sign & LETTER_POINT) && !in_word && !(before & LETTER_POINT))
        || (number && (sign & LETTER_MINUS) && !in_word);
}

int64_t core_compared(
    const Tables *tables, const uint32_t *normal, int64_t count, uint32_t *form, uint32_t *places
) {
    int64_t kept = 0, name = 0; /* the end of the name that we are in */
    for (int64_t at = 0; at < count; at++) {
        uint32_t entry = letter_of(tables, normal[at]);
        int stays_here = (entry & CODE) != 0;
        if (entry & IN_NUMBERS) { /* colons and points are such signs, too */
            if ((normal[at] == ':' || normal[at] == '.') && at >= name) {
                int64_t end = name_ends(normal, count, at);
                name = end ? end : name;
            }
            stays_here = stays_here && stays(tables, normal, count, at, entry);
        }
        form[kept] = entry & CODE; /* what does not stay is written over */
        if (places) {
            places[kept] = (uint32_t)at;
        }
        kept += stays_here & (at >= name);
    }
    return kept;
}

/* ---- shingles */

#define CHINESE_CHARACTERS 4

static const uint64_t FACTORS[MOST_CHARACTERS] = {
    0x9E3779B97F4A7C15u, 0xD1B54A32D192ED03u, 0x8CB92BA72F3D8DD7u, 0xDA942042E4DD58B5u,
    0xA0761D6478BD642Fu,
};

static int is_chinese(uint32_t code) { return code - 0x3400u < 0xA000 - 0x3400 || code >= 0x20000; }

static int64_t shingles_of(const uint32_t *form, int64_t count) {
    int64_t whole = count >= MOST_CHARACTERS ? count - MOST_CHARACTERS + 1 : 0;
    if (count >= CHINESE_CHARACTERS && is_chinese(form[count - CHINESE_CHARACTERS])) {
        whole++;
    }
    return whole || !count ? whole : 1;
}

int64_t core_shingles(const uint32_t *form, int64_t count, uint64_t *shingles) {
    int64_t of_all = shingles_of(form, count), full = LESS(count - MOST_CHARACTERS + 1, of_all);
    for (int64_t at = 0; at < full; at++) { /* no branch depends on the characters */
        uint64_t last = -(uint64_t)!is_chinese(form[at]) & (form[at + CHINESE_CHARACTERS] + UINT64_C(1));
        uint64_t total = last * FACTORS[CHINESE_CHARACTERS];
        for (int64_t one = 0; one < CHINESE_CHARACTERS; one++) {
            total += (form[at + one] + UINT64_C(1)) * FACTORS[one];
        }
        shingles[at] = mixed(total);
    }
    for (int64_t at = full < 0 ? 0 : full; at < of_all; at++) { /* the last, and that of a shorter text */
        uint64_t total = 0;
        int64_t length = is_chinese(form[at]) ? CHINESE_CHARACTERS : MOST_CHARACTERS;
        for (int64_t one = 0; one < length && at + one < count; one++) {
            total += (form[at + one] + UINT64_C(1)) * FACTORS[one];
        }
        shingles[at] = mixed(total);
    }
    return of_all;
}

/* Letters say little: twelve of them, or six ideographs, hardly stand in two texts by chance. */
#define RUN_FACTOR 0xBF58476D1CE4E5B9u

int64_t core_runs(const uint32_t *form, int64_t count, uint64_t *shingles) {
    int64_t made = 0;
    for (int64_t at = 0; at < count; at++) { /* what is written stands before what is read */
        int chinese = is_chinese(form[at]);
        int64_t end = at + (chinese ? 2 : 7);
        if (end < count) {
            uint64_t first = shingles[at], next = chinese ? 0 : shingles[at + 5];
            shingles[made++] = mixed(mixed(first * RUN_FACTOR + next) * RUN_FACTOR + shingles[end]);
        }
    }
    if (!made && count) { /* a shorter text is one run */
        uint64_t all = 0;
        for (int64_t at = 0; at < count; at++) {
            all = mixed(all * RUN_FACTOR + shingles[at]);
        }
        shingles[made++] = all;
    }
    return made;
}
