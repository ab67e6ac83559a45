#!/usr/bin/env python3
"""Each header of ours compiles alone: the public ones as C++20 (lanecrypt.h also as C99), the internal ones as C++20, those
that belong to kernels inside at least one row of isa.def.

usage: audit_headers.py [--cxx CXX] [--cc CC]
"""
import argparse
import concurrent.futures
import glob
import os
import platform
import subprocess

import kernels

STRICT = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror"]


def compiles(command, text):
    result = subprocess.run(command + ["-"], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    return None if result.returncode == 0 else result.stdout


def public_problem(path, cxx, cc):
    # Twice: the guard works. A use of a standard name after it would hide a missing include, so nothing else is there.
    text = f'#include "{path}"\n#include "{path}"\n'
    include = ["-I", os.path.join(kernels.TOP, "include")]
    output = compiles([cxx, "-xc++", "-std=c++20", "-pedantic", *STRICT, *include], text)
    if output is None and path.endswith(".h"):
        output = compiles([cc, "-xc", "-std=c99", "-pedantic", "-Wstrict-prototypes", *STRICT, *include], text + "typedef int not_empty;\n")
    return output


def internal_problem(path, cxx, rows):
    base = [cxx, "-xc++", "-std=c++20", "-fsyntax-only", "-I", os.path.join(kernels.TOP, "src"), "-I", os.path.join(kernels.TOP, "include")]
    text = f'#include "{path}"\n'
    first = compiles(base, text)
    if first is None:
        return None
    for row in reversed(rows.values()):  # the widest rows have most of what kernels include
        if compiles([*base, *row.gnu_flags.replace("GNU128", "").split(), f"-DLANECRYPT_ISA={row.name}"], text) is None:
            return None
    return first


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--cc", default="cc")
    args = parser.parse_args()
    rows = {n: r for n, r in kernels.isa_rows().items() if r.arch != "aarch64" or platform.machine() == "aarch64"}
    public = sorted(glob.glob(os.path.join(kernels.TOP, "include/lanecrypt/*.h*")))
    internal = sorted(glob.glob(os.path.join(kernels.TOP, "src/**/*.h"), recursive=True))
    if platform.machine() != "aarch64":  # the NEON ones need that compiler
        internal = [p for p in internal if "neon" not in os.path.basename(p) and "armsha2" not in os.path.basename(p)]
    # The node library brings its own include path.
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {p: pool.submit(public_problem, p, args.cxx, args.cc) for p in public}
        jobs.update({p: pool.submit(internal_problem, p, args.cxx, rows) for p in internal})
        for path, job in jobs.items():
            if job.result() is not None:
                lines = [line for line in job.result().splitlines() if "error" in line][:3]
                problems.append(f"{os.path.relpath(path, kernels.TOP)} does not compile alone: " + " | ".join(lines))
    kernels.finish("headers", len(jobs), problems)


if __name__ == "__main__":
    main()
