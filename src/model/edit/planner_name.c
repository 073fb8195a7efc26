/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner_name.c - finds type and name of a planned partition from its words */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf16.h"
#include "model/disk/types.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* Words for types; NULL: the root type of this architecture; "": the label has none. */
static const struct {
    const char *word;
    const char *gpt;
    const char *msdos;
} type_words[] = {
    { "/", NULL, "83" },
    { "root", NULL, "83" },
    { "/home", TYPE_GPT_LINUX_HOME, "83" },
    { "home", TYPE_GPT_LINUX_HOME, "83" },
    { "/srv", TYPE_GPT_LINUX_SRV, "83" },
    { "/var", TYPE_GPT_LINUX_VAR, "83" },
    { "/var/tmp", TYPE_GPT_LINUX_TMP, "83" },
    { "/boot", TYPE_GPT_XBOOTLDR, "83" },
    { "boot", TYPE_GPT_XBOOTLDR, "83" },
    { "/boot/efi", TYPE_GPT_EFI_SYSTEM, "ef" },
    { "/efi", TYPE_GPT_EFI_SYSTEM, "ef" },
    { "efi", TYPE_GPT_EFI_SYSTEM, "ef" },
    { "esp", TYPE_GPT_EFI_SYSTEM, "ef" },
    { "bios", TYPE_GPT_BIOS_BOOT, "" },
    { "grub", TYPE_GPT_BIOS_BOOT, "" },
    { "prep", TYPE_GPT_PREP, "41" },
    { "swap", TYPE_GPT_LINUX_SWAP, "82" },
    { "raid", TYPE_GPT_LINUX_RAID, "fd" },
    { "md", TYPE_GPT_LINUX_RAID, "fd" },
    { "lvm", TYPE_GPT_LINUX_LVM, "8e" },
    { "pv", TYPE_GPT_LINUX_LVM, "8e" },
    { "luks", TYPE_GPT_LINUX_LUKS, "83" },
    { "crypt", TYPE_GPT_LINUX_LUKS, "83" },
    { "linux", TYPE_GPT_LINUX, "83" },
    { "data", TYPE_GPT_LINUX, "83" },
    { "ext2", TYPE_GPT_LINUX, "83" },
    { "ext3", TYPE_GPT_LINUX, "83" },
    { "ext4", TYPE_GPT_LINUX, "83" },
    { "xfs", TYPE_GPT_LINUX, "83" },
    { "btrfs", TYPE_GPT_LINUX, "83" },
    { "f2fs", TYPE_GPT_LINUX, "83" },
    { "jfs", TYPE_GPT_LINUX, "83" },
    { "bcachefs", TYPE_GPT_LINUX, "83" },
    { "windows", TYPE_GPT_WINDOWS, "7" },
    { "ntfs", TYPE_GPT_WINDOWS, "7" },
    { "exfat", TYPE_GPT_WINDOWS, "7" },
    { "fat", TYPE_GPT_WINDOWS, "c" },
    { "vfat", TYPE_GPT_WINDOWS, "c" },
    { "fat32", TYPE_GPT_WINDOWS, "c" },
    { "msr", TYPE_GPT_MSR, "" },
    { "recovery", TYPE_GPT_WINDOWS_RECOVERY, "27" },
    { "zfs", "6A898CC3-1DD2-11B2-99A6-080020736631", "bf" },
};

static bool find_word_type(enum label_kind label, const char *name, const char **ret)
{
    CLEANUP(freep) char *first = xasprintf("%.*s", (int)strcspn(name, " \t"), name);

    for (size_t i = 0; i < ARRAY_SIZE(type_words); i++) {
        if (strcasecmp(type_words[i].word, first))
            continue;
        *ret = label == LABEL_MSDOS ? type_words[i].msdos
               : type_words[i].gpt  ? type_words[i].gpt
                                    : type_linux_root();
        return true;
    }
    return false;
}

/* Returns what is behind "name=" in the words, which ends them; NULL if there is none. */
static const char *find_typed_name(const char *words)
{
    static const char key[] = "name=";

    for (const char *p = words; (p = strstr(p, key)) != NULL; p++)
        if (p == words || isblank((unsigned char)p[-1]))
            return p + strlen(key);
    return NULL;
}

static bool set_part_name(const char *name, size_t length, struct planner_part *ret,
                          struct err *err)
{
    CLEANUP(freep) char *text = xasprintf("%.*s", (int)length, name);
    uint8_t units[2 * GPT_NAME_UNITS];

    if (!utf16le_of_utf8(text, units, GPT_NAME_UNITS))
        return err_set(err, ERR_USAGE,
                       _("The name '%1$s' does not fit: there is room for %2$u "
                         "characters."),
                       text, (unsigned)GPT_NAME_UNITS);
    copy_text(ret->name, sizeof(ret->name), text);
    return true;
}

enum meant {
    MEANT_NOTHING, /* the type is Linux */
    MEANT_WORD,    /* of the list above */
    MEANT_TYPE,    /* its id or its name */
};

/* Sets the type that WORDS mean. */
static bool set_part_type(enum label_kind label, const char *words,
                          struct planner_part *ret, enum meant *ret_meant,
                          struct err *err)
{
    const char *type;

    *ret_meant = MEANT_WORD;
    if (find_word_type(label, words, &type)) {
        if (!*type)
            return err_set(
                err, ERR_USAGE,
                _("'%s' cannot be made in an msdos table, which has no type for it."),
                words);
        copy_text(ret->type, sizeof(ret->type), type);
        return true;
    }
    /* A single letter is a name, although "a" and "S" are types, too. */
    if (*words && words[1] && type_find(label, words, ret->type)) {
        *ret_meant = MEANT_TYPE;
        return true;
    }
    *ret_meant = MEANT_NOTHING;
    copy_text(ret->type, sizeof(ret->type),
              label == LABEL_GPT ? TYPE_GPT_LINUX : TYPE_MSDOS_LINUX);
    return true;
}

/* "linux name=home": VALUE is "home". */
static bool part_with_value(enum label_kind label, const char *words, const char *value,
                            struct planner_part *ret, struct err *err)
{
    size_t before = (size_t)(value - words) - strlen("name="), length = strlen(value);
    enum meant meant;

    while (before && isblank((unsigned char)words[before - 1]))
        before--;
    if (length >= 2 && *value == '"' && value[length - 1] == '"') {
        value++;
        length -= 2;
    }
    CLEANUP(freep) char *type = xasprintf("%.*s", (int)before, words);
    if (label != LABEL_GPT)
        return err_set(err, ERR_USAGE,
                       _("'%s' cannot be: partitions of an msdos table have no names."),
                       words);
    if (!set_part_name(value, length, ret, err) ||
        !set_part_type(label, type, ret, &meant, err))
        return false;
    return meant != MEANT_NOTHING || !*type ||
           err_set(err, ERR_USAGE, _("No type is called '%s'."), type);
}

bool planner_part_named(enum label_kind label, const char *words,
                        struct planner_part *ret, struct err *err)
{
    const char *value = find_typed_name(words);
    enum meant meant;

    if (value)
        return part_with_value(label, words, value, ret, err);
    if (!set_part_name(words, strlen(words), ret, err) ||
        !set_part_type(label, words, ret, &meant, err))
        return false;
    /* Do not use an id as a name. */
    if (meant == MEANT_TYPE && isxdigit((unsigned char)*words))
        ret->name[0] = '\0';
    return true;
}
