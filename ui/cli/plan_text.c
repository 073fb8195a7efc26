/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_text.c - the plan for a whole disk as text */
#include "ui/cli/plan_text.h"

#include "model/base/columns.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/base/utf8.h"
#include "model/move/plan/typical_speed.h"
#include "ui/cli/plan_notes.h"
#include "ui/cli/plan_reasons.h"

enum {
    COLUMN_STEP,
    COLUMN_WHAT,
    COLUMN_FROM,
    COLUMN_TO,
    COLUMN_DATA,
    COLUMN_TIME,
    COLUMN_COUNT,
};

enum { PLACE_WHERE, PLACE_SPACE, PLACE_TIME, PLACE_COUNT };

enum { AIM_NAME, AIM_DATA, AIM_WRITTEN, AIM_TIME, AIM_COUNT };

/* A disk of many partitions has many gaps; the best places come first. */
enum { PLACES_MAX = 6 };

struct plan_text {
    const struct report_disk *disk;
    const struct layout *layout;
    const struct moves *moves;
    const struct moves_time *time;
    bool has_aims; /* the costs of both aims are shown */
    int width;     /* of lines, columns */
    struct str *out;
};

static void add_plan_line(const struct plan_text *text, int indent, const char *sentence)
{
    text_add_wrapped(text->out, sentence, indent, 0, text->width);
}

/* --- the steps --- */

/* TRANSLATORS: cells of the column "What", 30 columns wide. */
static char *what_words(const struct layout *layout, const struct moves_step *step)
{
    const struct extent *extent = layout_find(layout, step->id);
    const struct extent *logical = layout_find_logical(layout, step->id);
    char content[CONTENT_NAME];

    if (extent->role == ROLE_EBR)
        return xasprintf(_("EBR of partition %u"), logical ? logical->number : 0);
    if (extent->kind == EXTENT_EXTENDED)
        return xasprintf(step->is_end ? _("end of container %u")
                                      : _("start of container %u"),
                         extent->number);
    return xasprintf(_("partition %1$u %2$s"), extent->number,
                     content_name(&extent->content, content));
}

static const char *data_words(const struct layout *layout, const struct moves_step *step,
                              char size[SIZE_TEXT])
{
    if (step->action == MOVES_DATA)
        return moves_size(layout, step->sectors, size);
    return step->action == MOVES_REMAKE ? _("made again") : _("none");
}

/* The column is left out where no time is known. */
static void add_step_time(const struct plan_text *text, struct columns *columns,
                          const struct moves_step *step)
{
    double seconds;
    enum move_time known = moves_time_step(text->time, text->layout, step, &seconds);

    if (!step->sectors || known == MOVE_TIME_UNKNOWN)
        return;
    CLEANUP(freep) char *words = moves_time_words(known, seconds);
    columns_set(columns, COLUMN_TIME, "%s", words);
}

static void add_step_rows(const struct plan_text *text, struct columns *columns)
{
    char size[SIZE_TEXT];

    for (size_t i = 0; i < text->moves->step_count; i++) {
        const struct moves_step *step = &text->moves->steps[i];
        CLEANUP(freep) char *what = what_words(text->layout, step);
        columns_row(columns);
        columns_set(columns, COLUMN_STEP, "%zu", i + 1);
        columns_set(columns, COLUMN_WHAT, "%s", what);
        columns_set(columns, COLUMN_FROM, "%llu", (ull)step->from);
        columns_set(columns, COLUMN_TO, "%llu", (ull)step->to);
        columns_set(columns, COLUMN_DATA, "%s", data_words(text->layout, step, size));
        add_step_time(text, columns, step);
    }
}

static void add_steps(const struct plan_text *text)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(COLUMN_COUNT);

    columns_head(columns, COLUMN_STEP, true, _("Step"));
    columns_head(columns, COLUMN_WHAT, false, _("What"));
    columns_head(columns, COLUMN_FROM, true, _("From"));
    columns_head(columns, COLUMN_TO, true, _("To"));
    columns_head(columns, COLUMN_DATA, true, _("Data"));
    columns_head(columns, COLUMN_TIME, false, _("Time"));
    add_step_rows(text, columns);
    columns_write(columns, 0, text->out);
    str_add(text->out, "\n");
}

