/* SPDX-License-Identifier: GPL-3.0-or-later */
/* person.c - a user at the main screen of a disk: types, looks, expects */
#include "ui/person.h"

#include <check.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "ui/screen/frame/screen.h"

void person_opens(struct app *app, struct layout *layout, int rows, int cols)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout };

    strcpy(event.info.path, "/dev/sda");
    app_init(app, &screen_ui, LEVEL_UTF8, rows, cols);
    app_skip_picker(app);
    (void)app_update(app, &event); /* what it asks for is not tried here */
}

/* Keys as they are, but those below; the others stand for themselves. */
static uint32_t key_of(char key)
{
    static const struct {
        char name;
        uint32_t key;
    } names[] = {
        { '\n', KEY_CODE_ENTER },     { '\t', KEY_CODE_TAB },
        { '\b', KEY_CODE_BACKSPACE }, { '\033', KEY_CODE_ESCAPE },
        { '\001', KEY_CODE_RIGHT }, /* Ctrl-A to Ctrl-C are not typed by tests */
        { '\002', KEY_CODE_LEFT },    { '\003', KEY_CODE_DOWN },
    };

    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        if (names[i].name == key)
            return names[i].key;
    }
    return (unsigned char)key;
}

void person_types(struct app *app, const char *keys)
{
    for (; *keys; keys++) {
        struct event event = { .kind = EVENT_KEY, .key = key_of(*keys) };
        (void)app_update(app, &event); /* edits have no effect outside */
    }
}

char *person_sees(const struct app *app)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    return canvas_dump(canvas);
}

void person_expects(const struct app *app, const char *text)
{
    CLEANUP(freep) char *dump = person_sees(app);

    ck_assert_msg(strstr(dump, text), "'%s' is not on:\n%s", text, dump);
}

void person_lacks(const struct app *app, const char *text)
{
    CLEANUP(freep) char *screen = person_sees(app);

    ck_assert_msg(!strstr(screen, text), "'%s' is on:\n%s", text, screen);
}
