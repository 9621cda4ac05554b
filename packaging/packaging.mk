# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A wheel for pip, from this build: make wheel.  pip fetches hatchling, which makes it.
PYTHON = python3
wheel: all
	COMBA_BUILD='$(abs_top_builddir)' $(PYTHON) -m pip wheel --no-deps -w . $(srcdir)/packaging/python
.PHONY: wheel
CLEANFILES += comba-*.whl
EXTRA_DIST += packaging/sbom packaging/python/README.md packaging/python/pyproject.toml \
  packaging/python/hatch_build.py packaging/python/tool.py \
  packaging/python/comba/__init__.py packaging/python/comba/__main__.py \
  packaging/python/comba/_enable.py packaging/python/comba/_library.py \
  packaging/python/comba/_powm_many.py packaging/python/comba/_status.py
