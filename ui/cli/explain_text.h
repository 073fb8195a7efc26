/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_text.h - the explanation of explain.h as lines of text */
#ifndef ALIDADE_UI_CLI_EXPLAIN_TEXT_H
#define ALIDADE_UI_CLI_EXPLAIN_TEXT_H

#include "model/align/suggest.h"
#include "model/disk/layout.h"

enum explain_scope {
    SCOPE_WHOLE,  /* the whole explanation of one extent */
    SCOPE_OWN,    /* without what is the same for other partitions of the disk */
    SCOPE_SHARED, /* only that */
};

/* Why EXTENT is judged as it is, the picture and the cures with their price, as lines of
 * at most WIDTH (>= 40) columns, UTF-8 with safe glyphs, each ended by '\n'; free().
 * MEASURED as in explain_extent(). */
char *explain_text(const struct layout *layout, const struct extent *extent,
                   struct suggest_context context, int width, const char *measured,
                   enum explain_scope scope);

#endif
