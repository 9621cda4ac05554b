#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# No branch and no address of a basecase kernel depends on operand values: proved
# from the code itself (tests/ct/disassembly), for every CPU configuration of this build on
# x86-64, whether or not this CPU and Valgrind can run it.

. "$top_srcdir/tests/tap.sh"

python=/usr/bin/python3
disassembly=$top_srcdir/tests/ct/disassembly
leaks=$top_builddir/tests/ct/libleaks.a

prove ()        # FILE ENTRY...
{
  "$python" -B "$disassembly" "$@"
}

# The proof of an entry, from the proofs on stdin.
proof_of ()     # ENTRY
{
  sed -n "/^$1:\$/,/^[a-z0-9_]*:\$/{ /:\$/!p; }"
}

# finds ENTRY REASON: the proof of ENTRY in $scratch/leaks fails, for that reason only.
finds ()
{
  proof_of "$1" < "$scratch/leaks" > "$scratch/found"
  contains "$scratch/found" ": $2\$" &&
    { grep ': .*: ' "$scratch/found" | grep -v ": $2\$" > "$scratch/others"; empty "$scratch/others"; }
}

# proved ENTRY INSTRUCTION: in $scratch/proofs, with INSTRUCTION among ENTRY's code.
proved ()
{
  proof_of "$1" < "$scratch/proofs" > "$scratch/proof"
  ! grep ': .*: ' "$scratch/proof" && contains "$scratch/proof" "(^| )$2( |\$)"
}

# without_adx FILE
without_adx ()
{
  ! contains "$1" '(^|[[:space:]])ad[co]xq?([[:space:]]|$)' > /dev/null
}

# The sums of ARCHIVE's objects, whatever their names and order.
objects ()
{
  mkdir "$scratch/objects" && (cd "$scratch/objects" && ar x "$1" && sha256sum ./*) | sed 's/ .*//' | sort
  rm -rf "$scratch/objects"
}

# The files compiled for AVX2 in ARCHIVE: those for residues and transforms use FMA, too.
compiled_for_avx2 ()
{
  objdump -d --no-show-raw-insn "$1" |
    awk '/file format/ { here = $1 ~ /^libcomba_avx2fma_la-/; next } here'
}

cannot=
[ -x "$python" ] || cannot="no $python"
objdump --version > /dev/null 2>&1 || cannot="no objdump"
[ -f "$leaks" ] || cannot="configuration icelake is not in this build"
if [ -z "$cannot" ]; then
  prove "$leaks" clean_kernel > "$scratch/clean"
  [ $? != 77 ] || cannot="built without optimisation"
fi
if [ -n "$cannot" ]; then
  skip "independence of values, from the disassembly: configuration icelake" "$cannot"
  finish
  exit 0
fi

jump='a jump depends on operand values'
address='an address depends on operand values'
size='an address or a size depends on operand values'
unlisted='not in the list of instructions of constant time'
check "passes what depends on sizes alone" prove "$leaks" clean_kernel
prove "$leaks" $(nm "$leaks" | sed -n 's/.* T \(leak_.*\)$/\1/p' | sort -u) > "$scratch/leaks"
check "the exit status of leaks" equal $? 1
check "finds a branch on a limb" finds leak_branch "$jump"
check "finds a branch on a carry" finds leak_carry "$jump"
check "finds a limb in the address of a load" finds leak_address "$address"
check "finds a limb in the address of a constant" finds leak_table "$address"
check "finds a limb in the address of a store" finds leak_store "$address"
check "finds a division of limbs" finds leak_division 'a division of operand values'
check "finds a branch on a limb that was on the stack" finds leak_spilled "$jump"
check "finds a branch on a limb that memcpy brought" finds leak_copied "$jump"
check "finds a limb as the size of a memcpy" finds leak_size "$size"
check "finds a limb in an address, in a callee" finds leak_callee "$address"
check "finds a branch on whether a sum was exact" finds leak_flags "$jump"
check "finds a limb in MXCSR" finds leak_rounding 'how doubles are added depends on operand values'
check "finds a limb in the address of a jump" finds leak_jump "$address"
check "finds a limb in an address, from a vector" finds leak_vector "$address"
check "finds kortest before a branch" finds leak_kortest "$jump"
check "finds vptest before a branch" finds leak_vptest "$jump"
check "finds a gather" finds leak_gather "$unlisted"
check "finds a limb that masks a store" finds leak_mask 'operand values mask an access to memory'
check "finds an instruction that it does not know" finds leak_unlisted "$unlisted"

# The code of the shared library, and that of the static one, which has the same objects.
archive=$top_builddir/.libs/libcomba_all.a
static=$top_builddir/.libs/libcomba.a
if [ -f "$static" ]; then
  objects "$archive" > "$scratch/all"
  objects "$static" > "$scratch/static"
  check "the static library has the same objects" cmp "$scratch/all" "$scratch/static"
else
  skip "the static library has the same objects" "configured without a static library"
fi
residues="comba_mod_mul_ifma comba_mod_sqr_ifma comba_mod_decode_ifma"
for function in init_sec select; do
  residues="$residues comba_mod_${function}_ifma comba_mod_${function}_blocks_ifma"
done
! readelf -p .comment "$archive" 2> /dev/null | grep -q clang || {
  for function in $residues; do
    skip "$function" "clang keeps masks in memory, where the proof takes them for secrets"
  done
  residues=
}
residues="$residues comba_lanes_ifma"
tables=$(nm "$archive" 2> /dev/null |
           sed -n 's/.* [dDrR] \(comba_config_[a-z0-9_]*\)$/\1/p' | sort -u)
few=
for n in 1 2 3 4 5 6 7; do few="$few comba_redc_few_$n"; done
linear="comba_add_nc comba_sub_nc"
for function in lshift rshift copyi copyd com popcount hamdist; do
  linear="$linear comba_$function comba_${function}_avx2"
done
prove "$archive" $tables $residues $few $linear > "$scratch/proofs"
check "all proofs" equal $? 0
for table in $tables; do
  case $table in
    comba_config_icelake | comba_config_zen[45]) instruction=vpmadd52luq ;;
    comba_config_zen3 | comba_config_haswell) instruction=vfmadd231pd ;;
    comba_config_x86_64_adx*) instruction=adox ;;
    comba_config_no_multiplier) instruction='adcq?' ;;
    comba_config_*86_64 | comba_config_portable | comba_config_comba | comba_config_mc*) instruction='i?mulq?|mulx' ;;
    *) instruction='vpmadd52luq|vfmadd231pd|i?mulq?|mulx' ;;
  esac
  check "$table" proved "$table" "($instruction)"
  case $table in
    comba_config_haswell | comba_config_x86_64 | comba_config_portable | comba_config_comba | comba_config_mc* | comba_config_no*)
      check "$table has no adcx and no adox" without_adx "$scratch/proof" ;;
  esac
done
if [ -n "$(echo "$tables" | grep '^comba_config_haswell$')" ]; then
  compiled_for_avx2 "$archive" > "$scratch/proof"
  check "doubles" contains "$scratch/proof" vfmadd
  check "doubles need no adcx and no adox" without_adx "$scratch/proof"
fi
# mpn_redc_1 at small sizes.
for function in $few; do
  check "$function" proved "$function" 'i?mulq?|mulx'
done
# Residues, on which constant-time powers are built: functions that get the size as an argument.
for function in $residues; do
  case $function in *_select_*) instruction='vpandq|vpternlogq' ;; *) instruction=vpmadd52luq ;; esac
  check "$function" proved "$function" "($instruction)"
done

finish
