#include "png/private/deflate.h"

#include "base/memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    block_bytes = 1 << 17,
    symbols = 286, // literal bytes, the end of a block, and lengths of runs
    end_symbol = 256,
    longest = 12, // maximum length of a code in bits: four codes plus seven remaining bits fit into a word
    word = 8,     // bytes
    least_run = word,
    header_bytes = 256
};

// Literal bytes, followed by the number of further repetitions of the last one.
struct segment {
    uint32_t literals, run;
};

struct tr_deflate {
    tr_deflate_sink *sink;
    void *context;
    bool good;
    uint32_t sum_a, sum_b; // Adler-32 of the data before this block
    uint64_t bits;         // not yet a whole byte
    unsigned bit_count;
    size_t in_count, out_count;
    int segment_count;
    uint32_t counts[symbols];
    uint32_t codes[symbols]; // the code with its first bit lowest, and its length from bit 16 on
    struct segment segments[block_bytes / least_run + 1];
    unsigned char in[block_bytes];
    unsigned char out[2 * block_bytes + header_bytes];
};

static uint64_t load(const unsigned char *bytes) {
    uint64_t loaded;
    memcpy(&loaded, bytes, sizeof loaded);
    return loaded;
}

// ---- check sum ---------------------------------------------------------------------------------

// Adler-32: the sum of all bytes, and the sum of all these sums. Pieces are short enough for 32 bits. zlib
// 1.2.13 adds byte by byte, which would make a fast PNG a twelfth slower.
static void add_to_sum(tr_deflate *d) {
    enum { modulus = 65521, stride = 16, piece = 5552 / stride * stride };
    uint32_t a = d->sum_a, b = d->sum_b;
    for (size_t i = 0; i < d->in_count;) {
        const size_t left = d->in_count - i, end = i + (left < piece ? left : piece);
        for (; i + stride <= end; i += stride) {
            uint32_t sum = 0, weighted = 0;
            for (unsigned k = 0; k < stride; k++) {
                sum += d->in[i + k];
                weighted += (stride - k) * d->in[i + k];
            }
            b += stride * a + weighted;
            a += sum;
        }
        for (; i < end; i++)
            a += d->in[i], b += a;
        a %= modulus, b %= modulus;
    }
    d->sum_a = a, d->sum_b = b;
}

// ---- runs --------------------------------------------------------------------------------------

// The number of bytes from `at` on that equal the previous byte; compares whole words except at the end of the
// block.
static size_t run_from(const tr_deflate *d, size_t at) {
    size_t end = at;
    while (end + word <= d->in_count && load(d->in + end) == load(d->in + end - 1))
        end += word;
    while (end > at && end < d->in_count && d->in[end] == d->in[end - 1])
        end++;
    return end - at;
}

// Divides the block into segments. A run begins where a word equals the word one byte before it, so eight bytes
// need one comparison. Shorter runs are only found half of the time, and gain little.
static void find_runs(tr_deflate *d) {
    size_t begin = 0, at = 1;
    d->segment_count = 0;
    while (at + word <= d->in_count) {
        const size_t run = run_from(d, at);
        if (run == 0) {
            at += word;
            continue;
        }
        d->segments[d->segment_count++] = (struct segment){(uint32_t)(at - begin), (uint32_t)run};
        begin = at + run;
        at = begin + 1;
    }
    d->segments[d->segment_count++] = (struct segment){(uint32_t)(d->in_count - begin), 0};
}

// The longest part of a run that one symbol can encode without leaving 1 or 2 bytes.
static unsigned piece_of(uint32_t run) { return run <= 258 ? run : run < 261 ? 255 : 258; }

// The symbol of a length 3 … 258, and its extra bits.
static unsigned length_symbol(unsigned length, unsigned *extra_bits) {
    const unsigned value = length - 3;
    *extra_bits = 0;
    if (value < 8)
        return 257 + value;
    if (value == 255)
        return 285;
    *extra_bits = 29 - (unsigned)__builtin_clz(value);
    return 257 + 4 * (*extra_bits + 1) + (value >> *extra_bits & 3);
}

