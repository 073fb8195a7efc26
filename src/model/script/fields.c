/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.c - names the field of a script that is missing or has no value */
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/script/private.h"

bool script_fail_field(struct err *err, unsigned line, const char *at)
{
    size_t length = strcspn(at, "= \t,;");

    if (!length)
        return script_fail(err, line, _("A field is missing before '%s'."), at);
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        const char *name = script_field_name((enum script_field)i);
        if (strlen(name) == length && !strncasecmp(at, name, length))
            return script_fail(err, line, _("'%s' has no value."), name);
    }
    return script_fail(err, line, _("There is no field '%.*s'."), (int)length, at);
}

/* Only a start and a size have defaults; only names and attributes can be "". */
static bool needs_value(enum script_field field, bool is_quoted)
{
    return field == FIELD_TYPE || field == FIELD_UUID ||
           (!is_quoted && (field == FIELD_NAME || field == FIELD_ATTRIBUTES));
}

bool script_check_value(enum script_field field, const char *value, bool is_quoted,
                        unsigned line, struct err *err)
{
    const char *name = script_field_name(field);

    if (!*value && needs_value(field, is_quoted))
        return script_fail(err, line, _("'%s' has no value."), name);
    if (field != FIELD_BOOTABLE || !strcasecmp(value, name))
        return true;
    return script_fail(err, line,
                       value[strlen(name)] == '='
                           ? _("'%s' is too much: write bootable without a value.")
                           : _("There is no field '%s'."),
                       value);
}
