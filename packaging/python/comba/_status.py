# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""The answer of comba.status()."""

from dataclasses import dataclass
from typing import Optional, Tuple

from . import _library


@dataclass(frozen=True)
class Libgmp:
    """A libgmp in this process.  The members name the functions that it calls in itself through its
    table of external functions."""
    path: str
    reached: Tuple[str, ...]    # bound to comba
    missed: Tuple[str, ...]     # bound to another library, or to libgmp itself
    pending: Tuple[str, ...]    # bound when they are first called


@dataclass(frozen=True)
class Status:
    problem: Optional[str]      # why the library is not loaded, or None
    version: Optional[str]
    library: str
    cpu_config: Optional[str]
    num_threads: int
    libgmp: Tuple[Libgmp, ...]

    def __str__(self):
        if self.problem:
            return "comba is not loaded: %s" % self.problem
        lines = ["comba %s, %s" % (self.version, self.library),
                 "  CPU configuration  %s" % self.cpu_config,
                 "  threads            %d" % self.num_threads]
        for libgmp in self.libgmp:
            lines.append("  libgmp             %s" % libgmp.path)
            for title, names in (("bound to comba", libgmp.reached), ("past comba", libgmp.missed),
                                 ("bound at the first call", libgmp.pending)):
                if names:
                    lines.append("                     %s: %s" % (title, " ".join(names)))
            if not libgmp.reached + libgmp.missed + libgmp.pending:
                lines.append("                     comba can replace none of its calls")
        if not self.libgmp:
            lines.append("  libgmp             none loaded")
        return "\n".join(lines)


def status():
    functions = _library.functions
    if functions is None:
        return Status(_library.problem, None, _library.path, None, 1, ())
    names = []
    if hasattr(functions, "comba_list_entry"):
        while functions.comba_list_entry(len(names)):
            names.append(functions.comba_list_entry(len(names)).decode())

    def named(bits):
        return tuple(name for e, name in enumerate(names) if bits >> e & 1)

    return Status(None, _library.version(), _library.path, functions.comba_cpu_config().decode(),
                  functions.comba_get_num_threads(),
                  tuple(Libgmp(path, named(b.bound), named(b.replaceable & ~(b.bound | b.pending)), named(b.pending))
                        for path, b in _library.libgmps()))
