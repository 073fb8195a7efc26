/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options_value.c - the value of one option: checked and stored */
#include "ui/cli/options_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/amount.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/measure/test_area.h"

#define SECONDS_MAX 3600 /* one hour: no single measurement needs longer */
#define NUMBER_MAX  999999

struct value {
    const struct cli_option *option;
    const char *text; /* NULL for an option without a value */
    struct cli_options *options;
    void *member; /* of OPTIONS: where the value is stored */
    struct err *err;
};

static bool fail_zero(const struct value *value)
{
    return err_set(value->err, ERR_USAGE, "%s", _("it must be more than 0."));
}

/* The workloads in files have an option of their own. */
static bool is_on_disk(enum workload_kind kind)
{
    return kind != WORKLOAD_ALIGN_BENCH && kind != WORKLOAD_FILE_DURABLE &&
           kind != WORKLOAD_SMALL_FILES;
}

/* BETWEEN separates the words. */
static void add_option_words(const struct cli_option *option, const char *between,
                             struct str *ret)
{
    for (const char *at = option->words; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        str_add(ret, ret->length ? between : "");
        str_add_bytes(ret, at, length);
        at += length;
    }
    for (enum workload_kind kind = 0;
         option->kind == VALUE_WORKLOAD && kind < WORKLOAD_COUNT; kind++)
        if (is_on_disk(kind))
            str_printf(ret, "%s%s", between, workload_id(kind));
    for (enum preset preset = PRESET_NONE + 1;
         option->kind == VALUE_PRESET && preset < PRESET_COUNT; preset++)
        str_printf(ret, "%s%s", ret->length ? between : "", preset_id(preset));
}

void cli_option_words(const struct cli_option *option, struct str *ret)
{
    add_option_words(option, " ", ret);
}

static bool fail_choice(const struct value *value)
{
    CLEANUP(str_finish) struct str known = { 0 };

    add_option_words(value->option, ", ", &known);
    return err_set(value->err, ERR_USAGE, _("'%1$s' is none of %2$s."), value->text,
                   str_text(&known));
}

static bool set_flag(const struct value *value)
{
    *(bool *)value->member = true;
    return true;
}

static bool set_text(const struct value *value)
{
    if (!*value->text)
        return err_set(value->err, ERR_USAGE, "%s", _("it needs a value."));
    *(const char **)value->member = value->text;
    return true;
}

static bool set_bytes_or_zero(const struct value *value)
{
    return size_parse_bytes(value->text, value->member, value->err);
}

static bool set_bytes(const struct value *value)
{
    const uint64_t *bytes = value->member;

    return set_bytes_or_zero(value) && (*bytes || fail_zero(value));
}

static bool set_offset(const struct value *value)
{
    value->options->given.has_alignment_offset = true;
    return set_bytes_or_zero(value);
}

static bool set_amount(const struct value *value)
{
    const uint64_t *bytes = value->member;
    char area[SIZE_TEXT], max[SIZE_TEXT];

    if (!set_bytes(value))
        return false;
    if (*bytes <= WORKLOAD_MAX_BYTES)
        return true;
    (void)size_format_iec(TEST_AREA_BYTES, area);
    (void)size_format_iec(WORKLOAD_MAX_BYTES, max);
    return err_set(value->err, ERR_USAGE,
                   _("%1$s at most; all of it goes to the same %2$s of the disk, again "
                     "and again, and wears them."),
                   max, area);
}

static bool fail_number(const struct value *value, uint64_t max)
{
    return err_set(value->err, ERR_USAGE, _("'%1$s' is no number from 0 to %2$llu."),
                   value->text, (ull)max);
}

/* Takes a fraction: "0.5". */
static bool set_seconds(const struct value *value)
{
    double *seconds = value->member;
    struct amount_number number;
    const char *at = value->text;

    if (amount_read_number(&at, AMOUNT_RULES_TYPED, &number) || *at)
        return fail_number(value, SECONDS_MAX);
    *seconds = (double)number.whole + (double)number.decimals / (double)number.parts;
    if (*seconds > SECONDS_MAX)
        return fail_number(value, SECONDS_MAX);
    return *seconds > 0 || fail_zero(value);
}

