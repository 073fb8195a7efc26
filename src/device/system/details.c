/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.c - collects all known properties of a disk as rows */
#include "device/system/details.h"

#include <string.h>
#include <sys/stat.h>

#include "device/system/busy.h"
#include "device/system/devices.h"
#include "device/system/identity.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/base/str.h"
#include "model/base/utf8.h"
#include "model/report/details_layout.h"

/* Parameters common to the functions that add rows. */
struct desk {
    const struct sys *sys;
    const char *name; /* the kernel's name; NULL for an image file */
    const char *path;
    struct details *details;
};

/* Known problems of drive models. */
static const struct {
    const char *part; /* part of the model name */
    const char *id;
    const char *text;
} known[] = {
    { "HD155UI", "loses-data",
      N_("This model (Samsung F4EG) loses data with its first firmware when a program "
         "asks it to identify itself while it writes: keep SMART tools away from it.") },
    { "HD204UI", "loses-data",
      N_("This model (Samsung F4EG) loses data with its first firmware when a program "
         "asks it to identify itself while it writes: keep SMART tools away from it.") },
    { "EARS-", "hides-4096",
      N_("This model keeps 4096-byte sectors inside and says 512; with its XP jumper set "
         "it shifts every sector by one.") },
};

static const struct {
    const char *id;
    const char *name;
    bool (*read)(const struct sys *sys, const char *name, char *ret, size_t size);
} identities[] = {
    { "model", N_("Model"), identity_model },
    { "firmware", N_("Firmware"), identity_firmware },
    { "serial", N_("Serial number"), identity_serial },
    { "wwn", N_("World-wide name"), identity_wwn },
};

static void add_identity(const struct desk *desk)
{
    char text[256];

    for (size_t i = 0; i < ARRAY_SIZE(identities); i++)
        if (identities[i].read(desk->sys, desk->name, text, sizeof(text)))
            details_add(desk->details, identities[i].id, _(identities[i].name), "sysfs",
                        "%s", text);
    if (!identity_model(desk->sys, desk->name, text, sizeof(text)))
        return;
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (strstr(text, known[i].part))
            details_add(desk->details, known[i].id, _("Warning"), _("this program"), "%s",
                        _(known[i].text));
}

static void add_transport(const struct desk *desk)
{
    const char *transport = devices_transport(desk->sys, desk->name);
    char text[256];

    if (transport[0])
        details_add(desk->details, "transport", _("Transport"), "sysfs", "%s", transport);
    if (identity_link(desk->sys, desk->name, text, sizeof(text)))
        details_add(desk->details, "link", _("Link"), "sysfs", "%s", text);
    if (!identity_bridge(desk->sys, desk->name, text, sizeof(text)))
        return;
    details_add(desk->details, "bridge", _("USB bridge"), "sysfs", "%s", text);
    details_add(desk->details, "bridge-topology", _("Topology"), "sysfs",
                _("is the bridge's word, not the drive's"));
}

/* VPD page of block device characteristics (SBC-3, 6.5.3): revolutions per minute in
 * bytes 4 and 5; 1 for non-rotating media. */
static void add_rotation(const struct desk *desk)
{
    uint64_t rotational;
    uint8_t page[8];
    size_t n = sys_bytes(desk->sys, page, sizeof(page), "class/block/%s/device/vpd_pgb1",
                         desk->name);
    unsigned rate = n >= 6 ? be16_at(page, 4) : 0;

    if (!sys_number(desk->sys, &rotational, "class/block/%s/queue/rotational",
                    desk->name))
        return;
    if (rotational && rate > 0x400 && rate < 0xFFFF)
        details_add(desk->details, "rotation", _("Rotation"), "sysfs",
                    _("%u turns per minute"), rate);
    else
        details_add(desk->details, "rotation", _("Rotation"), "sysfs", "%s",
                    rotational ? _("turns, or does not say") : _("none (solid state)"));
}

/* The kernel's words and their descriptions; other words are shown unchanged. */
static const struct {
    const char *said;
    const char *text;
} words[] = {
    { "write back", N_("write back: data wait in the drive until they are flushed") },
    { "write through", N_("write through: nothing waits in the drive") },
    { "none", N_("no") },
    { "host-aware", N_("host-aware: each zone is best written in order") },
    { "host-managed", N_("host-managed: each zone must be written in order") },
};

