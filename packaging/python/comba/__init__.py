# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Faster products, powers and divisions for modules that compute with GMP.

Import comba before gmpy2, flint, cypari2 and the like.  Nothing else is needed: their calls of GMP's
mpn functions reach comba from then on, and every result stays the same.  Without a library that can
be loaded there is one warning, and the process goes on without comba."""

import operator as _operator
import warnings as _warnings

from . import _library

try:
    from ._built import version as __version__
except ImportError:             # not from a wheel
    __version__ = _library.version()

__all__ = ["num_threads", "set_num_threads", "status", "version"]


def version():
    """The version of the library that is loaded; None if there is none."""
    return _library.version()


def num_threads():
    """How many threads a call may use, the caller's included."""
    return _library.functions.comba_get_num_threads() if _library.functions else 1


def set_num_threads(n):
    """Lets later calls use up to N threads; 0: as the environment or a tuning file says.

    Returns the limit that now holds: N, or less if the process may use fewer CPUs."""
    n = _operator.index(n)
    if n < 0:
        raise ValueError("the number of threads is negative: %d" % n)
    return _library.functions.comba_set_num_threads(min(n, 2**31 - 1)) if _library.functions else 1


def status():
    """What serves this process, and which libgmp reaches it: see comba._status.Status."""
    from ._status import status
    return status()


if _library.problem:
    _warnings.warn("comba: %s; this process goes on without it" % _library.problem, RuntimeWarning, stacklevel=2)
else:
    _late = _library.past_comba()
    if _late:
        _warnings.warn("comba: %s was loaded first, and its calls go past comba: import comba before the modules that "
                       "use GMP, or once for all: python -m comba enable" % ", ".join(_late),
                       RuntimeWarning, stacklevel=2)
    del _late
