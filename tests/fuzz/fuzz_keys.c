/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_keys.c - any keys and window sizes, on every screen, over several disks
 *
 * The first byte chooses the disk; each further pair of bytes is one event. */
#include "fuzz/fuzz.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/mem.h"
#include "support/disks.h"
#include "ui/app.h"
#include "ui/text.h"

enum { EVENTS_MOST = 40 };

static struct layout *(*const disks[])(void) = {
    disks_legacy, disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn, disks_raid, disks_jumper,
};

/* Each row must be as wide as the canvas: no character may be cut or hang over. */
static void draw(const struct app *app)
{
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);
    int row, col;

    app_draw(app, canvas);
    canvas_cursor(canvas, &row, &col);
    if (row < 0 || row >= app->rows || col < 0 || col >= app->cols)
        abort();
    for (row = 0; row < app->rows; row++) {
        int wide = 0;
        for (col = 0; col < app->cols; col++)
            wide += text_width(canvas_at(canvas, row, col)->text);
        if (wide != app->cols)
            abort();
    }
    canvas_free(canvas);
}

static void give_layout(struct app *app, struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout, .grub_sectors = 50 };

    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    (void)app_update(app, &event); /* what it asks for is given or not, as it comes */
}

static void give_details(struct app *app)
{
    struct event event = { .kind = EVENT_DETAILS };

    details_add(&event.details, "path", "Path", "sysfs", "%s", "/dev/sda");
    details_add(&event.details, "model", "Model", "sysfs", "%s", "a long one, 硬盘");
    (void)app_update(app, &event);
}

static void give_disks(struct app *app)
{
    struct event event = { .kind = EVENT_DISKS, .disk_count = 2 };

    event.disks = xcalloc(2, sizeof(*event.disks));
    copy_text(event.disks[0].path, sizeof(event.disks[0].path), "/dev/sda");
    event.disks[0].size_bytes = UINT64_C(1) << 40;
    event.disks[0].layout = disks_legacy();
    copy_text(event.disks[1].path, sizeof(event.disks[1].path), "/dev/sdb");
    copy_text(event.disks[1].note, sizeof(event.disks[1].note), "It cannot be read.");
    (void)app_update(app, &event);
}

/* Does what an effect asks for, as the shell would; false to leave. */
static bool carry_out(struct app *app, const struct effect *effect)
{
    static const char *const nothing_there = "There is nothing to be read.";

    switch (effect->kind) {
    case EFFECT_QUIT:
        return false;
    case EFFECT_DISKS:
        give_disks(app);
        break;
    case EFFECT_OPEN:
    case EFFECT_REREAD:
        give_layout(app, disks_touching());
        break;
    case EFFECT_DETAILS:
        give_details(app);
        break;
    case EFFECT_COMPLETE:
        (void)app_update(app, &(struct event){ .kind = EVENT_COMPLETED,
                                               .text = "/tmp/image" });
        (void)app_update(app, &(struct event){ .kind = EVENT_ERROR,
                                               .text = nothing_there });
        break;
    case EFFECT_NONE:
    case EFFECT_REDRAW:
    case EFFECT_SUSPEND:
        break;
    }
    return true;
}

/* From 0xF0 on a window of another size, from 0x80 on a key that is no character. */
static struct event event_of(uint8_t what, uint8_t more)
{
    if (what >= 0xF0)
        return (struct event){ .kind = EVENT_RESIZE, .rows = 1 + what % 8 * 7,
                               .cols = 1 + more % 160 };
    if (what >= 0x80)
        return (struct event){ .kind = EVENT_KEY,
                               .key = KEY_CODE_BASE + (what - 0x80u) % 20 };
    if (what == 0x7E)
        return (struct event){ .kind = EVENT_KEY, .key = 0x4E00u + more };
    return (struct event){ .kind = EVENT_KEY, .key = what };
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct app app;

    if (count == 0)
        return 0;
    (void)setlocale(LC_ALL, "C.UTF-8"); /* without it wide characters are narrow */
    app_init(&app, bytes[0] & 0x80 ? LEVEL_ASCII : LEVEL_UTF8, 24, 80);
    if (bytes[0] & 0x40)
        app_skip_picker(&app);
    else
        give_disks(&app);
    give_layout(&app, disks[bytes[0] % ARRAY_SIZE(disks)]());
    for (size_t i = 1; i + 1 < count && i < 2 * EVENTS_MOST; i += 2) {
        struct event event = event_of(bytes[i], bytes[i + 1]);
        struct effect effect = app_update(&app, &event);
        if (!carry_out(&app, &effect))
            break;
        draw(&app);
    }
    app_finish(&app);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    static const char *const walks[] = {
        "\x40j j + + + z 0 \r j q ? 2 q i p 4 0 9 6 \r a 3 5 8 4 \r q ",
        "\x44\t j j j + + + + + + e x x x x / f r e e \r n ",
        "\x41g 2 0 4 8 \r + - v \xF3\x27\xF1\x1B\xF5\x9F\r j j \xF0\x05",
        "\x02o / t m p \t \r r R / s d \r q q ",
        "\xC5\r j k \xF4\x50~\x01~\xFF? j j j G q \x85 \x86 \x87 \x88 ",
    };

    if (index >= ARRAY_SIZE(walks))
        return 0;
    memcpy(buf, walks[index], strlen(walks[index]));
    return strlen(walks[index]);
}
