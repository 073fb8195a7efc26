/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size.c - sizes and LBAs as people write and read them */
#include "model/size.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/intl.h"
#include "model/mem.h"
#include "model/num.h"

static const struct unit {
    const char *name;
    uint64_t bytes;
} units[] = {
    { "", 1 },
    { "B", 1 },
    { "K", UINT64_C(1) << 10 },
    { "KiB", UINT64_C(1) << 10 },
    { "M", UINT64_C(1) << 20 },
    { "MiB", UINT64_C(1) << 20 },
    { "G", UINT64_C(1) << 30 },
    { "GiB", UINT64_C(1) << 30 },
    { "T", UINT64_C(1) << 40 },
    { "TiB", UINT64_C(1) << 40 },
    { "P", UINT64_C(1) << 50 },
    { "PiB", UINT64_C(1) << 50 },
    { "kB", UINT64_C(1000) },
    { "MB", UINT64_C(1000000) },
    { "GB", UINT64_C(1000000000) },
    { "TB", UINT64_C(1000000000000) },
    { "PB", UINT64_C(1000000000000000) },
};

static const struct unit *find_unit(const char *name)
{
    for (size_t i = 0; i < ARRAY_SIZE(units); i++)
        if (!strcasecmp(units[i].name, name))
            return &units[i];
    return NULL;
}

/* "123" or "123.45": the digits as one number and how many of them are behind the
 * point.  False for no digit, or more than 64 bits hold. */
static bool read_number(const char **at, uint64_t *ret_digits, unsigned *ret_decimals)
{
    const char *p = *at;
    uint64_t digits = 0;
    unsigned decimals = 0;
    bool is_behind = false, has_digit = false;

    for (;; p++) {
        if (*p == '.' && !is_behind) {
            is_behind = true;
            continue;
        }
        if (!isdigit((unsigned char)*p))
            break;
        if (!num_mul(digits, 10, &digits) ||
            !num_add(digits, (uint64_t)(*p - '0'), &digits))
            return false;
        has_digit = true;
        decimals += is_behind;
    }
    if (!has_digit || (is_behind && !decimals))
        return false;
    *at = p;
    *ret_digits = digits;
    *ret_decimals = decimals;
    return true;
}

static const char *skip_blanks(const char *p)
{
    while (isblank((unsigned char)*p))
        p++;
    return p;
}

/* DIGITS / 10^DECIMALS * UNIT, only where that is whole. */
static bool scale(uint64_t digits, unsigned decimals, uint64_t unit, uint64_t *ret)
{
    uint64_t value;

    if (!num_mul(digits, unit, &value))
        return false;
    for (; decimals; decimals--) {
        if (value % 10)
            return false;
        value /= 10;
    }
    *ret = value;
    return true;
}

static bool parse_bytes(const char *text, uint64_t *ret)
{
    const char *p = skip_blanks(text);
    uint64_t digits;
    unsigned decimals;

    if (!read_number(&p, &digits, &decimals))
        return false;
    const struct unit *unit = find_unit(skip_blanks(p));
    return unit && scale(digits, decimals, unit->bytes, ret);
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

/* "50%" of SIZE sectors, rounded down. */
static bool parse_percent(const char *text, uint64_t size, uint64_t *ret)
{
    const char *p = skip_blanks(text);
    uint64_t digits, whole = 100;
    unsigned decimals;

    if (!read_number(&p, &digits, &decimals) || strcmp(skip_blanks(p), "%"))
        return false;
    for (; decimals; decimals--)
        if (!num_mul(whole, 10, &whole))
            return false;
    if (digits > whole)
        return false;
    *ret = num_scale(size, digits, whole);
    return true;
}

/* "2048s" or "2048". */
static bool parse_sectors(const char *text, uint64_t *ret)
{
    const char *p = skip_blanks(text);
    unsigned decimals;
    uint64_t digits;

    if (!read_number(&p, &digits, &decimals) || decimals)
        return false;
    p = skip_blanks(p);
    if (*p && strcmp(p, "s"))
        return false;
    *ret = digits;
    return true;
}

bool size_parse_lba(const char *text, uint64_t size, uint64_t logical, uint64_t *ret,
                    struct err *err)
{
    const char *p = skip_blanks(text);
    bool is_from_end = *p == '-';
    uint64_t lba, bytes;

    if (is_from_end)
        p++;
    if (!parse_sectors(p, &lba) && !parse_percent(p, size, &lba)) {
        if (!parse_bytes(p, &bytes))
            return err_set(err, ERR_USAGE,
                           _("'%s' is no position: write a sector or a size, such as "
                             "2048s, 1MiB, 8GB, 50%% or -1GiB from the end."),
                           text);
        lba = is_from_end ? num_round_up(bytes, logical) / logical : bytes / logical;
    }
    if (is_from_end ? lba > size || !lba : lba >= size)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' lies outside the disk: its sectors are 0 to %2$llu."),
                       text, (ull)(size - 1));
    *ret = is_from_end ? size - lba : lba;
    return true;
}

static const char *const iec[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
static const char *const si[] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };

/* Tenths of the largest unit in which the value stays below BASE after rounding. */
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

static bool is_whole(uint64_t bytes, uint64_t base, size_t step)
{
    for (; step; step--) {
        if (bytes % base)
            return false;
        bytes /= base;
    }
    return true;
}

const char *size_format(uint64_t bytes, enum size_unit unit, uint64_t whole,
                        char buf[SIZE_TEXT])
{
    uint64_t base = unit == SIZE_IEC ? 1024 : 1000;
    size_t step;

    /* Whatever is written here and below fits: SIZE_TEXT has room for 20 digits. */
    if (unit == SIZE_PERCENT) {
        uint64_t tenths = whole ? num_scale_nearest(bytes, 1000, whole) : 0;
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 ".%" PRIu64 " %%", tenths / 10,
                       tenths % 10);
        return buf;
    }
    uint64_t tenths = tenths_of(bytes, base, &step);
    const char *name = unit == SIZE_IEC ? iec[step] : si[step];
    if (!step || (tenths < 100 && is_whole(bytes, base, step)))
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 " %s", tenths / 10, name);
    else
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10,
                       tenths % 10, name);
    return buf;
}

const char *size_format_short(uint64_t bytes, char buf[SIZE_TEXT])
{
    size_t step;
    uint64_t tenths = tenths_of(bytes, 1024, &step);

    if (!step)
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64, bytes);
    else if (tenths % 10 == 0 && is_whole(bytes, 1024, step))
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 "%c", tenths / 10, iec[step][0]);
    else
        (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 ".%" PRIu64 "%c", tenths / 10,
                       tenths % 10, iec[step][0]);
    return buf;
}

const char *size_format_exact(uint64_t bytes, char buf[SIZE_TEXT])
{
    uint64_t count = bytes;
    size_t step = 0;

    for (; step + 1 < ARRAY_SIZE(iec) && count && count % 1024 == 0; step++)
        count /= 1024;
    if (count >= 1024)
        return size_format(bytes, SIZE_IEC, 0, buf);
    (void)snprintf(buf, SIZE_TEXT, "%" PRIu64 " %s", count, iec[step]); /* it fits */
    return buf;
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