/* --- the journal, and the time --- */

static void add_place_rows(const struct plan_text *text, struct columns *columns)
{
    const struct journal_places *places = &text->time->places;
    char size[SIZE_TEXT];

    for (size_t i = 0; i < places->count && i < PLACES_MAX; i++) {
        CLEANUP(freep) char *where = journal_place_words(&places->at[i]);
        double seconds;
        enum move_time known = moves_time_at(text->time, &places->at[i], &seconds);
        CLEANUP(freep) char *words = moves_time_words(known, seconds);
        columns_row(columns);
        columns_set(columns, PLACE_WHERE, "%s", where);
        columns_set(columns, PLACE_SPACE, "%s",
                    size_format(places->at[i].bytes, SIZE_IEC, 0, size));
        if (known != MOVE_TIME_UNKNOWN)
            columns_set(columns, PLACE_TIME, "%s", words);
    }
}

static void add_places(const struct plan_text *text)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(PLACE_COUNT);

    columns_head(columns, PLACE_WHERE, false, _("Journal in"));
    columns_head(columns, PLACE_SPACE, true, _("Room"));
    columns_head(columns, PLACE_TIME, false, _("Time of the plan"));
    add_place_rows(text, columns);
    str_add(text->out, "\n");
    columns_write(columns, 0, text->out);
}

static void add_journal(const struct plan_text *text)
{
    double seconds;

    if (!text->time->places.count) {
        add_plan_line(text, 0,
                      _("There is no place on this disk for the journal of the moves: "
                        "name a file on another one with --journal=FILE."));
        return;
    }
    add_places(text);
    if (!text->moves->sectors)
        return;
    if (moves_time_of(text->time, text->moves, &seconds) != MOVE_TIME_UNKNOWN) {
        str_add(text->out, "\n");
        add_plan_line(text, 0,
                      _("Times include that all is read before it is moved, and again "
                        "afterwards."));
        return;
    }
    /* The table of both aims has times of a usual drive. */
    if (text->has_aims && !text->disk->info->serial[0])
        return;
    CLEANUP(freep) char *unknown = moves_time_unknown_words(text->disk->info);
    str_add(text->out, "\n");
    add_plan_line(text, 0, unknown);
}

/* --- chosen starts --- */

static void add_chosen(const struct plan_text *text, const struct moves_want *want)
{
    const struct layout *result = text->moves->result;

    for (size_t i = 0; i < want->start_count; i++) {
        CLEANUP(freep) char *words = moves_off_words(result, want->starts[i].id);
        if (!words)
            continue;
        str_add(text->out, "\n");
        add_plan_line(text, 0, words);
    }
}

/* --- both aims --- */

static void add_aim_row(struct columns *columns, const struct report_moves *plan)
{
    const struct moves_price *price = &plan->price;
    const char *aim = moves_aim_id(plan->want->aim);
    char size[SIZE_TEXT];

    columns_row(columns);
    columns_set(columns, AIM_NAME, plan->is_default ? _("--to=%s (default)") : "--to=%s",
                aim);
    if (!price->is_possible) {
        columns_set(columns, AIM_DATA, "%s", _("not possible"));
        return;
    }
    if (!price->bytes) {
        columns_set(columns, AIM_DATA, "%s", _("none"));
        return;
    }
    CLEANUP(freep) char *time = moves_time_words(MOVE_TIME_KNOWN, price->seconds);
    columns_set(columns, AIM_DATA, "%s", size_format(price->bytes, SIZE_IEC, 0, size));
    columns_set(columns, AIM_WRITTEN, "%s",
                size_format(price->written, SIZE_IEC, 0, size));
    columns_set(columns, AIM_TIME, "%s", time);
}

