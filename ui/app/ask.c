/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.c - the input field in the last row */
#include "ui/app/ask.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "ui/app/ask_files.h"
#include "ui/app/change.h"
#include "ui/app/foot.h"
#include "ui/app/give_up.h"
#include "ui/app/keymap.h"

#define FIELD_MIN_COLS  12 /* minimum width of the field */
#define HINT_FIELD_COLS 24 /* of the field beside the hint */
#define HINT            N_("F1 help")

bool ask_is_path(const struct app *app)
{
    return app->asking == ASK_PATH || app->asking == ASK_JOURNAL ||
           (change_asks(app->asking) && app->asking != ASK_CONSENT);
}

static enum recent_kind recent_kind_of(enum ask asked)
{
    if (asked == ASK_PATH)
        return RECENT_IMAGE;
    if (asked == ASK_JOURNAL)
        return RECENT_JOURNAL;
    return asked == ASK_BACKUP || asked == ASK_RESTORE ? RECENT_BACKUP : RECENT_SCRIPT;
}

static bool asks_amount(enum ask asked)
{
    return asked == ASK_SECTOR || asked == ASK_START || asked == ASK_PHYSICAL ||
           asked == ASK_OFFSET || asked == ASK_GRAIN;
}

static struct effect close_with_answer(struct app *app)
{
    enum ask asked = app->asking;
    const struct screen *screen = app->ui->screens[app_screen(app)];
    char text[sizeof(app->field.text)];

    copy_text(text, sizeof(text), app->field.text);
    app->answered = ask_is_path(app) ? asked : ASK_NOTHING;
    app->message[0] = '\0';
    app->asking = ASK_NOTHING;
    if (app->answered)
        recent_add(&app->recent, recent_kind_of(asked), text);
    if (change_asks(asked))
        return change_answer(app, asked, text);
    if (asked == ASK_GIVE_UP)
        return give_up_answer(app, text);
    struct effect effect =
        screen->answer ? screen->answer(app, asked, text) : effect_none;
    if (asks_amount(asked) && app->message[0] && app->is_message_error)
        app->asking = asked; /* with what was typed */
    return effect;
}

void ask_again(struct app *app, bool is_path_good)
{
    if (app->asking == ASK_NOTHING)
        app->asking = app->answered;
    if (app->answered && !is_path_good)
        recent_drop(&app->recent, recent_kind_of(app->answered), app->field.text);
    app->answered = ASK_NOTHING;
}

struct effect ask_cancel(struct app *app)
{
    enum ask asked = app->asking;

    app->asking = ASK_NOTHING;
    app->change.is_early = false;
    return asked == ASK_CONSENT ? change_answer(app, asked, "") : effect_none;
}

/* What can be typed, in few words: on small screens it has three rows. */
static const char *ask_help(const struct app *app)
{
    switch ((int)app->asking) {
    case ASK_FIND:
        return _("Part of a name, label, type, number or word. Enter finds it, Ctrl-U "
                 "empties the field, Ctrl-G leaves it.");
    case ASK_RUN:
        return _("y and Enter run it; Enter alone or Ctrl-G does not.");
    case ASK_GIVE_UP:
        return _("y and Enter agree to it; Enter alone or Ctrl-G does not.");
    case ASK_SECTOR:
    case ASK_START:
        return _("A sector (2048), a size (1MiB, 8GB), a share (50%) or a sum (63*512, "
                 "end-1GiB). Ctrl-U empties the field, Ctrl-G leaves it.");
    case ASK_PHYSICAL:
    case ASK_OFFSET:
    case ASK_GRAIN:
        return _("Bytes or a size (4096, 4K, 1MiB); nothing: as it was found. Ctrl-U "
                 "empties the field, Ctrl-G leaves it.");
    case ASK_CONSENT:
        return _("yes and Enter write it, all else goes back. ↑ ↓ scroll, Tab shows "
                 "before and after.");
    default:
        return _("Enter takes the path, Tab completes it, ↑ ↓ choose a listed one, "
                 "Ctrl-U empties the field, Ctrl-G leaves it.");
    }
}

