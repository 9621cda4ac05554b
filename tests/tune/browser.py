#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""Opens pages in Chromium by Playwright, in narrow and wide windows, light and dark.

usage: browser.py CHROMIUM PAGE...

The page does not scroll sideways, requests nothing, and logs nothing; the Tab key reaches each
<details>, and Enter opens it. Prints what is wrong, and exits with 1.
"""

import pathlib
import sys
from playwright.sync_api import sync_playwright

wrong = []


def look_at(browser, path, scheme, width):
    where = f"{path}, {scheme}, {width} pixels"
    address = pathlib.Path(path).absolute().as_uri()
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.on("console", lambda message: wrong.append(f"{where}: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"{where}: {error}"))
    page.on("request", lambda request: request.url == address or wrong.append(f"{where}: requests {request.url}"))
    page.goto(address)
    count = page.evaluate("document.querySelectorAll('details').length")
    if count == 0:
        wrong.append(f"{where}: no <details>")
    opened = 0
    for _ in range(200):
        page.keyboard.press("Tab")
        state = page.evaluate("""() => {
            const e = document.activeElement;
            return e.tagName != 'SUMMARY' ? e.tagName : e.parentElement.open ? 'OPEN' : 'CLOSED' }""")
        if state == "CLOSED":
            page.keyboard.press("Enter")
            opened += 1
        elif state == "BODY":
            break
    if opened != count or page.evaluate("document.querySelectorAll('details[open]').length") != count:
        wrong.append(f"{where}: the keyboard opens {opened} of {count} tables")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        wrong.append(f"{where}: {wide} pixels too wide")
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    if (back == "rgb(255, 255, 255)") != (scheme == "light"):
        wrong.append(f"{where}: the background is {back}")
    page.close()


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
        for path in sys.argv[2:]:
            for scheme, width in (("light", 360), ("dark", 1280)):
                look_at(browser, path, scheme, width)
        browser.close()
    print("\n".join(wrong[:20]))
    sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
