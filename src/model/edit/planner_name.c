/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner_name.c - finds type and name of a planned partition from its words */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/types.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

/* Words for types; NULL: the root type of this architecture; "": the label has none. */
static const struct {
    const char *word;
    const char *gpt;
    const char *msdos;
} words[] = {
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
    { "windows", TYPE_GPT_WINDOWS, "7" },
    { "ntfs", TYPE_GPT_WINDOWS, "7" },
    { "exfat", TYPE_GPT_WINDOWS, "7" },
    { "fat", TYPE_GPT_WINDOWS, "c" },
    { "fat32", TYPE_GPT_WINDOWS, "c" },
    { "msr", TYPE_GPT_MSR, "" },
    { "recovery", TYPE_GPT_WINDOWS_RECOVERY, "27" },
    { "zfs", "6A898CC3-1DD2-11B2-99A6-080020736631", "bf" },
};

static bool find_word_type(enum label_kind label, const char *name, const char **ret)
{
    CLEANUP(freep) char *first = xasprintf("%.*s", (int)strcspn(name, " \t"), name);

    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        if (strcasecmp(words[i].word, first))
            continue;
        *ret = label == LABEL_MSDOS ? words[i].msdos
               : words[i].gpt       ? words[i].gpt
                                    : type_linux_root();
        return true;
    }
    return false;
}

bool planner_part_named(enum label_kind label, const char *name, struct planner_part *ret,
                        struct err *err)
{
    uint8_t units[2 * GPT_NAME_UNITS];
    const char *type;

    if (!utf16le_of_utf8(name, units, GPT_NAME_UNITS))
        return err_set(err, ERR_USAGE,
                       _("The name '%1$s' does not fit: there is room for %2$u "
                         "characters."),
                       name, (unsigned)GPT_NAME_UNITS);
    copy_text(ret->name, sizeof(ret->name), name);
    if (find_word_type(label, name, &type)) {
        if (!*type)
            return err_set(
                err, ERR_USAGE,
                _("'%s' cannot be made in an msdos table, which has no type for it."),
                name);
        copy_text(ret->type, sizeof(ret->type), type);
        return true;
    }
    /* A single letter is a name, although "a" and "S" are types, too. */
    if (!*name || !name[1] || !type_find(label, name, ret->type)) {
        copy_text(ret->type, sizeof(ret->type),
                  label == LABEL_GPT ? TYPE_GPT_LINUX : TYPE_MSDOS_LINUX);
        return true;
    }
    /* Do not use an id as a name. */
    if (isxdigit((unsigned char)name[0]))
        ret->name[0] = '\0';
    return true;
}
