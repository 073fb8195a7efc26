/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_start.c - gives a partition another start where no data has to move */
#include "ui/app/new_start.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/disk/extent.h"
#include "model/disk/partition_name.h"
#include "ui/app/apply.h"
#include "ui/app/ask_empty.h"

bool new_start_leaves_data(const struct extent *extent)
{
    const struct content *content = &extent->content;
    return extent->kind != EXTENT_EXTENDED && content->state == CONTENT_FOUND &&
           content_is_data(content) && !ask_empty_applies(extent);
}

bool new_start_apply(struct app *app, const struct extent *extent,
                     const struct suggestion *suggestion)
{
    struct edit edit = { .kind = EDIT_RESIZE,
                         .id = extent->id,
                         .start = suggestion->start,
                         .length = extent->length - suggestion->shrink };
    char size[SIZE_TEXT], content[CONTENT_NAME];
    CLEANUP(str_finish) struct str name = { 0 };

    partition_full_name(app->layout, extent, &name);
    if (new_start_leaves_data(extent)) {
        (void)size_format(suggestion->data_bytes, SIZE_IEC, 0, size);
        app_say(app, true,
                _("The data of partition %1$s (%2$s, %3$s) would have to be moved to "
                  "%4$llu, which alidade does not do."),
                str_text(&name), extent_word(extent, content), size,
                (ull)suggestion->start);
        return false;
    }
    if (suggestion->fit == FIT_MOVES) {
        app_say(app, true,
                _("There is no room at %1$llu: partition %2$u would have to move "
                  "first."),
                (ull)suggestion->start, suggestion->first_moved);
        return false;
    }
    if (ask_empty_applies(extent)) {
        ask_empty_open(app, extent, &edit);
        return false;
    }
    return apply_edits(app, &edit, 1);
}
