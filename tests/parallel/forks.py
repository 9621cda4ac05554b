# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products in this process, in forked workers and in their children: prints a number that does not
# depend on which process multiplies.

import multiprocessing
import gmpy2


context = multiprocessing.get_context("fork")


def product(seed):
    x, y = gmpy2.mpz(3) ** (100003 + seed), gmpy2.mpz(7) ** (60007 + seed)
    return int((x * y + x * x) % (2 ** 521 - 1))


def family(seed):
    queue = context.SimpleQueue()
    child = context.Process(target=lambda: queue.put(product(seed + 1)))
    child.start()
    result = product(seed) ^ queue.get()
    child.join()
    return result


if __name__ == "__main__":
    total = product(0)
    queue = context.SimpleQueue()
    children = [context.Process(target=lambda i=i: queue.put(family(i))) for i in range(6)]
    for child in children:
        child.start()
    for child in children:
        total ^= queue.get()
    for child in children:
        child.join()
    print(total ^ product(1))
