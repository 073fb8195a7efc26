/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_find.c - parses types and converts them to the other label */
#include "model/disk/types_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/base/guid.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/near.h"

/* Shortcuts are case-sensitive: "e" is a type byte, "E" is not. */
static const struct word {
    enum label_kind kind;
    const char *shortcut;
    const char *alias;
    const char *id;
} sfdisk_words[] = {
    { LABEL_GPT, "L", "linux", TYPE_GPT_LINUX },
    { LABEL_GPT, "S", "swap", TYPE_GPT_LINUX_SWAP },
    { LABEL_GPT, "H", "home", TYPE_GPT_LINUX_HOME },
    { LABEL_GPT, "U", "uefi", TYPE_GPT_EFI_SYSTEM },
    { LABEL_GPT, "R", "raid", TYPE_GPT_LINUX_RAID },
    { LABEL_GPT, "V", "lvm", TYPE_GPT_LINUX_LVM },
    { LABEL_MSDOS, "L", "linux", TYPE_MSDOS_LINUX },
    { LABEL_MSDOS, "S", "swap", TYPE_MSDOS_LINUX_SWAP },
    { LABEL_MSDOS, "E", "extended", TYPE_MSDOS_EXTENDED },
    { LABEL_MSDOS, "Ex", "extended", TYPE_MSDOS_EXTENDED },
    { LABEL_MSDOS, "X", "linuxex", "85" },
    { LABEL_MSDOS, "U", "uefi", TYPE_MSDOS_EFI_SYSTEM },
    { LABEL_MSDOS, "R", "raid", "fd" },
    { LABEL_MSDOS, "V", "lvm", "8e" },
};

/* What people call types; NULL: the root type of this architecture; "": the label has
 * none. */
