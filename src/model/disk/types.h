/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - partition types with their names */
#ifndef ALIDADE_MODEL_DISK_TYPES_H
#define ALIDADE_MODEL_DISK_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/base/err.h"
#include "model/base/must_use.h"
#include "model/disk/label.h"

/* As extent.type has them. */
#define TYPE_GPT_BIOS_BOOT        "21686148-6449-6E6F-744E-656564454649"
#define TYPE_GPT_EFI_SYSTEM       "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"
#define TYPE_GPT_XBOOTLDR         "BC13C2FF-59E6-4262-A352-B275FD6F7172"
#define TYPE_GPT_LINUX            "0FC63DAF-8483-4772-8E79-3D69D8477DE4"
#define TYPE_GPT_LINUX_HOME       "933AC7E1-2EB4-4F13-B844-0E14E2AEF915"
#define TYPE_GPT_LINUX_LUKS       "CA7D7CCB-63ED-4C53-861C-1742536059CC"
#define TYPE_GPT_LINUX_LVM        "E6D6D379-F507-44C2-A23C-238F2A3DF928"
#define TYPE_GPT_LINUX_RAID       "A19D880F-05FC-4D3B-A006-743F0F84911E"
#define TYPE_GPT_LINUX_ROOT       "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709" /* x86-64 */
#define TYPE_GPT_LINUX_ROOT_ARM64 "B921B045-1DF0-41C3-AF44-4C6F280D3FAE"
#define TYPE_GPT_LINUX_SRV        "3B8F8425-20E0-4F3B-907F-1A25A76F98E8"
#define TYPE_GPT_LINUX_SWAP       "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"
#define TYPE_GPT_LINUX_TMP        "7EC6F557-3BC5-4ACA-B293-16EF5DF639D1"
#define TYPE_GPT_LINUX_VAR        "4D21B016-B534-45C2-A9FB-5C16E091FD2D"
/* Microsoft reserved, and what Windows calls basic data. */
#define TYPE_GPT_MSR              "E3C9E316-0B5C-4DB8-817D-F92DF00215AE"
#define TYPE_GPT_WINDOWS          "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7"
#define TYPE_GPT_WINDOWS_RECOVERY "DE94BBA4-06D1-4D40-A16A-BFD50179D6AC"
#define TYPE_GPT_LDM_METADATA     "5808C8AA-7E8F-42E0-85D2-E1E90434CFB3"
#define TYPE_GPT_LDM_DATA         "AF9B60A0-1431-4F62-BC68-3311714A69AD"
#define TYPE_GPT_PREP             "9E1A2D38-C612-4316-AA26-8B49521E5A8B"
#define TYPE_GPT_RAPID_START      "D3BFE2DE-3DAF-11DF-BA40-E3A556D89593"
#define TYPE_GPT_FREEBSD          "516E7CB4-6ECF-11D6-8FF8-00022D09712B"
#define TYPE_GPT_OPENBSD          "824CC7A0-36A8-11E3-890A-952519AD3F61"
#define TYPE_GPT_HAIKU            "42465331-3BA3-10F1-802A-4861696B7521"
/* Of entries whose data is being moved; msdos: any content that is no file system. */
#define TYPE_GPT_MOVING       "6337468B-2385-49E9-A10B-B4F7634DC33D"
#define TYPE_MSDOS_MOVING     "da"
#define TYPE_MSDOS_EFI_SYSTEM "ef"
#define TYPE_MSDOS_DYNAMIC    "42" /* Windows */
#define TYPE_MSDOS_EXTENDED   "5"
#define TYPE_MSDOS_LINUX      "83"
#define TYPE_MSDOS_LINUX_SWAP "82"

/* The maximum length of a type with its NUL, as in extent.type. */
#define TYPE_TEXT 40
/* The maximum number of types of a label. */
#define TYPE_MAX 320

/* In the order in which they are offered. */
enum type_group {
    TYPE_GROUP_USUAL,
    TYPE_GROUP_LINUX,
    TYPE_GROUP_WINDOWS,
    TYPE_GROUP_APPLE,
    TYPE_GROUP_BSD,
    TYPE_GROUP_UNIX,
    TYPE_GROUP_BOOT,
    TYPE_GROUP_STORAGE,
    TYPE_GROUP_PHONE,
    TYPE_GROUP_MACHINE, /* Linux root and /usr for each architecture */
    TYPE_GROUP_OTHER,
    TYPE_GROUP_COUNT,
};

struct type_info {
    const char *id;   /* as extent.type */
    const char *name; /* translated */
    /* sfdisk's words for it, such as "S" and "swap"; NULL: none. */
    const char *shortcut;
    const char *alias;
    enum type_group group;
};

/* Returns the translated name of an extent.type ("83" on msdos, a GUID on GPT); NULL:
 * unknown. */
const char *type_name(enum label_kind kind, const char *type);
/* The columns for type_brief(). */
#define TYPE_BRIEF 6
/* Returns a word for a type in a narrow column: "EFI", "Linux", "swap"; for rare ones the
 * number (msdos) or the translated name, which may be longer; "?" for an unknown GUID. */
const char *type_brief(enum label_kind kind, const char *type);
/* Returns the translated heading of a group: "Often chosen", "Windows" ... */
const char *type_group_name(enum type_group group);

/* The types of KIND by group, frequent ones first; 0 for labels other than msdos and
 * GPT. */
size_t type_count(enum label_kind kind);
/* INDEX < type_count(KIND). */
struct type_info type_at(enum label_kind kind, size_t index);
/* Lists the indexes of all types that contain every word of QUERY, ignoring case, in the
 * name (translated or not), id, alias or heading.  Returns their number. */
size_t type_search(enum label_kind kind, const char *query, size_t ret[TYPE_MAX]);

/* Parses a type: sfdisk's shortcuts (L S H U R V, on msdos E Ex X) and words ("linux",
 * "swap", "home", "uefi", "raid", "lvm", on msdos "extended" and "linuxex"), on msdos hex
 * with or without 0x, on GPT a GUID or some of sgdisk's codes ("8300", "ef02"), or the
 * whole name of a type.  Accepts hex and GUIDs without a name, too.  Returns false, with
 * *RET untouched, for anything else. */
bool type_find(enum label_kind kind, const char *text, char ret[TYPE_TEXT]) MUST_USE;
/* Parses the words that people use for types, too: "/", "efi", "boot", "luks", "ext4" ...
 */
bool type_find_typed(enum label_kind kind, const char *text,
                     char ret[TYPE_TEXT]) MUST_USE;
/* Returns the word for a type that TEXT is a misspelling of; NULL: none. */
const char *type_near(enum label_kind kind, const char *text);
/* Sets ERR_USAGE: TEXT is no type, with the word that is near; returns false. */
bool type_refuse(enum label_kind kind, const char *text, struct err *err);
/* True for 5, f and 85: containers of logical partitions. */
bool type_is_extended(enum label_kind kind, const char *type);
/* True for types whose data is found by its place on the disk, which is stored elsewhere,
 * such as that of the volumes of a Windows dynamic disk. */
bool type_is_absolute(enum label_kind kind, const char *type);
/* Returns the GPT type of a Linux root on the architecture of this build; plain Linux if
 * the specification has none. */
const char *type_linux_root(void);
/* Converts TYPE of label FROM to the same type of label TO.  Returns false, with *RET
 * untouched, if TO has none. */
bool type_convert(enum label_kind from, enum label_kind to, const char *type,
                  char ret[TYPE_TEXT]) MUST_USE;

#endif
