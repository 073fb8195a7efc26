/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_gpt.c - the types of a GPT by group */
#include "model/disk/types_private.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* The most frequent first. */
static const struct type_row usual[] = {
    { TYPE_GPT_LINUX, N_("Linux file system") },
    { TYPE_GPT_LINUX_SWAP, N_("Linux swap") },
    { TYPE_GPT_EFI_SYSTEM, N_("EFI system") },
    { TYPE_GPT_LINUX_ROOT, N_("Linux root (x86-64)") },
    { TYPE_GPT_LINUX_ROOT_ARM64, N_("Linux root (ARM64)") },
    { TYPE_GPT_LINUX_HOME, N_("Linux home") },
    { TYPE_GPT_LINUX_LVM, "Linux LVM" },
    { TYPE_GPT_LINUX_RAID, "Linux RAID" },
    { TYPE_GPT_LINUX_LUKS, "Linux LUKS" },
    { TYPE_GPT_BIOS_BOOT, N_("BIOS boot") },
    { TYPE_GPT_XBOOTLDR, N_("Linux extended boot") },
    { TYPE_GPT_WINDOWS, N_("Microsoft basic data") },
    { TYPE_GPT_MSR, N_("Microsoft reserved") },
    { TYPE_GPT_WINDOWS_RECOVERY, N_("Windows recovery") },
};

static const struct type_row linux_rows[] = {
    { TYPE_GPT_LINUX_SRV, N_("Linux server data") },
    { TYPE_GPT_LINUX_VAR, N_("Linux variable data") },
    { TYPE_GPT_LINUX_TMP, N_("Linux temporary data") },
    { "773F91EF-66D4-49B5-BD83-D683BF40AD16", N_("Linux user's home") },
    { "7FFEC5C9-2D00-49B7-8941-3EA10A5586B7", "Linux dm-crypt" },
    { "8DA63339-0007-60C0-C436-083AC8230908", N_("Linux reserved") },
    { "5DFBF5F4-2848-4BAC-AA5E-0D9A20B745A6", "Container Linux /usr" },
    { "3884DD41-8582-4404-B9A8-E9B84F2DF50E", N_("Container Linux root") },
    { "C95DC21A-DF0E-4340-8D7B-26CBFA9A03E0", "Container Linux OEM" },
    { "BE9067B9-EA49-4F15-B4F6-F36F8C9E1818", N_("Container Linux root, RAID") },
};

static const struct type_row windows[] = {
    { TYPE_GPT_LDM_METADATA, N_("Microsoft LDM metadata") },
    { TYPE_GPT_LDM_DATA, N_("Microsoft LDM data") },
    { "E75CAF8F-F680-4CEE-AFA3-B001E56EFC2D", N_("Windows storage spaces") },
    { "558D43C5-A1AC-43C0-AAC8-D1472B2923D1", N_("Windows storage replica") },
};

static const struct type_row apple[] = {
    { "7C3457EF-0000-11AA-AA11-00306543ECAC", "Apple APFS" },
    { "48465300-0000-11AA-AA11-00306543ECAC", "Apple HFS, HFS+" },
    { "55465300-0000-11AA-AA11-00306543ECAC", "Apple UFS" },
    { "426F6F74-0000-11AA-AA11-00306543ECAC", N_("Apple boot") },
    { "53746F72-6167-11AA-AA11-00306543ECAC", N_("Apple core storage") },
    { "69646961-6700-11AA-AA11-00306543ECAC", N_("Apple silicon boot") },
    { "52637672-7900-11AA-AA11-00306543ECAC", N_("Apple silicon recovery") },
    { "4C616265-6C00-11AA-AA11-00306543ECAC", N_("Apple label") },
    { "5265636F-7665-11AA-AA11-00306543ECAC", N_("Apple TV recovery") },
    { "52414944-0000-11AA-AA11-00306543ECAC", "Apple RAID" },
    { "52414944-5F4F-11AA-AA11-00306543ECAC", N_("Apple RAID, offline") },
    { "B6FA30DA-92D2-4A9A-96F1-871EC6486200", N_("SoftRAID status") },
    { "2E313465-19B9-463F-8126-8A7993773801", N_("SoftRAID scratch") },
    { "FA709C7E-65B1-4593-BFD5-E71D61DE9B02", N_("SoftRAID volume") },
    { "BBBA6DF5-F46F-4A89-8F59-8765B2727503", N_("SoftRAID cache") },
};

static const struct type_row bsd[] = {
    { "83BD6B9D-7F41-11DC-BE0B-001560B84F0F", N_("FreeBSD boot") },
    { "516E7CB6-6ECF-11D6-8FF8-00022D09712B", "FreeBSD UFS" },
    { "516E7CB5-6ECF-11D6-8FF8-00022D09712B", N_("FreeBSD swap") },
    { "516E7CBA-6ECF-11D6-8FF8-00022D09712B", "FreeBSD ZFS" },
    { TYPE_GPT_FREEBSD, "FreeBSD" },
    { "516E7CB8-6ECF-11D6-8FF8-00022D09712B", "FreeBSD Vinum" },
    { "74BA7DD9-A689-11E1-BD04-00E081286ACF", "FreeBSD NANDFS" },
    { TYPE_GPT_OPENBSD, N_("OpenBSD data") },
    { "49F48D5A-B10E-11DC-B99B-0019D1879648", "NetBSD FFS" },
    { "49F48D32-B10E-11DC-B99B-0019D1879648", N_("NetBSD swap") },
    { "49F48D82-B10E-11DC-B99B-0019D1879648", "NetBSD LFS" },
    { "49F48DAA-B10E-11DC-B99B-0019D1879648", "NetBSD RAID" },
    { "2DB519C4-B10F-11DC-B99B-0019D1879648", N_("NetBSD concatenated") },
    { "2DB519EC-B10F-11DC-B99B-0019D1879648", N_("NetBSD encrypted") },
    { "85D5E45E-237C-11E1-B4B3-E89A8F7FC3A7", N_("MidnightBSD boot") },
    { "0394EF8B-237E-11E1-B4B3-E89A8F7FC3A7", "MidnightBSD UFS" },
    { "85D5E45B-237C-11E1-B4B3-E89A8F7FC3A7", N_("MidnightBSD swap") },
    { "85D5E45D-237C-11E1-B4B3-E89A8F7FC3A7", "MidnightBSD ZFS" },
    { "85D5E45A-237C-11E1-B4B3-E89A8F7FC3A7", "MidnightBSD" },
    { "85D5E45C-237C-11E1-B4B3-E89A8F7FC3A7", "MidnightBSD Vinum" },
};

