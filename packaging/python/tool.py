#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Runs comba's program @TOOL@, which is in the package comba."""

import importlib.util
import os
import sys

spec = importlib.util.find_spec("comba")        # without importing it
if spec is None or not spec.submodule_search_locations:
    sys.exit("@TOOL@: the Python package comba is not installed")
tool = os.path.join(spec.submodule_search_locations[0], "native", "@TOOL@")
try:
    os.execv(tool, [tool, *sys.argv[1:]])
except OSError as e:
    print("@TOOL@: %s: %s" % (tool, e.strerror), file=sys.stderr)
    sys.exit(126)
