/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_found.c - contents that no entry names, for the golden tests */
#include "ui/scenes_found.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/found/whole.h"
#include "support/disks.h"
#include "ui/scenes_measure.h"
#include "ui/scenes_usb.h"

#define SIZE UINT64_C(488397168) /* 250 GB */

/* Windows in front, an extended partition with the space of a second logical one. */
static struct layout *cut_chain(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 63,
          .length = 102398247,
          .inside = INSIDE_NTFS,
          .volume = "WINXP",
          .is_bootable = true },
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 102398310, .length = 385993755 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 102398310, .length = 1 },
        { .kind = EXTENT_LOGICAL,
          .number = 5,
          .start = 102398373,
          .length = 51199092,
          .inside = INSIDE_EXT,
          .volume = "data" },
    };
    const struct disks_spec spec = {
        .size = SIZE, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static struct layout *no_table(void)
{
    return disks_build(&(struct disks_spec){ .size = SIZE, .label = LABEL_NONE });
}

static struct found_item item(uint64_t start, uint64_t length, uint64_t ebr,
                              enum inside_kind kind, const char *volume)
{
    struct found_item item = { .found = { .start = start,
                                          .length = length,
                                          .ebr = ebr,
                                          .how = ebr ? FOUND_EBR : FOUND_SUPERBLOCK },
                               .content = disks_content(kind, volume),
                               .is_chosen = true };

    item.content.inside.used = 0;
    copy_text(item.found.entry_type, sizeof(item.found.entry_type), ebr ? "83" : "");
    return item;
}

static void found_open(struct app *app, bool is_whole)
{
    struct found_item items[] = {
        item(153597528, 204796557, 153597465, INSIDE_EXT, "photos"),
        item(358394148, 4192902, 0, INSIDE_SWAP, ""),
    };
    const struct found_list list = { .at = items, .count = ARRAY_SIZE(items) };
    struct event event = { .kind = EVENT_LAYOUT, .found = &list };

    event.layout = is_whole ? no_table() : cut_chain();
    strcpy(event.info.path, "/dev/sda");
    (void)app_update(app, &event); /* what it asks for is not tried here */
}

static void show_found(struct app *app)
{
    found_open(app, false);
    scenes_press_all(app, "V ");
}

static void show_found_whole(struct app *app)
{
    found_open(app, true);
    scenes_press_all(app, "V");
}

static void show_new_over_lost(struct app *app)
{
    found_open(app, false);
    scenes_press_all(app, "n");
}

static void show_searching(struct app *app)
{
    struct event event = { .kind = EVENT_SEARCH, .search = { true, 1234 } };

    scenes_open(app, cut_chain());
    app_update(app, &event);
    scenes_press_all(app, "V");
}

/* A member of a RAID, whose table is that of the mirror. */
static void show_member(struct app *app)
{
    CLEANUP(layout_unrefp) struct layout *alone = cut_chain();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(alone);
    const struct whole_sign sign = { .type = "isw_raid_member", .usage = "raid" };
    CLEANUP(freep) char *text = whole_describe(&sign, "/dev/sda");

    layout_builder_note(builder, whole_note_id(&sign), "%s", text);
    scenes_open(app, layout_builder_refinish(builder));
}

static void show_member_ask(struct app *app)
{
    show_member(app);
    scenes_press_all(app, "do");
}

const struct scene *scenes_found_at(size_t index)
{
    static const struct scene scenes[] = {
        { "form-found", show_found },
        { "form-found-whole", show_found_whole },
        { "form-new-lost", show_new_over_lost },
        { "form-searching", show_searching },
        { "table-member", show_member },
        { "table-member-ask", show_member_ask },
    };

    return index < ARRAY_SIZE(scenes) ? &scenes[index]
                                      : scenes_usb_at(index - ARRAY_SIZE(scenes));
}
