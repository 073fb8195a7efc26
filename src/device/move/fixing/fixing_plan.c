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
#include "model/base/refusal.h"
#include "model/move/plan/fix_plan.h"

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
           err_refuse(err, REFUSAL_FIX_TOO_MANY_STEPS, "%s",
                      _("The plan has more steps than can be done at once."));
}

/* --- the journal --- */

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
    return is_zero || err_refuse(err, REFUSAL_JOURNAL_FRONT_NOT_EMPTY, "%s",
                                 _("The only space for the journal on this disk, in its "
                                   "first MiB, is not empty: name a file on another disk "
                                   "with --journal."));
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
    if (!plan_all_steps(fixing, request, err) ||
        !find_all_moves(fixing, request->base, store, err) ||
        !place_journal(fixing, request, err))
        return NULL;
    fixing->accepted = &request->accepted;
    if (!fixing_rehearse(fixing, request, ret, err) || !check_front(fixing, store, err))
        return NULL;
    fixing->accepted = NULL;
    fixing->place = NULL;
    fixing_check_owned(fixing, store, &request->accepted, ret);
    return TAKE(fixing);
}
