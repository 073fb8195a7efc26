# SPDX-License-Identifier: GPL-3.0-or-later
# change_world.py - images that the scripts beside it change, and where backups go
import json
import os
import random

import cli
import tables

SIZE = 24 * cli.MIB
GPT = "label: gpt\n,10M,U\n,8M,swap\n,\n"
DOS = "label: dos\n63,10000,7,*\n,8M,S\n,,E\n,3M\n,,\n"


class World:
    def __init__(self, claims, room):
        self.claims = claims
        self.room = room
        self.state = os.path.join(room, "state")
        self.env = {"XDG_STATE_HOME": self.state}
        self.random = random.Random(1).randbytes(SIZE)

    def run(self, *words, text=""):
        """The random bytes of these images are data, which is given up."""
        if "--yes" in words:
            words = (*words, "--lose=all")
        return self.claims.run(*words, env=self.env, text=text)

    def plan(self, *words, text=""):
        result = self.run(*words, "--json", text=text)
        self.claims.equal(result.returncode, 0, " ".join(words) + " --json: " + result.stderr)
        return json.loads(result.stdout)

    def image(self, name, script=None):
        """Random bytes everywhere, and sfdisk's table."""
        path = os.path.join(self.room, name)
        # The blocks of the last one are taken again.
        with open(path, "r+b" if os.path.exists(path) else "wb") as file:
            file.write(self.random)
            file.truncate()
        tables.put(path, 0, bytes(2048 * 512))
        tables.put(path, SIZE - 34 * 512, bytes(34 * 512))
        if script:
            cli.quiet("sfdisk", "-q", "--no-tell-kernel", path, input=script)
        return path


def content(path):
    with open(path, "rb") as file:
        return file.read()
