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

__all__ = ["num_threads", "powm_many", "set_num_threads", "status", "version"]


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


def powm_many(bases, exponents, moduli, *, sec=False, threads=None, executor=None, chunk=None):
    """The list of bases[i] ** exponents[i] % moduli[i], several computed at once.

    bases       a sequence of integers: int, gmpy2.mpz, or others with __index__
    exponents   such a sequence of the same length, or one integer for all
    moduli      the same; positive

    A result is a gmpy2.mpz if an operand is one, otherwise an int.  With a negative exponent the
    base must have an inverse.

    sec         True: for secret exponents, in constant time.  Moduli must be odd; bases and exponents
                must not be negative.  The time depends on the longer of exponent and modulus.
                Conversions from and to Python's integers take a time that
                depends on their sizes.
    threads     how many threads may share the powers; the default is comba.num_threads().  The limit
                holds for the whole process until the call returns.
    executor    runs the powers, in chunks, on anything with the interface of
                concurrent.futures.Executor, whose workers must have this package.  A chunk that the
                executor loses is submitted once more.  If a process pool breaks, this process computes
                the chunks that are left, and warns.
    chunk       the powers in a chunk; the default suits the executor's number of workers

    Raises TypeError or ValueError for invalid operands, before anything is computed;
    RuntimeError if the library is not loaded or has no comba_powm_many, or if the executor loses a
    chunk twice; MemoryError."""
    from ._powm_many import powm_many
    return powm_many(bases, exponents, moduli, sec, threads, executor, chunk)


if _library.problem:
    _warnings.warn("comba: %s; this process goes on without it" % _library.problem, RuntimeWarning, stacklevel=2)
else:
    _late = _library.past_comba()
    if _late:
        _warnings.warn("comba: %s was loaded first, and its calls go past comba: import comba before the modules that "
                       "use GMP, or once for all: python -m comba enable" % ", ".join(_late),
                       RuntimeWarning, stacklevel=2)
    del _late
