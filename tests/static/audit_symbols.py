#!/usr/bin/env python3
"""Each kernel object defines exactly one external symbol, its ops table, and no weak one.

A weak symbol (an inline function that was not inlined) is merged by the linker with that of another object, which may be
compiled for another instruction set.

usage: audit_symbols.py BUILD [--rebuild FLAGS] [--rows ROW,…] [--nm NM]
--rows looks at those instruction sets alone.
--rebuild compiles every kernel file again into a temporary folder with FLAGS added (for example "-O0") and looks at
those objects instead.
"""
import argparse
import concurrent.futures
import os
import shlex
import tempfile

import kernels

# Sanitizers' own bookkeeping, one per file, not code of ours.
IGNORED = ("__odr_asan", "__asan_", "___asan_")


def problems_of(obj, primitive, isa, nm="nm"):
    want = f"lanecrypt_{primitive}_{isa}_ops"
    problems, external = [], []
    for line in kernels.run([nm, "--defined-only", "-g", obj]).splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        kind, name = fields[-2], fields[-1]
        if name.startswith(IGNORED):
            continue
        if kind in "WwVvuUi":
            problems.append(f"{os.path.basename(obj)}: weak or indirect symbol {name} ({kind})")
        else:
            external.append(name)
    if external != [want]:
        problems.append(f"{os.path.basename(obj)}: defines {external or 'nothing'}, not just {want}")
    return problems


def rebuild(kernel, flags, folder):
    obj = os.path.join(folder, f"{kernel.primitive}_{kernel.isa}.o")
    command = list(kernel.command)
    command[command.index("-o") + 1] = obj
    kernels.run(command + flags, cwd=kernel.directory)
    return obj


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--rebuild", default="")
    parser.add_argument("--rows", default="")
    parser.add_argument("--nm", default="nm")
    args = parser.parse_args()
    found = kernels.build_kernels(args.build)
    if args.rows:
        found = [k for k in found if k.isa in args.rows.split(",")]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        objects = [k.obj for k in found]
        if args.rebuild:
            flags = shlex.split(args.rebuild)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = list(pool.map(lambda k: rebuild(k, flags, folder), found))
        for kernel, obj in zip(found, objects):
            problems += problems_of(obj, kernel.primitive, kernel.isa, args.nm)
    kernels.finish(f"symbols {args.rebuild}".strip(), len(found), problems)


if __name__ == "__main__":
    main()
