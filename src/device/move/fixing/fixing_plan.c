/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_plan.c - makes the plan of a fix: what is moved, with which journal */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/io/file.h"
#include "device/move/fixing/fixing_private.h"
#include "device/system/devices.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/disk/partition_name.h"
#include "model/move/journal/journal_fit.h"
#include "model/move/journal/journal_swap.h"
#include "model/move/journal/shift_plan.h"

/* A way back restores free space if it is not more than this, with all that is saved: to
 * keep it costs memory too. */
#define FREE_BYTES_MAX (UINT64_C(2) << 20)

bool fixing_moves_data(const struct fixing *fixing, size_t index)
{
    return index < fixing->plan.step_count &&
           fixing->plan.steps[index].action == MOVES_DATA;
}

bool fixing_has_data(const struct fixing *fixing)
{
    size_t index = 0;

    while (index < fixing->plan.step_count && !fixing_moves_data(fixing, index))
        index++;
    return index < fixing->plan.step_count;
}

/* --- the plan of the journal --- */

static void plan_of_disk(struct fixing *fixing, const struct fix_request *request,
                         struct guid_source *seed)
{
    struct journal_plan *plan = &fixing->plan;
    const struct label *label = layout_label(request->base);
    struct disk_info info;

    plan->head.transaction = guid_source_draw(seed);
    plan->head.disk_bytes = fixing->limits.size * fixing->limits.logical;
    plan->logical = (uint32_t)fixing->limits.logical;
    plan->label = label->kind;
    plan->disk_id = journal_disk_id(label);
    plan->first_usable = label->first_usable;
    plan->end_usable = label->last_usable + 1;
    plan->grid = journal_write_grid(&fixing->limits);
    plan->time = (uint64_t)time(NULL);
    devices_describe(request->sys, request->path, &info);
    copy_text(plan->serial, sizeof(plan->serial), info.serial);
    copy_text(plan->model, sizeof(plan->model), info.model);
    disk_info_finish(&info);
}

static bool plan_all_steps(struct fixing *fixing, const struct fix_request *request,
                           struct err *err)
{
    return journal_plan_add(&fixing->plan, request->base, request->moves) ||
           err_set(err, ERR_REFUSED, "%s",
                   _("The plan has more steps than can be done at once."));
}

/* --- what is moved --- */

static bool refuse_zones(const struct extent *extent, struct err *err)
{
    char name[16];

    return err_set(err, ERR_REFUSED,
                   _("Where the signatures of partition %s are cannot be told: its "
                     "data is not moved."),
                   extent ? partition_name(extent, name) : "?");
}

bool fixing_find_move(struct fixing *fixing, const struct layout *layout, size_t index,
                      struct store *store, struct err *err)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    struct fixing_move *move = &fixing->moves[index];
    const struct extent *extent = layout_find_number(layout, step->number);
    uint64_t logical = fixing->limits.logical;
    struct reader disk = store_reader(store);
    struct reader_part part;
    struct reader reader =
        reader_of_part(&part, &disk, step->from * logical, step->length * logical);

    if (!extent || !zones_find(&extent->content, &reader, logical, &move->shift.zones))
        return refuse_zones(extent, err);
    move->content = extent->content;
    struct fields_move fields = { .extent = extent,
                                  .ebr = step->ebr_from,
                                  .new_start = step->to,
                                  .new_ebr = step->ebr_to,
                                  .logical = logical };
    return fields_find(&fields, &reader, &move->fields, err) &&
           (fields_are_in_zones(&move->fields, &move->shift.zones, logical) ||
            refuse_zones(extent, err));
}

static uint64_t saved_bytes_of(const struct fixing *fixing, const struct layout *layout,
                               size_t index, bool keeps_free)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    struct shift shift = { .disk = fixing->limits.size,
                           .grid = fixing->plan.grid,
                           .from = step->from,
                           .to = step->to,
                           .length = step->length,
                           .zones = fixing->moves[index].shift.zones };
    uint64_t logical = fixing->limits.logical;

    shift.table_count = shift_plan_tables(layout, &fixing->plan, index, shift.tables);
    shift.keeps_free = keeps_free;
    /* EBRs may have moved by then: each of them may take other blocks. */
    return shift_saved_bytes(&shift, logical) +
           2 * shift.table_count * shift.grid.grain * logical;
}

