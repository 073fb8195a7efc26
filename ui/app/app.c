/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app.c - the program without its disks: takes events, returns effects, draws */
#include "ui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/move/plan/moves_suggest.h"
#include "ui/app/apply.h"
#include "ui/app/ask.h"
#include "ui/app/ask_empty.h"
#include "ui/app/ask_files.h"
#include "ui/app/change.h"
#include "ui/app/content_check.h"
#include "ui/app/disk.h"
#include "ui/app/fix_run.h"
#include "ui/app/give_up.h"
#include "ui/app/keymap.h"
#include "ui/app/leave.h"
#include "ui/app/measure_run.h"
#include "ui/app/paste.h"

static const struct screen *shown_screen(const struct app *app)
{
    return app->ui->screens[app_screen(app)];
}

void app_init(struct app *app, const struct ui *ui, enum level level, int rows, int cols)
{
    *app = (struct app){
        .ui = ui,
        .rows = rows,
        .cols = cols,
        .level = level,
        .stack = { SCREEN_DISKS },
        .depth = 1,
    };
    for (int i = 0; i < SCREEN_COUNT; i++) {
        if (ui->screens[i]->own_size)
            app->own[i] = xcalloc(1, ui->screens[i]->own_size);
    }
}

void app_skip_picker(struct app *app)
{
    app->stack[0] = SCREEN_TABLE;
}

void app_finish(struct app *app)
{
    disk_info_free(app->picker.disks, app->picker.count);
    queue_free(app->queue);
    layout_unref(app->layout);
    moves_suggest_finish(&app->context);
    moves_suggest_finish(&app->base_context);
    layout_unref(app->change.restored);
    details_finish(&app->details);
    rehearsal_report_finish(&app->change.rehearsal);
    commit_report_finish(&app->change.report);
    free(app->change.script);
    give_up_forget(app);
    file_choices_finish(&app->choices);
    history_finish(&app->history);
    fix_run_finish_state(app);
    fix_look_finish(&app->wizard.look);
    content_check_reset(app);
    lines_finish(&app->wizard.steps);
    recent_finish(&app->recent);
    found_list_finish(&app->found);
    for (int i = 0; i < SCREEN_COUNT; i++)
        free(app->own[i]);
    *app = (struct app){ .depth = 1 };
}

/* A rescan keeps the row that a person chose, by its path. */
static void replace_disks(struct app *app, struct event *event)
{
    char path[sizeof(app->info.path)] = "";

    if (app->picker.is_chosen && app->picker.selected < app->picker.count)
        copy_text(path, sizeof(path), app->picker.disks[app->picker.selected].path);
    disk_info_free(app->picker.disks, app->picker.count);
    app->picker.disks = event->disks;
    app->picker.count = event->disk_count;
    app->picker.selected = app_disk_default(app->picker.disks, app->picker.count);
    for (size_t i = 0; i < app->picker.count; i++) {
        if (!strcmp(app->picker.disks[i].path, path))
            app->picker.selected = i;
    }
}

static struct effect run_row(struct app *app, enum action action)
{
    const struct action_row *row = keymap_row(app, action);

    if (action == ACTION_NONE)
        return effect_none;
    if (row->needs & NEEDS_LIST)
        app->is_state_told = true;
    if (!apply_needs_are_met(app, row))
        return effect_none;
    if (!row->opens)
        return row->run ? row->run(app) : shown_screen(app)->handle(app, action);
    app_push(app, (enum screen_id)row->opens);
    return effect_none;
}

/* An action may lead to another one, as a button does. */
static struct effect run_actions(struct app *app, struct effect effect)
{
    while (effect.kind == EFFECT_ACTION)
        effect = run_row(app, effect.action);
    return effect;
}

static struct effect run_action(struct app *app, enum action action)
{
    return run_actions(app, (struct effect){ .kind = EFFECT_ACTION, .action = action });
}

/* Ctrl-C quits like q on the first screen; on the consent screen it goes back. */
static struct effect interrupt(struct app *app)
{
    app->paste.is_on = false; /* the end mark may have been lost */
    if (fix_run_keeps_screen(app))
        return effect_none;
    if (app->asking == ASK_CONSENT)
        return ask_cancel(app);
    app->asking = ASK_NOTHING;
    return leave_quit(app);
}

static bool is_paste_mark(uint32_t key)
{
    return key == KEY_CODE_PASTE || key == KEY_CODE_PASTE_END;
}

/* Says that KEY does nothing on this screen. */
static void say_unknown(struct app *app, uint32_t key)
{
    char name[KEY_NAME], help[KEY_LIST];

    keymap_keys(app, app_screen(app), ACTION_HELP, 1, help);
    app_say(app, false, _("%1$s: no such key here, %2$s shows all."),
            keymap_key_name(app->level, key, name), help);
}

static struct effect handle_key(struct app *app, uint32_t key, uint64_t ms)
{
    /* The marks of a paste that begins too early still count: the rest of it is pasted
     * text. */
    if (!is_paste_mark(key) && change_ignores(app, key, ms))
        return effect_none;
    if (paste_key(app, key))
        return effect_none;
    if (app->fix.is_asked)
        return fix_run_key(app, key);
    if (app->leaving)
        return run_actions(app, leave_key(app, key));
    if (app->asking != ASK_NOTHING)
        return run_actions(app, ask_key(app, key));
    bool was_shown = app->is_state_told || !app->message[0];
    app->message[0] = '\0';
    if (ask_type(app, key))
        return effect_none;
    enum action action = keymap_lookup(app, app_screen(app), key);
    if (action == ACTION_NONE)
        say_unknown(app, key);
    struct effect effect = run_action(app, action);
    /* A finding that a message covered is still to be shown. */
    app->is_state_told = app->is_state_told && was_shown;
    if (!app->is_lazy)
        app->shown = app->selected;
    return effect;
}

