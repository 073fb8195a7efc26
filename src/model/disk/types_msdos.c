/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_msdos.c - the type bytes of msdos by group */
#include "model/disk/types_private.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* The most frequent first. */
static const struct type_row usual[] = {
    { TYPE_MSDOS_LINUX, "Linux" },
    { TYPE_MSDOS_LINUX_SWAP, N_("Linux swap, Solaris") },
    { "c", "FAT32 (LBA)" },
    { "7", "NTFS, exFAT, HPFS" },
    { "8e", "Linux LVM" },
    { "fd", "Linux RAID" },
    { TYPE_MSDOS_EFI_SYSTEM, N_("EFI system") },
    { "5", N_("Extended") },
    { "f", N_("Extended (LBA)") },
};

static const struct type_row linux_rows[] = {
    { "85", N_("Linux extended") },
    { "88", N_("Linux plain text") },
    { "ea", N_("Linux extended boot") },
    { "e8", "Linux LUKS" },
    { "f0", N_("Linux on PA-RISC, boot") },
    { "81", "Minix" },
    { "80", N_("Old Minix") },
    { "93", "Amoeba" },
    { "94", N_("Amoeba bad blocks") },
};

static const struct type_row windows[] = {
    { "b", "FAT32" },
    { "e", "FAT16 (LBA)" },
    { "6", "FAT16" },
    { "4", N_("FAT16 under 32 MB") },
    { "1", "FAT12" },
    { "27", N_("Windows recovery") },
    { TYPE_MSDOS_DYNAMIC, N_("SFS, Windows dynamic disk") },
    { "86", N_("NTFS volume set") },
    { "87", N_("NTFS volume set") },
    { "11", N_("Hidden FAT12") },
    { "14", N_("Hidden FAT16 under 32 MB") },
    { "16", N_("Hidden FAT16") },
    { "17", N_("Hidden NTFS, exFAT, HPFS") },
    { "1b", N_("Hidden FAT32") },
    { "1c", N_("Hidden FAT32 (LBA)") },
    { "1e", N_("Hidden FAT16 (LBA)") },
};

static const struct type_row apple[] = {
    { "af", "HFS, HFS+" },
    { "a8", "Darwin UFS" },
    { "ab", N_("Darwin boot") },
};

static const struct type_row bsd[] = {
    { "a5", "FreeBSD" },       { "a6", "OpenBSD" }, { "a9", "NetBSD" },
    { "a7", "NeXTSTEP" },      { "9f", "BSD/OS" },  { "b7", "BSDI" },
    { "b8", N_("BSDI swap") },
};

static const struct type_row unix_rows[] = {
    { "bf", "Solaris" },
    { "be", N_("Solaris boot") },
    { "8", "AIX" },
    { "9", N_("AIX bootable") },
    { "2", N_("Xenix root") },
    { "3", "Xenix /usr" },
    { "ff", N_("Xenix bad blocks") },
    { "63", "SysV, GNU Hurd" },
    { "75", "PC/IX" },
    { "40", "Venix 80286" },
    { "4d", "QNX 4" },
    { "4e", N_("QNX 4, second part") },
    { "4f", N_("QNX 4, third part") },
    { "39", "Plan 9" },
    { "eb", "BeOS" },
    { "c7", "Syrinx" },
};

/* Firmware, boot managers and vendors. */
static const struct type_row boot[] = {
    { "ee", N_("GPT protective") },
    { "f8", N_("EBBR protective") },
    { "41", "PReP boot" },
    { "12", N_("Compaq diagnostics") },
    { "de", N_("Dell utilities") },
    { "84", N_("Hibernation") },
    { "a0", N_("Laptop hibernation") },
    { "18", "AST SmartSleep" },
    { "a", N_("OS/2 boot manager") },
    { "3c", "PartitionMagic" },
    { "70", "DiskSecure Multi-Boot" },
    { "bb", N_("Boot Wizard, hidden") },
    { "bc", "Acronis FAT32 (LBA)" },
    { "df", "BootIt" },
};

static const struct type_row storage[] = {
    { "fb", "VMware VMFS" },
    { "fc", N_("VMware swap") },
};

static const struct type_row other[] = {
    { "da", N_("Data without a file system") },
    { "64", "NetWare 286" },
    { "65", "NetWare 386" },
    { "10", "OPUS" },
    { "24", "NEC DOS" },
    { "50", "OnTrack DM" },
    { "51", "OnTrack DM6 Aux1" },
    { "53", "OnTrack DM6 Aux3" },
    { "54", "OnTrack DM6" },
    { "52", "CP/M" },
    { "db", "CP/M, CTOS" },
    { "55", "EZ-Drive" },
    { "56", "Golden Bow" },
    { "5c", "Priam Edisk" },
    { "61", "SpeedStor" },
    { "e4", "SpeedStor" },
    { "f1", "SpeedStor" },
    { "f4", "SpeedStor" },
    { "c1", N_("DR-DOS, secured FAT12") },
    { "c4", N_("DR-DOS, secured FAT16 under 32 MB") },
    { "c6", N_("DR-DOS, secured FAT16") },
    { "e1", N_("DOS access") },
    { "e3", N_("DOS, read-only") },
    { "f2", N_("DOS, secondary") },
    { "fe", "LANstep" },
};

/* All types of the label, terminated by an empty group. */
const struct type_rows types_msdos[] = {
    { TYPE_GROUP_USUAL, usual, ARRAY_SIZE(usual) },
    { TYPE_GROUP_LINUX, linux_rows, ARRAY_SIZE(linux_rows) },
    { TYPE_GROUP_WINDOWS, windows, ARRAY_SIZE(windows) },
    { TYPE_GROUP_APPLE, apple, ARRAY_SIZE(apple) },
    { TYPE_GROUP_BSD, bsd, ARRAY_SIZE(bsd) },
    { TYPE_GROUP_UNIX, unix_rows, ARRAY_SIZE(unix_rows) },
    { TYPE_GROUP_BOOT, boot, ARRAY_SIZE(boot) },
    { TYPE_GROUP_STORAGE, storage, ARRAY_SIZE(storage) },
    { TYPE_GROUP_OTHER, other, ARRAY_SIZE(other) },
    { .at = NULL },
};
