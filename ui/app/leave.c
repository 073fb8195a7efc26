/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leave.c - the question before pending edits are discarded */
#include "ui/app/leave.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_run.h"
#include "ui/draw/pager.h"

/* Back to the picker only the queue has to be cleared. */
static struct effect leave_now(struct app *app, enum leave wanted)
{
    if (wanted == LEAVE_QUIT)
        return (struct effect){ .kind = EFFECT_QUIT };
    if (app_pending(app)) {
        queue_clear(app->queue);
        app_show_preview(app);
    }
    app_back_to(app, SCREEN_DISKS);
    return effect_none;
}

static struct effect leave_or_ask(struct app *app, enum leave wanted)
{
    if (!app_pending(app))
        return leave_now(app, wanted);
    app->leaving = wanted;
    return effect_none;
}

/* Two saved tables side by side are opened from the list of all, which is next. */
static struct effect leave_comparison(struct app *app)
{
    app->is_comparing = false;
    app->scroll = 0;
    return effect_none;
}

/* One key more than the way back: that is pressed once too often. */
static struct effect tell_quit(struct app *app)
{
    char keys[KEY_LIST];

    /* TRANSLATORS: a key */
    app_say(app, false, _("%s quits, any other key stays."),
            keymap_keys(app, app_screen(app), ACTION_QUIT, 1, keys));
    return effect_none;
}

/* Tells on the first screen which key quits; a disk that is still being measured, or
 * whose data is moved, is not left. */
struct effect leave_back(struct app *app)
{
    struct effect effect;

    if (app_screen(app) != SCREEN_HELP && fix_run_keeps_screen(app))
        return effect_none;
    if (measure_run_keeps_screen(app, &effect))
        return effect;
    if (app_screen(app) == SCREEN_HISTORY && app->is_comparing)
        return leave_comparison(app);
    if (app->depth == 1)
        return app_pending(app) ? leave_or_ask(app, LEAVE_QUIT) : tell_quit(app);
    if (app->stack[app->depth - 2] == SCREEN_DISKS)
        return measure_run_is_busy(app) ? effect_none : leave_or_ask(app, LEAVE_BACK);
    app_back(app);
    return effect_none;
}

struct effect leave_cancel(struct app *app)
{
    if (app->depth > 1)
        return leave_back(app);
    return tell_quit(app);
}

struct effect leave_quit(struct app *app)
{
    if (fix_run_keeps_screen(app))
        return effect_none;
    return leave_or_ask(app, LEAVE_QUIT);
}

struct effect leave_key(struct app *app, uint32_t key)
{
    enum leave wanted = app->leaving;

    app->leaving = LEAVE_NOT;
    app->message[0] = '\0';
    if (key == 'Q') /* not q, which may have been pressed to go back several times */
        return leave_now(app, wanted);
    if (key != 'O')
        return effect_none;
    return (struct effect){ .kind = EFFECT_ACTION, .action = ACTION_SAVE_SCRIPT };
}

char *leave_title(const struct app *app)
{
    size_t count = app_pending(app);

    return xasprintf(
        ngettext("%zu change is not written", "%zu changes are not written", count),
        count);
}

const char *leave_keys(const struct app *app)
{
    return app->leaving == LEAVE_QUIT
               ? _("Q quit and forget them, O save them as a script, any other key stays")
               : _("Q go back and forget them, O save them as a script, any other key "
                   "stays");
}

/* Returns the edits in order; where they exceed MAX lines, the last line counts the rest.
 * */
static struct pager lost_edits(const struct app *app, size_t max)
{
    struct pager pager = { 0 };
    size_t count = app_pending(app), shown = count <= max ? count : max - 1;

    for (size_t i = 0; i < shown; i++) {
        CLEANUP(freep) char *words = queue_words(app->queue, i);
        CLEANUP(freep) char *line = xasprintf("%zu  %s", i + 1, words);
        pager_add(&pager, STYLE_NORMAL, line);
    }
    if (shown < count) {
        CLEANUP(freep)
        char *rest = xasprintf(ngettext("and %zu more", "and %zu more", count - shown),
                               count - shown);
        pager_add(&pager, STYLE_NOTE, rest);
    }
    return pager;
}

void leave_draw(const struct app *app, struct canvas *canvas)
{
    CLEANUP(freep) char *title = leave_title(app);
    const char *keys = leave_keys(app);
    int width = app->cols - 4, key_rows = text_wrap_count(keys, width);
    int last = app->rows - 1, fixed = key_rows + 3; /* frame, divider, keys */
    int max = app->rows - 1 - fixed;
    struct pager edits = lost_edits(app, max > 1 ? (size_t)max : 1);
    int row = last - fixed - edits.count + 1;

    for (int i = row; i <= last; i++)
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
    canvas_box(canvas, row, last, title, NULL);
    pager_draw(&edits, canvas, row + 1, 2, width, edits.count, 0);
    canvas_divider(canvas, last - key_rows - 1, NULL, NULL);
    canvas_put_wrapped(canvas, last - key_rows, 2, width, key_rows, 0, STYLE_KEY, keys);
    canvas_set_cursor(canvas, last - key_rows, 2);
    pager_finish(&edits);
}
