# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

"""comba.powm_many against Python's own pow.  The argument is a case: values, mpz, messages, or an executor:
threads, pool, dask.  The last two kill a worker when the first chunk is done."""

import comba

import concurrent.futures
import os
import random
import signal
import sys
import threading
import time
import warnings

random.seed(1)


def numbers(count, bits):
    return [random.getrandbits(bits) for _ in range(count)]


def odd(x):
    return x | 1


def values():
    for sec in (False, True):
        for count in (0, 1, 2, 9, 33):
            for bits in (1, 60, 64, 65, 300, 1024):
                moduli = [odd(m) if sec else m or 1 for m in numbers(count, bits)]
                exponents = [e >> random.randrange(bits + 1) for e in numbers(count, bits)]
                bases = [b if sec else random.choice((b, -b)) for b in numbers(count, random.choice((1, bits, 3 * bits)))]
                shared = odd(random.getrandbits(bits))
                assert comba.powm_many(bases, exponents, moduli, sec=sec) == list(map(pow, bases, exponents, moduli))
                assert comba.powm_many(tuple(bases), 65537, shared, sec=sec) == [pow(b, 65537, shared) for b in bases]
                before = comba.num_threads()
                assert comba.powm_many(iter(bases), exponents, shared, sec=sec, threads=2) == [
                    pow(b, e, shared) for b, e in zip(bases, exponents)]
                assert comba.num_threads() == before
    assert comba.powm_many([3, -3, 3], [-5, -5, 5], [7, 11, 8]) == [pow(3, -5, 7), pow(-3, -5, 11), 3]
    assert comba.powm_many([5, 5], 2**70 + 1, [1, 2**64]) == [0, pow(5, 2**70 + 1, 2**64)]


def mpz():
    """A result has the type that gmpy2's own arithmetic would give it."""
    from gmpy2 import mpz
    p = 2**127 - 1
    for bases, exponents, modulus, types in (
            ([mpz(3), 5], 2**100, p, [mpz, int]), ([3, mpz(5)], [mpz(7), 2**90], p, [mpz, mpz]),
            ([3, 5], mpz(2)**100, p, [mpz, mpz]), ([3, 5], 2**100, [mpz(p), p - 1], [mpz, int])):
        results = comba.powm_many(bases, exponents, modulus)
        assert list(map(type, results)) == [type(t(0)) for t in types], results
        for i, result in enumerate(results):
            exponent = exponents[i] if isinstance(exponents, list) else exponents
            assert result == pow(int(bases[i]), int(exponent), int(modulus[i] if isinstance(modulus, list) else modulus))


def messages():
    for arguments, options in (
            ((5, 2, 3), {}), (([5], [2, 3], 3), {}), (([5], 2, 0), {}), (([5], 2, [-3]), {}), (([5.0], 2, 3), {}),
            (([5], 2, [4]), {"sec": True}), (([5], -2, 7), {"sec": True}), (([-5], 2, 7), {"sec": True}), (([5], -2, 10), {}),
            (([5], 2, 3), {"chunk": 2}), (([5], 2, 3), {"threads": 0}), ((["x"], 2, 3), {}), (([5], None, 3), {})):
        try:
            print(comba.powm_many(*arguments, **options))
        except (TypeError, ValueError) as e:
            print("%s: %s" % (type(e).__name__, e))


class Watched:
    """An executor that calls a function once, when the first chunk is done."""

    def __init__(self, executor, function):
        self.executor, self.function, self.chunks = executor, function, 0
        self.num_workers = 2

    def submit(self, *arguments):
        future = self.executor.submit(*arguments)
        self.chunks += 1
        if self.chunks == 1:
            future.add_done_callback(lambda _: threading.Thread(target=self.function).start())
        return future


class Work:
    """Powers that take two workers some seconds."""

    def __init__(self):
        self.modulus, self.exponent = odd(random.getrandbits(2048)), random.getrandbits(2048)
        self.bases = numbers(480, 2048)
        begin = time.time()
        self.expected = comba.powm_many(self.bases, self.exponent, self.modulus)
        print("one process: %.1f s" % (time.time() - begin))
        assert self.expected[7] == pow(self.bases[7], self.exponent, self.modulus)

    def check(self, executor, **options):
        begin = time.time()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            results = comba.powm_many(self.bases, self.exponent, self.modulus, executor=executor, **options)
        print("executor: %.1f s" % (time.time() - begin))
        assert results == self.expected
        return [str(w.message) for w in caught if w.category is RuntimeWarning]


def pool():
    work = Work()
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        assert work.check(executor) == []
        assert work.check(executor, sec=True) == []
        for fault in (ValueError, TypeError):
            try:
                comba.powm_many([1], 1, 0 if fault is ValueError else "x", executor=executor)
            except fault:
                continue
            raise AssertionError(fault)
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        watched = Watched(executor, lambda: os.kill(min(executor._processes), signal.SIGKILL))
        told = work.check(watched)
        print(watched.chunks, told)
        assert watched.chunks == 8 and len(told) == 1 and " of 480 powers itself" in told[0]


def threads():
    work = Work()
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        assert work.check(executor, chunk=50) == []

    class Losing:
        """Loses every chunk as often as it is told."""

        def __init__(self, times):
            self.times, self.seen = times, {}

        def submit(self, function, *arguments):
            future = concurrent.futures.Future()
            bases = tuple(arguments[0])
            self.seen[bases] = self.seen.get(bases, 0) + 1
            if self.seen[bases] <= self.times:
                future.set_exception(OSError("the worker is gone"))
            else:
                future.set_result(function(*arguments))
            return future

    assert work.check(Losing(1), chunk=240) == []
    try:
        work.check(Losing(2), chunk=240)
    except RuntimeError as e:
        print(e)
        assert "lost powers 0 to 239 twice: OSError: the worker is gone" in str(e)
    else:
        raise AssertionError


def dask():
    from distributed import Client, LocalCluster
    work = Work()
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        with client.get_executor() as executor:
            assert work.check(executor) == []
        pids = client.run(os.getpid)
        assert len(pids) == 2
        killed = min(pids.values())
        with client.get_executor() as executor:
            watched = Watched(executor, lambda: os.kill(killed, signal.SIGKILL))
            assert work.check(watched) == []
        client.wait_for_workers(2, timeout=60)
        now = client.run(os.getpid)
        print(pids, now)
        assert killed not in now.values()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
