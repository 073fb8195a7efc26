/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form_row.c - the forms there are, and what they have in common */
#include "ui/screen/form_row.h"

#include <stdio.h>

#include "model/align/advice.h"
#include "model/base/lines.h"
#include "model/base/mem.h"

static const struct form_row *const rows[FORM_COUNT] = {
    [FORM_NEW] = &form_new,         [FORM_RESIZE] = &form_resize,
    [FORM_MOVE] = &form_move,       [FORM_NAME] = &form_name,
    [FORM_DISK_ID] = &form_disk_id, [FORM_REPAIR] = &form_repair,
};

const struct form_row *form_row(enum form_kind kind)
{
    return rows[kind];
}

struct form *form_of(const struct app *app)
{
    return app->own[SCREEN_FORM];
}

void form_open(struct app *app, enum form_kind kind)
{
    struct form form = { .kind = kind };

    if (!rows[kind]->open(app, &form))
        return;
    form.items[form.at].field.is_fresh = true;
    *form_of(app) = form;
    app_push(app, SCREEN_FORM);
}

const struct extent *form_extent(const struct app *app, const struct form *form)
{
    return form->id ? layout_find(app->layout, form->id)
                    : layout_find_lba(app->layout, form->lba);
}

void form_size_text(const struct limits *limits, uint64_t sectors, char *buf, size_t size)
{
    unsigned long long bytes = sectors * limits->logical;

    /* They fit: 64 bits have 20 digits. */
    if (bytes % (1 << 30) == 0)
        (void)snprintf(buf, size, "%lluGiB", bytes >> 30);
    else if (bytes % (1 << 20) == 0)
        (void)snprintf(buf, size, "%lluMiB", bytes >> 20);
    else
        (void)snprintf(buf, size, "%llus", (unsigned long long)sectors);
}

static void add_command_lines(struct pager *ret, int width, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width, lines->at[i]);
}

void form_add_commands(const struct app *app, const struct layout *after, int width,
                       struct pager *ret)
{
    CLEANUP(lines_finish) struct lines first = { 0 };
    CLEANUP(lines_finish) struct lines then = { 0 };

    if (!after)
        return;
    advice_for(app->layout, after, app->info.path, &first, &then);
    add_command_lines(ret, width, &first);
    add_command_lines(ret, width, &then);
}
