/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.c - partition types with their names */
#include "model/types.h"

#include <stddef.h>
#include <string.h>

#include "model/intl.h"
#include "model/mem.h"

struct type {
    const char *id;
    const char *name; /* to be translated; a name that is a proper noun stays as it is */
};

static const struct type msdos_types[] = {
    { "1", "FAT12" },
    { "4", N_("FAT16 under 32 MB") },
    { "5", N_("Extended") },
    { "6", "FAT16" },
    { "7", "NTFS, exFAT, HPFS" },
    { "8", "AIX" },
    { "9", N_("AIX bootable") },
    { "a", N_("OS/2 boot manager") },
    { "b", "FAT32" },
    { "c", "FAT32 (LBA)" },
    { "e", "FAT16 (LBA)" },
    { "f", N_("Extended (LBA)") },
    { "11", N_("Hidden FAT12") },
    { "12", N_("Compaq diagnostics") },
    { "14", N_("Hidden FAT16 under 32 MB") },
    { "16", N_("Hidden FAT16") },
    { "17", N_("Hidden NTFS, exFAT, HPFS") },
    { "1b", N_("Hidden FAT32") },
    { "1c", N_("Hidden FAT32 (LBA)") },
    { "1e", N_("Hidden FAT16 (LBA)") },
    { "27", N_("Windows recovery") },
    { "39", "Plan 9" },
    { "3c", "PartitionMagic" },
    { "41", "PReP boot" },
    { "42", N_("Windows dynamic disk") },
    { "4d", "QNX 4" },
    { "63", "SysV, GNU Hurd" },
    { "64", "NetWare 286" },
    { "65", "NetWare 386" },
    { "80", N_("Old Minix") },
    { "81", "Minix" },
    { "82", N_("Linux swap, Solaris") },
    { "83", "Linux" },
    { "84", N_("Hibernation") },
    { "85", N_("Linux extended") },
    { "86", N_("NTFS volume set") },
    { "87", N_("NTFS volume set") },
    { "88", N_("Linux plain text") },
    { "8e", "Linux LVM" },
    { "93", "Amoeba" },
    { "9f", "BSD/OS" },
    { "a0", N_("Laptop hibernation") },
    { "a5", "FreeBSD" },
    { "a6", "OpenBSD" },
    { "a7", "NeXTSTEP" },
    { "a8", "Darwin UFS" },
    { "a9", "NetBSD" },
    { "ab", N_("Darwin boot") },
    { "af", "HFS, HFS+" },
    { "b7", "BSDI" },
    { "b8", N_("BSDI swap") },
    { "be", N_("Solaris boot") },
    { "bf", "Solaris" },
    { "da", N_("Data without a file system") },
    { "de", N_("Dell utilities") },
    { "eb", "BeOS" },
    { "ee", N_("GPT protective") },
    { TYPE_MSDOS_EFI_SYSTEM, N_("EFI system") },
    { "fb", "VMware VMFS" },
    { "fc", N_("VMware swap") },
    { "fd", "Linux RAID" },
    { "ff", N_("Xenix bad blocks") },
};