static void add_word(const struct desk *desk, const char *id, const char *name,
                     const char *file)
{
    char said[64];

    if (!sys_text(desk->sys, said, sizeof(said), "class/block/%s/queue/%s", desk->name,
                  file))
        return;
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        if (!strcmp(said, words[i].said)) {
            details_add(desk->details, id, name, "sysfs", "%s", _(words[i].text));
            return;
        }
    details_add(desk->details, id, name, "sysfs", "%s", said);
}

static void add_discard(const struct desk *desk)
{
    char most_text[SIZE_TEXT], step_text[SIZE_TEXT];
    uint64_t most, step = 0;

    if (!sys_number(desk->sys, &most, "class/block/%s/queue/discard_max_bytes",
                    desk->name))
        return;
    /* step stays 0 if it is not reported. */
    (void)sys_number(desk->sys, &step, "class/block/%s/queue/discard_granularity",
                     desk->name);
    if (most)
        details_add(desk->details, "discard", _("Discard"), "sysfs",
                    _("up to %1$s at once, in steps of %2$s"),
                    size_format(most, SIZE_IEC, 0, most_text),
                    size_format(step, SIZE_IEC, 0, step_text));
    else
        details_add(desk->details, "discard", _("Discard"), "sysfs", "%s", _("no"));
}

static void add_request(const struct desk *desk)
{
    uint64_t now, most;

    if (!sys_number(desk->sys, &now, "class/block/%s/queue/max_sectors_kb", desk->name))
        return;
    bool is_known = sys_number(desk->sys, &most, "class/block/%s/queue/max_hw_sectors_kb",
                               desk->name);
    /* Drivers without a limit report the maximum of their type. */
    if (is_known && most < INT32_MAX)
        details_add(desk->details, "max-sectors-kb", _("Largest request"), "sysfs",
                    _("%1$llu KiB; the hardware takes %2$llu KiB"), (ull)now, (ull)most);
    else
        details_add(desk->details, "max-sectors-kb", _("Largest request"), "sysfs",
                    _("%llu KiB"), (ull)now);
}

static void add_queue(const struct desk *desk)
{
    uint64_t has_fua;

    add_word(desk, "write-cache", _("Write cache"), "write_cache");
    if (sys_number(desk->sys, &has_fua, "class/block/%s/queue/fua", desk->name))
        details_add(desk->details, "fua", _("Forced writes"), "sysfs", "%s",
                    has_fua ? _("yes (FUA)") : _("no (FUA): each needs a flush"));
    add_discard(desk);
    add_word(desk, "zoned", _("Zoned"), "zoned");
    add_request(desk);
}

/* Adds the members of md and dm devices, or the backing file of a loop device. */
static void add_below(const struct desk *desk)
{
    struct sys_names slaves = sys_names(desk->sys, "class/block/%s/slaves", desk->name);
    CLEANUP(str_finish) struct str text = { 0 };
    char backing[SYS_PATH];

    for (size_t i = 0; i < slaves.count; i++)
        str_printf(&text, "%s%s", i ? " " : "", slaves.names[i]);
    sys_names_finish(&slaves);
    if (text.length)
        details_add(desk->details, "made-of", _("Made of"), "sysfs", "%s",
                    str_text(&text));
    if (!busy_backing_file(desk->sys, desk->name, backing))
        return;
    CLEANUP(freep) char *clean = utf8_clean(backing);
    details_add(desk->details, "backing-file", _("Backing file"), "sysfs", "%s", clean);
}

static void add_use(const struct desk *desk)
{
    struct disk_info info;

    devices_describe(desk->sys, desk->path, &info);
    details_add(desk->details, "in-use", _("In use"), "sysfs", "%s",
                info.in_use[0] ? info.in_use : _("no"));
    if (desk->name)
        details_add(desk->details, "read-only", _("Read-only"), "sysfs", "%s",
                    info.is_read_only ? _("yes") : _("no"));
    disk_info_finish(&info);
}

void details_read(const struct sys *sys, const char *path, const struct layout *layout,
                  struct details *ret)
{
    char name[SYS_NAME];
    bool is_device = sys_name_of(sys, path, name);
    struct desk desk = { sys, is_device ? name : NULL, path, ret };
    CLEANUP(freep) char *clean = utf8_clean(path);

    *ret = (struct details){ 0 };
    details_add(ret, "path", is_device ? _("Device") : _("Image file"),
                limits_source_name(SOURCE_GIVEN), "%s", clean);
    if (is_device)
        add_identity(&desk);
    if (layout)
        details_add_layout(ret, layout);
    if (is_device) {
        add_transport(&desk);
        add_rotation(&desk);
        add_queue(&desk);
        add_below(&desk);
    }
    add_use(&desk);
}
