/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_keys.c - any keys at all on the screens of a disk, at any size */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/mem.h"
#include "support/disks.h"
#include "ui/app.h"
#include "ui/keymap.h"

#define KEYS_MOST 96

/* A byte is a character, or from 0x80 on one of the keys that are none. */
static uint32_t key_of(uint8_t byte)
{
    return byte < 0x80 ? byte : KEY_CODE_BASE + (uint32_t)(byte & 0x1f);
}

/* The screen can be drawn, and there is a row that the cursor keys move. */
static void look(const struct app *app)
{
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    canvas_free(canvas);
    if (!app_selected(app) || app->depth < 1 || app->depth > APP_STACK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct layout *(*const makers[])(void) = { disks_legacy, disks_openbsd, disks_4kn };
    struct event event = { .kind = EVENT_LAYOUT };
    struct app app;

    if (count < 3)
        return 0;
    event.layout = makers[bytes[0] % ARRAY_SIZE(makers)]();
    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    app_init(&app, bytes[0] & 1 ? LEVEL_ASCII : LEVEL_UTF8, bytes[1] % 64 + 1,
             bytes[2] % 160 + 1);
    app_skip_picker(&app);
    (void)app_update(&app, &event); /* asks for nothing */
    for (size_t i = 3; i < count && i < KEYS_MOST; i++) {
        struct event key = { .kind = EVENT_KEY, .key = key_of(bytes[i]) };
        char name[KEY_NAME];

        (void)app_update(&app, &key); /* nobody carries effects out here */
        if (!*keymap_key_name(key.key, name) && key.key < KEY_CODE_BASE && key.key)
            abort();
    }
    /* Drawing costs most of the time: every fourth input is enough. */
    if ((bytes[1] + bytes[2] + bytes[count - 1]) % 4 == 0)
        look(&app);
    app_finish(&app);
    return 0;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    /* One alone: a replay tries thirty thousand of its neighbours. */
    static const char *const seeds[] = { "\x01\x17\x4fj+xez\t/b\r\x89?2qvg5%\r" };

    if (index >= ARRAY_SIZE(seeds))
        return 0;
    memcpy(buf, seeds[index], strlen(seeds[index]));
    return strlen(seeds[index]);
}
