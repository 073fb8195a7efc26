/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_size.c - any text as a size and as a position */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/size.h"

static const uint64_t disk = UINT64_C(1953525168);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char text[64], shown[SIZE_TEXT];
    struct err err = { 0 }, other = { 0 };
    uint64_t value;

    if (count >= sizeof(text))
        count = sizeof(text) - 1;
    memcpy(text, bytes, count);
    text[count] = '\0';
    if (size_parse_bytes(text, &value, &err)) {
        (void)size_format(value, SIZE_IEC, disk, shown); /* must only not overrun */
        (void)size_format(value, SIZE_SI, disk, shown);
        (void)size_format(value, SIZE_PERCENT, disk, shown);
        (void)size_format_short(value, shown);
        (void)size_format_grid(value, shown);
    } else if (err.code != ERR_USAGE || !err.text[0]) {
        abort();
    }
    if (size_parse_lba(text, disk, 512, &value, &other) ? value >= disk : !other.text[0])
        abort();
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const seeds[] = {
        "2048s",
        "1MiB",
        "8GB",
        "50%",
        "-1GiB",
        "end-1GiB",
        "1.5KiB",
        "18446744073709551615",
        "0.000000000000000001P",
        "-100%",
        "99.999999999999999999%",
    };

    if (index >= ARRAY_SIZE(seeds))
        return 0;
    memcpy(buf, seeds[index], strlen(seeds[index]));
    return strlen(seeds[index]);
}
