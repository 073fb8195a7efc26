/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_ends.c - the sectors where partitions of two layouts start and end */
#include "ui/screen/list/compare_ends.h"

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/edit/delta.h"
#include "ui/draw/ruler.h"
#include "ui/screen/list/table_view.h"

enum {
    RULER_ROWS = 4, /* with the divider and one row of sectors */
    RULER_MORE = 3, /* further rows of sectors */
    ENDS_MAX = 12,
};

/* A place in one of the layouts, or in both. */
struct place {
    const struct layout *layout;
    const char *when; /* translated; NULL: it is the same in both */
    struct edge edge;
};

struct places {
    struct place at[ENDS_MAX];
    int count;
};

static uint64_t lba_of(const struct extent *extent, bool is_end)
{
    return is_end ? extent_end(extent) : extent->start;
}

static void add_ruler(struct places *places, const struct layout *layout,
                      const struct extent *extent, bool is_end, const char *when)
{
    if (extent && extent_is_entry(extent) && places->count < ENDS_MAX)
        places->at[places->count++] =
            (struct place){ layout, when, { lba_of(extent, is_end), is_end, extent } };
}

/* Adds the starts, or the ends, of one partition. */
static void add_rulers(struct places *places, const struct compare *compare,
                       const struct delta_row *row, bool is_end)
{
    bool is_same = row->before && row->after &&
                   lba_of(row->before, is_end) == lba_of(row->after, is_end);

    if (is_same && !compare->id)
        return;
    if (!is_same)
        add_ruler(places, compare->before, row->before, is_end,
                  compare_before_name(compare));
    add_ruler(places, compare->after, row->after, is_end,
              is_same ? NULL : compare_after_name(compare));
}

static struct places places_of(const struct compare *compare)
{
    CLEANUP(freep) struct delta_row *rows = NULL;
    size_t count = delta_rows(compare->before, compare->after, &rows);
    struct places places = { 0 };

    /* Starts decide the alignment: they come first. */
    for (int is_end = 0; is_end <= 1; is_end++) {
        for (size_t i = 0; i < count; i++) {
            const struct extent *any = rows[i].after ? rows[i].after : rows[i].before;
            if (!compare->id || any->id == compare->id)
                add_rulers(&places, compare, &rows[i], is_end);
        }
    }
    return places;
}

int compare_ends_draw(const struct app *app, struct canvas *canvas, int row, int left,
                      const struct compare *compare)
{
    struct places places = places_of(compare);
    int count = num_min_int(places.count, left / RULER_ROWS);
    int spare = left - count * RULER_ROWS, first = row;

    for (int i = 0; i < count; i++) {
        const struct place *place = &places.at[i];
        int more = num_min_int(RULER_MORE, spare / (count - i));
        struct app then = *app;

        then.layout = layout_ref(place->layout);
        table_draw_ruler(&then, canvas, row, 1 + more, place->edge, place->when);
        layout_unref(then.layout);
        row += RULER_ROWS + more;
        spare -= more;
    }
    return row - first;
}
