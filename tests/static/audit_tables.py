#!/usr/bin/env python3
"""isa.def, CMake, the files on disk and the lists of implementations agree.

For each primitive (a folder of src/ that calls lanecrypt_primitive): every <primitive>_<isa>.cpp on disk is in KERNELS,
declared and listed in <primitive>_impls.cpp under LANECRYPT_HAVE_<isa>, and the other way round; portable is last in each
list; the slots are in dispatch/slots.cpp. Every row has its level in simd/isa_scope.h.

usage: audit_tables.py [TOP]
"""
import glob
import os
import re
import sys

import kernels


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def isa_problems(folder, name, on_disk):
    return [f"{name}_{isa}.cpp does not define LANECRYPT_ISA {isa}" for isa in sorted(on_disk)
            if not re.search(rf"^#define LANECRYPT_ISA {isa}$", read(os.path.join(folder, f"{name}_{isa}.cpp")), re.M)]


def primitive_problems(folder, name, listed, rows):
    problems = []
    on_disk = set()
    for path in glob.glob(os.path.join(folder, f"{name}_*.cpp")):
        split = kernels.split_name(path, rows)
        if split and split[0] == name:
            on_disk.add(split[1])
    if not listed and not on_disk:
        return []  # a class over other primitives' kernels
    if set(listed) != on_disk:
        problems.append(f"{name}: KERNELS lists {sorted(listed)}, files are {sorted(on_disk)}")
    for isa in listed:
        if isa not in rows:
            problems.append(f"{name}: {isa} is no row of isa.def")
    if not os.path.exists(os.path.join(folder, f"{name}_impls.cpp")):
        # Kernels without a list of their own: parts of the tables in the folder's list.
        text = "".join(read(path) for path in glob.glob(os.path.join(folder, "*_impls.cpp")))
        found = set(re.findall(rf"LANECRYPT_DECLARE_OPS\(\w+, {name}, (\w+)\)", text))
        if found != on_disk:
            problems.append(f"{name}: the lists of its folder declare {sorted(found)}, files are {sorted(on_disk)}")
        return problems + isa_problems(folder, name, on_disk)
    impls = read(os.path.join(folder, f"{name}_impls.cpp"))
    declared = re.findall(rf"LANECRYPT_DECLARE_OPS\(\w+, {name}, (\w+)\)", impls)
    entries = re.findall(rf"LANECRYPT_IMPL\({name}, (\w+)\)", impls)
    guarded = re.findall(rf"#if LANECRYPT_HAVE_(\w+)\s+LANECRYPT_IMPL\({name}, (\w+)\)\s+#endif", impls)
    for what, found in (("declares", declared), ("lists", entries)):
        if set(found) != on_disk:
            problems.append(f"{name}_impls.cpp {what} {sorted(found)}, files are {sorted(on_disk)}")
    for variable, body in re.findall(r"constexpr Impl (\w+)\[\] = \{(.*?)\n\};", impls, re.S):
        order = re.findall(rf"LANECRYPT_IMPL\({name}, (\w+)\)", body)
        if not order or order[-1] != "portable" or len(set(order)) != len(order):
            problems.append(f"{name}_impls.cpp: {variable} holds something twice or does not end with portable")
    for guard, isa in guarded:
        if guard != isa:
            problems.append(f"{name}_impls.cpp: {isa} stands under LANECRYPT_HAVE_{guard}")
    unguarded = set(entries) - {isa for _, isa in guarded} - {"portable"}
    if unguarded:
        problems.append(f"{name}_impls.cpp: {sorted(unguarded)} without #if LANECRYPT_HAVE_…")
    if not re.search(r"^constinit Slot<\w+> \w+\{", impls, re.M):
        problems.append(f"{name}_impls.cpp makes no slot")
    return problems + isa_problems(folder, name, on_disk)


def audit(top):
    rows = kernels.isa_rows(top)
    problems, checked = [], 0
    levels = set(re.findall(r"#define LANECRYPT_LEVEL_(\w+) ", read(os.path.join(top, "src/simd/isa_scope.h")))) - {"array"}
    if levels != set(rows):
        problems.append(f"simd/isa_scope.h has levels {sorted(levels)}, isa.def rows {sorted(rows)}")
    for row in rows.values():
        if row.parent not in rows or list(rows).index(row.parent) > list(rows).index(row.name):
            problems.append(f"isa.def: {row.name} stands before its parent {row.parent}")
    slots = read(os.path.join(top, "src/dispatch/slots.cpp"))
    known, known_slots = set(), set()
    for path in sorted(glob.glob(os.path.join(top, "src/*/CMakeLists.txt"))):
        for name, body in re.findall(r"lanecrypt_primitive\(\s*(\w+)([^)]*)\)", read(path)):
            listed = re.search(r"KERNELS\s+([\w\s]+)", body)
            problems += primitive_problems(os.path.dirname(path), name, listed[1].split() if listed else [], rows)
            known.add(name)
            checked += 1
    for path in glob.glob(os.path.join(top, "src/*/*.cpp")):
        split = kernels.split_name(path, rows)
        if split and split[0] not in known:
            problems.append(f"{os.path.relpath(path, top)} looks like a kernel and belongs to no primitive")
    for path in glob.glob(os.path.join(top, "src/*/*_impls.cpp")):  # also those put together from other primitives' tables
        known_slots.update(re.findall(r"^constinit Slot<\w+> (\w+)\{", read(path), re.M))
    for slot in sorted(known_slots):
        if f"&{slot}," not in slots:
            problems.append(f"dispatch/slots.cpp does not list {slot}")
    for slot in re.findall(r"&(\w+_slot),", slots):
        if slot not in known_slots:
            problems.append(f"dispatch/slots.cpp lists {slot}, which no primitive makes")
    return checked, problems


if __name__ == "__main__":
    kernels.finish("tables", *audit(sys.argv[1] if len(sys.argv) > 1 else kernels.TOP))
