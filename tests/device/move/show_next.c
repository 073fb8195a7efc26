/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_next.c - images that cuts of moves leave, and what the program does next
 *
 *   show_next IMAGES  writes to standard output, for each scene:
 *     the line "scene SECTORS JOURNAL MOVES", JOURNAL being the byte where it begins,
 * then the whole disk; and for each image of it the lines "image TOUCHED ON / BACK": what
 * the program does when it completes the move, and when it takes it back; then TOUCHED
 * times the number of a sector (8 bytes, little-endian), whether it cannot be read (1
 * byte), and its bytes for next_tools.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/move/mover/mover_private.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/mover_power.h"
#include "support/test.h"

enum { ACTION = 64 };

struct shown {
    unsigned long images, wanted, turn;
};

/* --- what is next --- */

static const char *action_of(const struct shift_step *step, char ret[ACTION])
{
    static const char *const labels[] = { "old", "envelope", "new" };
    static const char *const ends[] = { "new",    "old",  "foreign",
                                        "unread", "lost", "mismatch" };

    switch (step->op) {
    case SHIFT_END:
        (void)snprintf(ret, ACTION, "end %s", ends[step->end]);
        return ret;
    case SHIFT_SAVE:
        return "save";
    case SHIFT_SAVE_BORDER:
        return "border";
    case SHIFT_CLEAR_SLOT:
        return "clear";
    case SHIFT_RECORD:
        (void)snprintf(ret, ACTION, "record %d", (int)step->phase);
        return ret;
    case SHIFT_READ:
        (void)snprintf(ret, ACTION, "piece %llu", (unsigned long long)step->at.lba);
        return ret;
    case SHIFT_READ_SLOT:
        (void)snprintf(ret, ACTION, "replay %u", step->number);
        return ret;
    case SHIFT_LABEL:
        (void)snprintf(ret, ACTION, "table %s", labels[step->label]);
        return ret;
    case SHIFT_WRITE:
        return "write";
    case SHIFT_SLOT:
        return "slot";
    case SHIFT_FLUSH:
    case SHIFT_LOOK:
    case SHIFT_LOOK_HEAD:
    case SHIFT_LOOK_SLOT:
    case SHIFT_COMPARE:
    case SHIFT_CHECK:
    case SHIFT_LOOK_ZEROS:
        break;
    }
    return "question";
}

/* Whether the state of the disk decides it, without a change. */
static bool is_question(const struct shift_step *step)
{
    return step->op == SHIFT_FLUSH || step->op == SHIFT_LOOK ||
           step->op == SHIFT_LOOK_HEAD || step->op == SHIFT_LOOK_SLOT ||
           step->op == SHIFT_COMPARE || step->op == SHIFT_CHECK ||
           step->op == SHIFT_LOOK_ZEROS;
}

static const char *ask(struct mover *m, char ret[ACTION])
{
    struct shift_step step;

    while (step = shift_next(&m->shifting), is_question(&step)) {
        enum shift_answer answer = SHIFT_YES;
        bool is_more = false;
        int error = step.op == SHIFT_CHECK
                        ? mover_check(m, step.at.lba, &is_more, &answer)
                        : mover_carry_out(m, &step, &answer);
        if (error)
            return "error";
        if (!is_more)
            shift_report(&m->shifting, answer, m->slot_piece);
    }
    return action_of(&step, ret);
}

static bool no_label(void *context, enum shift_label label, struct err *err)
{
    (void)context;
    (void)label;
    (void)err;
    return false;
}