static const struct {
    const char *word;
    const char *gpt;
    const char *msdos;
} typed_words[] = {
    { "/", NULL, TYPE_MSDOS_LINUX },
    { "root", NULL, TYPE_MSDOS_LINUX },
    { "home", TYPE_GPT_LINUX_HOME, TYPE_MSDOS_LINUX },
    { "/home", TYPE_GPT_LINUX_HOME, TYPE_MSDOS_LINUX },
    { "/srv", TYPE_GPT_LINUX_SRV, TYPE_MSDOS_LINUX },
    { "/var", TYPE_GPT_LINUX_VAR, TYPE_MSDOS_LINUX },
    { "/var/tmp", TYPE_GPT_LINUX_TMP, TYPE_MSDOS_LINUX },
    { "/boot", TYPE_GPT_XBOOTLDR, TYPE_MSDOS_LINUX },
    { "boot", TYPE_GPT_XBOOTLDR, TYPE_MSDOS_LINUX },
    { "/boot/efi", TYPE_GPT_EFI_SYSTEM, TYPE_MSDOS_EFI_SYSTEM },
    { "/efi", TYPE_GPT_EFI_SYSTEM, TYPE_MSDOS_EFI_SYSTEM },
    { "efi", TYPE_GPT_EFI_SYSTEM, TYPE_MSDOS_EFI_SYSTEM },
    { "esp", TYPE_GPT_EFI_SYSTEM, TYPE_MSDOS_EFI_SYSTEM },
    { "bios", TYPE_GPT_BIOS_BOOT, "" },
    { "grub", TYPE_GPT_BIOS_BOOT, "" },
    { "prep", TYPE_GPT_PREP, "41" },
    { "md", TYPE_GPT_LINUX_RAID, "fd" },
    { "pv", TYPE_GPT_LINUX_LVM, "8e" },
    { "luks", TYPE_GPT_LINUX_LUKS, TYPE_MSDOS_LINUX },
    { "crypt", TYPE_GPT_LINUX_LUKS, TYPE_MSDOS_LINUX },
    { "data", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "ext2", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "ext3", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "ext4", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "xfs", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "btrfs", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "f2fs", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "jfs", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
    { "bcachefs", TYPE_GPT_LINUX, TYPE_MSDOS_LINUX },
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

/* sgdisk's codes for frequent types. */
static const struct {
    const char *code;
    const char *id;
} sgdisk_codes[] = {
    { "0700", TYPE_GPT_WINDOWS },          { "0c01", TYPE_GPT_MSR },
    { "2700", TYPE_GPT_WINDOWS_RECOVERY }, { "4100", TYPE_GPT_PREP },
    { "8200", TYPE_GPT_LINUX_SWAP },       { "8300", TYPE_GPT_LINUX },
    { "8302", TYPE_GPT_LINUX_HOME },       { "8304", TYPE_GPT_LINUX_ROOT },
    { "8305", TYPE_GPT_LINUX_ROOT_ARM64 }, { "8306", TYPE_GPT_LINUX_SRV },
    { "8309", TYPE_GPT_LINUX_LUKS },       { "8310", TYPE_GPT_LINUX_VAR },
    { "8311", TYPE_GPT_LINUX_TMP },        { "8e00", TYPE_GPT_LINUX_LVM },
    { "a500", TYPE_GPT_FREEBSD },          { "a600", TYPE_GPT_OPENBSD },
    { "ea00", TYPE_GPT_XBOOTLDR },         { "ef00", TYPE_GPT_EFI_SYSTEM },
    { "ef02", TYPE_GPT_BIOS_BOOT },        { "fd00", TYPE_GPT_LINUX_RAID },
};

/* The first row with a type is used in both directions. */
static const struct {
    const char *msdos;
    const char *gpt;
} equals[] = {
    { TYPE_MSDOS_LINUX, TYPE_GPT_LINUX },
    { TYPE_MSDOS_LINUX_SWAP, TYPE_GPT_LINUX_SWAP },
    { "8e", TYPE_GPT_LINUX_LVM },
    { "fd", TYPE_GPT_LINUX_RAID },
    { "e8", TYPE_GPT_LINUX_LUKS },
    { "ea", TYPE_GPT_XBOOTLDR },
    { TYPE_MSDOS_EFI_SYSTEM, TYPE_GPT_EFI_SYSTEM },
    { "7", TYPE_GPT_WINDOWS },
    { "1", TYPE_GPT_WINDOWS },
    { "4", TYPE_GPT_WINDOWS },
    { "6", TYPE_GPT_WINDOWS },
    { "b", TYPE_GPT_WINDOWS },
    { "c", TYPE_GPT_WINDOWS },
    { "e", TYPE_GPT_WINDOWS },
    { "11", TYPE_GPT_WINDOWS },
    { "14", TYPE_GPT_WINDOWS },
    { "16", TYPE_GPT_WINDOWS },
    { "17", TYPE_GPT_WINDOWS },
    { "1b", TYPE_GPT_WINDOWS },
    { "1c", TYPE_GPT_WINDOWS },
    { "1e", TYPE_GPT_WINDOWS },
    { "27", TYPE_GPT_WINDOWS_RECOVERY },
    { "39", "C91818F9-8025-47AF-89D2-F030D7000C2C" },
    { "41", TYPE_GPT_PREP },
    { "84", TYPE_GPT_RAPID_START },
    { "a5", TYPE_GPT_FREEBSD },
    { "a6", TYPE_GPT_OPENBSD },
    { "a8", "55465300-0000-11AA-AA11-00306543ECAC" },
    { "a9", "49F48D5A-B10E-11DC-B99B-0019D1879648" },
    { "ab", "426F6F74-0000-11AA-AA11-00306543ECAC" },
    { "af", "48465300-0000-11AA-AA11-00306543ECAC" },
    { "be", "6A82CB45-1DD2-11B2-99A6-080020736631" },
    { "bf", "6A85CF4D-1DD2-11B2-99A6-080020736631" },
    { "eb", TYPE_GPT_HAIKU },
    { "fb", "AA31E02A-400F-11DB-9590-000C2911D1B8" },
    { "fc", "9D275380-40AD-11DB-BF97-000C2911D1B8" },
    /* msdos has only one type for all of these. */
    { TYPE_MSDOS_LINUX, TYPE_GPT_LINUX_ROOT },
    { TYPE_MSDOS_LINUX, TYPE_GPT_LINUX_ROOT_ARM64 },
    { TYPE_MSDOS_LINUX, TYPE_GPT_LINUX_HOME },
};

void types_words_of(enum label_kind kind, const char *id, const char **ret_shortcut,
                    const char **ret_alias)
{
    for (size_t i = 0; i < ARRAY_SIZE(sfdisk_words); i++) {
        if (sfdisk_words[i].kind != kind || strcmp(sfdisk_words[i].id, id))
            continue;
        *ret_shortcut = sfdisk_words[i].shortcut;
        *ret_alias = sfdisk_words[i].alias;
        return;
    }
}

static const char *find_word(enum label_kind kind, const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(sfdisk_words); i++)
        if (sfdisk_words[i].kind == kind && (!strcmp(sfdisk_words[i].shortcut, text) ||
                                             !strcasecmp(sfdisk_words[i].alias, text)))
            return sfdisk_words[i].id;
    return NULL;
}

static const char *find_code(enum label_kind kind, const char *text)
{
    for (size_t i = 0; kind == LABEL_GPT && i < ARRAY_SIZE(sgdisk_codes); i++)
        if (!strcasecmp(sgdisk_codes[i].code, text))
            return sgdisk_codes[i].id;
    return NULL;
}

static const char *find_name(enum label_kind kind, const char *text)
{
    enum type_group group;
    const struct type_row *row;

    for (size_t i = 0; (row = types_row_at(kind, i, &group)); i++)
        if (!strcasecmp(row->name, text) || !strcasecmp(_(row->name), text))
            return row->id;
    return NULL;
}

/* Parses a type byte: "83", "0x83", "0E". */
static bool parse_byte(const char *text, char ret[TYPE_TEXT])
{
    static const char digits[] = "0123456789abcdef";
    unsigned value = 0;

    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    if (!*text || strspn(text, "0123456789abcdefABCDEF") != strlen(text))
        return false;
    text += strspn(text, "0");
    if (strlen(text) > 2)
        return false;
    value = (unsigned)strtoul(text, NULL, 16);
    char *to = ret;
    if (value >= 16)
        *to++ = digits[value / 16];
    *to++ = digits[value % 16];
    *to = '\0';
    return true;
}

static bool parse_id(enum label_kind kind, const char *text, char ret[TYPE_TEXT])
{
    struct guid guid;

    if (kind == LABEL_MSDOS)
        return parse_byte(text, ret);
    if (kind != LABEL_GPT || !guid_parse(text, &guid) || guid_is_zero(&guid))
        return false;
    (void)guid_format(&guid, ret);
    return true;
}

bool type_find(enum label_kind kind, const char *text, char ret[TYPE_TEXT])
{
    const char *id = find_word(kind, text);

    if (!id && parse_id(kind, text, ret))
        return true;
    if (!id)
        id = find_code(kind, text);
    if (!id)
        id = find_name(kind, text);
    if (id)
        copy_text(ret, TYPE_TEXT, id);
    return id;
}

const char *type_linux_root(void)
{
#if defined(__x86_64__)
    return TYPE_GPT_LINUX_ROOT;
#elif defined(__aarch64__)
    return TYPE_GPT_LINUX_ROOT_ARM64;
#elif defined(__i386__)
    return "44479540-F297-41B2-9AF7-D131D5F0458A";
#elif defined(__arm__)
    return "69DAD710-2CE4-4E3C-B16C-21A1D49ABED3";
#elif defined(__riscv) && __riscv_xlen == 64
    return "72EC70A6-CF74-40E6-BD49-4BDA08E8F224";
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
    return "C31C45E6-3F39-412E-80FB-4809C4980599";
#elif defined(__s390x__)
    return "5EEAD9A9-FE09-4A1E-A1D7-520D00531306";
#elif defined(__loongarch64)
    return "77055800-792C-4F94-B39A-98C91B762BB6";
#else
    return TYPE_GPT_LINUX;
#endif
}

/* Returns the type of KIND that row INDEX of the words means; NULL: it has none. */
static const char *typed_type(enum label_kind kind, size_t index)
{
    const char *gpt = typed_words[index].gpt, *msdos = typed_words[index].msdos;

    if (kind == LABEL_MSDOS)
        return *msdos ? msdos : NULL;
    return kind != LABEL_GPT ? NULL : gpt ? gpt : type_linux_root();
}

bool type_find_typed(enum label_kind kind, const char *text, char ret[TYPE_TEXT])
{
    for (size_t i = 0; i < ARRAY_SIZE(typed_words); i++) {
        const char *id = typed_type(kind, i);
        if (!id || strcasecmp(typed_words[i].word, text) != 0)
            continue;
        copy_text(ret, TYPE_TEXT, id);
        return true;
    }
    return type_find(kind, text, ret);
}

const char *type_near(enum label_kind kind, const char *text)
{
    for (size_t i = 0; i < ARRAY_SIZE(sfdisk_words); i++)
        if (sfdisk_words[i].kind == kind && near_word(text, sfdisk_words[i].alias))
            return sfdisk_words[i].alias;
    for (size_t i = 0; i < ARRAY_SIZE(typed_words); i++)
        if (typed_type(kind, i) && near_word(text, typed_words[i].word))
            return typed_words[i].word;
    return NULL;
}

bool type_refuse(enum label_kind kind, const char *text, struct err *err)
{
    const char *near = type_near(kind, text);

    if (near)
        return err_set(err, ERR_USAGE,
                       _("No type is called '%1$s': did you mean '%2$s'?"), text, near);
    return err_set(err, ERR_USAGE, _("No type is called '%s'."), text);
}

/* True for the GPT types of Linux, which are all one type on msdos. */
static bool is_linux(const char *type)
{
    enum type_group group;
    const struct type_row *row;

    for (size_t i = 0; (row = types_row_at(LABEL_GPT, i, &group)); i++)
        if ((group == TYPE_GROUP_LINUX || group == TYPE_GROUP_MACHINE) &&
            !strcmp(row->id, type))
            return true;
    return false;
}

bool type_convert(enum label_kind from, enum label_kind to, const char *type,
                  char ret[TYPE_TEXT])
{
    const char *found = from == to ? type : NULL;

    for (size_t i = 0; !found && i < ARRAY_SIZE(equals); i++) {
        if (from == LABEL_MSDOS && to == LABEL_GPT && !strcmp(equals[i].msdos, type))
            found = equals[i].gpt;
        if (from == LABEL_GPT && to == LABEL_MSDOS && !strcmp(equals[i].gpt, type))
            found = equals[i].msdos;
    }
    if (!found && from == LABEL_GPT && to == LABEL_MSDOS && is_linux(type))
        found = TYPE_MSDOS_LINUX;
    if (found)
        copy_text(ret, TYPE_TEXT, found);
    return found;
}