static void count_symbols(tr_deflate *d) {
    uint32_t counts[4][256] = {{0}}; // several tables, so that equal bytes do not wait for each other's count
    const unsigned char *byte = d->in;
    memset(d->counts, 0, sizeof d->counts);
    for (const struct segment *s = d->segments; s < d->segments + d->segment_count; s++) {
        const unsigned char *const end = byte + s->literals;
        for (; end - byte >= 4; byte += 4)
            for (int k = 0; k < 4; k++)
                counts[k][byte[k]]++;
        for (; byte < end; byte++)
            counts[0][*byte]++;
        byte += s->run;
        unsigned extra;
        for (uint32_t run = s->run; run > 0; run -= piece_of(run))
            d->counts[length_symbol(piece_of(run), &extra)]++;
    }
    for (int i = 0; i < 256; i++)
        d->counts[i] = counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i];
    d->counts[0]++; // ensures that there are at least two codes, and that the second one is used
    d->counts[end_symbol] = 1;
}

// ---- codes -------------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Computes how many leaves, sorted by weight, have codes of each length (Huffman, with two queues). Lengths
// above the limit are reduced to it, and other lengths are increased until all leaves have a code.
static void find_lengths(int leaves, const uint32_t *sorted, int lengths[longest + 1]) {
    uint32_t weight[2 * symbols];
    int parent[2 * symbols], depth[2 * symbols], leaf = 0, node = leaves;
    for (int i = 0; i < leaves; i++)
        weight[i] = sorted[i] >> 9;
    for (int next = leaves; next < 2 * leaves - 1; next++) {
        weight[next] = 0;
        for (int k = 0; k < 2; k++) {
            const bool is_leaf = leaf < leaves && (node == next || weight[leaf] <= weight[node]);
            const int child = is_leaf ? leaf++ : node++;
            weight[next] += weight[child];
            parent[child] = next;
        }
    }
    int room = 1 << longest;
    memset(lengths, 0, (longest + 1) * sizeof *lengths);
    depth[2 * leaves - 2] = 0;
    for (int i = 2 * leaves - 3; i >= 0; i--) {
        depth[i] = depth[parent[i]] + 1;
        const int bits = depth[i] < longest ? depth[i] : longest;
        if (i < leaves)
            lengths[bits]++, room -= 1 << (longest - bits);
    }
    for (; room < 0; room++) {
        int bits = longest - 1;
        while (lengths[bits] == 0)
            bits--;
        lengths[bits]--, lengths[bits + 1] += 2, lengths[longest]--;
    }
}

static uint32_t reversed(uint32_t code, int bits) {
    uint32_t turned = 0;
    for (int i = 0; i < bits; i++)
        turned |= (code >> i & 1) << (bits - 1 - i);
    return turned;
}

// Canonical codes: those of the same length are consecutive in the order of the symbols.
static void make_codes(tr_deflate *d) {
    uint32_t sorted[symbols], next[longest + 1] = {0};
    int used = 0, lengths[longest + 1], bits = longest;
    for (unsigned i = 0; i < symbols; i++)
        if (d->counts[i])
            sorted[used++] = d->counts[i] << 9 | i;
    qsort(sorted, (size_t)used, sizeof *sorted, compare);
    find_lengths(used, sorted, lengths);
    for (int length = 1; length < longest; length++)
        next[length + 1] = (next[length] + (uint32_t)lengths[length]) << 1;
    memset(d->codes, 0, sizeof d->codes);
    for (int i = 0; i < used; i++) { // rarest first
        while (lengths[bits] == 0)
            bits--;
        lengths[bits]--;
        d->codes[sorted[i] & 511] = (uint32_t)bits << 16;
    }
    for (int i = 0; i < symbols; i++) {
        const int length = (int)(d->codes[i] >> 16);
        if (length > 0)
            d->codes[i] |= reversed(next[length]++, length);
    }
}

// ---- bits --------------------------------------------------------------------------------------

static void add(tr_deflate *d, uint32_t bits, unsigned count) {
    d->bits |= (uint64_t)bits << d->bit_count;
    d->bit_count += count;
}

