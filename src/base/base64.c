#include "base/base64.h"

#include <string.h>

#define ALPHANUMERIC "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
static const char alphabets[][65] = {[TR_BASE64] = ALPHANUMERIC "+/", [TR_BASE64_URL] = ALPHANUMERIC "-_"};

size_t tr_base64_encode(tr_base64 alphabet, const uint8_t *bytes, size_t count, char *letters) {
    char *out = letters;
    for (; count > 0; bytes += 3) {
        const size_t some = count < 3 ? count : 3;
        const uint32_t bits =
            (uint32_t)bytes[0] << 16 | (some > 1 ? (uint32_t)bytes[1] << 8 : 0) | (some > 2 ? bytes[2] : 0);
        for (size_t i = 0; i <= some; i++)
            *out++ = alphabets[alphabet][bits >> (18 - 6 * i) & 63];
        for (size_t i = some; i < 3 && alphabet == TR_BASE64; i++)
            *out++ = '=';
        count -= some;
    }
    return (size_t)(out - letters);
}

bool tr_base64_decode_url(const char *letters, size_t length, uint8_t *bytes, size_t *count) {
    const char *alphabet = alphabets[TR_BASE64_URL];
    uint32_t bits = 0;
    size_t known = 0, padding = 0;
    *count = 0;
    for (const char *end = letters + length; letters < end; letters++) {
        if (*letters && strchr(" \t\n\v\f\r", *letters))
            continue;
        const char *letter = *letters ? strchr(alphabet, *letters) : NULL;
        padding += *letters == '=';
        if (padding > 0 ? *letters != '=' : !letter)
            return false;
        if (!letter)
            continue;
        bits = bits << 6 | (uint32_t)(letter - alphabet);
        if (known % 4 > 0)
            bytes[(*count)++] = (uint8_t)(bits >> (6 - 2 * (known % 4)));
        known++;
    }
    // Of the last four letters, two have a byte and four bits of zero, three have two bytes and two bits of
    // zero.
    const size_t rest = known % 4;
    const uint32_t zeros = rest == 2 ? 15 : rest == 3 ? 3 : 0;
    return rest != 1 && (padding == 0 || padding == (4 - rest) % 4) && !(bits & zeros);
}