/* --- the journal --- */

static struct journal_needs fixing_needs(const struct fixing *fixing,
                                         const struct layout *layout)
{
    const struct journal_plan *plan = &fixing->plan;
    struct journal_needs needs = { .saved_bytes = fixing_table_bytes(fixing, layout),
                                   .border_bytes = plan->grid.grain * plan->logical };

    for (size_t i = 0; i < plan->step_count; i++) {
        if (!fixing_moves_data(fixing, i))
            continue;
        uint64_t saved = saved_bytes_of(fixing, layout, i, false);
        uint64_t with_free = saved_bytes_of(fixing, layout, i, true);
        uint64_t moved = plan->steps[i].length * plan->logical;
        needs.saved_bytes = needs.saved_bytes > saved ? needs.saved_bytes : saved;
        if (with_free <= FREE_BYTES_MAX && needs.with_free_bytes < with_free)
            needs.with_free_bytes = with_free;
        needs.moved_bytes = needs.moved_bytes > moved ? needs.moved_bytes : moved;
    }
    return needs;
}

/* Returns the size of a journal with which every move is possible. */
static uint64_t bytes_for_journal(const struct fixing *fixing,
                                  const struct journal_needs *needs)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    uint64_t block = fixing->plan.grid.grain, end = 0;

    do {
        *plan = fixing->plan;
        end += block;
    } while (!journal_fit(plan, 0, end, needs) || !plan->slots);
    return end * plan->logical;
}

/* Of a file that may not exist yet, in a folder that does; free(). */
static char *absolute_path(const char *path)
{
    CLEANUP(freep) char *real = realpath(path, NULL);
    CLEANUP(freep) char *folder = file_folder(path);
    CLEANUP(freep) char *home = real ? NULL : realpath(folder, NULL);
    const char *slash = strrchr(path, '/');

    if (real)
        return TAKE(real);
    return home ? xasprintf("%s/%s", strcmp(home, "/") ? home : "",
                            slash ? slash + 1 : path)
                : xstrdup(path);
}

static bool place_journal(struct fixing *fixing, const struct fix_request *request,
                          struct err *err)
{
    struct journal_plan *plan = &fixing->plan;
    const struct journal_place *place = request->place;

    plan->spot.kind = place->kind;
    fixing->place_number = place->number;
    fixing->place = place;
    if (place->offer) {
        fixing->journal_path = absolute_path(place->offer->path);
        copy_text(plan->spot.path, sizeof(plan->spot.path), fixing->journal_path);
        copy_text(plan->spot.uuid, sizeof(plan->spot.uuid), place->offer->uuid);
    }
    return !fixing_has_data(fixing) || fixing_redo_fit(fixing, request->base, err);
}

/* The first MiB can contain a boot loader, or licences of programs. */
static bool check_front(const struct fixing *fixing, struct store *store, struct err *err)
{
    const struct journal_spot *spot = &fixing->plan.spot;
    struct reader disk = store_reader(store);
    uint8_t bytes[4096];
    bool is_zero = true;

    if (spot->kind != JOURNAL_FRONT)
        return true;
    for (uint64_t at = 0; at < spot->bytes && is_zero; at += sizeof(bytes)) {
        is_zero = reader_read(&disk, spot->start * fixing->limits.logical + at, bytes,
                              sizeof(bytes));
        is_zero = is_zero && mem_is_zero(bytes, sizeof(bytes));
    }
    return is_zero || err_set(err, ERR_REFUSED, "%s",
                              _("The only space for the journal on this disk, in its "
                                "first MiB, is not empty: name a file on another disk "
                                "with --journal."));
}

/* What is needed to create the other swap areas again: a power cut while the new header
 * is written can damage the old one too. */
