/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentences.h - a list of sentences as one text, and what is in it */
#ifndef ALIDADE_TESTS_SENTENCES_H
#define ALIDADE_TESTS_SENTENCES_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/lines.h"
#include "model/base/mem.h"

/* All of LINES, one space between two; LINES is empty afterwards; free(). */
static inline char *sentences_join(struct lines *lines)
{
    char *text = xstrdup("");

    for (size_t i = 0; i < lines->count; i++) {
        char *longer = xasprintf("%s%s%s", text, i ? " " : "", lines->at[i]);
        free(text);
        text = longer;
    }
    lines_finish(lines);
    return text;
}

static inline void check_has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "'%s' is not in: %s", part, text);
}

static inline void check_lacks(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) == NULL, "'%s' is in: %s", part, text);
}

#endif
