/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.c - evaluates typed sums of sizes: "63*512", "(8GB + 250GB) / 2", "end-1GiB" */
#include "model/base/sum.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "model/base/amount.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"

/* Enough for typed sums. */
#define DEPTH 32

/* The stacks of Dijkstra's shunting yard algorithm. */
struct sum_stack {
    struct amount_units units;
    struct amount values[DEPTH];
    size_t value_count;
    char signs[DEPTH]; /* operators and opening parentheses */
    size_t sign_count;
};

static const char *const fault_sentences[AMOUNT_FAULT_COUNT] = {
    [AMOUNT_TOO_LARGE] = N_("'%s' is too large to be counted."),
    [AMOUNT_PART_OF_SECTOR] = N_("'%s' counts a part of a sector."),
    [AMOUNT_SIZE_BY_SIZE] =
        N_("'%s' multiplies a size by a size: one of them must be a bare number."),
    [AMOUNT_BY_SIZE] = N_("'%s' divides a bare number by a size."),
    [AMOUNT_BY_ZERO] = N_("'%s' divides by 0."),
    [AMOUNT_ABOVE_WHOLE] = N_("'%s' is more than 100%%."),
};

static bool refuse_word(const char *text, const char *word, struct err *err)
{
    size_t length = strcspn(word, " \t+-*/()");

    if (!*word && word > str_skip_blanks(text))
        return err_set(err, ERR_USAGE, _("'%s' breaks off: something must follow."),
                       text);
    if (!*word)
        return err_set(err, ERR_USAGE, "%s",
                       /* xgettext:no-c-format */
                       _("Nothing is typed: write a sector or a size, such as 2048s, "
                         "1MiB, 8GB, 50% or end-1GiB."));
    if (word == text)
        return err_set(err, ERR_USAGE,
                       _("'%s' cannot be read: write a sector or a size, such as 2048s, "
                         "1MiB, 8GB, 50%% or end-1GiB."),
                       text);
    CLEANUP(freep) char *part = xasprintf("%.*s", (int)(length ? length : 1), word);
    return err_set(err, ERR_USAGE, _("'%1$s' cannot be read in '%2$s'."), part, text);
}

static bool sum_refuse(const char *text, const char *word, enum amount_fault fault,
                       struct err *err)
{
    if (fault == AMOUNT_UNREADABLE)
        return refuse_word(text, word, err);
    return err_set(err, ERR_USAGE, _(fault_sentences[fault]), text);
}

static unsigned sum_precedence(char sign)
{
    return sign == '*' || sign == '/' ? 2 : sign == '+' || sign == '-' ? 1 : 0;
}

static enum amount_fault sum_combine(struct amount a, char sign, struct amount b,
                                     const struct amount_units *units, struct amount *ret)
{
    switch (sign) {
    case '*':
        return amount_multiply(a, b, units, ret);
    case '/':
        return amount_divide(a, b, ret);
    case '-':
        return amount_add(a, amount_negate(b), units, ret);
    default:
        return amount_add(a, b, units, ret);
    }
}

/* Applies the operators of at least MIN_PRECEDENCE down to a parenthesis, the last first.
 */
static enum amount_fault sum_reduce(struct sum_stack *stack, unsigned min_precedence)
{
    while (stack->sign_count &&
           sum_precedence(stack->signs[stack->sign_count - 1]) >= min_precedence) {
        char sign = stack->signs[--stack->sign_count];
        assert(stack->value_count >= 2);
        struct amount b = stack->values[--stack->value_count];
        struct amount *a = &stack->values[stack->value_count - 1];
        enum amount_fault fault = sum_combine(*a, sign, b, &stack->units, a);
        if (fault)
            return fault;
    }
    return AMOUNT_GOOD;
}

/* Reads a number or an opening parenthesis. */
static enum amount_fault take_operand(struct sum_stack *stack, const char **at,
                                      bool *ret_more)
{
    if (stack->value_count == DEPTH || stack->sign_count == DEPTH)
        return AMOUNT_TOO_LARGE;
    *ret_more = **at == '(';
    if (*ret_more) {
        stack->signs[stack->sign_count++] = *(*at)++;
        return AMOUNT_GOOD;
    }
    return amount_read(at, &stack->units, &stack->values[stack->value_count++]);
}

