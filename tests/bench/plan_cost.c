/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_cost.c - prints what plans for the largest tables cost in time and memory */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/base/mem.h"
#include "model/move/plan/moves_default.h"
#include "model/move/plan/typical_speed.h"
#include "support/disks.h"

enum {
    LOGICALS = 60,
    PARTITIONS = 128,
    LENGTH = 100000, /* sectors */
    ROUNDS = 51,
};

/* --- the disks: no partition is aligned, the end is free --- */

static const struct disks_part data = { .inside = INSIDE_EXT, .length = LENGTH };

static struct layout *build_disk(enum label_kind label, const struct disks_part *parts,
                                 size_t count)
{
    const struct disks_part *last = &parts[count - 1];
    struct disks_spec spec = { .size = last->start + last->length + LENGTH,
                               .label = label,
                               .parts = parts,
                               .count = count };

    return disks_build(&spec);
}

/* With gaps, of different sizes, there are more starts to choose from. */
static struct layout *gpt_disk(bool has_gaps)
{
    struct disks_part parts[PARTITIONS];

    for (unsigned i = 0; i < PARTITIONS; i++) {
        parts[i] = data;
        parts[i].kind = EXTENT_PARTITION;
        parts[i].number = i + 1;
        parts[i].start = 34 + (uint64_t)i * LENGTH;
        parts[i].length -= has_gaps ? 37 * i % 101 : 0;
    }
    return build_disk(LABEL_GPT, parts, PARTITIONS);
}

static struct layout *msdos_disk(void)
{
    struct disks_part parts[2 * LOGICALS + 1] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 63 },
    };
    uint64_t start = parts[0].start;

    for (unsigned i = 0; i < LOGICALS; i++) {
        struct disks_part *ebr = &parts[2 * i + 1], *logical = &parts[2 * i + 2];
        *ebr = (struct disks_part){
            .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = start, .length = 1
        };
        *logical = data;
        logical->kind = EXTENT_LOGICAL;
        logical->number = 5 + i;
        logical->start = start + 1;
        start = logical->start + logical->length;
    }
    parts[0].length = start - parts[0].start;
    return build_disk(LABEL_MSDOS, parts, ARRAY_SIZE(parts));
}

/* --- the costs --- */

static double cpu_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Returns a value of this process in KiB, such as "VmHWM"; -1 if it cannot be read. */
static long status_kib(const char *name)
{
    FILE *file = fopen("/proc/self/status", "r");
    size_t length = strlen(name);
    char line[256];
    long kib = -1;

    while (file && fgets(line, sizeof(line), file))
        if (!strncmp(line, name, length) && line[length] == ':')
            kib = strtol(line + length + 1, NULL, 10);
    if (file)
        (void)fclose(file);
    return kib;
}

/* Starts the peak again from what is used now. */
static bool forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");

    return file && fputs("5", file) >= 0 && !fclose(file);
}

static void make_plan(const struct layout *layout, enum moves_aim aim, struct moves *ret)
{
    struct moves_want want = { .aim = aim };
    struct err err = { 0 };

    if (moves_make(layout, &want, ret, &err))
        return;
    fprintf(stderr, "%s\n", err.text);
    exit(1);
}

static long peak_of(const struct layout *layout, enum moves_aim aim)
{
    struct moves moves;

    (void)malloc_trim(0);
    long before = status_kib("VmRSS");
    bool is_known = forget_peak() && before >= 0;
    make_plan(layout, aim, &moves);
    moves_finish(&moves);
    return is_known ? status_kib("VmHWM") - before : -1;
}

static int compare_ms(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void print_cost(const char *name, const struct layout *layout, enum moves_aim aim)
{
    double ms[ROUNDS];
    struct moves moves;
    size_t steps = 0;
    long peak = peak_of(layout, aim);

    for (unsigned i = 0; i < ROUNDS; i++) {
        double before = cpu_ms();
        make_plan(layout, aim, &moves);
        ms[i] = cpu_ms() - before;
        steps = moves.step_count;
        moves_finish(&moves);
    }
    qsort(ms, ROUNDS, sizeof(*ms), compare_ms);
    printf("%-22s %-6s %4zu steps  CPU %6.2f ms, at most %6.2f  peak %5ld KiB\n", name,
           moves_aim_id(aim), steps, ms[ROUNDS / 2], ms[ROUNDS - 1], peak);
}

/* What every list of partitions costs: both plans and their prices. */
static void print_default(const char *name, const struct layout *layout)
{
    static const struct move_speed unknown;
    struct move_speed speed = typical_speed_complete(&unknown, NULL);
    struct moves_want want = { .aim = MOVES_NUDGE };
    enum moves_aim aim = MOVES_NUDGE;
    double ms[ROUNDS];

    for (unsigned i = 0; i < ROUNDS; i++) {
        struct moves moves;
        double before = cpu_ms();
        if (!moves_make_default(layout, &want, &speed, &aim, &moves, ERR_IGNORED))
            exit(1);
        ms[i] = cpu_ms() - before;
        moves_finish(&moves);
    }
    qsort(ms, ROUNDS, sizeof(*ms), compare_ms);
    printf("%-22s default: %-6s     CPU %6.2f ms, at most %6.2f\n", name,
           moves_aim_id(aim), ms[ROUNDS / 2], ms[ROUNDS - 1]);
}

int main(void)
{
    CLEANUP(layout_unrefp) struct layout *msdos = msdos_disk();
    CLEANUP(layout_unrefp) struct layout *gpt = gpt_disk(false);
    CLEANUP(layout_unrefp) struct layout *gaps = gpt_disk(true);

    printf("Goals: CPU 5 ms, peak 1024 KiB; medians of %d plans\n", ROUNDS);
    for (unsigned aim = 0; aim < MOVES_AIM_COUNT; aim++) {
        print_cost("60 logicals", msdos, (enum moves_aim)aim);
        print_cost("128 GPT partitions", gpt, (enum moves_aim)aim);
        print_cost("128 with gaps", gaps, (enum moves_aim)aim);
    }
    printf("Goal of the default: CPU 20 ms\n");
    print_default("60 logicals", msdos);
    print_default("128 GPT partitions", gpt);
    print_default("128 with gaps", gaps);
    return 0;
}
