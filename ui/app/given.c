/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.c - limits of a disk that a person gives by hand */
#include "ui/app/given.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/base/size.h"

#define PHYSICAL_MAX (UINT64_C(1) << 20) /* no drive has larger sectors */

static struct effect ask_bytes(struct app *app, enum ask what, const char *prompt,
                               uint64_t bytes)
{
    char number[SIZE_TEXT];

    (void)snprintf(number, sizeof(number), "%llu", (ull)bytes); /* it fits */
    app_ask(app, what, prompt, number);
    return effect_none;
}

struct effect given_ask_physical(struct app *app)
{
    return ask_bytes(app, ASK_PHYSICAL, _("Physical sector in bytes (empty: as found):"),
                     layout_limits(app->layout)->physical);
}

struct effect given_ask_offset(struct app *app)
{
    return ask_bytes(app, ASK_OFFSET, _("Alignment offset in bytes (empty: as found):"),
                     layout_limits(app->layout)->alignment_offset);
}

struct effect given_ask_grain(struct app *app)
{
    return ask_bytes(app, ASK_GRAIN, _("Grain in bytes (empty: as found):"),
                     layout_limits(app->layout)->grain);
}

/* Checks what limits_settle() would refuse, before the disk is read again. */
static bool check_limit(const struct limits *limits, enum ask asked, uint64_t bytes,
                        struct err *err)
{
    bool is_multiple = bytes % limits->logical == 0;

    if (asked == ASK_PHYSICAL && !(num_is_power_of_two(bytes) &&
                                   bytes >= limits->logical && bytes <= PHYSICAL_MAX))
        return err_set(
            err, ERR_USAGE,
            _("A physical sector is a power of two from %1$llu to %2$llu bytes."),
            (ull)limits->logical, (ull)PHYSICAL_MAX);
    if (asked == ASK_OFFSET && !(is_multiple && bytes < limits->physical))
        return err_set(err, ERR_USAGE,
                       _("An alignment offset is a multiple of %1$llu below the physical "
                         "sector of %2$llu bytes."),
                       (ull)limits->logical, (ull)limits->physical);
    if (asked == ASK_GRAIN &&
        !(is_multiple && bytes && bytes / limits->logical <= limits->size))
        return err_set(err, ERR_USAGE,
                       _("A grain is a multiple of %llu bytes, at most as large as the "
                         "disk."),
                       (ull)limits->logical);
    return true;
}

static void given_set_offset(struct limits_given *given, uint64_t bytes, bool is_given)
{
    given->alignment_offset = bytes;
    given->has_alignment_offset = is_given;
}

struct effect given_answer(struct app *app, enum ask asked, const char *text)
{
    const struct limits *limits = layout_limits(app->layout);
    struct err err = { 0 };
    uint64_t bytes = 0;

    if (*text && (!size_parse_bytes(text, &bytes, &err) ||
                  !check_limit(limits, asked, bytes, &err))) {
        app_say(app, true, "%s", err.text);
        return effect_none;
    }
    if (asked == ASK_OFFSET)
        given_set_offset(&app->given, bytes, *text);
    else if (asked == ASK_GRAIN)
        app->given.grain = bytes;
    else
        app->given.physical = bytes;
    /* The given offset may not be valid with another physical sector. */
    if (asked == ASK_PHYSICAL && bytes && app->given.alignment_offset >= bytes)
        given_set_offset(&app->given, 0, false);
    return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
}
