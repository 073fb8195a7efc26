/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.c - limits that a person gives by hand */
#include "ui/app/given.h"

#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"

#define PHYSICAL_MAX (UINT64_C(1) << 20) /* no drive has larger ones */

static struct effect ask_bytes(struct app *app, enum ask what, const char *prompt,
                               uint64_t bytes)
{
    char number[SIZE_TEXT];

    /* It fits: 64 bits have 20 digits. */
    (void)snprintf(number, sizeof(number), "%llu", (unsigned long long)bytes);
    app_ask(app, what, prompt, number);
    return (struct effect){ .kind = EFFECT_NONE };
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

/* The same rules as limits_settle's, said before the disk is read again. */
static bool check_physical(uint64_t bytes, const struct app *app, struct err *err)
{
    uint64_t logical = layout_limits(app->layout)->logical;

    if (num_is_power_of_two(bytes) && bytes >= logical && bytes <= PHYSICAL_MAX)
        return true;
    return err_set(err, ERR_USAGE,
                   _("A physical sector is a power of two from %1$llu to %2$llu bytes."),
                   (unsigned long long)logical, (unsigned long long)PHYSICAL_MAX);
}

static bool check_offset(uint64_t bytes, uint64_t physical, const struct app *app,
                         struct err *err)
{
    uint64_t logical = layout_limits(app->layout)->logical;

    if (bytes < physical && bytes % logical == 0)
        return true;
    return err_set(err, ERR_USAGE,
                   _("An alignment offset is a multiple of %1$llu below the physical "
                     "sector of %2$llu bytes."),
                   (unsigned long long)logical, (unsigned long long)physical);
}

static bool check_grain(uint64_t bytes, const struct app *app, struct err *err)
{
    const struct limits *limits = layout_limits(app->layout);

    if (bytes && bytes % limits->logical == 0 && bytes / limits->logical <= limits->size)
        return true;
    return err_set(err, ERR_USAGE,
                   _("A grain is a multiple of %llu bytes, at most as large as the "
                     "disk."),
                   (unsigned long long)limits->logical);
}

static bool take_physical(struct app *app, const char *text, struct err *err)
{
    uint64_t bytes = 0;

    if (text[0] &&
        (!size_parse_bytes(text, &bytes, err) || !check_physical(bytes, app, err)))
        return false;
    app->given.physical = bytes;
    /* An offset that was right for the old sector may be none for this one. */
    if (bytes && app->given.alignment_offset >= bytes) {
        app->given.alignment_offset = 0;
        app->given.has_alignment_offset = false;
    }
    return true;
}

static bool take_offset(struct app *app, const char *text, struct err *err)
{
    uint64_t bytes = 0, physical = layout_limits(app->layout)->physical;

    if (text[0] && (!size_parse_bytes(text, &bytes, err) ||
                    !check_offset(bytes, physical, app, err)))
        return false;
    app->given.alignment_offset = bytes;
    app->given.has_alignment_offset = text[0] != '\0';
    return true;
}

static bool take_grain(struct app *app, const char *text, struct err *err)
{
    uint64_t bytes = 0;

    if (text[0] &&
        (!size_parse_bytes(text, &bytes, err) || !check_grain(bytes, app, err)))
        return false;
    app->given.grain = bytes;
    return true;
}

struct effect given_answer(struct app *app, enum ask asked, const char *text)
{
    struct err err = { 0 };
    bool is_taken = asked == ASK_PHYSICAL ? take_physical(app, text, &err)
                    : asked == ASK_OFFSET ? take_offset(app, text, &err)
                                          : take_grain(app, text, &err);

    if (is_taken)
        return (struct effect){ .kind = EFFECT_REREAD, .given = app->given };
    app_say(app, true, "%s", err.text);
    return (struct effect){ .kind = EFFECT_NONE };
}