static bool set_seed(const struct value *value)
{
    value->options->measure.has_seed = true;
    return num_parse(value->text, UINT64_MAX, value->member) ||
           fail_number(value, UINT64_MAX);
}

/* The largest terminals have four digits; a longer number is a typing error. */
static bool set_size(const struct value *value)
{
    struct cli_options *options = value->options;
    int cols, rows, end = 0;

    if (sscanf(value->text, "%4dx%4d%n", &cols, &rows, &end) != 2 || value->text[end] ||
        cols < 1 || rows < 1)
        return err_set(value->err, ERR_USAGE, _("'%s' is no COLSxROWS such as 80x24."),
                       value->text);
    options->cols = cols;
    options->rows = rows;
    return true;
}

/* Stores the index of the word: the member is an enum in the order of its words.  0 of
 * enum cli_copy has no word. */
static bool set_word(const struct value *value)
{
    const char *at = value->option->words;

    for (unsigned i = value->option->kind == VALUE_COPY; *at; i++) {
        size_t length = strcspn(at, " ");
        if (length == strlen(value->text) && !strncmp(at, value->text, length)) {
            *(unsigned *)value->member = i;
            return true;
        }
        at += length + strspn(at + length, " ");
    }
    return fail_choice(value);
}

static bool set_aim(const struct value *value)
{
    value->options->has_aim = true;
    return set_word(value);
}

static bool set_workload(const struct value *value)
{
    struct cli_measure *measure = &value->options->measure;

    measure->has_all = !strcmp(value->text, "all");
    for (enum workload_kind kind = 0; !measure->has_all && kind < WORKLOAD_COUNT; kind++)
        if (is_on_disk(kind) && !strcmp(value->text, workload_id(kind))) {
            measure->has_workload = true;
            measure->workload = kind;
        }
    return measure->has_all || measure->has_workload || fail_choice(value);
}

static bool set_preset(const struct value *value)
{
    return preset_find(value->text, &value->options->measure.preset) ||
           fail_choice(value);
}

/* Moves *TEXT past one number of at most MAX and the comma after it. */
static bool read_list_number(const char **text, uint64_t max, uint64_t *ret)
{
    const char *end = *text;

    if (!num_read(&end, 10, ret) || end == *text || *ret > max)
        return false;
    if (*end == ',' && end[1])
        end++;
    else if (*end)
        return false;
    *text = end;
    return true;
}

static bool set_empty(const struct value *value)
{
    struct cli_numbers *list = value->member;
    const char *rest = value->text;
    uint64_t number;

    do {
        if (list->count == CLI_NUMBERS_MAX ||
            !read_list_number(&rest, NUMBER_MAX, &number))
            /* "all" would call data of unknown kind empty. */
            return err_set(value->err, ERR_USAGE,
                           _("'%s' is no list of partition numbers such as 1,5."),
                           value->text);
        list->at[list->count++] = (unsigned)number;
    } while (*rest);
    return true;
}

/* Moves *TEXT past WORD and the comma after it. */
static bool read_list_word(const char **text, const char *word, bool *ret)
{
    size_t length = strlen(word);
    const char *end = *text + length;

    if (strncmp(*text, word, length) != 0 || (*end && (*end != ',' || !end[1])))
        return false;
    *text = *end ? end + 1 : end;
    *ret = true;
    return true;
}

/* Moves *TEXT past one partition number, or '@' and a sector. */
static bool read_lost(const char **text, struct cli_lose *lose)
{
    uint64_t number;

    if (**text == '@') {
        (*text)++;
        return lose->start_count < CLI_STARTS_MAX &&
               read_list_number(text, UINT64_MAX, &lose->starts[lose->start_count]) &&
               ++lose->start_count;
    }
    if (lose->number_count == CLI_NUMBERS_MAX ||
        !read_list_number(text, NUMBER_MAX, &number))
        return false;
    lose->numbers[lose->number_count++] = (unsigned)number;
    return true;
}

