/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - partition types with their names */
#ifndef ALIDADE_MODEL_TYPES_H
#define ALIDADE_MODEL_TYPES_H

#include "model/label.h"

/* As extent.type has them. */
#define TYPE_GPT_BIOS_BOOT  "21686148-6449-6E6F-744E-656564454649"
#define TYPE_GPT_EFI_SYSTEM "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"
#define TYPE_GPT_LINUX      "0FC63DAF-8483-4772-8E79-3D69D8477DE4"
#define TYPE_GPT_LINUX_LVM  "E6D6D379-F507-44C2-A23C-238F2A3DF928"
#define TYPE_GPT_LINUX_RAID "A19D880F-05FC-4D3B-A006-743F0F84911E"
#define TYPE_GPT_LINUX_SWAP "0657FD6D-A4AB-43C4-84E5-0933C84B4F4F"
/* Microsoft reserved, and what Windows calls basic data. */
#define TYPE_GPT_MSR          "E3C9E316-0B5C-4DB8-817D-F92DF00215AE"
#define TYPE_GPT_WINDOWS      "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7"
#define TYPE_MSDOS_EFI_SYSTEM "ef"

/* The translated name of extent.type on a disk of KIND ("83" on msdos, a GUID on GPT);
 * NULL where it is not known. */
const char *type_name(enum label_kind kind, const char *type);

#endif
