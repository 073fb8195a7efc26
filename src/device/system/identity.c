/* SPDX-License-Identifier: GPL-3.0-or-later */
/* identity.c - reads the identity of a drive from sysfs */
#include "device/system/identity.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/system/busy.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"

/* Maximum number of levels between a disk and its USB device. */
#define CLIMB_MAX 12

/* Returns the first of these attributes, relative to the disk's directory, that is not
 * empty. */
static bool first_text(const struct sys *sys, const char *name, const char *const *files,
                       size_t count, char *ret, size_t size)
{
    ret[0] = '\0';
    for (size_t i = 0; i < count && !ret[0]; i++)
        (void)sys_text(sys, ret, size, "class/block/%s/%s", name, files[i]);
    return ret[0] != '\0';
}

/* libata and the kernel's own targets have no vendor name in VENDOR. */
static bool scsi_model(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char vendor[32], model[64];

    if (!sys_text(sys, model, sizeof(model), "class/block/%s/device/model", name))
        return false;
    bool has_vendor =
        sys_text(sys, vendor, sizeof(vendor), "class/block/%s/device/vendor", name) &&
        strcmp(vendor, "ATA") != 0 && strncmp(vendor, "0x", 2) != 0;
    int n = snprintf(ret, size, "%s%s%s", has_vendor ? vendor : "", has_vendor ? " " : "",
                     model);
    return n > 0;
}

bool identity_model(const struct sys *sys, const char *name, char *ret, size_t size)
{
    static const char *const files[] = { "dm/name", "device/name", "md/level" };
    char backing[SYS_PATH];

    if (busy_backing_file(sys, name, backing)) {
        const char *slash = strrchr(backing, '/');
        CLEANUP(freep) char *clean = utf8_clean(slash ? slash + 1 : backing);
        copy_text(ret, size, clean);
        return ret[0] != '\0';
    }
    return scsi_model(sys, name, ret, size) ||
           first_text(sys, name, files, ARRAY_SIZE(files), ret, size);
}

/* The unit serial number page, as read by the kernel with INQUIRY (SPC-4, 7.8.16): length
 * in bytes 2 and 3, text from byte 4 on. */
static bool page_serial(const struct sys *sys, const char *name, char *ret, size_t size)
{
    uint8_t page[256];
    char text[256];
    size_t n = sys_bytes(sys, page, sizeof(page), "class/block/%s/device/vpd_pg80", name);

    ret[0] = '\0';
    if (n < 5)
        return false;
    size_t length = (size_t)page[2] << 8 | page[3];
    if (length > n - 4)
        length = n - 4;
    memcpy(text, page + 4, length);
    text[length] = '\0';
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    CLEANUP(freep) char *clean = utf8_clean(text + strspn(text, " "));
    copy_text(ret, size, clean);
    return ret[0] != '\0';
}

/* SAT's name of an ATA disk ends with the serial number: "t10.ATA     MODEL
 * SERIAL". */
static bool wwid_serial(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char wwid[256];

    ret[0] = '\0';
    if (!sys_text(sys, wwid, sizeof(wwid), "class/block/%s/device/wwid", name) ||
        strncmp(wwid, "t10.ATA ", 8) != 0)
        return false;
    copy_text(ret, size, strrchr(wwid, ' ') + 1);
    return ret[0] != '\0';
}

/* Reads an attribute of the USB device of the disk, a few levels above it: the first one
 * with a vendor id, because hubs above it have one too. */
static bool usb_text(const struct sys *sys, const char *name, const char *file, char *ret,
                     size_t size)
{
    char up[CLIMB_MAX * 3 + 1] = "";
    char path[SYS_PATH], vendor[16];

    ret[0] = '\0';
    if (!sys_real_path(sys, path, "class/block/%s/device", name) || !strstr(path, "/usb"))
        return false;
    for (int i = 0; i < CLIMB_MAX; i++) {
        if (sys_text(sys, vendor, sizeof(vendor), "class/block/%s/device/%sidVendor",
                     name, up))
            return sys_text(sys, ret, size, "class/block/%s/device/%s%s", name, up, file);
        strcat(up, "../"); /* the buffer has space for CLIMB_MAX of them */
    }
    return false;
}

bool identity_serial(const struct sys *sys, const char *name, char *ret, size_t size)
{
    static const char *const files[] = { "serial", "device/serial" };

    return page_serial(sys, name, ret, size) || wwid_serial(sys, name, ret, size) ||
           first_text(sys, name, files, ARRAY_SIZE(files), ret, size) ||
           usb_text(sys, name, "serial", ret, size);
}