/* Adds which drive the times are those of, where it was not measured. */
static void add_usual(const struct plan_text *text)
{
    const struct disk_info *info = text->disk->info;
    const struct typical_speed *usual =
        typical_speed_or_any(typical_speed_of(info->transport, info->is_rotational));

    if (moves_speed(text->disk->saved).read > 0)
        return;
    CLEANUP(freep)
    char *words = xasprintf(_("This drive was not measured: the time is that of %s."),
                            _(usual->words));
    add_plan_line(text, 0, words);
}

/* Adds what this plan costs, and what OTHER would. */
static void add_aims(const struct plan_text *text, const struct report_moves *plan,
                     const struct report_moves *other)
{
    CLEANUP(columns_freep) struct columns *columns = columns_new(AIM_COUNT);
    bool is_needed = text->moves->step_count || !text->moves->is_possible;

    if (!other || !(is_needed || other->moves->step_count))
        return;
    columns_head(columns, AIM_NAME, false, _("Plan"));
    columns_head(columns, AIM_DATA, true, _("Data"));
    columns_head(columns, AIM_WRITTEN, true, _("Written"));
    columns_head(columns, AIM_TIME, false, _("Time"));
    add_aim_row(columns, plan);
    add_aim_row(columns, other);
    str_add(text->out, "\n");
    columns_write(columns, 0, text->out);
    if (plan->price.bytes || other->price.bytes)
        add_usual(text);
}

static void add_plan(const struct plan_text *text)
{
    const struct moves *moves = text->moves;
    char size[SIZE_TEXT];

    if (!moves->step_count) {
        add_plan_line(text, 0,
                      moves->left_count ? _("Nothing else has to be changed.")
                                        : _("All starts are in place: nothing has to be "
                                            "changed."));
        return;
    }
    add_steps(text);
    CLEANUP(freep)
    char *sum = moves->sectors ? xasprintf(_("Data to move: %s"),
                                           moves_size(text->layout, moves->sectors, size))
                               : xstrdup(_("No data has to be moved."));
    add_plan_line(text, 0, sum);
    add_journal(text);
}

/* --- the whole --- */

/* Adds the first line: the disk, and where the plan puts the starts. */
static void add_plan_title(const struct plan_text *text, const struct moves_want *want)
{
    const struct limits *limits = layout_limits(text->layout);
    CLEANUP(freep) char *path = utf8_clean(text->disk->info->path);
    char grid[SIZE_TEXT];

    (void)size_format_iec(want->aim == MOVES_MIB ? limits->grain : limits->physical,
                          grid);
    str_printf(text->out,
               want->start_count
                   ? _("%1$s  plan: starts as given, the others on boundaries of %2$s")
                   : _("%1$s  plan: starts on boundaries of %2$s"),
               path, grid);
    str_add(text->out, "\n\n");
}

void plan_text(const struct report_disk *disk, const struct report_moves *plan,
               const struct report_moves *other, int width, struct str *ret)
{
    struct plan_text text = {
        .disk = disk,
        .layout = disk->info->layout,
        .moves = plan->moves,
        .time = plan->time,
        .has_aims = other != NULL,
        .width = width,
        .out = ret,
    };

    add_plan_title(&text, plan->want);
    plan_reasons_left(text.layout, text.moves, width, ret);
    if (text.moves->is_possible) {
        add_plan(&text);
        add_chosen(&text, plan->want);
    } else {
        plan_reasons_lack(text.layout, text.moves, width, ret);
    }
    add_aims(&text, plan, other);
    plan_notes(disk, text.moves, width, ret);
}

void plan_text_next(const struct moves *moves, int width, struct str *ret)
{
    if (!moves->step_count)
        return;
    str_add(ret, "\n");
    text_add_wrapped(ret,
                     _("Nothing was written. 'alidade fix' with the same options carries "
                       "this plan out."),
                     0, 0, width);
    text_add_wrapped(
        ret, _("In the editor the key A shows such a plan, and F carries it out."), 0, 0,
        width);
}
