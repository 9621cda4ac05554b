#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Usage: tests/tools/interrupt.py SIGNAL FILE COMMAND...

Runs COMMAND, and when FILE exists sends it SIGNAL; "terminal" types Ctrl-C on its terminal.  The exit
status is the command's, 128 plus the number of a signal."""

import os
import pty
import signal
import sys
import time

how, ready, command = sys.argv[1], sys.argv[2], sys.argv[3:]
pid, terminal = pty.fork() if how == "terminal" else (os.fork(), None)
if pid == 0:
    for s in signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE:
        signal.signal(s, signal.SIG_DFL)
    os.execvp(command[0], command)
while not os.path.exists(ready):
    time.sleep(0.05)
if terminal is None:
    os.kill(pid, getattr(signal, "SIG" + how))
else:
    os.write(terminal, b"\x03")
    try:
        while output := os.read(terminal, 4096):
            os.write(1, output)
    except OSError:     # the end: no process has the terminal open
        pass
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