static void keep_other_swaps(struct fixing *fixing, struct store *store)
{
    CLEANUP(freep) struct journal_plan *swap = xcalloc(1, sizeof(*swap));
    struct reader disk = store_reader(store);
    uint8_t page[JOURNAL_SWAP_BYTES];

    for (size_t i = 0; i < fixing->plan.step_count; i++) {
        struct journal_step *step = &fixing->plan.steps[i];
        if (step->action != MOVES_REMAKE ||
            !reader_read(&disk, step->from * fixing->limits.logical, page,
                         sizeof(page)) ||
            !journal_swap_keep(page, swap))
            continue;
        step->swap_uuid = swap->swap_uuid;
        memcpy(step->swap_name, swap->swap_name, sizeof(step->swap_name));
    }
}

/* --- the pieces --- */

uint64_t fixing_memory(const struct fixing *fixing)
{
    return shift_plan_memory(fixing->memory, fixing->scan.scanned, fixing->scan.scan_ns);
}

bool fixing_fit_move(struct fixing *fixing, const struct layout *now, size_t index,
                     struct err *err)
{
    const struct journal_plan *plan = &fixing->plan;
    const struct journal_step *step = &plan->steps[index];
    struct shift *shift = &fixing->moves[index].shift;
    struct move_journal journal = { .bytes = plan->spot.bytes,
                                    .other =
                                        fixing->journal_path ? &fixing->other : NULL };
    uint64_t distance =
        step->from < step->to ? step->to - step->from : step->from - step->to;
    struct move_shift bytes = { step->length * plan->logical, distance * plan->logical };
    struct move_cost cost =
        move_cost(&bytes, &journal, &fixing->speed, plan->grid.grain * plan->logical);

    if (!fixing->redo)
        shift->table_count = shift_plan_tables(now, plan, index, shift->tables);
    if (shift_plan_make(plan, index, &cost, fixing_piece_memory(fixing), shift)) {
        if (!fixing->redo)
            shift_plan_keep_free(plan, shift);
        return true;
    }
    struct journal_needs needs = fixing_needs(fixing, now);
    uint64_t needed =
        fixing->redo ? fixing_redo_bytes(fixing, now) : bytes_for_journal(fixing, &needs);
    char takes[SIZE_TEXT];
    return err_set(
        err, ERR_REFUSED,
        _("Partition %1$u cannot be moved with so small a journal: name a file "
          "on another disk with --journal; the journal of this plan takes "
          "%2$s."),
        (unsigned)step->number, size_format(needed, SIZE_IEC, 0, takes));
}

/* --- all of it --- */

static bool find_all_moves(struct fixing *fixing, const struct layout *base,
                           struct store *store, struct err *err)
{
    for (size_t i = 0; i < fixing->plan.step_count; i++)
        if (fixing_moves_data(fixing, i) &&
            !fixing_find_move(fixing, base, i, store, err))
            return false;
    return true;
}

struct fixing *fixing_begin(const struct fix_request *request,
                            struct rehearsal_report *ret, struct err *err)
{
    CLEANUP(fixing_freep)
    struct fixing *fixing = fixing_new(request->sys, request->path, request->base);
    CLEANUP(store_closep) struct store *store = store_open(request->path, err);
    struct guid_source seed = request->seed;

    *ret = (struct rehearsal_report){ 0 };
    if (!store)
        return NULL;
    fixing->memory = request->memory;
    fixing->skips_check = request->skips_check;
    fixing->scan.max_seconds = request->max_seconds;
    if (request->speed)
        fixing->speed = *request->speed;
    plan_of_disk(fixing, request, &seed);
    fixing->entry_seed = guid_source_split(&seed);
    fixing->redo = xcalloc(1, sizeof(*fixing->redo));
    if (!plan_all_steps(fixing, request, err) ||
        !find_all_moves(fixing, request->base, store, err) ||
        !place_journal(fixing, request, err))
        return NULL;
    keep_other_swaps(fixing, store);
    fixing->accepted = &request->accepted;
    if (!fixing_rehearse(fixing, request->base, request->backup_path, request->watch, ret,
                         err) ||
        !check_front(fixing, store, err))
        return NULL;
    fixing->accepted = NULL;
    fixing->place = NULL;
    fixing_check_owned(fixing, store, &request->accepted, ret);
    return TAKE(fixing);
}
