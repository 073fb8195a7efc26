/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paste.c - pasted text is typed into a field, never run as actions, nor taken for
 * consent
 */
#include "ui/app/paste.h"

#include "model/base/intl.h"
#include "ui/app/ask.h"

static bool is_character(uint32_t key)
{
    return key >= ' ' && key < KEY_CODE_BASE && (key < 0x7f || key >= 0xa0);
}

static void paste_character(struct app *app, uint32_t key)
{
    struct paste *paste = &app->paste;

    if (app->asking != ASK_CONSENT && ask_type(app, key))
        paste->is_typed = true;
    else
        paste->is_lost = true;
}

static void paste_end(struct app *app)
{
    if (app->paste.is_lost && !app->paste.is_typed && !app->leaving)
        app_say(app, false, "%s",
                app->asking == ASK_CONSENT
                    ? _("What was pasted is ignored: yes has to be typed.")
                    : _("What was pasted is ignored: no field is open to type it in."));
    app->paste = (struct paste){ .is_on = false };
}

bool paste_key(struct app *app, uint32_t key)
{
    struct paste *paste = &app->paste;

    if (key == KEY_CODE_PASTE) {
        *paste = (struct paste){ .is_on = true };
        return true;
    }
    if (key == KEY_CODE_PASTE_END) {
        paste_end(app);
        return true;
    }
    if (!paste->is_on)
        return false;
    if (!is_character(key)) {
        paste->is_gap = key == KEY_CODE_ENTER || key == KEY_CODE_TAB;
        return true;
    }
    if (paste->is_gap && paste->is_typed)
        paste_character(app, ' ');
    paste->is_gap = false;
    paste_character(app, key);
    return true;
}
