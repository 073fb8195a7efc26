/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.c - the screen that asks whether a partition without a signature is empty */
#include "ui/screen/frame/screen.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "ui/app/ask_empty.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/details_more.h"

/* True if Enter begins to read the partition. */
static bool can_begin(const struct app *app)
{
    const struct extent *extent = ask_empty_extent(app);

    return extent && ask_empty_can_read(extent) && !app->empty.live.is_at_work;
}

/* Returns what is known about the content of EXTENT; free(). */
static char *known_words(const struct extent *extent)
{
    static const char *const zeros[ZEROS_COUNT] = {
        [ZEROS_NOT_READ] =
            N_("It has no signature, which does not mean that it is empty: "
               "an encrypted volume or a raw database has none either."),
        [ZEROS_SAMPLED] = N_("It has no signature, and it looks empty: both ends and 64 "
                             "places between read as zeros. The rest was not read."),
        [ZEROS_NONE] =
            N_("It has no signature, but it is not all zeros: it holds data of "
               "unknown kind, as an encrypted volume or a raw database does."),
        [ZEROS_ALL] = N_("It is empty: all of it was read as zeros."),
        [ZEROS_CALLED] = N_("You called it empty."),
        [ZEROS_NEW] = N_("It is new and has no content of its own."),
    };
    const struct content *content = &extent->content;

    if (content->state == CONTENT_AMBIVALENT)
        return xasprintf(_("It has the signatures of %1$s and %2$s, and it is not known "
                           "which one is valid."),
                         content->type, content->other);
    if (content->state == CONTENT_FOUND)
        return xstrdup(_("It is swap with a header that cannot be made again: perhaps a "
                         "suspended system lies in it."));
    return xstrdup(_(zeros[content->zeros]));
}

static void add_progress(const struct app *app, struct pager *pager, int width)
{
    const struct empty_live *live = &app->empty.live;
    char done[SIZE_TEXT], total[SIZE_TEXT];
    CLEANUP(freep) char *text = NULL;

    if (live->is_failed) {
        text = xasprintf(_("It cannot be read at byte %llu of the disk: whether it is "
                           "empty stays unknown."),
                         (ull)live->failed_at);
        pager_add_wrapped(pager, STYLE_ERROR, 0, width, text);
    } else if (live->is_at_work) {
        uint64_t percent =
            live->total_bytes ? num_scale(live->done_bytes, 100, live->total_bytes) : 0;
        (void)size_format(live->done_bytes, SIZE_IEC, 0, done);
        (void)size_format(live->total_bytes, SIZE_IEC, 0, total);
        text = xasprintf(_("Reading: %1$u %%, %2$s of %3$s"), (unsigned)percent, done,
                         total);
        pager_add_wrapped(pager, STYLE_NORMAL, 0, width, text);
    }
}

static void add_choices(const struct app *app, const struct extent *extent,
                        struct pager *pager, int width)
{
    char size[SIZE_TEXT];

    (void)size_format(extent->length * layout_limits(app->layout)->logical, SIZE_IEC, 0,
                      size);
    if (can_begin(app)) {
        CLEANUP(freep)
        char *read = xasprintf(_("read all of it (%s): where all is zeros it is empty. "
                                 "Nothing is written, and q stops it."),
                               size);
        pager_add_pair(pager, 8, width, _("Enter"), read);
    }
    pager_add_pair(
        pager, 8, width, "E",
        _("call it empty: nothing in it is needed. That is one of the changes: "
          "it can be undone, and it is repeated before you type yes."));
}

static struct pager empty_text(const struct app *app)
{
    const struct extent *extent = ask_empty_extent(app);
    struct pager pager = { 0 };
    int width = app->cols - 4;

    if (!extent) {
        pager_add_wrapped(&pager, STYLE_NORMAL, 0, width,
                          _("That partition is not there any more."));
        return pager;
    }
    CLEANUP(freep) char *known = known_words(extent);
    pager_add_wrapped(&pager, STYLE_NORMAL, 0, width, known);
    pager_add_wrapped(&pager, STYLE_NORMAL, 0, width,
                      _("Its start stays where it is, and it does not become smaller, "
                        "until it is known to be empty."));
    pager_add(&pager, STYLE_NORMAL, "");
    if (app->empty.live.is_at_work || app->empty.live.is_failed) {
        add_progress(app, &pager, width);
        pager_add(&pager, STYLE_NORMAL, "");
    }
    add_choices(app, extent, &pager, width);
    return pager;
}

static void empty_draw(const struct app *app, struct canvas *canvas)
{
    static const struct foot_item items[] = {
        { ACTION_RUN, N_("read") },
        { ACTION_EMPTY, N_("empty") },
        { ACTION_HELP, N_("help") },
        { ACTION_BACK, N_("back") },
    };
    const struct extent *extent = ask_empty_extent(app);
    size_t first = can_begin(app) ? 0 : 1;
    struct pager text = empty_text(app);

    if (extent)
        frame_draw_header(app, canvas, NULL, _("%1$s  Is partition %2$u empty?"),
                          app->info.path, extent->number);
    else
        frame_draw_header(app, canvas, NULL, "%s", app->info.path);
    frame_draw_text(app, canvas, app->rows - 2, _("Empty?"), &text, frame_rows(app));
    if (extent)
        details_around_draw(app, canvas, 2 + frame_rows(app),
                            frame_rows(app) - text.count, extent);
    canvas_set_cursor(canvas, 2, 2);
    frame_draw_foot(app, canvas, 1, items + first, ARRAY_SIZE(items) - first);
    pager_finish(&text);
}

static struct effect empty_handle(struct app *app, enum action action)
{
    struct pager text = empty_text(app);
    bool is_scroll = frame_scroll(action, text.count, frame_rows(app), &app->scroll);

    pager_finish(&text);
    if (is_scroll || action != ACTION_RUN || !can_begin(app))
        return (struct effect){ .kind = EFFECT_NONE };
    app->empty.live = (struct empty_live){ .is_at_work = true };
    return (struct effect){ .kind = EFFECT_EMPTY_READ };
}

const struct screen screen_empty = { .title = N_("is it empty?"),
                                     .draw = empty_draw,
                                     .handle = empty_handle };
