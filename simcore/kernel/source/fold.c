/* The normal form of a text, before simplified Chinese, and what a reader sees beyond it.
 *
 * simcore/text/normal_form.py says what is noted, and why.
 */

#include "inside.h"

typedef struct {
    const Tables *tables;
    uint32_t *out, *at, *looks, *spaces;
    Folded *made;
    int seen;
    /* a run of white space, which is resolved at its end */
    int in_run, broken;
    int64_t first_note;  /* of those that are behind its first character */
    uint32_t before;     /* the entry of the character before it; 0 at the beginning */
} Folding;

static void note(Folding *folding, uint32_t look) {
    Folded *made = folding->made;
    folding->at[made->notes] = (uint32_t)made->length;
    folding->looks[made->notes++] = look;
}

/* End a run of white space before a character: it becomes a space, or nothing. */
static void end_run(Folding *folding, uint32_t entry) {
    Folded *made = folding->made;
    uint32_t beside = folding->before | entry;
    folding->in_run = 0;
    if (!folding->before) {
        return; /* at the beginning */
    }
    if (beside & FOLD_IDLE) {
        /* a line break shows none, except beside a word of letters or digits */
        if (folding->seen && (!folding->broken || (beside & FOLD_WORD))) {
            folding->spaces[made->spaces++] = (uint32_t)made->length;
        }
        return;
    }
    folding->out[made->length++] = ' ';
    for (int64_t one = folding->first_note; one < made->notes; one++) {
        folding->at[one]++;
    }
}

/* what is more than its character in the place of another */
#define UNUSUAL (FOLD_DROPPED | FOLD_SEVERAL | FOLD_IN_CONTEXT | FOLD_SEEN)

#define MOST_LOOKS 32 /* of one character of an expansion: packaging/tables sees to it */
#define BEGUN (1u << 31) /* so that no entry of a character before is 0 */

static void take(Folding *folding, uint32_t code, uint32_t entry, const uint32_t *looks, uint32_t many) {
    Folded *made = folding->made;
    int space = entry == ' ', dropped = (entry & FOLD_DROPPED) != 0;
    if (folding->in_run && !space && !dropped) {
        end_run(folding, entry);
    }
    for (uint32_t one = 0; one < many; one++) {
        note(folding, looks[one]);
    }
    if (folding->seen && (entry & FOLD_SEEN)) {
        uint32_t page = page_of(folding->tables, code);
        note(folding, SECTION(folding->tables, seen, uint32_t)[cell_of(page, code)]);
    }
    if (dropped) {
        return;
    }
    if (space) {
        if (!folding->in_run) {
            folding->in_run = 1;
            folding->broken = 0;
            folding->first_note = made->notes;
        }
        folding->broken |= code - '\n' <= '\r' - '\n';
        return;
    }
    folding->out[made->length++] = entry & CODE;
    folding->before = entry | BEGUN;
}

/* Return where the expansion of a character stands. */
static const uint32_t *expansion_of(const Tables *tables, uint32_t code) {
    const uint32_t *known = SECTION(tables, several, uint32_t);
    int64_t low = 0, high = (int64_t)(tables->several.length / (2 * sizeof(uint32_t)));
    while (high - low > 1) {
        int64_t middle = (low + high) / 2, below = known[2 * middle] <= code;
        low = below ? middle : low;
        high = below ? high : middle;
    }
    return SECTION(tables, expanded, uint32_t) + known[2 * low + 1];
}

static void take_several(Folding *folding, const uint32_t *one) {
    uint32_t length = *one++;
    const uint32_t *notes = one + length + 1;
    uint32_t many = folding->seen ? one[length] : 0, noted = 0, looks[MOST_LOOKS];
    for (uint32_t at = 0; at < length; at++) {
        uint32_t here = 0;
        while (noted < many && notes[2 * noted] == at && here < MOST_LOOKS) {
            looks[here++] = notes[2 * noted++ + 1];
        }
        take(folding, one[at], fold_of(folding->tables, one[at]), looks, here);
    }
}

int64_t core_fold(
    const Tables *tables, const uint32_t *text, int64_t count, int32_t seen, int64_t room,
    uint32_t *out, uint32_t *at, uint32_t *looks, uint32_t *spaces, Folded *made
) {
    Folding folding = {tables, out, at, looks, spaces, made, seen, 0, 0, 0, 0};
    uint32_t all = 0;
    int64_t left = room - count; /* room that is not needed if all that follow become one each */
    made->length = made->notes = made->spaces = 0;
    made->wanted = count;
    if (left < 0) {
        return NO_ROOM;
    }
    for (int64_t one = 0; one < count; one++) {
        uint32_t code = text[one], entry = fold_of(tables, code);
        all |= entry;
        if (!(entry & UNUSUAL) && entry != ' ' && !folding.in_run) { /* nearly all */
            out[made->length++] = entry & CODE;
            folding.before = entry | BEGUN;
            continue;
        }
        if (entry & FOLD_IN_CONTEXT) {
            return IN_CONTEXT;
        }
        if (!(entry & FOLD_SEVERAL)) {
            take(&folding, code, entry, NULL, 0);
            continue;
        }
        const uint32_t *expansion = expansion_of(tables, code);
        uint32_t length = *expansion, notes = expansion[1 + length];
        int64_t more = (length > notes ? length : notes) - 1;
        for (uint32_t next = 1; next <= length; next++) {
            all |= fold_of(tables, expansion[next]) & ~(seen ? 0 : FOLD_IN_CONTEXT);
        }
        made->wanted += more;
        left -= more;
        if (left >= 0) { /* else it is only counted how much is wanted */
            take_several(&folding, expansion);
        }
    }
    made->traditional = (all & FOLD_TRADITIONAL) != 0;
    made->foreign = (all & FOLD_OTHER_LETTER) != 0;
    return all & FOLD_IN_CONTEXT ? IN_CONTEXT : left < 0 ? NO_ROOM : 0;
}

int64_t core_entries(
    const Tables *tables, int32_t which, const uint32_t *text, int64_t count, uint32_t *entries
) {
    const Section *table[] = {&tables->fold, &tables->letters, &tables->simple};
    const uint32_t *known = (const uint32_t *)((const char *)tables + table[which]->offset);
    for (int64_t at = 0; at < count; at++) {
        uint32_t page = page_of(tables, text[at]), itself = which == OF_LETTERS ? 0 : text[at];
        entries[at] = page == NO_PAGE ? itself : known[cell_of(page, text[at])];
    }
    return count;
}
