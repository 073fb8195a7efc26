/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_probe.c - the result of a probe as sentences */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/measure/words.h"

static void add_physical(const struct probe_result *result, const struct limits *limits,
                         struct lines *ret)
{
    if (result->physical == limits->logical)
        lines_add(ret, _("Physical sectors of %llu bytes, the same as the logical ones."),
                  (ull)result->physical);
    else if (!result->offset)
        lines_add(ret,
                  _("Found: physical sectors of %1$llu bytes, the first one at the start "
                    "of the disk."),
                  (ull)result->physical);
    else
        lines_add(ret,
                  _("Found: physical sectors of %1$llu bytes, their first boundary at "
                    "byte %2$llu (sector %3$llu)."),
                  (ull)result->physical, (ull)result->offset,
                  (ull)(result->offset / limits->logical));
}

static void add_proof(const struct probe_result *result, struct lines *ret)
{
    struct measure_ratio texts = measure_ratio_of(result->ratio, result->interval);

    lines_add(ret,
              _("Proved with fresh writes: across a boundary they take %1$s times as "
                "long as inside one sector (%2$s to %3$s times)."),
              texts.ratio, texts.low, texts.high);
}

/* Adds what the drive reports; the user decides which one counts. */
static void add_reported(const struct probe_result *result, struct lines *ret)
{
    bool is_agreed = result->reported_physical == result->physical &&
                     result->reported_offset == result->offset;

    if (!result->reported_physical)
        lines_add(ret, "%s", _("The drive itself says nothing of its sectors."));
    else if (is_agreed)
        lines_add(ret, "%s", _("The drive says so too."));
    else if (result->is_contradiction)
        lines_add(
            ret,
            _("The drive says something else: physical sectors of %1$llu bytes, the "
              "first boundary at byte %2$llu."),
            (ull)result->reported_physical, (ull)result->reported_offset);
    else
        lines_add(ret,
                  _("The drive reports %llu-byte sectors, as drives do that hide larger "
                    "physical ones."),
                  (ull)result->reported_physical);
}

/* The jumper adds one sector to each LBA, so that sector 63 lies on a boundary. */
static void add_jumper(const struct probe_result *result, const struct limits *limits,
                       struct lines *ret)
{
    if (limits->logical == 512 && result->physical == 4096 && result->offset == 3584)
        lines_add(ret, "%s",
                  _("That is what the XP jumper does: on this drive a start at 63 is "
                    "right, 64 and 2048 are wrong."));
}

static void add_found(const struct probe_result *result, const struct limits *limits,
                      struct lines *ret)
{
    add_physical(result, limits, ret);
    add_proof(result, ret);
    add_reported(result, ret);
    add_jumper(result, limits, ret);
}

static void add_none(const struct probe_result *result, const struct limits *limits,
                     struct lines *ret)
{
    lines_add(
        ret,
        _("No difference at any size: %llu-byte sectors, or larger ones that it hides."),
        (ull)limits->logical);
    lines_add(ret, "%s",
              _("What can hide a boundary: a cache or a buffer that answers for the "
                "medium, or blocks of more than 64 KiB."));
    if (result->reported_physical > limits->logical)
        lines_add(ret,
                  _("The drive says that its physical sectors have %llu bytes. The clock "
                    "does not show it, which is no proof that it is wrong."),
                  (ull)result->reported_physical);
}

static void add_step(const struct probe_result *result, struct lines *ret)
{
    char size[SIZE_TEXT];

    if (!result->step_bytes) {
        lines_add(ret, "%s", _("Reads across powers of two: nothing seen."));
    } else {
        CLEANUP(freep) char *longer = measure_time_text(result->step_us);
        (void)size_format_iec(result->step_bytes, size);
        lines_add(ret, _("Reads across a multiple of %1$s take %2$s longer."), size,
                  longer);
        lines_add(ret, "%s",
                  _("That may be a page of flash or the stripe of an array: good as a "
                    "grain."));
    }
    lines_add(ret, "%s",
              _("Reads say nothing of the size of physical sectors: only writes do."));
}

static void add_reason(const struct probe_result *result, struct lines *ret)
{
    /* The read-only way has its own sentence for this reason. */
    if (result->reason && result->reason != REASON_READS_ONLY)
        lines_add(ret, "%s", measure_reason_text(result->reason));
}

static void add_probe_verdict(const struct probe_result *result,
                              const struct limits *limits, struct lines *ret)
{
    switch (result->verdict) {
    case MEASURE_DIFFERENT:
        add_found(result, limits, ret);
        break;
    case MEASURE_SAME:
        add_none(result, limits, ret);
        break;
    case MEASURE_REFUSED:
        words_add_refused(ret);
        break;
    case MEASURE_INCONCLUSIVE:
    case MEASURE_VERDICT_COUNT:
        lines_add(ret, "%s", _("Not sure: nothing certain was found."));
        break;
    }
}

static void add_rest(const struct probe_result *result, const struct limits *limits,
                     struct lines *ret)
{
    add_reason(result, ret);
    words_add_overlap(result->overlap, limits, ret);
    if (result->verdict != MEASURE_REFUSED && !result->is_drive)
        words_add_no_drive(ret);
    words_add_written(result->area, result->bytes_written, result->is_unchanged,
                      result->is_read && result->verdict != MEASURE_REFUSED, limits, ret);
}

void probe_lines(const struct probe_result *result, const struct limits *limits,
                 struct lines *ret)
{
    if (result->is_read && result->verdict != MEASURE_REFUSED)
        add_step(result, ret);
    else
        add_probe_verdict(result, limits, ret);
    add_rest(result, limits, ret);
}

void probe_lines_beside_table(const struct probe_result *result,
                              const struct limits *limits, struct lines *ret)
{
    if (result->verdict != MEASURE_DIFFERENT || result->is_read) {
        probe_lines(result, limits, ret);
        return;
    }
    /* The sentence that calls for action comes first. */
    add_jumper(result, limits, ret);
    add_proof(result, ret);
    add_rest(result, limits, ret);
}