/* As the program begins a recovery. */
static const char *next_of(struct mover_scene *scene, struct journal *journal,
                           const struct sink *disk, const struct journal_progress *newest,
                           bool is_rollback, char ret[ACTION])
{
    unsigned move = newest->sequence ? newest->head.step : 0;
    struct mover_request request = { .disk = disk,
                                     .journal = journal,
                                     .step = (uint16_t)move,
                                     .shift = &scene->shifts[move],
                                     .fields = &scene->fields[move],
                                     .units = &scene->units[move],
                                     .memory = 4096,
                                     .set_label = no_label,
                                     .is_rollback = is_rollback,
                                     .skips_check = true };
    struct shift_found found = { 0 };
    CLEANUP(mover_freep) struct mover *m = mover_new(&request);

    if (newest->sequence) {
        m->record = *newest;
        found = (struct shift_found){ true,
                                      (enum shift_phase)newest->phase,
                                      { newest->run.is_back, newest->run.first,
                                        newest->run.end },
                                      newest->piece,
                                      newest->hash_count };
    } else if (mover_has_guards(m)) {
        return "damaged";
    }
    m->shifting = shift_recover(m->shift, &found, is_rollback);
    return ask(m, ret);
}

static void show_actions(struct mover_scene *scene, struct cutting *image)
{
    struct sink disk = cutting_sink(image);
    struct sink other = scene->is_elsewhere ? cutting_other_sink(image) : disk;
    struct journal journal;
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));
    char on[ACTION], back[ACTION];
    struct err err = { 0 };

    if (!mover_scene_finds_plan(scene, image)) {
        printf(" begin / end old\n");
        return;
    }
    journal_begin(&journal, &other, scene->journal_at * MOVER_LOGICAL, &scene->plan);
    enum journal_state state = journal_read_progress(&journal, newest, &err);
    if (state != RECORD_VALID && state != RECORD_NONE)
        printf(" damaged / damaged\n");
    else
        printf(" %s / %s\n", next_of(scene, &journal, &disk, newest, false, on),
               next_of(scene, &journal, &disk, newest, true, back));
    journal_end(&journal);
}

/* --- images --- */

static bool differs(const struct mover_scene *scene, const struct cutting *image,
                    size_t sector)
{
    size_t at = sector * MOVER_LOGICAL;

    return image->is_bad[sector] ||
           memcmp(image->bytes + at, scene->disk.bytes + at, MOVER_LOGICAL) != 0;
}

static void show_sector(const struct cutting *image, size_t sector)
{
    uint8_t head[9] = { 0 };

    put_le64(head, 0, sector);
    head[8] = image->is_bad[sector];
    (void)fwrite(head, 1, sizeof(head), stdout);
    (void)fwrite(image->bytes + sector * MOVER_LOGICAL, 1, MOVER_LOGICAL, stdout);
}

static const char *show_image(struct mover_power *power, struct cutting *image)
{
    struct shown *shown = power->context;
    size_t count = 0;

    if (shown->turn++ % 5 || shown->images == shown->wanted)
        return NULL;
    shown->images++;
    for (size_t i = 0; i < image->sectors; i++)
        count += differs(&power->scene, image, i);
    printf("image %zu", count);
    show_actions(&power->scene, image);
    for (size_t i = 0; i < image->sectors; i++)
        if (differs(&power->scene, image, i))
            show_sector(image, i);
    return NULL;
}

static void show_scene(unsigned round, struct shown *shown)
{
    struct power_loss_totals totals = { 0 };
    struct power_loss_wish wish = { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 2,
                                    .limits = { 2, 1 }, .turn = round };
    struct mover_power power = { .look = show_image, .context = shown };

    mover_power_make(&power, round, NULL);
    const struct cutting *disk = &power.scene.disk;
    printf("scene %zu %llu %u\n", disk->sectors,
           (unsigned long long)(power.scene.journal_at * MOVER_LOGICAL),
           power.scene.count);
    (void)fwrite(disk->bytes, MOVER_LOGICAL, disk->sectors, stdout);
    power_loss_run(&power.loss, &wish, &totals);
    mover_scene_finish(&power.scene);
}

TEST(images_are_shown)
{
    const char *wanted = getenv("SHOW_NEXT_IMAGES");
    struct shown shown = { .wanted = wanted ? strtoul(wanted, NULL, 0) : 1 };

    for (unsigned round = 0; shown.images < shown.wanted; round++)
        show_scene(round, &shown);
}