static void say_help(struct app *app)
{
    CLEANUP(freep) char *help = keymap_spell(app, ask_help(app));

    app_say(app, false, "%s", help);
}

/* Actions of the screen behind the field: it can be scrolled (consent) and redrawn. */
static struct effect ask_action(const struct app *app, enum action action)
{
    struct effect run = { .kind = EFFECT_ACTION, .action = action };

    switch ((int)action) {
    case ACTION_UP:
    case ACTION_DOWN:
    case ACTION_PAGE_UP:
    case ACTION_PAGE_DOWN:
    case ACTION_COMPARE:
        return app->asking == ASK_CONSENT ? run : effect_none;
    case ACTION_REDRAW:
    case ACTION_SUSPEND:
        return run;
    default:
        return effect_none;
    }
}

/* Clears a proposed folder when a slash is typed behind it: an absolute path follows. */
static void clear_proposal(struct app *app, uint32_t key)
{
    struct field *field = &app->field;
    size_t length = strlen(field->text);

    if (key == '/' && ask_is_path(app) && length > 1 && field->cursor == length &&
        field->text[length - 1] == '/')
        field_set(field, "");
}

/* While a field is open it gets every key, q too. */
struct effect ask_key(struct app *app, uint32_t key)
{
    app->message[0] = '\0'; /* the message was about earlier keys */
    switch (key) {
    case KEY_CODE_ENTER:
        return close_with_answer(app);
    case KEY_CODE_ESCAPE:
    case 'g' & 0x1f:
        return ask_cancel(app);
    case KEY_CODE_F1:
        say_help(app);
        return effect_none;
    default:
        break;
    }
    if (key == KEY_CODE_TAB && ask_is_path(app))
        return (struct effect){ .kind = EFFECT_COMPLETE, .path = app->field.text };
    clear_proposal(app, key);
    if (field_key(&app->field, key) || ask_files_key(app, key))
        return effect_none;
    return ask_action(app, keymap_lookup(app, app_screen(app), key));
}

bool ask_type(struct app *app, uint32_t key)
{
    const struct screen *screen = app->ui->screens[app_screen(app)];

    if (app->leaving)
        return false;
    if (app->asking != ASK_NOTHING) {
        clear_proposal(app, key);
        return field_key(&app->field, key);
    }
    bool is_taken = screen->take && screen->take(app, key);
    app->is_typing = is_taken && app->is_lazy;
    return is_taken;
}

/* Names the key of the help at the right end of ROW, and takes its columns off *WIDTH,
 * where the field keeps enough of them. */
static void ask_draw_hint(const struct app *app, struct canvas *canvas, int row,
                          int *width)
{
    int used = text_width(_(HINT)) + 1;

    if (*width - used - text_width(app->prompt) - 1 < HINT_FIELD_COLS)
        return;
    canvas_put(canvas, row, app->cols - used, used - 1, STYLE_NOTE, _(HINT));
    *width -= used;
}

/* The field stands behind its prompt, or below it where that leaves less than
 * FIELD_MIN_COLS. */
void ask_draw(const struct app *app, struct canvas *canvas)
{
    int row = app->rows - 1, width = app->cols - 2, above = 0;
    int col = 1 + text_width(app->prompt) + 1;

    if (app->cols - col - 1 < FIELD_MIN_COLS) {
        col = 1;
        above = text_wrap_count(app->prompt, width);
    }
    for (int i = row - above; i <= row; i++)
        canvas_fill(canvas, i, 0, app->cols, STYLE_NORMAL, " ");
    canvas_put_wrapped(canvas, row - above, 1, width, above ? above : 1, 0, STYLE_KEY,
                       app->prompt);
    ask_draw_hint(app, canvas, row, &width);
    field_draw(&app->field, canvas, row, col, width - col + 1);
    if (!app->message[0])
        ask_files_draw(app, canvas, row - above);
    else if (app_screen(app) != SCREEN_TABLE) /* which has rows for it above */
        (void)foot_message(app, canvas, row - above - 1, row - above - 1);
}
