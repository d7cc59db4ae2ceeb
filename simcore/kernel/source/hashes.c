/* BLAKE2b (RFC 7693), of texts as UTF-8; and the memory functions that compilers call unasked. */

#include "inside.h"

/* compilers take these very loops for what they do, and would call them from within themselves */
#define STAYS_A_LOOP __asm__ volatile("" ::: "memory")

void *memset(void *to, int value, size_t count) {
    unsigned char *at = to;
    uint64_t eight = (unsigned char)value * UINT64_C(0x0101010101010101);
    for (; count >= sizeof eight; count -= sizeof eight, at += sizeof eight) {
        __builtin_memcpy(at, &eight, sizeof eight);
        STAYS_A_LOOP;
    }
    while (count--) {
        *at++ = (unsigned char)value;
        STAYS_A_LOOP;
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *at = to;
    const unsigned char *source = from;
    while (count--) {
        *at++ = *source++;
        STAYS_A_LOOP;
    }
    return to;
}

#define BLOCK 128

typedef struct {
    uint64_t h[8], length;
    uint8_t block[BLOCK + 4]; /* a character may reach beyond it */
} Blake2b;

static const uint64_t FIRST[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
};

static inline uint64_t turned(uint64_t value, int by) { return value >> by | value << (64 - by); }

#define MIX(a, b, c, d, one, two)                                                                  \
    do {                                                                                           \
        a += b + (one);                                                                            \
        d = turned(d ^ a, 32);                                                                     \
        c += d;                                                                                    \
        b = turned(b ^ c, 24);                                                                     \
        a += b + (two);                                                                            \
        d = turned(d ^ a, 16);                                                                     \
        c += d;                                                                                    \
        b = turned(b ^ c, 63);                                                                     \
    } while (0)

/* the places are constants, so that a compiler need not read them from a table */
#define ROUND(a, b, c, d, e, f, g, h, i, j, k, l, n, o, p, q)                                      \
    do {                                                                                           \
        MIX(v[0], v[4], v[8], v[12], m[a], m[b]);                                                  \
        MIX(v[1], v[5], v[9], v[13], m[c], m[d]);                                                  \
        MIX(v[2], v[6], v[10], v[14], m[e], m[f]);                                                 \
        MIX(v[3], v[7], v[11], v[15], m[g], m[h]);                                                 \
        MIX(v[0], v[5], v[10], v[15], m[i], m[j]);                                                 \
        MIX(v[1], v[6], v[11], v[12], m[k], m[l]);                                                 \
        MIX(v[2], v[7], v[8], v[13], m[n], m[o]);                                                  \
        MIX(v[3], v[4], v[9], v[14], m[p], m[q]);                                                  \
    } while (0)

static void compress(Blake2b *state, int last) {
    uint64_t v[16], m[16];
    for (int at = 0; at < 8; at++) {
        v[at] = state->h[at];
        v[at + 8] = FIRST[at];
    }
    v[12] ^= state->length;
    if (last) {
        v[14] = ~v[14];
    }
    __builtin_memcpy(m, state->block, sizeof m); /* little-endian machines only */
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    for (int at = 0; at < 8; at++) {
        state->h[at] ^= v[at] ^ v[at + 8];
    }
}

void blake2b(const uint32_t *text, int64_t count, uint32_t size, uint8_t *digest) {
    Blake2b state;
    uint32_t filled = 0;
    int64_t bytes;
    __builtin_memcpy(state.h, FIRST, sizeof FIRST);
    state.h[0] ^= 0x01010000u ^ size;
    state.length = 0;
    for (int64_t at = 0; at < count; at++) {
        uint32_t utf8 = utf8_of(text[at], &bytes);
        __builtin_memcpy(state.block + filled, &utf8, sizeof utf8);
        filled += (uint32_t)bytes;
        if (filled > BLOCK) { /* the last block waits for the end */
            state.length += BLOCK;
            compress(&state, 0);
            filled -= BLOCK;
            __builtin_memcpy(state.block, state.block + BLOCK, sizeof state.block - BLOCK);
        }
    }
    state.length += filled;
    memset(state.block + filled, 0, sizeof state.block - filled);
    compress(&state, 1);
    memcpy(digest, state.h, size);
}
