/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.c - the redo log of a fix in memory, and its replay */
#include "model/move/log/log.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"

void redo_log_finish(struct redo_log *log)
{
    for (size_t i = 0; i < log->patch_count; i++)
        free(log->patches[i].bytes);
    free(log->patches);
    free(log->steps.at);
    free(log->exits.at);
    free(log->seals);
    free(log->params);
    table_image_finish(&log->before);
    table_image_finish(&log->kept);
    *log = (struct redo_log){ 0 };
}

/* --- parts --- */

struct log_step *log_steps_add(struct log_steps *steps, const struct log_step *step)
{
    steps->at = xrealloc(steps->at, steps->count + 1, sizeof(*steps->at));
    steps->at[steps->count] = *step;
    return &steps->at[steps->count++];
}

void log_patch_add(struct redo_log *log, const struct log_patch *patch,
                   const uint8_t *old_bytes, const uint8_t *new_bytes)
{
    struct log_patch *added;

    log->patches = xrealloc(log->patches, log->patch_count + 1, sizeof(*log->patches));
    added = &log->patches[log->patch_count++];
    *added = *patch;
    added->bytes = xmalloc(2 * (size_t)patch->length + 1);
    memcpy(added->bytes, old_bytes, patch->length);
    memcpy(added->bytes + patch->length, new_bytes, patch->length);
}

bool log_is_rest(const struct redo_log *log, size_t done)
{
    return done == 0 || done == log->steps.count ||
           (done < log->steps.count && log->steps.at[done].flags & LOG_REST);
}

struct log_steps log_exits_at(const struct redo_log *log, size_t done)
{
    struct log_steps found = { 0 };

    for (size_t i = 0; i < log->exits.count; i++)
        if (log->exits.at[i].first_rest <= done && done <= log->exits.at[i].last_rest)
            (void)log_steps_add(&found, &log->exits.at[i]);
    return found;
}

/* --- replay --- */

static bool patch_apply(const struct log_patch *patch, struct table_image *image)
{
    uint8_t *sector;

    if (patch->is_fresh)
        table_image_put(image, patch->lba, patch->bytes + patch->length);
    sector = table_image_find(image, patch->lba);
    if (!sector)
        return false;
    if (!patch->is_fresh && memcmp(sector + patch->byte, patch->bytes, patch->length))
        return false;
    memcpy(sector + patch->byte, patch->bytes + patch->length, patch->length);
    return true;
}

bool log_apply(const struct redo_log *log, const struct log_step *step, unsigned epoch,
               struct table_image *image)
{
    const struct log_patch *patches = log->patches + step->first_patch;

    for (size_t i = 0; i < step->patch_count; i++)
        if (patches[i].epoch == epoch && !patch_apply(&patches[i], image))
            return false;
    for (size_t k = 0; k < log->seal_count; k++)
        for (size_t i = 0; i < step->patch_count; i++)
            if (patches[i].epoch == epoch && patches[i].lba == log->seals[k].header_lba)
                (void)table_seal_put(image, &log->seals[k]);
    return true;
}

bool log_apply_step(const struct redo_log *log, const struct log_step *step,
                    struct table_image *image)
{
    for (unsigned epoch = 1; epoch <= step->epochs; epoch++)
        if (!log_apply(log, step, epoch, image))
            return false;
    return true;
}

bool log_replay(const struct redo_log *log, size_t count, struct table_image *ret)
{
    struct table_image image = table_image_copy(&log->before);

    for (size_t i = 0; i < count; i++)
        if (!log_apply_step(log, &log->steps.at[i], &image)) {
            table_image_finish(&image);
            return false;
        }
    *ret = image;
    return true;
}

static bool exits_replay(const struct redo_log *log, size_t done,
                         const struct table_image *image)
{
    struct log_steps exits = log_exits_at(log, done);
    struct table_image copy = { 0 };
    bool fits = true;

    if (exits.count)
        copy = table_image_copy(image);
    for (size_t i = 0; i < exits.count && fits; i++)
        fits = log_apply_step(log, &exits.at[i], &copy);
    table_image_finish(&copy);
    free(exits.at);
    return fits;
}

bool log_replays(const struct redo_log *log)
{
    struct table_image image = table_image_copy(&log->before);
    bool fits = true;

    for (size_t i = 0; i <= log->steps.count && fits; i++) {
        if (log_is_rest(log, i))
            fits = exits_replay(log, i, &image);
        if (fits && i < log->steps.count)
            fits = log_apply_step(log, &log->steps.at[i], &image);
    }
    table_image_finish(&image);
    return fits;
}
