# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Puts libcomba and its tools into the wheel, stripped, and computes the wheel's tag.

They come from the build folder COMBA_BUILD, else from build/ of the source tree if it is configured,
else from a build in a temporary folder."""

import binascii
import os
import re
import shutil
import subprocess
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOOLS = ("comba-run", "comba-info", "comba-tune")
LICENCES = ("COPYING", "COPYINGv2", "COPYINGv3", "COPYING.LESSERv3")

# What every manylinux system has, of the libraries that comba may need.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"}
OLDEST_GLIBC = 5        # of glibc 2.5: there is no older tag


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if self.target_name != "wheel":
            self.app.abort("comba: this folder makes wheels only; the source package is that of \"make dist\"")
        if version == "editable":
            self.app.abort("comba: there is no editable installation; use: pip install packaging/python")
        self.top = os.path.dirname(os.path.dirname(os.path.abspath(self.root)))
        self.made = tempfile.mkdtemp()
        include = build_data["force_include"]
        self.add_binaries(include)
        for name in LICENCES:
            include[os.path.join(self.top, name)] = "comba/licences/" + name
        for name in TOOLS:
            build_data["shared_scripts"][self.script(name)] = name
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-manylinux_2_%d_x86_64" % max(
            self.glibc_needed(os.path.join(self.made, name)) for name in (*TOOLS, "libcomba.so.0"))

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(self.made)

    def add_binaries(self, include):
        build = self.build_folder()
        self.call(["make", "-s", "-C", build, "-j", str(os.cpu_count() or 1), "libcomba.la", *TOOLS])
        for source, name in [(".libs/libcomba.so.0", "libcomba.so.0")] + [(tool, tool) for tool in TOOLS]:
            stripped = os.path.join(self.made, name)
            self.call([os.environ.get("STRIP", "strip"), "--strip-unneeded", "-o", stripped,
                       os.path.join(build, source)])
            include[stripped] = "comba/native/" + name
        with open(os.path.join(self.made, "libcomba.so.0"), "rb") as library:
            content = library.read()
        built = os.path.join(self.made, "_built.py")
        with open(built, "w", encoding="ascii") as f:
            f.write('"""The library that this wheel was built with."""\n\n'
                    "version = %r\ncrc32 = %#010x\n"
                    % (self.metadata.version, binascii.crc32(content)))
        include[built] = "comba/_built.py"

    def build_folder(self):
        given = os.environ.get("COMBA_BUILD")
        if given:
            return given
        usual = os.path.join(self.top, "build")
        if os.path.exists(os.path.join(usual, "Makefile")):
            return usual
        if not os.path.exists(os.path.join(self.top, "configure")):
            os.makedirs(os.path.join(self.top, "m4"), exist_ok=True)
            self.call(["autoreconf", "-i", self.top])
        build = os.path.join(self.made, "build")
        os.mkdir(build)
        self.call([os.path.join(self.top, "configure"), "-q", "--disable-static"], cwd=build)
        return build

    def script(self, tool):
        """The path of a script that runs TOOL."""
        with open(os.path.join(self.root, "tool.py"), encoding="ascii") as f:
            text = f.read()
        os.makedirs(os.path.join(self.made, "scripts"), exist_ok=True)
        path = os.path.join(self.made, "scripts", tool)
        with open(path, "w", encoding="ascii") as f:
            f.write(text.replace("@TOOL@", tool))
        os.chmod(path, 0o755)
        return path

    def glibc_needed(self, path):
        """The N of glibc 2.N, from the versions of the symbols that the file needs."""
        text = self.call(["readelf", "--wide", "--file-header", "--dynamic", "--version-info", path])
        name = os.path.basename(path)
        if not re.search(r"Class: +ELF64\n", text) or not re.search(r"Machine: +Advanced Micro Devices X86-64\n", text):
            self.app.abort("comba: %s is not for x86-64, the only architecture of these wheels" % name)
        foreign = set(re.findall(r"\(NEEDED\).*\[(.*)\]", text)) - LIBRARIES
        if foreign:
            self.app.abort("comba: %s needs %s, which not every system has" % (name, ", ".join(sorted(foreign))))
        newest = OLDEST_GLIBC
        for tag in re.findall(r"Name: (GLIBC_\S+)", text):
            numbered = re.fullmatch(r"GLIBC_2\.(\d+)(?:\.\d+)?", tag)
            if numbered:
                newest = max(newest, int(numbered[1]))
            elif tag == "GLIBC_ABI_DT_RELR":
                newest = max(newest, 36)
            else:
                self.app.abort("comba: %s needs %s; no manylinux tag promises that" % (name, tag))
        return newest

    def call(self, command, cwd=None):
        # A make that runs this must not hand its own options on.
        environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        environment["LC_ALL"] = "C"
        try:
            done = subprocess.run(command, cwd=cwd, env=environment, universal_newlines=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except OSError as e:
            self.app.abort("comba: %s: %s" % (command[0], e.strerror))
        if done.returncode != 0:
            self.app.abort("%s\ncomba: this failed: %s" % (done.stdout, " ".join(command)))
        return done.stdout
