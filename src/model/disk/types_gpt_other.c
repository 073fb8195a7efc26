/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_gpt_other.c - GPT types of phones, of storage clusters and of virtual machines */
#include "model/disk/types_private.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* Most are proper names without a translation. */
static const struct type_row phone[] = {
    { "FE3A2A5D-4F32-41A7-B725-ACCC3285A309", N_("ChromeOS kernel") },
    { "3CB8E202-3B7E-47DD-8A3C-7FF2A13CFCEC", N_("ChromeOS root") },
    { "2E0A753D-9E48-43B0-8337-B15192CB1B5E", N_("ChromeOS reserved") },
    { "CAB6E88E-ABF3-4102-A07A-D4BB9BE3C1D3", N_("ChromeOS firmware") },
    { "09845860-705F-4BB5-B16C-8A8A099CAF52", "ChromeOS miniOS" },
    { "3F0F8318-F146-4E6B-8222-C28C8F02E0D5", N_("ChromeOS hibernation") },
    { "2568845D-2332-4675-BC39-8FA5A4748D15", "Android bootloader" },
    { "114EAFFE-1552-4022-B26E-9B053604CF84", "Android bootloader 2" },
    { "49A4D17F-93A3-45C1-A0DE-F50B2EBE2599", "Android boot" },
    { "4177C722-9E92-4AAB-8644-43502BFD5506", "Android recovery" },
    { "EF32A33B-A409-486C-9141-9FFB711F6266", "Android misc" },
    { "20AC26BE-20B7-11E3-84C5-6CFDB94711E9", "Android metadata" },
    { "38F428E6-D326-425D-9140-6E0EA133647C", "Android system" },
    { "A893EF21-E428-470A-9E55-0668FD91A2D9", "Android cache" },
    { "DC76DDA9-5AC1-491C-AF42-A82591580C0D", "Android data" },
    { "EBC597D0-2053-4B15-8B64-E0AAC75F4DB1", "Android persistent" },
    { "C5A0AEEC-13EA-11E5-A1B1-001E67CA0C3C", "Android vendor" },
    { "BD59408B-4514-490D-BF12-9878D963F378", "Android config" },
    { "8F68CC74-C5E5-48DA-BE91-A0C8C15E9C80", "Android factory" },
    { "9FDAA6EF-4B3F-40D2-BA8D-BFF16BFB887B", "Android factory (alternative)" },
    { "767941D0-2085-11E3-AD3B-6CFDB94711E9", "Android fastboot" },
    { "AC6D7924-EB71-4DF8-B48D-E267B27148FF", "Android OEM" },
    { "19A710A2-B3CA-11E4-B026-10604B889DCF", "Android meta" },
    { "193D1EA4-B3CA-11E4-B075-10604B889DCF", "Android ext" },
};

static const struct type_row storage[] = {
    { "4FBD7E29-9D25-41B8-AFD0-062C0CEFF05D", "Ceph OSD" },
    { "45B0969E-9B03-4F30-B4C6-B4B80CEFF106", N_("Ceph journal") },
    { "CAFECAFE-9B03-4F30-B4C6-B4B80CEFF106", N_("Ceph block") },
    { "30CD0809-C2B2-499C-8879-2D6B78529876", N_("Ceph block database") },
    { "5CE17FCE-4087-4169-B7FF-056CC58473F9", N_("Ceph block log") },
    { "89C57F98-2FE5-4DC0-89C1-F3AD0CEFF2BE", N_("Ceph disk being made") },
    { "4FBD7E29-9D25-41B8-AFD0-5EC00CEFF05D", N_("Ceph OSD, dm-crypt") },
    { "45B0969E-9B03-4F30-B4C6-5EC00CEFF106", N_("Ceph journal, dm-crypt") },
    { "CAFECAFE-9B03-4F30-B4C6-5EC00CEFF106", N_("Ceph block, dm-crypt") },
    { "93B0052D-02D9-4D8A-A43B-33A3EE4DFBC3", N_("Ceph block database, dm-crypt") },
    { "306E8683-4FE2-4330-B7C0-00A917C16966", N_("Ceph block log, dm-crypt") },
    { "89C57F98-2FE5-4DC0-89C1-5EC00CEFF2BE", N_("Ceph disk being made, dm-crypt") },
    { "4FBD7E29-9D25-41B8-AFD0-35865CEFF05D", N_("Ceph OSD, LUKS") },
    { "45B0969E-9B03-4F30-B4C6-35865CEFF106", N_("Ceph journal, LUKS") },
    { "CAFECAFE-9B03-4F30-B4C6-35865CEFF106", N_("Ceph block, LUKS") },
    { "166418DA-C469-4022-ADF4-B30AFD37F176", N_("Ceph block database, LUKS") },
    { "86A32090-3647-40B9-BBBD-38D8C573AA86", N_("Ceph block log, LUKS") },
    { "4FBD7E29-8AE0-4982-BF9D-5A8D867AF560", N_("Ceph OSD, multipath") },
    { "45B0969E-8AE0-4982-BF9D-5A8D867AF560", N_("Ceph journal, multipath") },
    { "CAFECAFE-8AE0-4982-BF9D-5A8D867AF560", N_("Ceph block, multipath") },
    { "7F4A666A-16F3-47A2-8445-152EF4D03F6C", N_("Ceph block 2, multipath") },
    { "EC6D6385-E346-45DC-BE91-DA2A7C8B3261", N_("Ceph block database, multipath") },
    { "01B41E1B-002A-453C-9F17-88793989FF8F", N_("Ceph block log, multipath") },
    { "FB3AABF9-D25F-47CC-BF5E-721D1816496B", N_("Ceph keys of dm-crypt") },
    { "37AFFC90-EF7D-4E96-91C3-2D7AE055B174", "IBM GPFS" },
    { "7C5222BD-8F5D-4087-9C00-BF9843C7B58C", N_("SPDK block device") },
    { "AA31E02A-400F-11DB-9590-000C2911D1B8", "VMware VMFS" },
    { "9D275380-40AD-11DB-BF97-000C2911D1B8", N_("VMware core dump") },
    { "9198EFFC-31C0-11DB-8F78-000C2911D1B8", N_("VMware reserved") },
    { "381CFCCC-7288-11E0-92EE-000C2911D0B2", "VMware vSAN" },
    { "77719A0C-A4A0-11E3-A47E-000C29745A24", "VMware Virsto" },
};

const struct type_rows types_gpt_phone = { TYPE_GROUP_PHONE, phone, ARRAY_SIZE(phone) };
const struct type_rows types_gpt_storage = { TYPE_GROUP_STORAGE, storage,
                                             ARRAY_SIZE(storage) };