static void take_look(struct app *app, struct event *event)
{
    fix_look_finish(&app->wizard.look);
    app->wizard.look = event->look;
    content_check_offer(app, &app->wizard.look.content);
    if (event->text) {
        app->wizard.journal[0] = '\0';
        app_say(app, true, "%s", event->text);
        ask_again(app, false);
    }
}

static void set_read_speed(struct app *app, const struct event *event)
{
    app->wizard.look.read = event->speed;
    app->wizard.look.is_reading = false;
}

/* What is under the mouse, as the screen was drawn. */
static struct spot spot_under(const struct app *app, const struct mouse *mouse)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    return canvas_spot(canvas, mouse->row, mouse->col);
}

static struct effect click(struct app *app, const struct mouse *mouse)
{
    struct spot spot = spot_under(app, mouse);
    const struct screen *screen = shown_screen(app);
    bool was_shown = app->is_state_told || !app->message[0];
    struct effect effect = effect_none;

    app->message[0] = '\0';
    if (spot.kind == SPOT_ACTION)
        effect = run_action(app, (enum action)spot.value);
    else if (spot.kind == SPOT_ROW && screen->select)
        screen->select(app, spot.value);
    else if ((spot.kind == SPOT_BUTTON || spot.kind == SPOT_EXTENT) && screen->click)
        effect = run_actions(app, screen->click(app, spot));
    else
        app_say(app, false,
                _("There is nothing to click: rows, buttons, the map and the "
                  "keys in the last lines can be clicked."));
    app->is_state_told = app->is_state_told && was_shown;
    if (!app->is_lazy)
        app->shown = app->selected;
    return effect;
}

/* Questions take keys only; a click just puts a listed file in the field. */
static struct effect handle_mouse(struct app *app, const struct mouse *mouse, uint64_t ms)
{
    bool is_question = app->leaving || app->fix.is_asked;

    if (mouse->kind == MOUSE_NOTHING || is_question || app->paste.is_on ||
        app_is_too_small(app))
        return effect_none;
    if (app->asking != ASK_NOTHING) {
        if (mouse->kind == MOUSE_CLICK)
            ask_files_click(app, spot_under(app, mouse));
        return effect_none;
    }
    if (mouse->kind == MOUSE_CLICK)
        return click(app, mouse);
    return handle_key(app, mouse->kind == MOUSE_WHEEL_UP ? KEY_CODE_UP : KEY_CODE_DOWN,
                      ms);
}

/* Tells all screens that more is known. */
static void app_learned(struct app *app)
{
    for (int i = 0; i < app->depth; i++)
        if (app->ui->screens[app->stack[i]]->learned)
            app->ui->screens[app->stack[i]]->learned(app);
}

static struct effect take_layout(struct app *app, struct event *event)
{
    app_set_layout(app, event);
    app_learned(app);
    /* The details show limits that were read before. */
    if (app_screen(app) == SCREEN_DETAILS)
        return (struct effect){ .kind = EFFECT_DETAILS };
    return fix_run_opened(app);
}

static void take_error(struct app *app, const char *text)
{
    app->is_opening = false;
    app_say(app, true, "%s", text);
    ask_again(app, false);
}

static void catch_up(struct app *app)
{
    app->shown = app->selected;
    app->is_typing = false;
}

struct effect app_update(struct app *app, struct event *event)
{
    switch (event->kind) {
    case EVENT_KEY:
        app->answered = ASK_NOTHING;
        return handle_key(app, event->key, event->ms);
    case EVENT_MOUSE:
        return handle_mouse(app, &event->mouse, event->ms);
    case EVENT_SHOWN:
        change_shown(app, event->ms, event->is_early);
        break;
    case EVENT_RESIZE:
        app->rows = event->rows;
        app->cols = event->cols;
        break;
    case EVENT_DISKS:
        replace_disks(app, event);
        break;
    case EVENT_LAYOUT:
        return take_layout(app, event);
    case EVENT_DETAILS:
        details_finish(&app->details);
        app->details = event->details;
        break;
    case EVENT_COMPLETED:
        if (ask_is_path(app))
            field_set(&app->field, event->text);
        break;
    case EVENT_ERROR:
        take_error(app, event->text);
        break;
    case EVENT_SAID:
        app_say(app, false, "%s", event->text);
        break;
    case EVENT_MEASURE:
        measure_run_update(app, event);
        break;
    case EVENT_MEASURED:
        return measure_run_ended(app, event);
    case EVENT_SEARCH:
        app->search = event->search;
        app_learned(app);
        break;
    case EVENT_EMPTY:
        ask_empty_update(app, event);
        break;
    case EVENT_REHEARSED:
        return change_rehearsed(app, event);
    case EVENT_COMMITTED:
        return change_committed(app, event);
    case EVENT_SCRIPT:
        change_script(app, event->text);
        break;
    case EVENT_HISTORY:
        change_history(app, event);
        break;
    case EVENT_NAMED:
        change_named(app, event);
        break;
    case EVENT_READ_SPEED:
        set_read_speed(app, event);
        break;
    case EVENT_UNFINISHED:
        fix_run_found(app, event);
        break;
    case EVENT_FIX:
        fix_run_update(app, event);
        break;
    case EVENT_FIXED:
        return fix_run_ended(app, event);
    case EVENT_FIX_LOOKED:
        take_look(app, event);
        break;
    case EVENT_CHECKED:
        content_check_update(app, event);
        break;
    case EVENT_INTERRUPT:
        return interrupt(app);
    case EVENT_IDLE:
        catch_up(app);
        break;
    }
    return effect_none;
}