static const struct type_row unix_rows[] = {
    { "6A82CB45-1DD2-11B2-99A6-080020736631", N_("Solaris boot") },
    { "6A85CF4D-1DD2-11B2-99A6-080020736631", N_("Solaris root") },
    { "6A898CC3-1DD2-11B2-99A6-080020736631", "Solaris /usr, ZFS" },
    { "6A87C46F-1DD2-11B2-99A6-080020736631", N_("Solaris swap") },
    { "6A8B642B-1DD2-11B2-99A6-080020736631", N_("Solaris backup") },
    { "6A8EF2E9-1DD2-11B2-99A6-080020736631", "Solaris /var" },
    { "6A90BA39-1DD2-11B2-99A6-080020736631", "Solaris /home" },
    { "6A9283A5-1DD2-11B2-99A6-080020736631", N_("Solaris alternate sector") },
    { "6A945A3B-1DD2-11B2-99A6-080020736631", N_("Solaris reserved 1") },
    { "6A9630D1-1DD2-11B2-99A6-080020736631", N_("Solaris reserved 2") },
    { "6A980767-1DD2-11B2-99A6-080020736631", N_("Solaris reserved 3") },
    { "6A96237F-1DD2-11B2-99A6-080020736631", N_("Solaris reserved 4") },
    { "6A8D2AC7-1DD2-11B2-99A6-080020736631", N_("Solaris reserved 5") },
    { "75894C1E-3AEB-11D3-B7C1-7B03A0000000", N_("HP-UX data") },
    { "E2A1E728-32E3-11D6-A682-7B03A0000000", N_("HP-UX service") },
    { "CEF5A9AD-73BC-4601-89F3-CDEEEEE321A1", "QNX 6" },
    { "C91818F9-8025-47AF-89D2-F030D7000C2C", "Plan 9" },
    { TYPE_GPT_HAIKU, "Haiku BFS" },
    { "90B6FF38-B98F-4358-A21F-48F35B4A8AD3", "ArcaOS" },
    { "734E5AFE-F61A-11E6-BC64-92361F002671", "Atari TOS" },
};

/* Firmware and boot loaders. */
static const struct type_row boot[] = {
    { TYPE_GPT_PREP, "PReP boot" },
    { "024DEE41-33E7-11D3-9D69-0008C781F39F", N_("MBR partition scheme") },
    { TYPE_GPT_RAPID_START, "Intel Fast Flash" },
    { "F4019732-066E-4E12-8273-346C5641494F", N_("Sony boot") },
    { "BFBFAFE7-A34F-448A-9A5B-6213EB736C22", N_("Lenovo boot") },
    { "7412F7D5-A156-4B13-81DC-867174929325", N_("ONIE boot") },
    { "D4E6E2CD-4469-46F3-B5CB-1BFF57AFC149", N_("ONIE configuration") },
    { "3DE21764-95BD-54BD-A5C3-4ABE786F38A8", N_("U-Boot environment") },
    { "4778ED65-BF42-45FA-9C5B-287A1DC4AAB1", N_("Barebox state") },
    { "5B193300-FC78-40CD-8002-E86C45580B47", "HiFive FSBL" },
    { "2E54B353-1271-4842-806F-E436D6AF6985", "HiFive BBL" },
    { "6828311A-BA55-42A4-BCDE-A89BB5EDECAE", N_("Marvell Armada 3700 boot") },
    { "0311FC50-01CA-4725-AD77-9ADBB20ACE98", "Acronis Secure Zone" },
    { "8C8F8EFF-AC95-4770-814A-21994F2DBC8F", N_("VeraCrypt data") },
};

/* All types of the label, terminated by an empty group. */
const struct type_rows types_gpt[] = {
    { TYPE_GROUP_USUAL, usual, ARRAY_SIZE(usual) },
    { TYPE_GROUP_LINUX, linux_rows, ARRAY_SIZE(linux_rows) },
    { TYPE_GROUP_WINDOWS, windows, ARRAY_SIZE(windows) },
    { TYPE_GROUP_APPLE, apple, ARRAY_SIZE(apple) },
    { TYPE_GROUP_BSD, bsd, ARRAY_SIZE(bsd) },
    { TYPE_GROUP_UNIX, unix_rows, ARRAY_SIZE(unix_rows) },
    { TYPE_GROUP_BOOT, boot, ARRAY_SIZE(boot) },
    { TYPE_GROUP_STORAGE, types_gpt_storage, ARRAY_SIZE(types_gpt_storage) },
    { TYPE_GROUP_PHONE, types_gpt_phone, ARRAY_SIZE(types_gpt_phone) },
    { TYPE_GROUP_MACHINE, types_gpt_machine, ARRAY_SIZE(types_gpt_machine) },
    { .at = NULL },
};