static bool set_lose(const struct value *value)
{
    struct cli_lose *lose = value->member;
    const char *rest = value->text;

    do {
        if (!read_list_word(&rest, "all", &lose->is_all) &&
            !read_list_word(&rest, "free", &lose->is_free) &&
            !read_list_word(&rest, "@disk", &lose->is_disk) && !read_lost(&rest, lose))
            return err_set(value->err, ERR_USAGE,
                           _("'%s' is no list of partition numbers such as 1,5, and of "
                             "all, free, @disk and @START (a sector)."),
                           value->text);
    } while (*rest);
    return true;
}

static bool parse_cure(const char *text, struct cli_cure *ret)
{
    static const enum repair repairs[] = { REPAIR_DROP, REPAIR_CUT, REPAIR_END_CHAIN };

    for (size_t i = 0; i < ARRAY_SIZE(repairs); i++) {
        const char *id = repair_id(repairs[i]);
        size_t length = strlen(id);
        bool has_number = repairs[i] != REPAIR_END_CHAIN;
        if (strncmp(text, id, length) != 0 || text[length] != (has_number ? ':' : '\0'))
            continue;
        const char *digits = text + length + 1;
        *ret = (struct cli_cure){ .repair = repairs[i] };
        if (!has_number)
            return true;
        ret->number = (unsigned)strtoul(digits, NULL, 10);
        return *digits && strlen(digits) <= 4 && ret->number &&
               !digits[strspn(digits, "0123456789")];
    }
    return false;
}

static bool set_cure(const struct value *value)
{
    struct cli_options *options = value->options;
    struct cli_cure cure;

    if (!parse_cure(value->text, &cure))
        return err_set(value->err, ERR_USAGE,
                       _("it must be drop:N, cut:N or end-chain, N being the "
                         "number of a partition, not '%s'."),
                       value->text);
    if (options->cure_count == CLI_CURES_MAX)
        return err_set(value->err, ERR_USAGE, _("at most %d at a time."), CLI_CURES_MAX);
    options->cures[options->cure_count++] = cure;
    return true;
}

static bool parse_chosen_start(const char *text, struct cli_start *ret)
{
    const char *end = text;
    uint64_t number;

    if (!num_read(&end, 10, &number) || end == text || *end != '=' || !end[1] ||
        !number || number > NUMBER_MAX)
        return false;
    *ret = (struct cli_start){ (unsigned)number, end + 1 };
    return true;
}

static bool set_start(const struct value *value)
{
    struct cli_options *options = value->options;
    struct cli_start start;

    if (!parse_chosen_start(value->text, &start))
        return err_set(value->err, ERR_USAGE,
                       _("it must be N=LBA, the number of a partition and its new first "
                         "sector, not '%s'."),
                       value->text);
    if (options->start_count == CLI_NUMBERS_MAX)
        return err_set(value->err, ERR_USAGE, _("at most %d at a time."),
                       CLI_NUMBERS_MAX);
    options->starts[options->start_count++] = start;
    return true;
}

bool cli_option_set(const struct cli_option *option, const char *text,
                    struct cli_options *options, struct err *err)
{
    static bool (*const setters[VALUE_COUNT])(const struct value *) = {
        [VALUE_NONE] = set_flag,         [VALUE_TEXT] = set_text,
        [VALUE_BYTES] = set_bytes,       [VALUE_OFFSET] = set_offset,
        [VALUE_AMOUNT] = set_amount,     [VALUE_SECONDS] = set_seconds,
        [VALUE_SEED] = set_seed,         [VALUE_SIZE] = set_size,
        [VALUE_COLOR] = set_word,        [VALUE_NEED] = set_word,
        [VALUE_COPY] = set_word,         [VALUE_PRESET] = set_preset,
        [VALUE_WORKLOAD] = set_workload, [VALUE_LOSE] = set_lose,
        [VALUE_EMPTY] = set_empty,       [VALUE_CURE] = set_cure,
        [VALUE_AIM] = set_aim,           [VALUE_START] = set_start,
    };
    struct value value = { option, text, options, (char *)options + option->member, err };

    return setters[option->kind](&value);
}