static const struct type gpt_types[] = {
    { TYPE_GPT_EFI_SYSTEM, N_("EFI system") },
    { "024DEE41-33E7-11D3-9D69-0008C781F39F", N_("MBR partition scheme") },
    { TYPE_GPT_BIOS_BOOT, N_("BIOS boot") },
    { "D3BFE2DE-3DAF-11DF-BA40-E3A556D89593", "Intel Fast Flash" },
    { TYPE_GPT_MSR, N_("Microsoft reserved") },
    { TYPE_GPT_WINDOWS, N_("Microsoft basic data") },
    { "5808C8AA-7E8F-42E0-85D2-E1E90434CFB3", N_("Windows LDM metadata") },
    { "AF9B60A0-1431-4F62-BC68-3311714A69AD", N_("Windows LDM data") },
    { "DE94BBA4-06D1-4D40-A16A-BFD50179D6AC", N_("Windows recovery") },
    { "E75CAF8F-F680-4CEE-AFA3-B001E56EFC2D", N_("Windows storage spaces") },
    { "37AFFC90-EF7D-4E96-91C3-2D7AE055B174", "IBM GPFS" },
    { "75894C1E-3AEB-11D3-B7C1-7B03A0000000", N_("HP-UX data") },
    { "E2A1E728-32E3-11D6-A682-7B03A0000000", N_("HP-UX service") },
    { TYPE_GPT_LINUX, N_("Linux file system") },
    { TYPE_GPT_LINUX_RAID, "Linux RAID" },
    { "44479540-F297-41B2-9AF7-D131D5F0458A", N_("Linux root (x86)") },
    { "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709", N_("Linux root (x86-64)") },
    { "69DAD710-2CE4-4E3C-B16C-21A1D49ABED3", N_("Linux root (ARM)") },
    { "B921B045-1DF0-41C3-AF44-4C6F280D3FAE", N_("Linux root (ARM64)") },
    { "72EC70A6-CF74-40E6-BD49-4BDA08E8F224", N_("Linux root (RISC-V 64)") },
    { "8484680C-9521-48C6-9C11-B0720656F69E", N_("Linux /usr (x86-64)") },
    { "2C7357ED-EBD2-46D9-AEC1-23D437EC2BF5", N_("Linux root verity (x86-64)") },
    { "BC13C2FF-59E6-4262-A352-B275FD6F7172", N_("Linux extended boot") },
    { TYPE_GPT_LINUX_SWAP, N_("Linux swap") },
    { TYPE_GPT_LINUX_LVM, "Linux LVM" },
    { "933AC7E1-2EB4-4F13-B844-0E14E2AEF915", N_("Linux home") },
    { "3B8F8425-20E0-4F3B-907F-1A25A76F98E8", N_("Linux server data") },
    { "4D21B016-B534-45C2-A9FB-5C16E091FD2D", N_("Linux variable data") },
    { "7EC6F557-3BC5-4ACA-B293-16EF5DF639D1", N_("Linux temporary data") },
    { "773F91EF-66D4-49B5-BD83-D683BF40AD16", N_("Linux user's home") },
    { "7FFEC5C9-2D00-49B7-8941-3EA10A5586B7", "Linux dm-crypt" },
    { "CA7D7CCB-63ED-4C53-861C-1742536059CC", "Linux LUKS" },
    { "8DA63339-0007-60C0-C436-083AC8230908", N_("Linux reserved") },
    { "83BD6B9D-7F41-11DC-BE0B-001560B84F0F", N_("FreeBSD boot") },
    { "516E7CB4-6ECF-11D6-8FF8-00022D09712B", "FreeBSD" },
    { "516E7CB5-6ECF-11D6-8FF8-00022D09712B", N_("FreeBSD swap") },
    { "516E7CB6-6ECF-11D6-8FF8-00022D09712B", "FreeBSD UFS" },
    { "516E7CB8-6ECF-11D6-8FF8-00022D09712B", "FreeBSD Vinum" },
    { "516E7CBA-6ECF-11D6-8FF8-00022D09712B", "FreeBSD ZFS" },
    { "48465300-0000-11AA-AA11-00306543ECAC", "Apple HFS, HFS+" },
    { "7C3457EF-0000-11AA-AA11-00306543ECAC", "Apple APFS" },
    { "55465300-0000-11AA-AA11-00306543ECAC", "Apple UFS" },
    { "52414944-0000-11AA-AA11-00306543ECAC", "Apple RAID" },
    { "52414944-5F4F-11AA-AA11-00306543ECAC", N_("Apple RAID, offline") },
    { "426F6F74-0000-11AA-AA11-00306543ECAC", N_("Apple boot") },
    { "4C616265-6C00-11AA-AA11-00306543ECAC", N_("Apple label") },
    { "5265636F-7665-11AA-AA11-00306543ECAC", N_("Apple TV recovery") },
    { "53746F72-6167-11AA-AA11-00306543ECAC", N_("Apple core storage") },
    { "6A82CB45-1DD2-11B2-99A6-080020736631", N_("Solaris boot") },
    { "6A85CF4D-1DD2-11B2-99A6-080020736631", N_("Solaris root") },
    { "6A87C46F-1DD2-11B2-99A6-080020736631", N_("Solaris swap") },
    { "6A898CC3-1DD2-11B2-99A6-080020736631", "Solaris /usr, ZFS" },
    { "49F48D32-B10E-11DC-B99B-0019D1879648", N_("NetBSD swap") },
    { "49F48D5A-B10E-11DC-B99B-0019D1879648", "NetBSD FFS" },
    { "49F48D82-B10E-11DC-B99B-0019D1879648", "NetBSD LFS" },
    { "49F48DAA-B10E-11DC-B99B-0019D1879648", "NetBSD RAID" },
    { "824CC7A0-36A8-11E3-890A-952519AD3F61", N_("OpenBSD data") },
    { "FE3A2A5D-4F32-41A7-B725-ACCC3285A309", N_("ChromeOS kernel") },
    { "3CB8E202-3B7E-47DD-8A3C-7FF2A13CFCEC", N_("ChromeOS root") },
    { "2E0A753D-9E48-43B0-8337-B15192CB1B5E", N_("ChromeOS reserved") },
    { "42465331-3BA3-10F1-802A-4861696B7521", "Haiku BFS" },
    { "AA31E02A-400F-11DB-9590-000C2911D1B8", "VMware VMFS" },
    { "9D275380-40AD-11DB-BF97-000C2911D1B8", N_("VMware core dump") },
    { "9E1A2D38-C612-4316-AA26-8B49521E5A8B", "PReP boot" },
    { "45B0969E-9B03-4F30-B4C6-B4B80CEFF106", N_("Ceph journal") },
    { "4FBD7E29-9D25-41B8-AFD0-062C0CEFF05D", "Ceph OSD" },
};

static const char *find(const struct type *types, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(types[i].id, id))
            return _(types[i].name);
    return NULL;
}

const char *type_name(enum label_kind kind, const char *type)
{
    if (kind == LABEL_MSDOS)
        return find(msdos_types, ARRAY_SIZE(msdos_types), type);
    if (kind == LABEL_GPT)
        return find(gpt_types, ARRAY_SIZE(gpt_types), type);
    return NULL;
}