bool identity_firmware(const struct sys *sys, const char *name, char *ret, size_t size)
{
    static const char *const files[] = { "device/rev", "device/firmware_rev",
                                         "device/fwrev" };

    return first_text(sys, name, files, ARRAY_SIZE(files), ret, size);
}

bool identity_wwn(const struct sys *sys, const char *name, char *ret, size_t size)
{
    static const char *const files[] = { "wwid", "device/wwid", "device/cid", "dm/uuid",
                                         "md/uuid" };

    return first_text(sys, name, files, ARRAY_SIZE(files), ret, size);
}

/* The directory name of a SCSI device is "host:channel:target:lun". */
static bool unit_place(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char path[SYS_PATH];
    unsigned host, channel, target;
    unsigned long long lun;

    if (!sys_real_path(sys, path, "class/block/%s/device", name) ||
        sscanf(strrchr(path, '/') + 1, "%u:%u:%u:%llu", &host, &channel, &target, &lun) !=
            4 ||
        !lun)
        return false;
    return snprintf(ret, size, "lun%llu", lun) > 0;
}

bool identity_unit(const struct sys *sys, const char *name, char *ret, size_t size)
{
    /* Names with "t10." repeat model and serial number, and can be very long. */
    static const char *const kinds[] = { "naa.", "eui.", "uuid." };
    char wwn[256];

    ret[0] = '\0';
    if (identity_wwn(sys, name, wwn, sizeof(wwn)))
        for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
            if (!strncmp(wwn, kinds[i], strlen(kinds[i])))
                copy_text(ret, size, wwn);
    return ret[0] || unit_place(sys, name, ret, size);
}

bool identity_ata_speed(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char path[SYS_PATH];

    ret[0] = '\0';
    if (!sys_real_path(sys, path, "class/block/%s/device", name))
        return false;
    const char *port = strstr(path, "/ata");
    unsigned long number = port ? strtoul(port + 4, NULL, 10) : 0;
    return number &&
           sys_text(sys, ret, size, "class/ata_link/link%lu/sata_spd", number) &&
           isdigit((unsigned char)ret[0]);
}

/* Reads the link of an NVMe disk's PCI device; with multipath the disk belongs to a
 * subsystem, whose directory lists its controllers. */
static bool pci_link(const struct sys *sys, const char *name, char *ret, size_t size)
{
    struct sys_names around = sys_names(sys, "class/block/%s/device", name);
    char place[SYS_NAME] = ".";
    char speed[32], width[16];

    for (size_t i = 0; i < around.count; i++) {
        const char *entry = around.names[i];
        if (!strncmp(entry, "nvme", 4) &&
            strspn(entry + 4, "0123456789") == strlen(entry + 4))
            copy_text(place, sizeof(place), entry);
    }
    sys_names_finish(&around);
    ret[0] = '\0';
    if (!sys_text(sys, speed, sizeof(speed),
                  "class/block/%s/device/%s/device/current_link_speed", name, place) ||
        !sys_text(sys, width, sizeof(width),
                  "class/block/%s/device/%s/device/current_link_width", name, place))
        return false;
    (void)snprintf(ret, size, "PCIe %s x%s", speed, width); /* may be truncated */
    return true;
}

bool identity_link(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char speed[32];

    ret[0] = '\0';
    if (usb_text(sys, name, "speed", speed, sizeof(speed)))
        (void)snprintf(ret, size, "USB %s Mbit/s", speed); /* may be truncated */
    else if (identity_ata_speed(sys, name, speed, sizeof(speed)))
        (void)snprintf(ret, size, "SATA %s", speed);
    return ret[0] || pci_link(sys, name, ret, size);
}

bool identity_zones(const struct sys *sys, const char *name, char *ret, size_t size)
{
    return sys_text(sys, ret, size, "class/block/%s/queue/zoned", name) &&
           strcmp(ret, "none") != 0;
}

bool identity_bridge(const struct sys *sys, const char *name, char *ret, size_t size)
{
    char vendor[16], product[16], maker[64], what[64];

    ret[0] = '\0';
    if (!usb_text(sys, name, "idVendor", vendor, sizeof(vendor)) ||
        !usb_text(sys, name, "idProduct", product, sizeof(product)))
        return false;
    /* Not every bridge reports a manufacturer. */
    (void)usb_text(sys, name, "manufacturer", maker, sizeof(maker));
    (void)usb_text(sys, name, "product", what, sizeof(what));
    (void)snprintf(ret, size, "%s:%s%s%s%s%s", vendor, product, maker[0] ? " " : "",
                   maker, what[0] ? " " : "", what);
    return true;
}
