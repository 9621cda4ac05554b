# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The manual's table of terms, from the entries of doc/glossary.md.

# Markdown's `code` as Texinfo's.
function texinfo (text)
{
  gsub (/[@{}]/, "@&", text)
  while (match (text, /`[^`]*`/))
    text = substr (text, 1, RSTART - 1) "@code{" substr (text, RSTART + 1, RLENGTH - 2) "}" substr (text, RSTART + RLENGTH)
  return text
}

BEGIN { print "@table @asis" }

/^- \*\*.*\*\*: / {
  end = index ($0, "**: ")
  print "@item @dfn{" texinfo(substr ($0, 5, end - 5)) "}"
  print texinfo(substr ($0, end + 4))
  within = 1
  next
}

/^  / && within { print texinfo(substr ($0, 3)); next }

{ within = 0 }

END { print "@end table" }
