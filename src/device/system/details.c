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
#include "model/report/details.h"

/* Parameters common to the functions that add rows. */
struct details_context {
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

static void add_identity(const struct details_context *details_context)
{
    char text[256];

    for (size_t i = 0; i < ARRAY_SIZE(identities); i++)
        if (identities[i].read(details_context->sys, details_context->name, text,
                               sizeof(text)))
            details_add(details_context->details, identities[i].id, _(identities[i].name),
                        "sysfs", "%s", text);
    if (!identity_model(details_context->sys, details_context->name, text, sizeof(text)))
        return;
    for (size_t i = 0; i < ARRAY_SIZE(known); i++)
        if (strstr(text, known[i].part))
            details_add(details_context->details, known[i].id, _("Warning"),
                        _("this program"), "%s", _(known[i].text));
}

static void add_transport(const struct details_context *details_context)
{
    const char *transport =
        devices_transport(details_context->sys, details_context->name);
    char text[256];

    if (transport[0])
        details_add(details_context->details, "transport", _("Transport"), "sysfs", "%s",
                    transport);
    if (identity_link(details_context->sys, details_context->name, text, sizeof(text)))
        details_add(details_context->details, "link", _("Link"), "sysfs", "%s", text);
    if (!identity_bridge(details_context->sys, details_context->name, text, sizeof(text)))
        return;
    details_add(details_context->details, "bridge", _("USB bridge"), "sysfs", "%s", text);
    details_add(details_context->details, "bridge-topology", _("Topology"), "sysfs",
                _("is the bridge's word, not the drive's"));
}

/* VPD page of block device characteristics (SBC-3, 6.5.3): revolutions per minute in
 * bytes 4 and 5; 1 for non-rotating media. */
static void add_rotation(const struct details_context *details_context)
{
    uint64_t rotational;
    uint8_t page[8];
    size_t n = sys_bytes(details_context->sys, page, sizeof(page),
                         "class/block/%s/device/vpd_pgb1", details_context->name);
    unsigned rate = n >= 6 ? be16_at(page, 4) : 0;

    if (!sys_number(details_context->sys, &rotational, "class/block/%s/queue/rotational",
                    details_context->name))
        return;
    if (rotational && rate > 0x400 && rate < 0xFFFF)
        details_add(details_context->details, "rotation", _("Rotation"), "sysfs",
                    _("%u turns per minute"), rate);
    else
        details_add(details_context->details, "rotation", _("Rotation"), "sysfs", "%s",
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

static void details_add_word(const struct details_context *details_context,
                             const char *id, const char *name, const char *file)
{
    char said[64];

    if (!sys_text(details_context->sys, said, sizeof(said), "class/block/%s/queue/%s",
                  details_context->name, file))
        return;
    for (size_t i = 0; i < ARRAY_SIZE(words); i++)
        if (!strcmp(said, words[i].said)) {
            details_add(details_context->details, id, name, "sysfs", "%s",
                        _(words[i].text));
            return;
        }
    details_add(details_context->details, id, name, "sysfs", "%s", said);
}

static void add_discard(const struct details_context *details_context)
{
    char max_text[SIZE_TEXT], step_text[SIZE_TEXT];
    uint64_t max, step = 0;

    if (!sys_number(details_context->sys, &max, "class/block/%s/queue/discard_max_bytes",
                    details_context->name))
        return;
    /* step stays 0 if it is not reported. */
    (void)sys_number(details_context->sys, &step,
                     "class/block/%s/queue/discard_granularity", details_context->name);
    if (max)
        details_add(details_context->details, "discard", _("Discard"), "sysfs",
                    _("up to %1$s at once, in steps of %2$s"),
                    size_format(max, SIZE_IEC, 0, max_text),
                    size_format(step, SIZE_IEC, 0, step_text));
    else
        details_add(details_context->details, "discard", _("Discard"), "sysfs", "%s",
                    _("no"));
}

static void add_request(const struct details_context *details_context)
{
    uint64_t now, max;

    if (!sys_number(details_context->sys, &now, "class/block/%s/queue/max_sectors_kb",
                    details_context->name))
        return;
    bool is_known =
        sys_number(details_context->sys, &max, "class/block/%s/queue/max_hw_sectors_kb",
                   details_context->name);
    /* Drivers without a limit report the maximum of their type. */
    if (is_known && max < INT32_MAX)
        details_add(details_context->details, "max-sectors-kb", _("Largest request"),
                    "sysfs", _("%1$llu KiB; the hardware takes %2$llu KiB"), (ull)now,
                    (ull)max);
    else
        details_add(details_context->details, "max-sectors-kb", _("Largest request"),
                    "sysfs", _("%llu KiB"), (ull)now);
}

static void add_queue(const struct details_context *details_context)
{
    uint64_t has_fua;

    details_add_word(details_context, "write-cache", _("Write cache"), "write_cache");
    if (sys_number(details_context->sys, &has_fua, "class/block/%s/queue/fua",
                   details_context->name))
        details_add(details_context->details, "fua", _("Forced writes"), "sysfs", "%s",
                    has_fua ? _("yes (FUA)") : _("no (FUA): each needs a flush"));
    add_discard(details_context);
    details_add_word(details_context, "zoned", _("Zoned"), "zoned");
    add_request(details_context);
}

/* Adds the members of md and dm devices, or the backing file of a loop device. */
static void details_add_below(const struct details_context *details_context)
{
    struct sys_names slaves =
        sys_names(details_context->sys, "class/block/%s/slaves", details_context->name);
    CLEANUP(str_finish) struct str text = { 0 };
    char backing[SYS_PATH];

    for (size_t i = 0; i < slaves.count; i++)
        str_printf(&text, "%s%s", i ? " " : "", slaves.names[i]);
    sys_names_finish(&slaves);
    if (text.length)
        details_add(details_context->details, "made-of", _("Made of"), "sysfs", "%s",
                    str_text(&text));
    if (!busy_backing_file(details_context->sys, details_context->name, backing))
        return;
    CLEANUP(freep) char *clean = utf8_clean(backing);
    details_add(details_context->details, "backing-file", _("Backing file"), "sysfs",
                "%s", clean);
}

static void add_use(const struct details_context *details_context)
{
    struct disk_info info;

    devices_describe(details_context->sys, details_context->path, &info);
    details_add(details_context->details, "in-use", _("In use"), "sysfs", "%s",
                info.in_use[0] ? info.in_use : _("no"));
    if (details_context->name)
        details_add(details_context->details, "read-only", _("Read-only"), "sysfs", "%s",
                    info.is_read_only ? _("yes") : _("no"));
    disk_info_finish(&info);
}

void details_read(const struct sys *sys, const char *path, const struct layout *layout,
                  struct details *ret)
{
    char name[SYS_NAME];
    bool is_device = sys_name_of(sys, path, name);
    struct details_context details_context = { sys, is_device ? name : NULL, path, ret };
    CLEANUP(freep) char *clean = utf8_clean(path);

    *ret = (struct details){ 0 };
    details_add(ret, "path", is_device ? _("Device") : _("Image file"),
                limits_source_name(SOURCE_GIVEN), "%s", clean);
    if (is_device)
        add_identity(&details_context);
    if (layout)
        details_add_layout(ret, layout);
    if (is_device) {
        add_transport(&details_context);
        add_rotation(&details_context);
        add_queue(&details_context);
        details_add_below(&details_context);
    }
    add_use(&details_context);
}
