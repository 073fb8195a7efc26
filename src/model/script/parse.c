/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse.c - parses the lines of an sfdisk script into headers and partitions */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/str.h"
#include "model/script/private.h"

#define NUMBER_MAX 1000000 /* larger than any label supports */

struct parser {
    struct script *script;
    unsigned line;
    struct err *err;
};

static const char *const header_names[SCRIPT_HEADER_COUNT] = {
    [SCRIPT_LABEL] = "label",
    [SCRIPT_LABEL_ID] = "label-id",
    [SCRIPT_DEVICE] = "device",
    [SCRIPT_UNIT] = "unit",
    [SCRIPT_FIRST_LBA] = "first-lba",
    [SCRIPT_LAST_LBA] = "last-lba",
    [SCRIPT_TABLE_LENGTH] = "table-length",
    [SCRIPT_TABLE_LBA] = "table-lba",
    [SCRIPT_GRAIN] = "grain",
    [SCRIPT_SECTOR_SIZE] = "sector-size",
};

static const char *const field_names[FIELD_COUNT] = {
    [FIELD_START] = "start",       [FIELD_SIZE] = "size", [FIELD_TYPE] = "type",
    [FIELD_UUID] = "uuid",         [FIELD_NAME] = "name", [FIELD_ATTRIBUTES] = "attrs",
    [FIELD_BOOTABLE] = "bootable",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Returns [FROM, TO) without surrounding blanks; the caller frees it. */
static char *trim_copy(const char *from, const char *to)
{
    while (from < to && is_blank(*from))
        from++;
    while (from < to && is_blank(to[-1]))
        to--;
    return xasprintf("%.*s", (int)(to - from), from);
}

/* True for "name: value" before the first partition.  A line with '=' is a partition,
 * unless it is the device header, whose path may contain one. */
static bool is_header(const struct parser *parser, const char *line)
{
    static const char device[] = "device:";
    const char *colon = strchr(line, ':');

    return !parser->script->count && colon &&
           (!strchr(line, '=') || !strncmp(line, device, sizeof(device) - 1));
}

static bool find_header(const char *name, enum script_header *ret)
{
    for (unsigned i = 0; i < SCRIPT_HEADER_COUNT; i++) {
        if (strcmp(header_names[i], name) != 0)
            continue;
        *ret = (enum script_header)i;
        return true;
    }
    return false;
}

static bool read_header(struct parser *parser, const char *line)
{
    const char *colon = strchr(line, ':');
    CLEANUP(freep) char *name = trim_copy(line, colon);
    CLEANUP(freep) char *value = trim_copy(colon + 1, colon + strlen(colon));
    enum script_header header;

    if (!find_header(name, &header))
        return script_fail(parser->err, parser->line, _("There is no header '%s'."),
                           name);
    struct script_value *to = &parser->script->headers[header];
    if (to->text)
        return script_fail(parser->err, parser->line,
                           _("'%1$s' stands in line %2$u already."), name, to->line);
    if (!*value)
        return script_fail(parser->err, parser->line, _("'%s' has no value."), name);
    *to = (struct script_value){ TAKE(value), parser->line };
    return true;
}

/* Parses the value at *AT, up to a blank, ',' or ';', or in quotes; *AT is then behind
 * the separator.  The caller frees *RET. */
static bool read_value(struct parser *parser, const char **at, char **ret)
{
    const char *from = str_skip_blanks(*at);
    bool is_quoted = *from == '"';

    from += is_quoted;
    size_t length = strcspn(from, is_quoted ? "\"" : " \t,;\"");
    const char *end = from + length;
    if (is_quoted && !*end)
        return script_fail(parser->err, parser->line, "%s",
                           _("A quotation mark is not closed."));
    end += is_quoted;
    if (*end && !strchr(" \t,;", *end))
        return script_fail(parser->err, parser->line,
                           _("A comma or a blank is missing before '%s'."), end);
    end = str_skip_blanks(end);
    end += *end == ',' || *end == ';';
    *at = str_skip_blanks(end);
    *ret = xasprintf("%.*s", (int)length, from);
    return true;
}

/* The name of the node before the colon ends with the number. */
static bool read_number(struct parser *parser, const char *from, const char *to,
                        struct script_line *line)
{
    CLEANUP(freep) char *node = trim_copy(from, to);
    size_t length = strlen(node), first = length;

    while (first && node[first - 1] >= '0' && node[first - 1] <= '9')
        first--;
    if (first == length)
        return true;
    unsigned long number = strtoul(node + first, NULL, 10);
    if (!number || number > NUMBER_MAX)
        return script_fail(parser->err, parser->line,
                           _("'%s' is the number of no partition."), node + first);
    line->number = (unsigned)number;
    return true;
}

static bool is_old_type(const char *at)
{
    return !strncasecmp(at, "Id=", 3);
}

/* Parses "start=" or, without a value, "bootable"; old versions call the type "Id=". */
static bool find_field(const char **at, enum script_field *ret)
{
    for (unsigned i = 0; i < FIELD_COUNT; i++) {
        size_t length = strlen(field_names[i]);
        bool has_value = i != FIELD_BOOTABLE;
        if (strncasecmp(*at, field_names[i], length) != 0 ||
            (has_value && (*at)[length] != '='))
            continue;
        *at += has_value ? length + 1 : 0;
        *ret = (enum script_field)i;
        return true;
    }
    if (!is_old_type(*at))
        return false;
    *at += 3;
    *ret = FIELD_TYPE;
    return true;
}

static bool begins_field(const char *at)
{
    const char *name = str_skip_blanks(at);
    enum script_field field;

    return find_field(&name, &field);
}

/* The node ends at a colon that is followed by a field, or else at one before the first
 * '=', because paths can contain colons and equals signs. */
static const char *find_node_end(const char *text, size_t *ret_length)
{
    static const char *const ends[] = { " : ", " :", ": ", ":" };
    const char *equals = strchr(text, '=');
    const char *found = NULL;

    for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
        size_t length = strlen(ends[i]);
        for (const char *at = text; (at = strstr(at, ends[i])); at++) {
            if (!found && (!equals || equals > at)) {
                found = at;
                *ret_length = length;
            }
            if (!begins_field(at + length))
                continue;
            *ret_length = length;
            return at;
        }
    }
    return found;
}

