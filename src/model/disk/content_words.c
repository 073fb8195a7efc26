/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content_words.c - describes the content of an extent in a sentence */
#include "model/disk/content_words.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"

/* Returns "" for an empty partition. */
static const char *unsigned_words(enum content_zeros zeros)
{
    static const char *const words[ZEROS_COUNT] = {
        [ZEROS_NOT_READ] = N_("unknown content"),
        [ZEROS_SAMPLED] = N_("unknown content that looks empty"),
        [ZEROS_NONE] = N_("data of unknown kind"),
    };

    return words[zeros] ? _(words[zeros]) : "";
}

static const char *kind_words(const struct content *content, char buf[CONTENT_NAME])
{
    switch (content->state) {
    case CONTENT_UNKNOWN:
        return _("content not looked at");
    case CONTENT_UNREADABLE:
        return _("unreadable content");
    case CONTENT_NONE:
        return unsigned_words(content->zeros);
    case CONTENT_FOUND:
    case CONTENT_AMBIVALENT:
        break;
    }
    return content_name(content, buf);
}

static char *volume_name(const struct extent *extent)
{
    return utf8_shown(extent->content.label[0] ? extent->content.label : extent->name);
}

static uint64_t used_of(const struct content *content)
{
    return content->state == CONTENT_FOUND ? content->inside.used : 0;
}

static char *named_words(const char *kind, const char *name, const char *size,
                         const char *used)
{
    if (!kind[0])
        return xasprintf("\"%s\", %s", name, size);
    if (!used)
        return xasprintf("%s \"%s\", %s", kind, name, size);
    /* TRANSLATORS: what a partition holds: ext4 "data", 814.3 GiB, 512 GiB used */
    return xasprintf(_("%1$s \"%2$s\", %3$s, %4$s used"), kind, name, size, used);
}

static char *unnamed_words(const char *kind, const char *size, const char *used)
{
    if (!kind[0])
        return xstrdup(size);
    if (!used)
        return xasprintf("%s, %s", kind, size);
    /* TRANSLATORS: what a partition holds: ext4, 814.3 GiB, 512 GiB used */
    return xasprintf(_("%1$s, %2$s, %3$s used"), kind, size, used);
}

char *content_words(const struct layout *layout, const struct extent *extent)
{
    char buf[CONTENT_NAME];
    const char *kind = kind_words(&extent->content, buf);
    CLEANUP(freep) char *name = volume_name(extent);
    uint64_t bytes = extent->length * layout_limits(layout)->logical;
    uint64_t used_bytes = used_of(&extent->content);
    char size[SIZE_TEXT], room[SIZE_TEXT];
    const char *used = used_bytes ? size_format_exact(used_bytes, room) : NULL;

    (void)size_format_exact(bytes, size); /* fills SIZE */
    return name[0] ? named_words(kind, name, size, used)
                   : unnamed_words(kind, size, used);
}
