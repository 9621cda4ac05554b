# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Opens libcomba so that a libgmp which is loaded later binds its calls to it.

Python opens a module, and the libgmp that it brings, with RTLD_LOCAL.  The loader searches the
libraries opened with RTLD_GLOBAL before those.

LIBRARY     the file of this package's library, and COMBA_RUN that of comba-run: those of the wheel,
            or those that a distribution's _built.py names
path        the file of the library that is loaded
problem     why none is loaded, or None
functions   its functions, or None"""

import ctypes
import os
import struct

try:
    from . import _built
except ImportError:             # neither from a wheel nor from a distribution
    _built = None

_NATIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native")
LIBRARY = getattr(_built, "library", os.path.join(_NATIVE, "libcomba.so.0"))
COMBA_RUN = getattr(_built, "comba_run", os.path.join(_NATIVE, "comba-run"))


class Bindings(ctypes.Structure):
    """struct comba_bindings: bit e stands for entry e."""
    _fields_ = [("replaceable", ctypes.c_uint), ("bound", ctypes.c_uint), ("pending", ctypes.c_uint)]


def _fault(path):
    """Why the file must not be loaded, or None.  The loader itself would crash on a truncated one.

    Every start of an enabled environment comes here, so only the file's header and size are read:
    the table of sections is its last part.  checksum_fault reads all of it."""
    try:
        with open(path, "rb") as f:
            header, size = f.read(64), os.fstat(f.fileno()).st_size
    except OSError as e:
        return "%s: %s" % (e.filename, e.strerror)
    try:
        with open("/proc/self/exe", "rb") as f:
            own = f.read(20)
    except OSError:             # no /proc: the loader will see it
        own = header[:20]
    if len(header) < 64 or header[:4] != b"\x7fELF":
        return "%s is damaged: it is no ELF file" % path
    if header[4:6] + header[18:20] != own[4:6] + own[18:20]:
        return "%s is for another architecture than this Python" % path
    order = "<" if header[5] == 1 else ">"
    e_shoff, e_shentsize = ("Q", 40), 58
    if header[4] == 1:          # 32 bits
        e_shoff, e_shentsize = ("L", 32), 46
    sections, = struct.unpack_from(order + e_shoff[0], header, e_shoff[1])
    entry_size, entries = struct.unpack_from(order + "HH", header, e_shentsize)
    if size < sections + entry_size * entries:
        return "%s is damaged: it is truncated" % path
    return None


def checksum_fault():
    """Why the file is not the one that was put into the wheel, or None if it is or if there is no wheel."""
    import binascii
    if not hasattr(_built, "crc32"):
        return None
    try:
        with open(LIBRARY, "rb") as f:
            content = f.read()
    except OSError as e:
        return "%s: %s" % (e.filename, e.strerror)
    return None if binascii.crc32(content) == _built.crc32 else "%s is damaged: its checksum is wrong" % LIBRARY


def _open():
    """Returns path, problem, functions."""
    process = ctypes.CDLL(None)
    if hasattr(process, "comba_version"):       # preloaded, or the program is linked with it
        return _file_of(process.comba_version), None, process
    problem = _fault(LIBRARY)
    if problem:
        return LIBRARY, problem, None
    try:
        return LIBRARY, None, ctypes.CDLL(LIBRARY, mode=ctypes.RTLD_GLOBAL)
    except OSError as e:
        return LIBRARY, str(e), None


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
