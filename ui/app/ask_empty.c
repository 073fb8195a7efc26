/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask_empty.c - the question whether a partition without a signature is empty */
#include "ui/app/ask_empty.h"

#include "model/base/intl.h"
#include "ui/app/apply.h"

bool ask_empty_applies(const struct extent *extent)
{
    const struct content *content = &extent->content;

    return extent_holds_data(extent) && content_is_data(content) &&
           (content->state == CONTENT_NONE || content->state == CONTENT_AMBIVALENT ||
            content_is_swap(content));
}

void ask_empty_open(struct app *app, const struct extent *extent, const struct edit *then)
{
    app->empty.id = extent->id;
    app->empty.has_then = then != NULL;
    if (then)
        app->empty.then = *then;
    app->empty.live = (struct empty_live){ .is_at_work = false };
    app_push(app, SCREEN_EMPTY);
}

bool ask_empty_is_open(const struct app *app)
{
    return app_has_screen(app, SCREEN_EMPTY);
}

const struct extent *ask_empty_extent(const struct app *app)
{
    return app->layout ? layout_find(app->layout, app->empty.id) : NULL;
}

bool ask_empty_can_read(const struct extent *extent)
{
    enum content_zeros zeros = extent->content.zeros;

    return extent->content.state == CONTENT_NONE &&
           (zeros == ZEROS_NOT_READ || zeros == ZEROS_SAMPLED);
}

/* Goes back to the main screen and applies EDITS, then the edit that needed the answer.
 * EDITS has space for one more. */
static void ask_empty_close(struct app *app, struct edit *edits, size_t count)
{
    bool has_then = app->empty.has_then;

    app->empty.live.is_at_work = false;
    if (has_then)
        edits[count++] = app->empty.then;
    app_back_to(app, SCREEN_TABLE);
    if (count)
        (void)apply_edits(app, edits, count); /* the message line says why not */
}

void ask_empty_accept(struct app *app)
{
    struct edit edits[2] = { { .kind = EDIT_CALL_EMPTY, .id = app->empty.id } };

    ask_empty_close(app, edits, 1);
}

void ask_empty_update(struct app *app, const struct event *event)
{
    const struct extent *extent = ask_empty_extent(app);
    struct edit edits[1];

    if (event->text) {
        app->empty.live.is_at_work = false;
        app_say(app, true, "%s", event->text);
        return;
    }
    app->empty.live = event->empty;
    if (event->empty.is_at_work || !extent || !content_is_empty(&extent->content))
        return;
    unsigned number = extent->number;
    bool has_then = app->empty.has_then;
    ask_empty_close(app, edits, 0);
    if (!has_then)
        app_say(app, false, _("Partition %u is empty: all of it was read as zeros."),
                number);
}
