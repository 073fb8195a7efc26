/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_ready.c - around a bench or probe: its place, and before, what it will tell */
#include "ui/screen/measure/measure_view.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/keymap.h"
#include "ui/app/measure_result.h"
#include "ui/app/measure_run.h"
#include "ui/screen/frame/disk_map.h"
#include "ui/screen/frame/frame.h"
#include "ui/screen/list/details_more.h"

/* Returns the rows that the map of the disk takes. */
static int draw_test_area(const struct app *app, struct canvas *canvas, int row)
{
    struct test_area area =
        app->job.live.is_probe ? app->job.live.probe.area : app->job.live.bench.area;

    if (!app->layout || !area.bytes || row + DISK_MAP_ROWS > measure_bottom(app))
        return 0;
    uint64_t lba = area.start / layout_limits(app->layout)->logical;
    const struct extent *extent = layout_find_lba(app->layout, lba);
    disk_map_draw(app, canvas, row,
                  measure_result_is_read(app) ? _("Where it reads")
                                              : _("Where it writes"),
                  extent ? extent->id : 0);
    return DISK_MAP_ROWS;
}

static void add_ending(const struct app *app, struct pager *ret)
{
    enum screen_id screen = app_screen(app);
    char use[KEY_LIST], keep[KEY_LIST], again[KEY_LIST];
    int width = frame_width(app);

    if (!app->job.live.is_probe)
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width,
                          _("It tells how many writes per second each start allows, and "
                            "whether another start is worth its cost."));
    else if (!measure_result_is_read(app))
        pager_add_wrapped(ret, STYLE_NORMAL, 0, width,
                          _("It tells the size of a physical sector and where the first "
                            "one begins, in place of what the drive reports."));
    CLEANUP(freep)
    char *then = xasprintf(_("Then %1$s takes the result for this session, %2$s keeps it "
                             "for this drive, %3$s measures again."),
                           keymap_keys(app, screen, ACTION_USE, 1, use),
                           keymap_keys(app, screen, ACTION_KEEP, 1, keep),
                           keymap_keys(app, screen, ACTION_AGAIN, 1, again));
    pager_add_wrapped(ret, STYLE_NORMAL, 0, width, then);
}

int measure_draw_ready(const struct app *app, struct canvas *canvas, int row)
{
    struct pager end = { 0 };

    row += draw_test_area(app, canvas, row);
    add_ending(app, &end);
    if (row + 1 + end.count <= measure_bottom(app)) {
        canvas_divider(canvas, row, _("At the end"), NULL);
        pager_draw(&end, canvas, row + 1, 2, frame_width(app), end.count, 0);
        row += 1 + end.count;
    }
    pager_finish(&end);
    return row;
}

void measure_draw_around(const struct app *app, struct canvas *canvas, int row)
{
    bool is_ready = measure_run_state(app) == RUN_READY;
    uint32_t id = app->job.live.is_probe ? app->selected : app->job.request.starts.extent;
    struct app disk = *app; /* without pending changes */
    int bottom = measure_bottom(app);

    if (!frame_is_tall(app) || !app->layout)
        return;
    disk.layout = queue_base(app->queue);
    disk.context = app->base_context;
    if (!is_ready && bottom - row > DISK_MAP_ROWS)
        bottom -= draw_test_area(&disk, canvas, bottom - DISK_MAP_ROWS);
    details_near_draw(&disk, canvas, bottom, bottom - row, layout_find(disk.layout, id));
}
