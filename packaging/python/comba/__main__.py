# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""python -m comba: see USAGE."""

import importlib
import os
import sys

from . import _enable, _library, status

USAGE = """\
usage: python -m comba enable
       python -m comba disable
       python -m comba status [MODULE...]
       python -m comba run [OPTION...] SCRIPT [ARGUMENT...]
enable   has every start of this environment's Python load comba
disable  takes that back
status   imports each MODULE, then prints which libgmp are loaded and what of them reaches comba
run      runs Python with comba preloaded: a script, "-m MODULE", or what else Python takes

Exit status: 0; 1 if enable or disable changed nothing, or comba is not loaded; 2 for a wrong command
line; with run, Python's own.
"""


def refuse(message):
    print("comba: " + message, file=sys.stderr)
    return 1


def switch(on):
    try:
        problem = on and (_library.problem or _library.checksum_fault())
        if problem:
            return refuse("not enabled: " + problem)
        print(_enable.enable() if on else _enable.disable())
    except _enable.Refused as e:
        return refuse(str(e))
    except OSError as e:
        return refuse("%s: %s; nothing was changed" % (e.filename, e.strerror))
    return 0


def show(modules):
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as e:
            return refuse("cannot import %s: %s" % (module, e))
    print(status())
    print("  at every start     %s" % _enable.state())
    fault = None if _library.problem else _library.checksum_fault()
    if fault:
        refuse(fault + "; install it again")
    return 1 if _library.problem or fault else 0


def run(arguments):
    command = [sys.executable, *arguments]
    if not _library.problem:
        command = [_library.COMBA_RUN, "--", *command]
    try:
        os.execv(command[0], command)
    except OSError as e:
        return refuse("%s: %s" % (command[0], e.strerror))


def main(arguments):
    action, rest = arguments[:1], arguments[1:]
    if action == ["run"]:
        return run(rest)
    if action == ["status"]:
        return show(rest)
    if action in (["enable"], ["disable"]) and not rest:
        return switch(action == ["enable"])
    if action in (["--help"], ["-h"]):
        print(USAGE, end="")
        return 0
    print(USAGE, end="", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
