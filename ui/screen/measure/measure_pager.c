/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_pager.c - the sentences on the screens of a bench and of a probe */
#include "ui/screen/measure/measure_view.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/partition_name.h"
#include "ui/app/measure_result.h"
#include "ui/app/measure_run.h"
#include "ui/screen/frame/frame.h"

#define FIRST_ROW 2 /* inside the box */

static void add_lines(struct pager *pager, int style, int width,
                      const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        pager_add_wrapped(pager, i ? STYLE_NORMAL : style, 0, width, lines->at[i]);
}

/* "/dev/sda2 is in use (/mnt): nothing is written."; NULL if the disk may be written;
 * free() */
static char *user_text(const struct app *app)
{
    const struct extent *user = measure_run_user(app);
    const struct note *note = layout_read_only(queue_base(app->queue));

    if (app->job.refusal[0])
        return xstrdup(app->job.refusal);
    if (app->fix.is_begun)
        return xstrdup(_("A move has not ended: nothing is written."));
    if (note && !app->is_read_only)
        return xasprintf(_("%s Nothing is written."), note->text);
    if (app->is_read_only)
        return xasprintf(_("%s was opened read-only: nothing is written."),
                         app->info.path);
    if (!user)
        return NULL;
    CLEANUP(freep)
    char *node = user->number ? partition_node(app->info.path, user->number)
                              : xstrdup(app->info.path);
    return user->use.where[0] ? xasprintf(_("%1$s is in use (%2$s): nothing is written."),
                                          node, user->use.where)
                              : xasprintf(_("%s is in use: nothing is written."), node);
}

static void add_state(const struct app *app, struct pager *pager, int width)
{
    bool is_now = !app->job.is_saved;
    CLEANUP(freep)
    char *user = measure_result_is_read(app) && is_now ? user_text(app) : NULL;

    if (app->job.is_refused)
        pager_add_wrapped(pager, STYLE_ERROR, 0, width, app->job.refusal);
    else if (user)
        pager_add_wrapped(pager, STYLE_OFF, 0, width, user);
}

static void add_intent(struct measure_pager *pager, int width, const struct lines *intent)
{
    add_lines(&pager->intent, STYLE_NORMAL, width, intent);
    for (int max = 1; max <= MEASURE_INTENT_ROWS; max++) {
        int rows = 0;
        for (size_t i = 0; i < intent->count; i++) {
            int own = text_wrap_count(intent->at[i], width);
            if (rows + own > max)
                break;
            rows += own;
        }
        pager->intent_whole[max] = rows;
    }
}

void measure_pager_fill(const struct app *app, const struct lines *intent,
                        const struct lines *told, struct measure_pager *ret)
{
    enum run_state state = measure_run_state(app);
    int width = app->cols - 4;

    *ret = (struct measure_pager){ 0 };
    add_state(app, &ret->told, width);
    if (state == RUN_READY)
        add_lines(&ret->told, STYLE_NORMAL, width, intent);
    else if (told && !app->job.is_refused)
        add_lines(&ret->told, STYLE_HEAD, width, told);
    if (state != RUN_READY && state != RUN_ENDED)
        add_intent(ret, width, intent);
}

void measure_pager_take_intent(struct measure_pager *pager, int *left)
{
    int max = *left < MEASURE_INTENT_ROWS ? *left : MEASURE_INTENT_ROWS;

    pager->intent_rows = max > 0 ? measure_take(left, pager->intent_whole[max]) : 0;
}

void measure_pager_finish(struct measure_pager *pager)
{
    pager_finish(&pager->intent);
    pager_finish(&pager->told);
}

int measure_pager_progress_row(const struct measure_pager *pager)
{
    return FIRST_ROW + pager->intent_rows;
}

/* The title shows the result even where the sentences do not fit. */
static const char *worth_title(const struct app *app)
{
    /* TRANSLATORS: in the frame above the result; 30 columns. */
    static const char *const titles[] = {
        [WORTH_UNSTATED] = N_("Result"),
        [WORTH_YES] = N_("Result: worth fixing"),
        [WORTH_NO] = N_("Result: not worth fixing"),
        [WORTH_UNSURE] = N_("Result: not sure"),
    };

    if (!app->job.is_refused && !measure_result_is_drive(app))
        return _("Result: not of the drive");
    return _(titles[app->job.live.is_probe || app->job.is_refused
                        ? WORTH_UNSTATED
                        : app->job.live.bench.worth]);
}

static const char *told_title(const struct app *app)
{
    if (measure_run_state(app) == RUN_READY)
        return _("Before it begins");
    return measure_run_state(app) == RUN_ENDED ? worth_title(app) : _("So far");
}

void measure_pager_draw(const struct measure_pager *pager, const struct app *app,
                        struct canvas *canvas, int divider, int row)
{
    const struct pager *told = &pager->told;
    int width = app->cols - 4;

    pager_draw(&pager->intent, canvas, FIRST_ROW, 2, width, pager->intent_rows, 0);
    canvas_divider(canvas, divider, told_title(app),
                   pager_more(told->count, pager->told_rows, app->scroll));
    pager_draw(told, canvas, row, 2, width, pager->told_rows, app->scroll);
    canvas_set_cursor(canvas, divider + 1, 2);
}

struct effect measure_pager_scroll(struct measure_pager *pager, struct app *app,
                                   enum action action)
{
    (void)frame_scroll(action, pager->told.count, pager->told_rows, &app->scroll);
    measure_pager_finish(pager);
    return effect_none;
}
