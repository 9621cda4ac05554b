# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""Many modular powers at once: comba.powm_many, by comba_powm_many of the library."""

import concurrent.futures
import ctypes
import operator
import os
import sys
import threading
import warnings
from collections import deque

from . import _library

LIMB = ctypes.sizeof(ctypes.c_ulong)
LANES = 8               # the most powers that the library computes side by side
CHUNK_MAX = 1024        # powers in a chunk for an executor, unless the caller says otherwise
CHUNKS_PER_WORKER = 4


class Power(ctypes.Structure):
    """struct comba_power"""
    _fields_ = [("rp", ctypes.c_void_p), ("bp", ctypes.c_void_p), ("bn", ctypes.c_long),
                ("ep", ctypes.c_void_p), ("en", ctypes.c_long), ("pp", ctypes.c_void_p), ("n", ctypes.c_long)]


COMBA_NO_MEMORY = 8

# Calls with threads= change the process's number of threads one after the other.
_threads_lock = threading.Lock()


def powm_many(bases, exponents, moduli, sec, threads, executor, chunk):
    """The arguments of comba.powm_many."""
    if executor is None and chunk is not None:
        raise TypeError("chunk= is for calls with an executor")
    batch = Batch(bases, exponents, moduli, bool(sec))
    threads = None if threads is None else _positive("threads", threads)
    chunk = None if chunk is None else _positive("chunk", chunk)
    if executor is None:
        results = compute(*batch.part(0, batch.count), threads)
    else:
        results = _by_executor(executor, batch, threads, chunk)
    return batch.returned(results)


class Batch:
    """The operands as ints.  One exponent or modulus for all stays one int.  With a negative exponent the
    base is inverted here."""

    def __init__(self, bases, exponents, moduli, sec):
        self.sec = sec
        mpz = getattr(sys.modules.get("gmpy2"), "mpz", None)
        self.mpz = mpz if isinstance(mpz, type) else ()         # isinstance(x, ()) is false
        if hasattr(bases, "__index__"):
            raise TypeError("bases is one integer: it must be a sequence")
        bases = _list("bases", bases)
        self.count = len(bases)
        self.is_mpz = [False] * self.count
        self.bases = self._integers("bases", bases)
        self.exponents = self._one_or_all("exponents", exponents)
        self.moduli = self._one_or_all("moduli", moduli)
        self._check_moduli()
        self._check_signs()

    def _integers(self, name, values):
        self.is_mpz = [known or isinstance(x, self.mpz) for known, x in zip(self.is_mpz, values)]
        return [_integer("%s[%d]" % (name, i), x) for i, x in enumerate(values)]

    def _one_or_all(self, name, values):
        if hasattr(values, "__index__"):
            if isinstance(values, self.mpz):
                self.is_mpz = [True] * self.count
            return operator.index(values)
        values = _list(name, values)
        if len(values) != self.count:
            raise ValueError("the lengths of bases and %s differ: %d and %d" % (name, self.count, len(values)))
        return self._integers(name, values)

    def _check_moduli(self):
        for name, modulus in _named("moduli", self.moduli):
            if modulus < 1:
                raise ValueError("%s is %s: a modulus must be positive" % (name, "negative" if modulus else "zero"))
            if self.sec and modulus % 2 == 0:
                raise ValueError("%s is even: with sec=True a modulus must be odd" % name)

    def _check_signs(self):
        if self.sec:
            for name, x in (*_named("bases", self.bases), *_named("exponents", self.exponents)):
                if x < 0:
                    raise ValueError("%s is negative: with sec=True it must not be" % name)
            return
        for i in range(self.count):
            if _item(self.exponents, i) < 0:
                try:
                    self.bases[i] = pow(self.bases[i], -1, _item(self.moduli, i))
                except ValueError:
                    raise ValueError("bases[%d] has a negative exponent, but no inverse for its modulus" % i) from None
        self.exponents = abs(self.exponents) if _is_one(self.exponents) else list(map(abs, self.exponents))

    def part(self, begin, end):
        """The arguments of compute for some of the powers."""
        exponents, moduli = (x if _is_one(x) else x[begin:end] for x in (self.exponents, self.moduli))
        return self.bases[begin:end], exponents, moduli, self.sec

    def returned(self, results):
        return [self.mpz(x) if is_mpz else x for x, is_mpz in zip(results, self.is_mpz)]


def _positive(name, value):
    value = _integer(name, value)
    if value < 1:
        raise ValueError("%s is %d: it must be at least 1" % (name, value))
    return value


def _integer(name, value):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError("%s is of type %s, not an integer" % (name, type(value).__name__)) from None


def _list(name, values):
    try:
        return list(values)
    except TypeError:
        raise TypeError("%s is of type %s, not a sequence of integers" % (name, type(values).__name__)) from None


def _is_one(values):
    return isinstance(values, int)


def _item(values, i):
    return values if _is_one(values) else values[i]


def _named(name, values):
    return [(name, values)] if _is_one(values) else (("%s[%d]" % (name, i), x) for i, x in enumerate(values))


def _size(x):
    """In limbs, at least one."""
    return (x.bit_length() + 8 * LIMB - 1) // (8 * LIMB) or 1


class Operands:
    """Numbers as limbs in one block of memory, with a limb between them."""

    def __init__(self):
        self.bytes, self.sizes, self.total = [], [], 0

    def add(self, x, size):
        """Returns where in the block x is."""
        at = self.total
        self.bytes.append((at, x.to_bytes(size * LIMB, "little")))
        self.total += (size + 1) * LIMB
        return at

    def reserve(self, size):
        at = self.total
        self.total += (size + 1) * LIMB
        return at


