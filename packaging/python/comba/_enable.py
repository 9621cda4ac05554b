# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""The file comba.pth, by which every start of this environment's Python imports comba.

Python executes a line of a .pth file that begins with "import".  This one says nothing if comba is
not installed any more.  The file also enters the package's RECORD, so that pip removes it with the
package."""

import base64
import glob
import hashlib
import os
import site
import sys
import sysconfig
import tempfile

NAME = "comba.pth"
# A virtual environment's .pth files are executed twice: a problem is told once.
LINE = "import sys; exec(%r)\n" % """\
try:
 import comba
except Exception as e:
 if getattr(e, 'name', None) != 'comba' and not hasattr(sys, '_comba_problem'):
  sys._comba_problem = e if isinstance(e, Warning) else 'comba: %s; this process goes on without it' % e
  if sys.stderr:
   print(sys._comba_problem, file=sys.stderr)
"""

PACKAGE = os.path.dirname(os.path.abspath(__file__))


class Refused(Exception):
    """A reason why nothing was changed."""


def _folder():
    """The folder of site-packages that has the package, if this environment's Python reads .pth files there."""
    own = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    if sys.prefix == sys.base_prefix:
        own += site.getsitepackages()
        if site.ENABLE_USER_SITE:
            own.append(site.getusersitepackages())
    folder = os.path.dirname(PACKAGE)
    if os.path.realpath(folder) not in map(os.path.realpath, own):
        raise Refused("the package is in %s, not in the site-packages of %s: install it there first" % (folder, sys.prefix))
    return folder


def _write(path, text, mode=0o644):
    """Replaces the file at once, so that no other process finds a part of it."""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    except OSError as e:
        e.filename = path
        raise
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _record(folder, entry):
    """Removes the file's line from RECORD and adds ENTRY, a line or nothing."""
    for path in glob.glob(os.path.join(glob.escape(folder), "comba-*.dist-info", "RECORD")):
        with open(path, encoding="utf-8", newline="") as f:
            text = f.read()
        kept = [line for line in text.splitlines(True) if not line.startswith(NAME + ",")]
        changed = "".join(kept) + entry
        if changed != text:
            _write(path, changed, os.stat(path).st_mode & 0o777)


def enable():
    folder = _folder()
    path = os.path.join(folder, NAME)
    was_enabled = os.path.exists(path)
    _write(path, LINE)
    try:
        digest = base64.urlsafe_b64encode(hashlib.sha256(LINE.encode()).digest()).decode().rstrip("=")
        _record(folder, "%s,sha256=%s,%d\n" % (NAME, digest, len(LINE.encode())))
    except OSError:
        if not was_enabled:
            os.unlink(path)
        raise
    return "comba: enabled by %s" % path


def disable():
    folder = _folder()
    path = os.path.join(folder, NAME)
    if not os.path.exists(path):
        return "comba: was not enabled"
    _record(folder, "")
    os.unlink(path)
    return "comba: disabled; removed %s" % path


def state():
    path = os.path.join(os.path.dirname(PACKAGE), NAME)
    return "enabled by %s" % path if os.path.exists(path) else "no: \"python -m comba enable\" has it loaded"
