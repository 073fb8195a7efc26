/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_words.c - what the program reports where it has no memory to go on */
#include "model/base/last_words.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#include "model/base/intl.h"

#define WORDS_MAX 1000

struct last_words {
    char words[WORDS_MAX]; /* empty: nothing has been written */
    enum err_code code;
    void (*first)(void);
    atomic_flag is_said; /* another thread may fail at the same time */
};

/* An allocation can fail anywhere: they are the process's, as its memory is. */
static struct last_words *last_words(void)
{
    static struct last_words ret = { .is_said = ATOMIC_FLAG_INIT };

    return &ret;
}

void last_words_set(const char *words, enum err_code code)
{
    struct last_words *last = last_words();

    (void)snprintf(last->words, sizeof(last->words), "%s", words ? words : "");
    last->code = code;
}

void last_words_after(void (*first)(void))
{
    last_words()->first = first;
}

/* The translation is loaded already, or the sentence is in English. */
_Noreturn void last_words_say(void)
{
    struct last_words *last = last_words();
    bool is_any = last->words[0];

    while (atomic_flag_test_and_set(&last->is_said))
        thrd_yield(); /* the other one ends the process */
    if (last->first)
        last->first();
    (void)fprintf(stderr, "alidade: %s %s\n", _("There is not enough memory."),
                  is_any ? last->words : _("Nothing was written."));
    _Exit(is_any ? (int)last->code : (int)ERR_REFUSED);
}