/* Reads what follows a number: an operator or a closing parenthesis. */
static enum amount_fault take_sign(struct sum_stack *stack, const char **at,
                                   bool *ret_more)
{
    char sign = **at;

    *ret_more = sign != ')';
    if (*ret_more && !sum_precedence(sign))
        return AMOUNT_UNREADABLE;
    if (*ret_more && stack->sign_count == DEPTH)
        return AMOUNT_TOO_LARGE;
    enum amount_fault fault = sum_reduce(stack, *ret_more ? sum_precedence(sign) : 1);
    if (fault)
        return fault;
    /* Only parentheses are left on top of the signs now. */
    if (!*ret_more && !stack->sign_count)
        return AMOUNT_UNREADABLE;
    if (*ret_more)
        stack->signs[stack->sign_count++] = sign;
    else
        stack->sign_count--;
    (*at)++;
    return AMOUNT_GOOD;
}

/* Evaluates the text at AT, which has to be a sum unless NEEDS_OPERAND is false. */
static bool evaluate(const char *text, const char *at, bool needs_operand,
                     struct sum_stack *stack, struct err *err)
{
    for (;;) {
        at = str_skip_blanks(at);
        if (!*at && !needs_operand)
            break;
        enum amount_fault fault = needs_operand ? take_operand(stack, &at, &needs_operand)
                                                : take_sign(stack, &at, &needs_operand);
        if (fault)
            return sum_refuse(text, at, fault, err);
    }
    enum amount_fault fault = sum_reduce(stack, 1);
    if (!fault && stack->sign_count)
        return err_set(err, ERR_USAGE, _("A closing parenthesis is missing in '%s'."),
                       text);
    if (!fault)
        fault = amount_settle(stack->values[0], &stack->units, &stack->values[0]);
    return fault ? sum_refuse(text, at, fault, err) : true;
}

/* Returns BASE + AMOUNT, rounded down. */
static bool from_base(uint64_t base, struct amount amount, uint64_t *ret)
{
    uint64_t bytes = amount.count / amount.parts;
    bool is_broken = amount.count % amount.parts;

    if (!amount.is_negative)
        return num_add(base, bytes, ret);
    if (!num_add(bytes, is_broken, &bytes) || bytes > base)
        return false;
    *ret = base - bytes;
    return true;
}

/* Moves *AT after the word "end", if it begins with that. */
static bool sum_take_end(const char **at)
{
    static const char word[] = "end";

    if (strncasecmp(*at, word, sizeof(word) - 1) != 0 ||
        isalnum((unsigned char)(*at)[sizeof(word) - 1]))
        return false;
    *at += sizeof(word) - 1;
    return true;
}

/* Adds AMOUNT to the base that TEXT begins with. */
static bool sum_settle(const char *text, const struct sum_scale *scale,
                       struct amount amount, bool is_from_end, struct sum *ret,
                       struct err *err)
{
    const char *at = str_skip_blanks(text);
    bool is_less = *at == '-';
    uint64_t base = is_from_end ? scale->end : *at == '+' || is_less ? scale->from : 0;
    struct sum sum = { .is_exact = amount.parts == 1,
                       .is_sectors = amount.kind == AMOUNT_SECTORS,
                       .has_from = *at == '+' || is_less };

    if (is_less && !scale->exists)
        return err_set(err, ERR_USAGE,
                       _("'%1$s' means less by so much, but nothing is there yet: write "
                         "end%1$s."),
                       at);
    if (!from_base(base, amount, &sum.bytes))
        return amount.is_negative
                   ? err_set(err, ERR_USAGE, _("'%s' comes to less than 0."), text)
                   : sum_refuse(text, at, AMOUNT_TOO_LARGE, err);
    *ret = sum;
    return true;
}

bool sum_parse(const char *text, const struct sum_scale *scale, struct sum *ret,
               struct err *err)
{
    struct sum_stack stack = { .units = { scale->logical, scale->whole } };
    const char *at = str_skip_blanks(text);
    bool is_from_end = sum_take_end(&at);

    /* "-1GiB" is 0 - 1GiB, relative to its base; so is the rest of "end-1GiB". */
    if (is_from_end || *at == '-')
        stack.values[stack.value_count++] =
            (struct amount){ .kind = *str_skip_blanks(at) ? AMOUNT_PLAIN : AMOUNT_BYTES,
                             .parts = 1 };
    at += *at == '+' && !is_from_end;
    return evaluate(text, at, !stack.value_count, &stack, err) &&
           sum_settle(text, scale, stack.values[0], is_from_end, ret, err);
}
