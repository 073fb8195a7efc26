/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes_usb.c - a disk of today, for the golden tests
 *
 * Many USB bridges report an optimal I/O size of 65535 sectors, and parted takes that for
 * the grain. */
#include "ui/scenes_usb.h"

#include "model/base/mem.h"
#include "support/disks.h"
#include "ui/scenes_measure.h"

#define GRAIN(count) (UINT64_C(65535) * (count))
#define PART(n, first, end, ...)                                                         \
    {                                                                                    \
        .kind = EXTENT_PARTITION, .number = n, .start = GRAIN(first),                    \
        .length = GRAIN((end) - (first)), __VA_ARGS__                                    \
    }

static struct layout *usb_disk(void)
{
    static const struct disks_part parts[] = {
        PART(1, 1, 17, .inside = INSIDE_FAT, .volume = "EFI",
             .type = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"),
        PART(2, 17, 13600, .inside = INSIDE_EXT, .volume = "root"),
        PART(3, 13600, 44600, .inside = INSIDE_NTFS, .volume = "media",
             .type = "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7"),
    };
    const struct disks_spec spec = {
        .size = 3907029168, /* 2 TB */
        .label = LABEL_GPT,
        .said = { .physical = 4096, .minimum_io = 4096, .optimal_io = GRAIN(512) },
        .parts = parts,
        .count = ARRAY_SIZE(parts),
    };

    return disks_build(&spec);
}

/* The first partition with data is selected. */
static void show_usb(struct app *app)
{
    struct layout *layout = usb_disk();
    struct event event = {
        .kind = EVENT_LAYOUT,
        .layout = layout,
        .info =
            scenes_info("/dev/sdb", "External USB3.0", "0123456789ABC", "usb", layout),
    };

    event.info.layout = NULL;
    app_update(app, &event);
    scenes_press_all(app, "j");
}

const struct scene *scenes_usb_at(size_t index)
{
    static const struct scene scenes[] = { { "table-usb", show_usb } };

    return index < ARRAY_SIZE(scenes) ? &scenes[index] : NULL;
}
