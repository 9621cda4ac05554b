# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Opens libcomba so that a libgmp which is loaded later binds its calls to it.

Python opens a module, and the libgmp that it brings, with RTLD_LOCAL.  The loader searches the
libraries opened with RTLD_GLOBAL before those.

path        the library's file
problem     why it is not loaded, or None
functions   its functions, or None"""

import binascii
import ctypes
import os

try:
    from . import _built
except ImportError:             # not from a wheel
    _built = None


class Bindings(ctypes.Structure):
    """struct comba_bindings: bit e stands for entry e."""
    _fields_ = [("replaceable", ctypes.c_uint), ("bound", ctypes.c_uint), ("pending", ctypes.c_uint)]


def _fault(path):
    """Why the file must not be loaded, or None.  The loader itself would crash on a truncated one."""
    try:
        with open(path, "rb") as f:
            content = f.read()
    except OSError as e:
        return "%s: %s" % (e.filename, e.strerror)
    try:
        with open("/proc/self/exe", "rb") as f:
            own = f.read(20)
    except OSError:             # no /proc: the loader will see it
        own = content[:20]
    if content[:4] != b"\x7fELF":
        return "%s is damaged: it is no ELF file" % path
    if content[4:6] + content[18:20] != own[4:6] + own[18:20]:
        return "%s is for another architecture than this Python" % path
    if _built and (len(content) != _built.size or binascii.crc32(content) != _built.crc32):
        return "%s is damaged: its checksum is wrong" % path
    return None


def _open():
    """Returns path, problem, functions."""
    process = ctypes.CDLL(None)
    if hasattr(process, "comba_version"):       # preloaded, or the program is linked with it
        return _file_of(process.comba_version), None, process
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native", "libcomba.so.0")
    problem = _fault(path)
    if problem:
        return path, problem, None
    try:
        return path, None, ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    except OSError as e:
        return path, str(e), None


def _file_of(function):
    """The file that contains the function, by the process's map; "?" if it is not known."""
    address = ctypes.cast(function, ctypes.c_void_p).value
    try:
        with open("/proc/self/maps", errors="surrogateescape") as maps:
            for line in maps:
                fields = line.rstrip("\n").split(None, 5)
                begin, end = (int(x, 16) for x in fields[0].split("-"))
                if begin <= address < end and len(fields) == 6:
                    return fields[5]
    except OSError:
        pass
    return "?"


def _declare(library):
    library.comba_version.restype = ctypes.c_char_p
    library.comba_cpu_config.restype = ctypes.c_char_p
    if hasattr(library, "comba_list_libgmp"):   # not in an older one that was preloaded
        library.comba_list_entry.restype = ctypes.c_char_p
        library.comba_list_entry.argtypes = [ctypes.c_size_t]
        library.comba_list_libgmp.restype = ctypes.c_size_t
        library.comba_list_libgmp.argtypes = [ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t,
                                              ctypes.POINTER(Bindings)]


def version():
    return functions.comba_version().decode() if functions else None


def libgmps():
    """(path, bindings) of each libgmp in this process; none if the library cannot tell."""
    found = []
    if functions is None or not hasattr(functions, "comba_list_libgmp"):
        return found
    path, bindings = ctypes.create_string_buffer(4096), Bindings()
    while functions.comba_list_libgmp(len(found), path, len(path), ctypes.byref(bindings)):
        found.append((os.fsdecode(path.value), bindings))
        bindings = Bindings()
    return found


def past_comba():
    """The paths of those libgmp whose calls comba could replace, but which are bound to another library."""
    return [path for path, b in libgmps() if b.replaceable & ~(b.bound | b.pending)]


path, problem, functions = _open()
if functions:
    _declare(functions)
