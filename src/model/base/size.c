/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size.c - parses and formats sizes and LBAs */
#include "model/base/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/base/amount.h"
#include "model/base/decimal.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/base/sum.h"

/* Parses one number with its unit, which is no percentage: there is no whole. */
static bool parse_bytes(const char *text, uint64_t *ret)
{
    static const struct amount_units units = { 1, 0 };
    const char *p = str_skip_blanks(text);
    struct amount amount;

    if (strchr(text, '%') || amount_read(&p, &units, &amount) || *str_skip_blanks(p))
        return false;
    if (amount.kind == AMOUNT_SECTORS || amount.parts > 1)
        return false;
    *ret = amount.count;
    return true;
}

bool size_parse_bytes(const char *text, uint64_t *ret, struct err *err)
{
    if (parse_bytes(text, ret))
        return true;
    return err_set(err, ERR_USAGE,
                   _("'%s' is no size: write whole bytes or a unit, such as 4096, 4KiB, "
                     "1MiB or 8GB."),
                   text);
}

bool size_parse_lba(const char *text, uint64_t size, uint64_t logical, uint64_t *ret,
                    struct err *err)
{
    uint64_t whole = size * logical;
    struct sum_scale scale = { .logical = logical, .end = whole, .whole = whole };
    struct sum sum;

    if (!sum_parse(text, &scale, &sum, err))
        return false;
    if (sum.bytes / logical >= size)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' lies outside the disk: its sectors are 0 to %2$llu."),
                       text, (ull)(size - 1));
    *ret = sum.bytes / logical;
    return true;
}

static const char *const iec[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
static const char *const si[] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };

/* Returns tenths of the largest unit in which the rounded value is below BASE. */
static uint64_t tenths_of(uint64_t bytes, uint64_t base, size_t *ret_step)
{
    uint64_t unit = 1, tenths = bytes;
    size_t step = 0;

    if (bytes < base) {
        *ret_step = 0;
        return bytes * 10;
    }
    while (step + 1 < ARRAY_SIZE(iec) && tenths / unit >= base) {
        unit *= base;
        step++;
    }
    tenths = num_scale_nearest(bytes, 10, unit);
    if (tenths >= base * 10 && step + 1 < ARRAY_SIZE(iec)) {
        tenths = 10;
        step++;
    }
    *ret_step = step;
    return tenths;
}

bool size_is_exact(uint64_t bytes, enum size_unit unit)
{
    uint64_t base = unit == SIZE_IEC ? 1024 : 1000, step = 1;

    while (bytes / step >= base)
        step *= base;
    return bytes % step * 10 % step == 0;
}

const char *size_format(uint64_t bytes, enum size_unit unit, uint64_t whole,
                        char buf[SIZE_TEXT])
{
    uint64_t base = unit == SIZE_IEC ? 1024 : 1000;
    size_t step;

    /* All texts fit in SIZE_TEXT, also with 20 digits. */
    if (unit == SIZE_PERCENT) {
        uint64_t tenths = whole ? num_scale_nearest(bytes, 1000, whole) : 0;
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%s%" PRIu64 " %%", tenths / 10,
                       decimal_sign(), tenths % 10);
        return buf;
    }
    uint64_t tenths = tenths_of(bytes, base, &step);
    const char *name = unit == SIZE_IEC ? iec[step] : si[step];
    if (tenths % 10 == 0)
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 " %s", tenths / 10, name);
    else
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%s%" PRIu64 " %s", tenths / 10,
                       decimal_sign(), tenths % 10, name);
    return buf;
}

const char *size_format_short(uint64_t bytes, char buf[SIZE_TEXT])
{
    size_t step;
    uint64_t tenths = tenths_of(bytes, 1024, &step);

    if (!step)
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64, bytes);
    else if (tenths % 10 == 0)
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%c", tenths / 10, iec[step][0]);
    else
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%s%" PRIu64 "%c", tenths / 10,
                       decimal_sign(), tenths % 10, iec[step][0]);
    return buf;
}

const char *size_format_iec(uint64_t bytes, char buf[SIZE_TEXT])
{
    return size_format(bytes, SIZE_IEC, 0, buf);
}

/* A size rounded in the unit iec[step]. */
struct rounded {
    uint64_t scale; /* parts of a unit: a power of ten */
    int decimals;
    size_t step;
};

static uint64_t round_size(uint64_t bytes, const struct rounded *rounded, char *buf)
{
    uint64_t scaled =
        num_scale_nearest(bytes, rounded->scale, UINT64_C(1) << 10 * rounded->step);

    (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%s%0*" PRIu64 " %s",
                   scaled / rounded->scale, decimal_sign(), rounded->decimals,
                   scaled % rounded->scale, iec[rounded->step]);
    return scaled;
}

void size_format_pair(uint64_t a, uint64_t b, char buf_a[SIZE_TEXT],
                      char buf_b[SIZE_TEXT])
{
    struct rounded two = { .scale = 100, .decimals = 2 };
    size_t other;
    bool is_same = tenths_of(a, 1024, &two.step) == tenths_of(b, 1024, &other) &&
                   two.step == other && a != b;
    struct rounded three = { .scale = 1000, .decimals = 3, .step = two.step };

    (void)size_format_iec(a, buf_a);
    (void)size_format_iec(b, buf_b);
    if (!is_same || round_size(a, &two, buf_a) != round_size(b, &two, buf_b) ||
        round_size(a, &three, buf_a) != round_size(b, &three, buf_b))
        return;
    (void)snprintf(buf_a, SIZE_TEXT, "%" PRIu64 " %s", a, iec[0]);
    (void)snprintf(buf_b, SIZE_TEXT, "%" PRIu64 " %s", b, iec[0]);
}

const char *size_format_grid(uint64_t bytes, char buf[SIZE_TEXT])
{
    size_t step = 0;

    while (step + 1 < ARRAY_SIZE(iec) && bytes >= 1024 && bytes % 1024 == 0) {
        bytes /= 1024;
        step++;
    }
    if (step)
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%c", bytes, iec[step][0]);
    else
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64, bytes);
    return buf;
}
