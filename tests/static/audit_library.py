#!/usr/bin/env python3
"""The static library as a whole: no static constructors, text below 1 MiB on x86-64, and a shared library made of it
exports exactly the functions of lanecrypt.h.

usage: audit_library.py LIBRARY.a [--cxx CXX] [--only constructors|size|exports]
"""
import argparse
import os
import platform
import re
import tempfile

import kernels

LIMIT = 1 << 20


def constructor_problems(path):
    problems, member = [], ""
    for line in kernels.run(["readelf", "-SW", path]).splitlines():
        m = re.match(r"File: .*\((.*)\)", line)
        if m:
            member = m[1]
        m = re.search(r"\]\s+(\.(?:init_array|ctors|preinit_array)\S*)\s", line)
        if m:
            problems.append(f"{member} has a section {m[1]}: something runs before main")
    return problems


def text_size(path):
    total = 0
    for line in kernels.run(["size", path]).splitlines()[1:]:
        total += int(line.split()[0])
    return total


def size_problems(path, limit=LIMIT):
    total = text_size(path)
    print(f"text of {os.path.basename(path)}: {total} bytes, limit {limit}")
    return [f"text is {total} bytes, more than {limit}"] if total > limit else []


def declared_functions(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    return set(re.findall(r"LANECRYPT_API\b[^;#]*?\b(lanecrypt_\w+)\s*\(", text))


def export_problems(path, cxx, header=None):
    header = header or os.path.join(kernels.TOP, "include/lanecrypt/lanecrypt.h")
    with tempfile.TemporaryDirectory() as folder:
        shared = os.path.join(folder, "liblanecrypt.so")
        script = os.path.join(kernels.TOP, "cmake/exports.map")
        kernels.run([cxx, "-shared", "-o", shared, "-Wl,--whole-archive", path, "-Wl,--no-whole-archive", f"-Wl,--version-script={script}"])
        lines = kernels.run(["nm", "-D", "--defined-only", shared]).splitlines()
    exported = {line.split()[-1].split("@")[0] for line in lines}
    declared = declared_functions(header)
    problems = [f"{name} is exported and not in lanecrypt.h" for name in sorted(exported - declared)]
    problems += [f"{name} is in lanecrypt.h and not exported" for name in sorted(declared - exported)]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--only", choices=["constructors", "size", "exports"])
    args = parser.parse_args()
    problems, checked = [], 0
    if args.only in (None, "constructors"):
        problems += constructor_problems(args.library)
        checked += 1
    if args.only in (None, "size") and platform.machine() == "x86_64":
        problems += size_problems(args.library)
        checked += 1
    if args.only in (None, "exports"):
        problems += export_problems(args.library, args.cxx)
        checked += 1
    kernels.finish("library", checked, problems)


if __name__ == "__main__":
    main()