static bool read_field(struct parser *parser, const char **at, struct script_line *line)
{
    const char *shown = *at;
    enum script_field field;

    if (!find_field(at, &field))
        return script_fail_field(parser->err, parser->line, shown);
    parser->script->is_old |= is_old_type(shown);
    bool is_quoted = *str_skip_blanks(*at) == '"';
    if (line->fields[field])
        return script_fail(parser->err, parser->line, _("'%s' stands there twice."),
                           field_names[field]);
    if (!read_value(parser, at, &line->fields[field]))
        return false;
    return script_check_value(field, line->fields[field], is_quoted, parser->line,
                              parser->err);
}

/* Parses "node : start=63, size=..., type=...". */
static bool read_named(struct parser *parser, const char *text, struct script_line *line)
{
    size_t length;
    const char *node_end = find_node_end(text, &length);

    if (node_end && !read_number(parser, text, node_end, line))
        return false;
    const char *at = str_skip_blanks(node_end ? node_end + length : text);
    while (*at)
        if (!read_field(parser, &at, line))
            return false;
    return true;
}

/* Parses "63, 204796557, 7, *": fields by position. */
static bool read_plain(struct parser *parser, const char *at, struct script_line *line)
{
    static const enum script_field places[] = { FIELD_START, FIELD_SIZE, FIELD_TYPE,
                                                FIELD_BOOTABLE };

    for (size_t i = 0; *at; i++) {
        if (i == ARRAY_SIZE(places))
            return script_fail(parser->err, parser->line,
                               _("'%s' is too much: start, size, type and * for bootable "
                                 "is all there can be."),
                               at);
        if (!read_value(parser, &at, &line->fields[places[i]]))
            return false;
    }
    char *type = line->fields[FIELD_TYPE], *boot = line->fields[FIELD_BOOTABLE];
    if (type && (!*type || !strcmp(type, "-")))
        free(TAKE(line->fields[FIELD_TYPE]));
    if (boot && (!*boot || !strcmp(boot, "-")))
        free(TAKE(line->fields[FIELD_BOOTABLE]));
    else if (boot && strcmp(boot, "*") != 0 && strcmp(boot, "+") != 0)
        return script_fail(parser->err, parser->line,
                           _("'%s' is not * for bootable, nor -."), boot);
    return true;
}

static struct script_line *script_add_line(struct parser *parser)
{
    struct script *script = parser->script;

    script->lines = xrealloc(script->lines, script->count + 1, sizeof(*script->lines));
    struct script_line *line = &script->lines[script->count++];
    *line = (struct script_line){ .line = parser->line };
    return line;
}

static bool read_line(struct parser *parser, const char *text)
{
    if (!*text || *text == '#')
        return true;
    if (is_header(parser, text))
        return read_header(parser, text);
    if (strchr(text, ':') && !strchr(text, '='))
        return script_fail(parser->err, parser->line, "%s",
                           _("Headers stand before the first partition."));
    struct script_line *line = script_add_line(parser);
    bool is_read = strchr(text, '=') ? read_named(parser, text, line)
                                     : read_plain(parser, text, line);
    return is_read && script_amounts_read(line, parser->err);
}

/* Skips the byte order mark that some editors put before UTF-8. */
static const char *skip_mark(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";

    return text + (strncmp(text, mark, sizeof(mark) - 1) ? 0 : sizeof(mark) - 1);
}

bool script_read(const char *text, struct script *ret, struct err *err)
{
    struct parser parser = { .script = ret, .err = err };

    *ret = (struct script){ 0 };
    text = skip_mark(text);
    while (*text) {
        size_t length = strcspn(text, "\n");
        const char *end = text + length;
        CLEANUP(freep)
        char *line = trim_copy(text, length && end[-1] == '\r' ? end - 1 : end);
        parser.line++;
        if (!read_line(&parser, line))
            return false;
        text = end + (*end == '\n');
    }
    return true;
}

void script_finish(struct script *script)
{
    for (unsigned i = 0; i < SCRIPT_HEADER_COUNT; i++)
        free(script->headers[i].text);
    for (size_t i = 0; i < script->count; i++)
        for (unsigned k = 0; k < FIELD_COUNT; k++)
            free(script->lines[i].fields[k]);
    free(script->lines);
    *script = (struct script){ 0 };
}

const char *script_header_name(enum script_header header)
{
    return header_names[header];
}

const char *script_field_name(enum script_field field)
{
    return field_names[field];
}

bool script_fail(struct err *err, unsigned line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    CLEANUP(freep) char *sentence = xvasprintf(format, args);
    va_end(args);
    if (err->code == ERR_NONE)
        err->line = line;
    return err_set(err, ERR_USAGE, _("line %1$u: %2$s"), line, sentence);
}
