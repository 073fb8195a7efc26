/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.c - the types and paths that were used last, in this session and before */
#include "ui/app/recent.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/base/utf8.h"

#define KEPT_MAX 12  /* texts of a kind */
#define TEXT_MAX 255 /* bytes; a field holds no more */

/* The first word of a line in the file. */
static const char *const recent_words[RECENT_KINDS] = {
    [RECENT_GPT_TYPE] = "gpt",  [RECENT_MSDOS_TYPE] = "msdos",
    [RECENT_IMAGE] = "image",   [RECENT_SCRIPT] = "script",
    [RECENT_BACKUP] = "backup", [RECENT_JOURNAL] = "journal",
};

static bool is_path(enum recent_kind kind)
{
    return kind == RECENT_IMAGE || kind == RECENT_SCRIPT || kind == RECENT_BACKUP ||
           kind == RECENT_JOURNAL;
}

void recent_finish(struct recent *recent)
{
    for (enum recent_kind kind = 0; kind < RECENT_KINDS; kind++)
        lines_finish(&recent->used[kind]);
    recent->is_changed = false;
}

static void remove_at(struct lines *used, size_t at)
{
    free(used->at[at]);
    for (used->count--; at < used->count; at++)
        used->at[at] = used->at[at + 1];
}

void recent_drop(struct recent *recent, enum recent_kind kind, const char *text)
{
    struct lines *used = &recent->used[kind];
    size_t at = lines_index(used, text);

    if (at == used->count)
        return;
    remove_at(used, at);
    recent->is_changed = true;
}

static bool recent_is_usable(const char *text)
{
    return *text && strlen(text) <= TEXT_MAX && utf8_is_harmless(text);
}

void recent_add(struct recent *recent, enum recent_kind kind, const char *text)
{
    struct lines *used = &recent->used[kind];

    if (!recent_is_usable(text) || (used->count && !strcmp(used->at[0], text)))
        return;
    CLEANUP(freep) char *copy = xstrdup(text); /* TEXT may be what is dropped */
    recent_drop(recent, kind, copy);
    if (used->count == KEPT_MAX)
        remove_at(used, KEPT_MAX - 1);
    lines_take(used, NULL); /* makes room at the end */
    memmove(&used->at[1], &used->at[0], (used->count - 1) * sizeof(used->at[0]));
    used->at[0] = TAKE(copy);
    recent->is_changed = true;
}

char *recent_text(const struct recent *recent, const char *folder)
{
    struct str out = { 0 };

    for (enum recent_kind kind = 0; kind < RECENT_KINDS; kind++)
        for (size_t i = 0; i < recent->used[kind].count; i++) {
            const char *text = recent->used[kind].at[i];
            bool is_relative = is_path(kind) && text[0] != '/';

            str_printf(&out, "%s %s%s%s\n", recent_words[kind], is_relative ? folder : "",
                       is_relative ? "/" : "", text);
        }
    return str_take(&out);
}

/* Returns what follows FOLDER and a slash in PATH; PATH if it lies elsewhere. */
static const char *within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    bool is_in = length && !strncmp(path, folder, length) && path[length] == '/' &&
                 path[length + 1] != '\0';

    return is_in ? path + length + 1 : path;
}

static void parse_line(struct recent *recent, const char *line, const char *folder)
{
    for (enum recent_kind kind = 0; kind < RECENT_KINDS; kind++) {
        size_t length = strlen(recent_words[kind]);
        struct lines *used = &recent->used[kind];

        if (strncmp(line, recent_words[kind], length) != 0 || line[length] != ' ')
            continue;
        const char *text = line + length + 1;
        text = is_path(kind) ? within(text, folder) : text;
        if (used->count < KEPT_MAX && recent_is_usable(text) &&
            lines_index(used, text) == used->count)
            lines_add(used, "%s", text);
    }
}

void recent_parse(struct recent *recent, const char *text, const char *folder)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        CLEANUP(freep) char *line = xasprintf("%.*s", (int)length, text);

        parse_line(recent, line, folder);
        text += length + (text[length] == '\n');
    }
}
