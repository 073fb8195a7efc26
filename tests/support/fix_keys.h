/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_keys.h - the keys that align a disk with its data, and what each of them shows
 *
 * A person types them in the stories of the real program, and in the film. */
#ifndef ALIDADE_TESTS_FIX_KEYS_H
#define ALIDADE_TESTS_FIX_KEYS_H

enum {
    FIX_KEY_FOUND,
    FIX_KEY_PLAN,
    FIX_KEY_CHECKS,
    FIX_KEY_QUESTION,
    FIX_KEY_YES,
    FIX_KEY_GO,
    FIX_KEY_COUNT,
};

static const struct {
    const char *keys, *shows;
} fix_keys[FIX_KEY_COUNT] = {
    [FIX_KEY_FOUND] = { "F", "step 1 of 3" },
    [FIX_KEY_PLAN] = { "\r", "step 2 of 3" },
    [FIX_KEY_CHECKS] = { "\r", "step 3 of 3" },
    [FIX_KEY_QUESTION] = { "\r", "Type yes to move" },
    [FIX_KEY_YES] = { "yes", "yes" },
    [FIX_KEY_GO] = { "\r", "is complete" },
};

#endif