static void flush(tr_deflate *d) {
    memcpy(d->out + d->out_count, &d->bits, sizeof d->bits); // little-endian, like the stream
    d->out_count += d->bit_count >> 3;
    d->bits >>= d->bit_count & ~7u;
    d->bit_count &= 7;
}

static void put(tr_deflate *d, uint32_t bits, unsigned count) {
    add(d, bits, count);
    flush(d);
}

// Writes the lengths of the codes, using a fixed code of four bits for all lengths. This costs little compared
// to the large block.
static void put_codes(tr_deflate *d, bool last) {
    put(d, last | 2u << 1, 3);                               // dynamic codes
    put(d, (symbols - 257) | 0u << 5 | (19u - 4) << 10, 14); // one distance; all 19 code length codes
    for (int i = 0; i < 19; i++)
        put(d, i < 3 ? 0 : 4, 3); // the first three are for repeated lengths
    for (int i = 0; i < symbols; i++)
        put(d, reversed(d->codes[i] >> 16, 4), 4);
    put(d, reversed(1, 4), 4); // the code of the distance has one bit
}

static void put_symbol(tr_deflate *d, unsigned symbol) {
    add(d, d->codes[symbol] & 0xffff, d->codes[symbol] >> 16);
}

static void put_run(tr_deflate *d, uint32_t run) {
    while (run > 0) {
        const unsigned piece = piece_of(run);
        unsigned extra;
        put_symbol(d, length_symbol(piece, &extra));
        add(d, (piece - 3) & ((1u << extra) - 1), extra);
        put(d, 0, 1); // the distance: 1
        run -= piece;
    }
}

static void put_literals(tr_deflate *d, const unsigned char *byte, uint32_t count) {
    const unsigned char *const end = byte + count;
    for (; end - byte >= 4; byte += 4) {
        for (int k = 0; k < 4; k++)
            put_symbol(d, byte[k]);
        flush(d);
    }
    for (; byte < end; byte++) {
        put_symbol(d, *byte);
        flush(d);
    }
}

static bool put_block(tr_deflate *d, bool last) {
    const unsigned char *byte = d->in;
    add_to_sum(d);
    find_runs(d);
    count_symbols(d);
    make_codes(d);
    put_codes(d, last);
    for (const struct segment *s = d->segments; s < d->segments + d->segment_count; s++) {
        put_literals(d, byte, s->literals);
        put_run(d, s->run);
        byte += s->literals + s->run;
    }
    put_symbol(d, end_symbol);
    flush(d);
    d->in_count = 0;
    return d->good;
}

// ---- the stream --------------------------------------------------------------------------------

tr_deflate *tr_deflate_create(tr_deflate_sink *sink, void *context) {
    tr_deflate *d = tr_malloc(sizeof *d);
    if (!d)
        return NULL;
    d->sink = sink, d->context = context, d->good = true;
    d->sum_a = 1, d->sum_b = 0;
    d->bits = 0, d->bit_count = 0;
    d->in_count = d->out_count = 0;
    put(d, 0x0178, 16); // Deflate with a window of 32 KB, fastest level
    return d;
}

static bool hand_over(tr_deflate *d) {
    d->good = d->good && d->sink(d->context, d->out, d->out_count);
    d->out_count = 0;
    return d->good;
}

bool tr_deflate_put(tr_deflate *d, const unsigned char *bytes, size_t count) {
    while (count > 0 && d->good) {
        const size_t room = block_bytes - d->in_count, taken = count < room ? count : room;
        memcpy(d->in + d->in_count, bytes, taken);
        d->in_count += taken;
        bytes += taken, count -= taken;
        if (d->in_count == block_bytes) {
            put_block(d, false);
            hand_over(d);
        }
    }
    return d->good;
}

bool tr_deflate_end(tr_deflate *d) {
    put_block(d, true);
    put(d, 0, (8 - d->bit_count) & 7);
    for (int i = 0; i < 4; i++)
        put(d, (i < 2 ? d->sum_b : d->sum_a) >> (i % 2 ? 0 : 8) & 255, 8);
    return hand_over(d);
}