def compute(bases, exponents, moduli, sec, threads):
    """The powers, as ints, of bases, exponents and moduli as in Batch."""
    function = _function("comba_powm_many_sec" if sec else "comba_powm_many")
    operands = Operands()
    same_modulus, same_exponent, powers, results = {}, {}, [], []
    for i, base in enumerate(bases):
        modulus, exponent = _item(moduli, i), _item(exponents, i)
        if modulus == 1:
            results.append(None)
            continue
        n = _size(modulus)
        pp = same_modulus.get(modulus)
        if pp is None:
            pp = same_modulus[modulus] = operands.add(modulus, n)
        en = max(_size(exponent), n) if sec else _size(exponent)
        ep = same_exponent.get((id(exponent), en))
        if ep is None:
            ep = same_exponent[id(exponent), en] = operands.add(exponent, en)
        bn = max(_size(base), n) if sec else _size(base)
        powers.append((operands.reserve(n), operands.add(abs(base), bn), -bn if base < 0 else bn, ep, en, pp, n))
        results.append(len(powers) - 1)
    block = (ctypes.c_char * operands.total)()
    view, address = memoryview(block).cast("B"), ctypes.addressof(block)
    for at, content in operands.bytes:
        view[at:at + len(content)] = content
    array = (Power * len(powers))(*((address + r, address + b, bn, address + e, en, address + p, n)
                                    for r, b, bn, e, en, p, n in powers))
    try:
        if powers:
            _call(function, array, threads)
        return [0 if i is None else int.from_bytes(view[powers[i][0]:powers[i][0] + powers[i][6] * LIMB], "little")
                for i in results]
    finally:
        if sec:
            ctypes.memset(block, 0, operands.total)


def _function(name):
    if _library.functions is None:
        raise RuntimeError("comba.powm_many needs comba's library, which is not loaded: %s" % _library.problem)
    try:
        function = getattr(_library.functions, name)
    except AttributeError:
        raise RuntimeError("comba.powm_many: the library that is loaded has no %s: comba %s, %s"
                           % (name, _library.version(), _library.path)) from None
    function.restype = ctypes.c_int
    function.argtypes = [ctypes.POINTER(Power), ctypes.c_size_t]
    return function


def _call(function, array, threads):
    if threads is None:
        status = function(array, len(array))
    else:
        with _threads_lock:
            before = _library.functions.comba_get_num_threads()
            _library.functions.comba_set_num_threads(min(threads, 2**31 - 1))
            try:
                status = function(array, len(array))
            finally:
                _library.functions.comba_set_num_threads(before)
    if status == COMBA_NO_MEMORY:
        raise MemoryError("comba.powm_many: not enough memory")
    if status:
        raise RuntimeError("comba.powm_many: %s" % _library.functions.comba_status_text(status).decode())


# With an executor.

def compute_chunk(*arguments):
    """What a worker does.  Returns an exception of its own, so that one which the executor raises tells
    that the worker was lost."""
    try:
        return compute(*arguments)
    except Exception as e:
        return e


def _workers(executor):
    """The executor's number of workers; of this machine's CPUs if it does not tell."""
    for name in ("num_workers", "_max_workers"):        # mpi4py.futures, concurrent.futures
        n = getattr(executor, name, None)
        if isinstance(n, int) and n > 0:
            return n
    client = getattr(executor, "_client", None)         # Dask
    if hasattr(client, "nthreads"):
        n = sum(client.nthreads().values())
        if n > 0:
            return n
    return os.cpu_count() or 1


def _chunk_for(count, workers):
    """Whole groups, several chunks a worker; but no idle worker for the sake of full groups."""
    chunk = -(-count // (CHUNKS_PER_WORKER * workers))
    chunk = min(-(-chunk // LANES) * LANES, -(-count // workers))
    return max(1, min(chunk, CHUNK_MAX))


def _by_executor(executor, batch, threads, chunk):
    if chunk is None:
        chunk = _chunk_for(batch.count, _workers(executor))
    parts = [(begin, min(begin + chunk, batch.count)) for begin in range(0, batch.count, chunk)]
    broken = None
    futures = deque()

    def submit(part):
        """The future of a chunk, or None if the executor is broken."""
        nonlocal broken
        if broken is None:
            try:
                return executor.submit(compute_chunk, *batch.part(*part), threads)
            except concurrent.futures.BrokenExecutor as e:
                broken = e
        return None

    def result(part, future):
        """The chunk's results, or None if the executor is broken."""
        nonlocal broken
        for again in (True, False):
            if future is None:
                return None
            try:
                return future.result()
            except concurrent.futures.BrokenExecutor as e:
                broken = e
                return None
            except concurrent.futures.CancelledError:
                raise
            except Exception as e:
                if not again:
                    raise RuntimeError("comba.powm_many: the executor lost powers %d to %d twice: %s: %s"
                                       % (part[0], part[1] - 1, type(e).__name__, e)) from e
            future = submit(part)

    results, here = [], 0
    try:
        for part in parts:
            futures.append(submit(part))
        for part in parts:
            powers = result(part, futures[0])
            futures.popleft()
            if powers is None:
                powers = compute_chunk(*batch.part(*part), threads)
                here += part[1] - part[0]
            if isinstance(powers, Exception):
                raise powers
            results += powers
    finally:
        for future in futures:
            if future is not None:
                future.cancel()
    if here:
        warnings.warn("comba.powm_many: the executor broke (%s); this process computed %d of %d powers itself"
                      % (str(broken) or type(broken).__name__, here, batch.count), RuntimeWarning, stacklevel=4)
    return results
